//! Layouts number every type once, without a gap.

use super::known::{has_body, layout_types, repeated, type_name, types_of};
use super::names::{module_name, type_name as rust_type_name};
use crate::model::{Body, Layout, LayoutType, Schema, find, has};
use crate::report::{File, Place, Report};
use crate::suggest::listed;

/// Checks the layouts.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    names(schema, report);
    for (index, layout) in schema.layouts.iter().enumerate() {
        let place = Place::file(File::Layout(index));
        succeeds(schema, layout, &place, report);
        types(schema, layout, &place, report);
        required(schema, layout, &place, report);
    }
    for (place, layout, listed) in layout_types(schema) {
        contained(schema, layout, listed, &place, report);
        rust_names(schema, listed, &place.child("rust"), report);
        overridden(listed, &place.child("override"), report);
    }
    // Before the numbers: an incorrect number does not make a type unused.
    unused_types(schema, report);
    for (index, layout) in schema.layouts.iter().enumerate() {
        let place = Place::file(File::Layout(index));
        numbers(layout, &place, report);
        largest(schema, layout, &place, report);
    }
}

/// Checks the module and the marker of each layout, and that no other layout has its marker; its
/// module is the name of its file.
fn names(schema: &Schema, report: &mut Report) {
    for (index, layout) in schema.layouts.iter().enumerate() {
        let place = Place::file(File::Layout(index));
        let (module, marker) = (place.child("module"), place.child("marker"));
        if report.sound(&module) {
            module_name(&layout.module, &module, report);
        }
        if !report.sound(&marker) {
            continue;
        }
        rust_type_name(&layout.marker, &marker, report);
        if has(&schema.types, &layout.marker) {
            let found = format!("the name `{}`", layout.marker);
            report.add(&marker, found, "another: a type of types.yaml has it");
        }
    }
    for (index, layout, _) in repeated(&schema.layouts, |layout| &layout.marker) {
        let place = Place::file(File::Layout(index)).child("marker");
        let found = format!("the marker `{}` again", layout.marker);
        report.add(&place, found, "a name that no other layout has");
    }
}

/// Checks that the layout of earlier versions is another one.
fn succeeds(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let Some(earlier) = &layout.succeeds else {
        return;
    };
    let others = schema.layouts.iter().map(|other| other.module.as_str());
    let others: Vec<_> = others.filter(|other| *other != layout.module).collect();
    // A mistake in another file may hide its module.
    let mut files = 0..schema.layouts.len();
    let all_known =
        files.all(|index| report.sound(&Place::file(File::Layout(index)).child("module")));
    if all_known && !others.contains(&earlier.as_str()) {
        let expected = "the module of another layout";
        report.unknown(
            &place.child("succeeds"),
            "layout",
            earlier,
            expected,
            others,
        );
    }
}

/// Checks that every type is known and listed once, and that its name is unique.
fn types(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let types = types_of(layout, place);
    for (place, ty) in &types {
        type_name(schema, &ty.key, &place.child("type"), report);
    }
    for (_, (place, ty), (_, other)) in repeated(&types, |(_, ty)| &ty.key) {
        let expected = format!("every type once: it has the number {}", other.number);
        let found = format!("the type `{}` again", ty.key);
        report.add(&place.child("type"), found, expected);
    }
    for (_, (place, ty), (_, other)) in repeated(&types, |(_, ty)| &ty.name) {
        if report.sound(&place.child("type")) {
            let expected = format!("another: `{}` has it", other.key);
            let found = format!("the name `{}` again", ty.name);
            report.add(&place.child("name"), found, expected);
        }
    }
}

/// Returns whether the keys of all types of a layout are known.
fn has_types(layout: &Layout, place: &Place, report: &Report) -> bool {
    let mut types = types_of(layout, place).into_iter();
    report.reached(&place.child("types"))
        && types.all(|(place, _)| report.sound(&place.child("type")))
}

/// Checks that a layout has the types with roles.
fn required(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let with_role = schema.types.iter().filter(|ty| ty.role.is_some());
    let keys = with_role.map(|ty| ty.key.as_str());
    let missing: Vec<_> = keys.filter(|key| !has(&layout.types, key)).collect();
    let is_known = !layout.types.is_empty() && has_types(layout, place, report);
    if is_known && !missing.is_empty() {
        let expected = "them: Rust's own types are encoded as these in every layout";
        let found = format!("no {}", listed(missing));
        report.add(&place.child("types"), found, expected);
    }
}

/// Checks that a layout has the types that values of a type contain.
fn contained(
    schema: &Schema,
    layout: &Layout,
    listed: &LayoutType,
    place: &Place,
    report: &mut Report,
) {
    let tables = find(&schema.types, &listed.key).map_or(&[][..], |ty| &ty.tables);
    let rows = tables.iter().flat_map(|table| &table.rows);
    for key in rows.filter_map(|row| row.value_type.as_ref()) {
        if !has(&layout.types, key) {
            let found = format!("the type `{}` without `{key}`", listed.key);
            let expected = "both: its values contain such a value";
            report.add(&place.child("type"), found, expected);
        }
    }
}

/// Checks that the code for a body can differ between layouts.
fn overridden(ty: &LayoutType, place: &Place, report: &mut Report) {
    if let Some(own) = &ty.own
        && !matches!(own.body, Body::Id | Body::Dictionary | Body::Array)
        && has_body(own, report)
    {
        let found = format!("`override` of a body `{}`", own.body.name());
        let expected = "none: layouts can override the bodies `id`, `dictionary` and `array`";
        report.add(place, found, expected);
    }
}

/// Checks that a name in Rust is an identifier that stands for one type in all layouts.
fn rust_names(schema: &Schema, ty: &LayoutType, place: &Place, report: &mut Report) {
    if ty.rust == ty.key || !report.sound(place) {
        return;
    }
    rust_type_name(&ty.rust, place, report);
    let keys = schema.types.iter().map(|ty| (&ty.key, &ty.key));
    let listed = schema.layouts.iter().flat_map(|layout| &layout.types);
    let mut names = keys.chain(listed.map(|ty| (&ty.rust, &ty.key)));
    if let Some((_, key)) = names.find(|(name, _)| **name == ty.rust)
        && *key != ty.key
    {
        let found = format!("the Rust name `{}` again", ty.rust);
        report.add(place, found, format!("another: `{key}` has it"));
    }
}

/// Checks that every type belongs to a layout.
fn unused_types(schema: &Schema, report: &mut Report) {
    let is_known = |(index, layout): (usize, &Layout)| {
        has_types(layout, &Place::file(File::Layout(index)), report)
    };
    if schema.layouts.is_empty() || !schema.layouts.iter().enumerate().all(is_known) {
        return;
    }
    for ty in &schema.types {
        let mut layouts = schema.layouts.iter();
        if !layouts.any(|layout| has(&layout.types, &ty.key)) {
            let expected = "a layout that numbers it";
            report.add(&Place::ty(ty), "a type of no layout", expected);
        }
    }
}

/// Checks that numbers count up from 0 to `types_max` without a gap.
fn numbers(layout: &Layout, place: &Place, report: &mut Report) {
    // The numbers that may follow; any if empty. After a mistake there are two: the successors of
    // the expected number and of the actual one.
    let mut next = vec![0];
    for (index, (place, ty)) in types_of(layout, place).into_iter().enumerate() {
        let place = place.child("number");
        if !report.sound(&place) {
            next.clear();
            continue;
        }
        let expected = unexpected(&next, ty.number);
        if let Some(expected) = expected {
            let mut earlier = layout.types[..index].iter();
            let why = match earlier.find(|other| other.number == ty.number) {
                Some(other) => format!("`{}` has {} already", other.key, ty.number),
                None => "numbers follow one another without a gap".to_owned(),
            };
            let found = format!("number {}", ty.number);
            report.add(&place, found, format!("{expected}: {why}"));
        }
        let taken = expected.into_iter().chain([ty.number]);
        next = taken.map(|number| number.saturating_add(1)).collect();
    }
    if let Some(expected) = unexpected(&next, layout.types_max)
        && report.reached(&place.child("types"))
    {
        let found = format!("types_max {}", layout.types_max);
        let expected = format!("{expected}: the number after the last type's");
        report.add(&place.child("types_max"), found, expected);
    }
}

/// Checks that the header can hold the numbers.
fn largest(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let constant = Place::constants().child("TYPE_MASK");
    let mask = find(&schema.constants, "TYPE_MASK").filter(|_| report.sound(&constant));
    let Some(mask) = mask else {
        return;
    };
    let mut types = types_of(layout, place).into_iter();
    if let Some((place, ty)) = types.find(|(_, ty)| ty.number > mask.value) {
        let expected = format!("at most {}: the bits of `TYPE_MASK`", mask.value);
        let found = format!("number {}", ty.number);
        report.add(&place.child("number"), found, expected);
    }
}

/// Returns the expected number if a number is not among those that may follow.
fn unexpected(next: &[u32], number: u32) -> Option<u32> {
    next.first().copied().filter(|_| !next.contains(&number))
}
