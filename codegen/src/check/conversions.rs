//! The conversions to declared types: between known types, each listed once.

use super::known::{repeated, type_name};
use crate::model::Schema;
use crate::report::{File, Place, Report};

/// Checks the conversions.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for conversion in &schema.conversions {
        let to = &conversion.to;
        let place = Place::file(File::Types).child("conversions").child(to);
        type_name(schema, to, &place, report);
        let place = place.child("from");
        for (index, from) in conversion.from.iter().enumerate() {
            type_name(schema, from, &place.child(index), report);
        }
        let all: Vec<_> = [to].into_iter().chain(&conversion.from).collect();
        for (index, from, _) in repeated(&all, |from| *from) {
            let expected = "every other type once: a value of the type itself needs no conversion";
            let place = place.child(index - 1);
            report.add(&place, format!("`{from}` again"), expected);
        }
    }
}
