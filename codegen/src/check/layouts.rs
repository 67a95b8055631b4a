//! Layouts number every type once, without a gap.

use super::known::type_name;
use super::names::{module_name, type_name as rust_type_name};
use crate::model::{Body, Layout, LayoutType, Schema, find, has};
use crate::report::{File, Place, Report};
use crate::suggest::listed;

/// Checks the layouts.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for (index, layout) in schema.layouts.iter().enumerate() {
        let place = Place::file(File::Layout(index)).called(format!("layout {}", layout.module));
        names(schema, index, layout, &place, report);
        succeeds(schema, layout, &place, report);
        types(schema, layout, &place, report);
        required(schema, layout, &place, report);
        contained(schema, layout, &place, report);
    }
    // Before the numbers: an incorrect number does not make a type unused.
    unused_types(schema, report);
    for (index, layout) in schema.layouts.iter().enumerate() {
        let place = Place::file(File::Layout(index)).called(format!("layout {}", layout.module));
        numbers(layout, &place, report);
        largest(schema, layout, &place, report);
    }
}

/// Checks that a layout has the types with roles.
fn required(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let place = place.child("types");
    let all_known =
        (0..layout.types.len()).all(|index| report.sound(&place.child(index).child("type")));
    let with_role = schema.types.iter().filter(|ty| ty.role.is_some());
    let missing: Vec<_> = with_role
        .map(|ty| ty.key.as_str())
        .filter(|key| layout.types.iter().all(|ty| ty.key != *key))
        .collect();
    if all_known && !layout.types.is_empty() && !missing.is_empty() {
        report.add(
            &place,
            format!("no {}", listed(missing)),
            "them: Rust's own types are encoded as these in every layout",
        );
    }
}

/// Checks that a layout has the types that values of its types contain.
fn contained(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let place = place.child("types");
    for (index, listed) in layout.types.iter().enumerate() {
        let place = place.child(index).named(&listed.key).child("type");
        let types = schema.types.iter().filter(|ty| ty.key == listed.key);
        let rows = types
            .flat_map(|ty| &ty.tables)
            .flat_map(|table| &table.rows);
        let contained = rows.filter_map(|row| row.value_type.as_ref());
        for key in contained {
            let is_listed = layout.types.iter().any(|ty| ty.key == *key);
            if !is_listed && report.sound(&place) {
                let found = format!("the type `{}` without `{key}`", listed.key);
                report.add(&place, found, "both: its values contain such a value");
            }
        }
    }
}

/// Checks that the names of a layout are identifiers, and that no other layout has its marker; its
/// module is the name of its file.
fn names(schema: &Schema, index: usize, layout: &Layout, place: &Place, report: &mut Report) {
    let module = place.child("module");
    if report.sound(&module) {
        module_name(&layout.module, &module, report);
    }
    let place = place.child("marker");
    if !report.sound(&place) {
        return;
    }
    rust_type_name(&layout.marker, &place, report);
    if has(&schema.types, &layout.marker) {
        let found = format!("the name `{}`", layout.marker);
        report.add_if_sound(&place, found, "another: a type of types.yaml has it");
    }
    let (name, mut earlier) = (&layout.marker, schema.layouts.iter().take(index));
    if earlier.any(|other| other.marker == *name) {
        let found = format!("the marker `{name}` again");
        let expected = "a name that no other layout has";
        report.add_if_sound(&place, found, expected);
    }
}

/// Checks that the layout of earlier versions is another one.
fn succeeds(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let (place, Some(earlier)) = (place.child("succeeds"), &layout.succeeds) else {
        return;
    };
    let others = || {
        let others = schema.layouts.iter();
        others.filter(|other| other.module != layout.module)
    };
    // A mistake in another file may hide its module.
    let mut files = 0..schema.layouts.len();
    let all_known =
        files.all(|index| report.sound(&Place::file(File::Layout(index)).child("module")));
    if all_known && !others().any(|other| other.module == *earlier) {
        let known = others().map(|other| other.module.as_str());
        report.unknown(
            &place,
            "layout",
            earlier,
            "the module of another layout",
            known,
        );
    }
}

/// Checks that every type is known and listed once, and that its name is unique.
fn types(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    for (index, ty) in layout.types.iter().enumerate() {
        let place = place.child("types").child(index).named(&ty.key);
        let earlier = || layout.types.iter().take(index);
        type_name(schema, &ty.key, &place.child("type"), report);
        if !report.sound(&place.child("type")) {
            continue;
        }
        if let Some(other) = earlier().find(|other| other.key == ty.key) {
            let expected = format!("every type once: it has the number {}", other.number);
            report.add(
                &place.child("type"),
                format!("the type `{}` again", ty.key),
                expected,
            );
        } else if let Some(other) = earlier().find(|other| other.name == ty.name)
            && report.sound(&place.child("name"))
        {
            let expected = format!("another: `{}` has it", other.key);
            report.add(
                &place.child("name"),
                format!("the name `{}` again", ty.name),
                expected,
            );
        }
        rust_names(schema, ty, &place.child("rust"), report);
        overridden(ty, &place.child("override"), report);
    }
}

/// Checks that the code for a body can differ between layouts.
fn overridden(ty: &LayoutType, place: &Place, report: &mut Report) {
    if let Some(own) = &ty.own
        && !matches!(own.body, Body::Id | Body::Dictionary | Body::Array)
        && report.sound(&Place::body(own))
    {
        let found = format!("`override` of a body `{}`", own.body.name());
        let expected = "none: layouts can override the bodies `id`, `dictionary` and `array`";
        report.add_if_sound(place, found, expected);
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
        let place = Place::file(File::Layout(index)).child("types");
        let named = |index: usize| report.sound(&place.child(index).child("type"));
        report.reached(&place) && (0..layout.types.len()).all(named)
    };
    if schema.layouts.is_empty() || !schema.layouts.iter().enumerate().all(is_known) {
        return;
    }
    for ty in &schema.types {
        if !schema
            .layouts
            .iter()
            .flat_map(|layout| &layout.types)
            .any(|other| other.key == ty.key)
        {
            report.add(
                &Place::ty(ty),
                "a type of no layout",
                "a layout that numbers it",
            );
        }
    }
}

/// Checks that numbers count up from 0 to `types_max` without a gap.
fn numbers(layout: &Layout, place: &Place, report: &mut Report) {
    // The numbers that may follow; any if empty. After a mistake there are two: the successors of
    // the number and of the one that was expected.
    let mut next = vec![0];
    for (index, ty) in layout.types.iter().enumerate() {
        let place = place
            .child("types")
            .child(index)
            .named(&ty.key)
            .child("number");
        if !report.sound(&place) {
            next.clear();
            continue;
        }
        let mut taken = vec![ty.number];
        if let Some(expected) = next.first().copied().filter(|_| !next.contains(&ty.number)) {
            let why = match layout
                .types
                .iter()
                .take(index)
                .find(|other| other.number == ty.number)
            {
                Some(other) => format!("`{}` has {} already", other.key, ty.number),
                None => "numbers follow one another without a gap".to_owned(),
            };
            report.add(
                &place,
                format!("number {}", ty.number),
                format!("{expected}: {why}"),
            );
            taken.insert(0, expected);
        }
        next = taken
            .into_iter()
            .map(|number| number.saturating_add(1))
            .collect();
    }
    let max = place.child("types_max");
    if let Some(expected) = next
        .first()
        .copied()
        .filter(|_| !next.contains(&layout.types_max))
        && report.sound(&max)
        && report.reached(&place.child("types"))
    {
        report.add(
            &max,
            format!("types_max {}", layout.types_max),
            format!("{expected}: the number after the last type's"),
        );
    }
}

/// Checks that the header can hold the numbers.
fn largest(schema: &Schema, layout: &Layout, place: &Place, report: &mut Report) {
    let constant = Place::constants().child("TYPE_MASK");
    let mask = find(&schema.constants, "TYPE_MASK").filter(|_| report.sound(&constant));
    let Some(mask) = mask else {
        return;
    };
    let mut types = layout.types.iter().enumerate();
    if let Some((index, ty)) = types.find(|(_, ty)| ty.number > mask.value) {
        let place = place.child("types").child(index).named(&ty.key);
        let expected = format!("at most {}: the bits of `TYPE_MASK`", mask.value);
        let found = format!("number {}", ty.number);
        report.add_if_sound(&place.child("number"), found, expected);
    }
}
