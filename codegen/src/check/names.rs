//! Names: they are unique, those that others refer to exist, and Rust allows those of identifiers.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Body, Layout, Schema, Type, find, has, names};

/// The strict and reserved keywords of all editions up to 2024.
const KEYWORDS: &str = "Self abstract as async await become box break const continue crate do dyn \
    else enum extern false final fn for gen if impl in let loop macro match mod move mut override \
    priv pub ref return self static struct super trait true try type typeof unsafe unsized use \
    virtual where while yield _";

/// The constants that generated code relies on.
const CONSTANTS: [&str; 4] = ["HEADER_LENGTH", "TYPE_MASK", "FLAG_WIDE", "ALIGNMENT"];

/// Checks all names.
pub(super) fn check(schema: &Schema, report: &mut Diagnostics) {
    shared(schema, report);
    for ty in schema.all_types() {
        self::ty(schema, ty, report);
    }
    let markers = schema
        .layouts
        .iter()
        .map(|layout| (place(layout, ""), &*layout.marker));
    report.check_unique("marker", markers);
    for layout in &schema.layouts {
        self::layout(schema, layout, report);
    }
    errata(schema, report);
    for example in &schema.examples {
        let place = Diagnostic::at("examples.yaml", "");
        report.check_known(&place, "type", [&example.key], names(&schema.types));
    }
}

/// Returns the place of a type of a layout, or of a layout.
pub(super) fn place(layout: &Layout, key: &str) -> Diagnostic {
    Diagnostic::at(format!("layouts/{}.yaml", layout.module), key)
}

/// Reports a name that cannot be a Rust identifier.
///
/// The crate syn would know, but every user's build would compile it.
pub(super) fn identifier(place: &Diagnostic, name: &str, report: &mut Diagnostics) {
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && KEYWORDS.split(' ').all(|keyword| keyword != name);
    if !is_identifier {
        report.not_allowed(
            place,
            format!("`{name}`"),
            "Rust does not allow it as an identifier",
        );
    }
}

/// Checks the sections of `types.yaml` other than the types.
fn shared(schema: &Schema, report: &mut Diagnostics) {
    let at = |entry: &str| Diagnostic::at("types.yaml", entry);
    for name in names(&schema.wires) {
        identifier(&at("wire_types"), name, report);
    }
    let is_constant = |name: &str| has(&schema.constants, name);
    report.check_has(
        &at("constants"),
        CONSTANTS,
        is_constant,
        "generated code relies on it",
    );
    for constant in &schema.constants {
        let place = at("constants").row(&constant.name);
        identifier(&place, &constant.name, report);
        report.check_known(&place, "layout", &constant.layouts, names(&schema.layouts));
    }
    for conversion in &schema.conversions {
        let place = at("conversions").row(&conversion.to);
        let all = || [&conversion.to].into_iter().chain(&conversion.from);
        report.check_known(&place, "type", all(), names(&schema.types));
        report.check_unique("type", all().map(|key| (place.clone(), &**key)));
    }
    let reserved = schema.json.names.iter().map(|name| (at("json"), &**name));
    report.check_unique("name", reserved);
    let erratum = [&schema.double.erratum];
    report.check_known(&at("double"), "erratum", erratum, names(&schema.errata));
}

fn ty(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    let place = Diagnostic::at_type(ty);
    for name in [&*ty.key]
        .into_iter()
        .chain(names(&ty.fields))
        .chain(names(&ty.flags))
    {
        identifier(&place, name, report);
    }
    let types = ty
        .fields
        .iter()
        .map(|member| &member.key)
        .chain(&ty.nearest);
    report.check_known(&place, "type", types, names(&schema.types));
    if let Body::Pool(element) = &ty.body {
        let known = names(&schema.types).chain(names(&schema.wires));
        report.check_known(&place, "element", [element], known);
    }
    report.check_unique("table", names(&ty.tables).map(|name| (place.clone(), name)));
    for table in &ty.tables {
        let place = Diagnostic::at_table(ty, table);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
        if !table.name.chars().all(is_word) {
            report.found(&place, "another name", "words of ASCII letters and digits");
        }
        if table.rows.is_empty() {
            report.missing(&place, "rows", "a table has at least one");
        }
        report.check_unique("row", names(&table.rows).map(|name| (place.clone(), name)));
        for row in &table.rows {
            let place = place.row(&row.name);
            // Dots lead into members of components.
            let has_members = matches!(ty.body, Body::Fields | Body::Pool(_));
            let dots = |c| has_members && c == '.';
            for name in row.name.split(dots).chain(names(&row.bits)) {
                identifier(&place, name, report);
            }
            report.check_known(&place, "wire type", [&row.wire], names(&schema.wires));
            report.check_known(&place, "type", &row.value_type, names(&schema.types));
        }
    }
}

fn layout(schema: &Schema, layout: &Layout, report: &mut Diagnostics) {
    let place = self::place(layout, "");
    identifier(&place, &layout.module, report);
    identifier(&place, &layout.marker, report);
    if has(&schema.types, &layout.marker) {
        report.duplicate(
            &place,
            format!("name `{}`, which a type has", layout.marker),
        );
    }
    let others = names(&schema.layouts).filter(|module| *module != layout.module);
    report.check_known(&place, "layout", &layout.succeeds, others);
    let types = layout.types.iter();
    report.check_known(
        &place,
        "type",
        types.map(|ty| &ty.key),
        names(&schema.types),
    );
    report.check_unique("type", names(&layout.types).map(|key| (place.clone(), key)));
    let types = layout.types.iter();
    report.check_unique(
        "name",
        types.map(|ty| (self::place(layout, &ty.key), &*ty.name)),
    );
    let listed = || schema.layouts.iter().flat_map(|layout| &layout.types);
    for ty in &layout.types {
        let place = self::place(layout, &ty.key);
        identifier(&place, &ty.rust, report);
        let is_taken =
            |key: &str, name: &str| ty.rust == name && ty.key != key && ty.rust != ty.key;
        if names(&schema.types).any(|key| is_taken(key, key))
            || listed().any(|other| is_taken(&other.key, &other.rust))
        {
            report.duplicate(
                &place,
                format!("name `{}` in Rust, which another type has", ty.rust),
            );
        }
    }
}

fn errata(schema: &Schema, report: &mut Diagnostics) {
    let at = |id: &str| Diagnostic::at("errata.yaml", id);
    report.check_unique("page", names(&schema.pages).map(|id| (at(id), id)));
    report.check_unique("id", schema.affected().map(|(id, ..)| (at(id), &**id)));
    let pages = schema
        .pages
        .iter()
        .map(|page| (&page.id, &*page.layouts, None));
    for (id, layouts, key) in schema.affected().chain(pages) {
        if layouts.is_empty() {
            report.missing(&at(id), "layouts", "there is at least one");
        }
        report.check_known(&at(id), "layout", layouts, names(&schema.layouts));
        report.check_known(&at(id), "type", key, names(&schema.types));
    }
    for page in &schema.pages {
        report.check_known(&at(&page.id), "page", &page.repeats, names(&schema.pages));
    }
    for erratum in &schema.errata {
        let place = at(&erratum.id);
        let cited = erratum.pages.iter().map(|cited| &cited.page);
        report.check_known(&place, "page", cited, names(&schema.pages));
        let ty = erratum
            .key
            .as_ref()
            .and_then(|key| find(&schema.types, key));
        let tables = ty.map_or(&[][..], |ty| &ty.tables);
        let unlisted = erratum.unlisted.iter().filter(|table| *table != "*");
        let published = erratum.published.iter().map(|row| &row.table);
        report.check_known(&place, "table", unlisted.chain(published), names(tables));
        for table in tables {
            let rows = erratum
                .published
                .iter()
                .filter(|row| row.table == table.name);
            let rows = || rows.clone().map(|row| &row.name);
            report.check_known(&place, "row", rows(), names(&table.rows));
            report.check_unique("row", rows().map(|name| (place.clone(), &**name)));
        }
    }
}
