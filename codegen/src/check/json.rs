//! The reserved names of the JSON form.

use super::known::{layout_types, repeated};
use crate::model::Schema;
use crate::report::{File, Place, Report};

/// Checks that every type name of a layout is reserved, and that no name is listed twice.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let names = &schema.json.names;
    let place = Place::file(File::Types).child("json").child("names");
    if !report.sound(&place) {
        return;
    }
    for (index, name, _) in repeated(names, |name| name) {
        let found = format!("`{name}` again");
        report.add(&place.child(index), found, "every name once");
    }
    for (_, layout, ty) in layout_types(schema) {
        if !names.contains(&ty.name) {
            let expected = format!(
                "it: the layout {} has a type of this name; add it and raise `version`",
                layout.module
            );
            let place = place.child(&ty.name);
            report.add(&place, format!("no `{}`", ty.name), expected);
        }
    }
}
