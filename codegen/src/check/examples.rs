//! Every type has an example, and every example has a known type.

use super::known::type_name;
use crate::model::Schema;
use crate::report::{File, Place, Report};

/// Checks the examples.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Examples).child("examples");
    for example in &schema.examples {
        type_name(schema, &example.key, &place.child(&example.key), report);
    }
    // After a mistake, the types may not be all known.
    if !report.is_clean() {
        return;
    }
    for ty in &schema.types {
        if !schema.examples.iter().any(|example| example.key == ty.key) {
            let expected = "one: the documentation shows each type";
            let place = place.child(&ty.key);
            report.add(&place, format!("no example of `{}`", ty.key), expected);
        }
    }
}
