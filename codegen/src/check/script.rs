//! The constants of types in scripts, and the components that constructors can leave out.

use super::known::{has_body, has_rows, has_wires, layout_types};
use crate::model::{Body, Row, Schema, ScriptComponents, ScriptConstant, Type, find, has, names};
use crate::report::{Place, Report};

/// Checks the constants of all types and those that layouts add.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        let place = Place::ty(ty);
        optional(ty, &place, report);
        constants(ty, &ty.script_constants, &place, report);
    }
    for (place, _, listed) in layout_types(schema) {
        let Some(ty) = find(&schema.types, &listed.key) else {
            continue;
        };
        constants(ty, &listed.script_constants, &place, report);
        for constant in &listed.script_constants {
            if has(&ty.script_constants, &constant.name) {
                let found = format!("the constant `{}` of `{}`", constant.name, ty.key);
                let place = place.child("script_constants").child(&constant.name);
                report.add(&place, found, "another one: types.yaml has it");
            }
        }
    }
}

/// Checks that a value has more components than those that constructors can leave out.
fn optional(ty: &Type, place: &Place, report: &mut Report) {
    let rows = ty.tables.iter().map(|table| table.rows.len()).sum();
    let is_known = ty.body == Body::Fields && has_rows(ty, report);
    if is_known && ty.optional as usize >= rows {
        let found = format!("`optional: {}` of {rows} components", ty.optional);
        report.add(&place.child("optional"), found, "a smaller number");
    }
}

/// Checks that the components of constants are those of a type.
fn constants(ty: &Type, constants: &[ScriptConstant], place: &Place, report: &mut Report) {
    if constants.is_empty() || !has_body(ty, report) {
        return;
    }
    let place = place.child("script_constants");
    if ty.body != Body::Fields {
        let found = format!("`script_constants` of a body `{}`", ty.body.name());
        report.add(&place, found, "none: it belongs to `fields`");
        return;
    }
    if !has_rows(ty, report) || !has_wires(ty, report) {
        return;
    }
    let rows: Vec<_> = ty.tables.iter().flat_map(|table| &table.rows).collect();
    for constant in constants {
        components(constant, &rows, &place.child(&constant.name), report);
    }
}

fn components(constant: &ScriptConstant, rows: &[&Row], place: &Place, report: &mut Report) {
    match &constant.components {
        ScriptComponents::Each(_) => {}
        ScriptComponents::Infinite => {
            let integer = rows.iter().find(|row| row.wire.starts_with('i'));
            if let Some(row) = integer {
                let found = format!("`inf` for `{}`, of the wire type `{}`", row.name, row.wire);
                report.add(place, found, "numbers: integers are not infinite");
            }
        }
        ScriptComponents::Differing(numbers) => {
            let unknown = numbers.iter().filter(|(name, _)| !has(rows, name));
            for (name, _) in unknown {
                let place = place.child(name);
                report.unknown(&place, "component", name, "a row of the type", names(rows));
            }
        }
    }
}
