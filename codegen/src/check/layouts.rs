//! Layouts: their numbers have no gap, and they have the types that all layouts need.

use super::names::place;
use super::types::script;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Body, DoubleBuilds, Layout, LayoutType, Schema, Table, has, names};

/// Checks all layouts, and what depends on them.
pub(super) fn check(schema: &Schema, report: &mut Diagnostics) {
    for layout in &schema.layouts {
        let place = place(layout, "");
        if !layout.description.contains(&layout.versions.to_string()) {
            report.missing(&place, "the `versions` in `description`", "it repeats them");
        }
        let with_role = schema.types.iter().filter(|ty| ty.role.is_some());
        let why = "Rust's own types are encoded as these in every layout";
        report.check_has(
            &place,
            with_role.map(|ty| &*ty.key),
            |key| has(&layout.types, key),
            why,
        );
        numbers(schema, layout, &place, report);
        for listed in &layout.types {
            entry(schema, layout, listed, report);
        }
    }
    let listed = || schema.layouts.iter().flat_map(|layout| &layout.types);
    let place = Diagnostic::at("types.yaml", "layouts");
    let is_used = |key: &str| listed().any(|ty| ty.key == key);
    report.check_has(
        &place,
        names(&schema.types),
        is_used,
        "every type has a number in one",
    );
    let place = Diagnostic::at("types.yaml", "json");
    let is_reserved = |name: &str| schema.json.names.iter().any(|other| other == name);
    let why = "layouts have types of these names; add them and raise `version`";
    report.check_has(&place, listed().map(|ty| &*ty.name), is_reserved, why);
}

/// Checks that numbers count up from 0 to `types_max` without a gap, and fit into a header.
fn numbers(schema: &Schema, layout: &Layout, place: &Diagnostic, report: &mut Diagnostics) {
    for (expected, ty) in (0..).zip(&layout.types) {
        if ty.number != expected {
            let here = self::place(layout, &ty.key);
            return report.found(&here, ty.number, format!("number {expected}"));
        }
    }
    let (count, largest) = (layout.types.len(), schema.constant("TYPE_MASK"));
    if layout.types_max as usize != count {
        report.found(
            place,
            layout.types_max,
            format!("`types_max` {count}, the number of types"),
        );
    }
    if layout.types_max > largest.saturating_add(1) {
        report.found(
            place,
            count,
            format!("at most {largest} + 1 types: the bits of `TYPE_MASK`"),
        );
    }
}

/// Checks a type of a layout.
fn entry(schema: &Schema, layout: &Layout, listed: &LayoutType, report: &mut Diagnostics) {
    let (place, ty) = (place(layout, &listed.key), schema.type_of(&listed.key));
    let inner = ty.rows().filter_map(|(_, row)| row.value_type.as_deref());
    report.check_has(
        &place,
        inner,
        |key| has(&layout.types, key),
        "values of the type contain it",
    );
    if listed.own.is_some()
        && !matches!(
            ty.body,
            Body::Record | Body::NodePath | Body::Dictionary | Body::Array
        )
    {
        let why = "layouts can override the bodies `record`, `node_path`, `dictionary` and `array`";
        report.not_allowed(&place, "`override`", why);
    }
    let falls_back = matches!(&ty.body, Body::Pool(element) if has(&schema.types, element));
    if listed.since.is_some() && !falls_back {
        let why = "it belongs to pool arrays of a type, which older versions decode from an Array";
        report.not_allowed(&place, "`since`", why);
    }
    let constants = &listed.script_constants;
    if !constants.is_empty() && ty.body != Body::Fields {
        report.not_allowed(
            &place,
            "`script_constants`",
            "it belongs to a body `fields`",
        );
    }
    let all = ty.script_constants.iter().chain(constants);
    report.check_unique(
        "constant",
        all.map(|constant| (place.clone(), &*constant.name)),
    );
    script(ty, constants, &place, report);

    // One precision applies to a body as a whole.
    let has_reals = ty.rows().any(|(_, row)| schema.is_real(row));
    let is_single = listed.has_single_reals;
    let element = layout
        .types
        .iter()
        .find(|other| ty.body == Body::Pool(other.key.clone()));
    let mut components = ty.tables.iter().flat_map(Table::components);
    if is_single && (layout.double == DoubleBuilds::None || !has_reals) {
        let why = "neither the layout nor a row depends on the precision";
        report.not_allowed(&place, "`reals: single`", why);
    } else if element.is_some_and(|element| element.has_single_reals != is_single) {
        let why = "the elements have another precision";
        report.not_allowed(&place, "this `reals`", why);
    } else if layout.double == DoubleBuilds::Flag
        && has_reals
        && !is_single
        && !components.all(|row| schema.is_real(row))
    {
        let why = "the flag of a header doubles the length of every component";
        report.missing(&place, "`reals: single`", why);
    }
}
