//! The reserved names of the JSON form.

use crate::model::Schema;
use crate::report::{File, Place, Report};

/// Checks that every type name of a layout is reserved, and that no name is listed twice.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let names = &schema.json.names;
    let place = Place::file(File::Types).child("json").child("names");
    if !report.sound(&place) {
        return;
    }
    for (index, name) in names.iter().enumerate() {
        if names.iter().take(index).any(|other| other == name) {
            report.add(&place, format!("`{name}` again"), "every name once");
        }
    }
    for layout in &schema.layouts {
        let missing = layout.types.iter().filter(|ty| !names.contains(&ty.name));
        for ty in missing {
            let expected = format!(
                "it: the layout {} has a type of this name; add it and raise `version`",
                layout.module
            );
            report.add(&place, format!("no `{}`", ty.name), expected);
        }
    }
}
