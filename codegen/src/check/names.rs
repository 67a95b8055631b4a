//! Checks names: they are unique, references resolve, and names of Rust items are identifiers.

use super::Check;
use crate::model::{Body, Layout, Type, has, names};

/// The constants that generated code relies on.
const CONSTANTS: [&str; 4] = ["HEADER_LENGTH", "TYPE_MASK", "FLAG_WIDE", "ALIGNMENT"];

impl Check<'_> {
    /// Checks all names.
    pub(super) fn names(&self) {
        let schema = self.schema;
        let at = |section| self.at("types.yaml", section);
        at("constants").check_has(CONSTANTS, &schema.constants, "generated code relies on it");
        for constant in &schema.constants {
            let place = at("constants").row(&constant.name);
            place.check_identifiers([&*constant.name]);
        }
        for (to, from) in &schema.conversions {
            let place = at("conversions").row(to);
            let mut types = vec![to];
            types.extend(from);
            place.check_known(types.iter().copied(), &schema.types);
            place.check_unique(&types);
        }
        at("double").check_known([&schema.double.erratum], &schema.errata);
        for ty in schema.all_types() {
            self.names_of_type(ty);
        }
        for (index, layout) in schema.layouts.iter().enumerate() {
            self.names_of_layout(index, layout);
        }
        self.names_in_errata();
        for (key, _) in &schema.examples {
            self.at("examples.yaml", key)
                .check_known([key], &schema.types);
        }
    }

    fn names_of_type(&self, ty: &Type) {
        let (schema, place) = (self.schema, self.at_type(ty));
        place.check_identifiers(
            [&*ty.key]
                .into_iter()
                .chain(names(&ty.fields))
                .chain(names(&ty.flags)),
        );
        let members = ty.fields.iter().map(|member| &member.key);
        place.check_known(members.chain(&ty.nearest), &schema.types);
        if let Body::Packed(element) = &ty.body {
            let known = names(&schema.types).chain(names(&schema.wires));
            place.check_one_of("element", [element], known);
        }
        place.check_unique(&ty.tables);
        for table in &ty.tables {
            let place = place.table(table);
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
            if !table.name.chars().all(is_word) {
                place.found(
                    format!("`{}`", table.name),
                    "words of ASCII letters and digits",
                );
            }
            if table.rows.is_empty() {
                place.missing("rows", "at least one is required");
            }
            place.check_unique(&table.rows);
            for row in &table.rows {
                let place = place.row(&row.name);
                // A dot separates a compound member from its component.
                let has_members = matches!(ty.body, Body::Fields | Body::Packed(_));
                let parts = row.name.split(|c| has_members && c == '.');
                place.check_identifiers(parts.chain(names(&row.bits)));
                place.check_known([&row.wire], &schema.wires);
            }
        }
    }

    fn names_of_layout(&self, index: usize, layout: &Layout) {
        let schema = self.schema;
        let at = |entry| self.at_layout(layout, entry);
        let place = at("");
        place.check_identifiers([&*layout.module]);
        let marker = layout.marker();
        let mut markers = schema.layouts[..index].iter().map(Layout::marker);
        if has(&schema.types, &marker) || markers.any(|other| other == marker) {
            place.duplicate(format!("name `{marker}`"));
        }
        let others = names(&schema.layouts).filter(|module| *module != layout.module);
        at("extends").check_known(&layout.extends, &schema.layouts);
        at("succeeds").check_one_of("layout", &layout.succeeds, others);
        for ty in &layout.types {
            at(&ty.key).check_known([&ty.key], &schema.types);
        }
        let place = at("types");
        place.check_unique(&layout.types);
        let listed = layout.types.iter();
        let names = listed.flat_map(|ty| [&ty.name].into_iter().chain(&ty.text_names));
        place.check_unique(&names.collect::<Vec<_>>());
    }

    fn names_in_errata(&self) {
        let schema = self.schema;
        let at = |id: &str| self.at("errata.yaml", id);
        at("pages").check_unique(&schema.pages);
        at("untested").check_known(
            schema.untested.iter().map(|untested| &untested.layout),
            &schema.layouts,
        );
        at("errata").check_unique(&schema.affected().map(|(id, ..)| id).collect::<Vec<_>>());
        let pages = schema
            .pages
            .iter()
            .map(|page| (&page.id, page.layouts.iter().collect(), None));
        for (id, layouts, key) in schema.affected().chain(pages) {
            if layouts.is_empty() {
                at(id).missing("layouts", "at least one is required");
            }
            at(id).check_known(layouts, &schema.layouts);
            at(id).check_known(key, &schema.types);
        }
    }
}
