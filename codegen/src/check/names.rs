//! Checks names: they are unique, references resolve, and names of Rust items are identifiers.

use super::Check;
use crate::model::{Body, Layout, Type, find, has, names};

/// The constants that generated code relies on.
const CONSTANTS: [&str; 4] = ["HEADER_LENGTH", "TYPE_MASK", "FLAG_WIDE", "ALIGNMENT"];

impl Check<'_> {
    /// Checks all names.
    pub(super) fn names(&self) {
        let schema = self.schema;
        let at = |section| self.at("types.yaml", section);
        at("constants").check_has(CONSTANTS, &schema.constants, "generated code relies on it");
        for name in names(&schema.constants) {
            at("constants").row(name).check_identifiers([name]);
        }
        for (to, from) in &schema.conversions {
            let place = at("conversions").row(to);
            let mut types = vec![to];
            types.extend(from);
            place.check_known(types.iter().copied(), &schema.types);
            place.check_unique(&types);
        }
        at("double_erratum").check_known([&schema.double_erratum], &schema.errata);
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
        let key = [&*ty.key].into_iter();
        place.check_identifiers(key.chain(names(&ty.fields)).chain(names(&ty.flags)));
        let members = ty.fields.iter().map(|member| &member.key);
        place.check_known(members.clone().chain(&ty.nearest), &schema.types);
        let element = match &ty.body {
            Body::Packed(element) => Some(element),
            _ => None,
        };
        let known: Vec<_> = names(&schema.types).chain(names(&schema.wires)).collect();
        place.check_known(element, &known);
        for part in members.chain(element) {
            if find(&schema.types, part).is_some_and(|part| part.body != Body::Fields) {
                let why = "a member or an element has a body `fields`";
                place.not_allowed(format!("the type `{part}`"), why);
            }
        }
        place.check_unique(&ty.tables);
        for table in &ty.tables {
            let place = place.table(table);
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
            if !table.name.chars().all(is_word) {
                let expected = "words of ASCII letters and digits";
                place.found(format!("`{}`", table.name), expected);
            }
            place.check_unique(&table.rows);
            for row in &table.rows {
                let place = place.row(&row.name);
                let has_members = matches!(ty.body, Body::Fields | Body::Packed(_));
                let parts: Vec<_> = row.name.split(|c| has_members && c == '.').collect();
                if ty.body == Body::Fields && has(&ty.fields, parts[0]) == (parts.len() == 1) {
                    let why = "a dot separates a member in `fields` from its component";
                    place.not_allowed(format!("`{}`", row.name), why);
                }
                place.check_identifiers(parts.into_iter().chain(names(&row.bits)));
                place.check_known([&row.wire], &schema.wires);
            }
        }
    }

    fn names_of_layout(&self, index: usize, layout: &Layout) {
        let schema = self.schema;
        let at = |entry| self.at_layout(layout, entry);
        at("").check_identifiers([&*layout.module]);
        let marker = layout.marker();
        let mut markers = schema.layouts[..index].iter().map(Layout::marker);
        if has(&schema.types, &marker) || markers.any(|other| other == marker) {
            at("").duplicate(format!("name `{marker}`"));
        }
        let others = schema.layouts.iter();
        let others: Vec<_> = others.filter(|it| it.module != layout.module).collect();
        at("extends").check_known(&layout.extends, &others);
        at("succeeds").check_known(&layout.succeeds, &others);
        for ty in &layout.types {
            at(&ty.key).check_known([&ty.key], &schema.types);
        }
        at("types").check_unique(&layout.types);
        let listed = layout.types.iter();
        let names = listed.flat_map(|ty| [&ty.name].into_iter().chain(&ty.text_names));
        at("types").check_unique(&names.collect::<Vec<_>>());
    }

    fn names_in_errata(&self) {
        let schema = self.schema;
        let at = |id: &str| self.at("errata.yaml", id);
        at("pages").check_unique(&schema.pages);
        let untested = schema.untested.iter().map(|untested| &untested.layout);
        at("untested").check_known(untested, &schema.layouts);
        at("errata").check_unique(&schema.affected().map(|(id, ..)| id).collect::<Vec<_>>());
        let pages = schema.pages.iter();
        let pages = pages.map(|page| (&page.id, page.layouts.iter().collect(), None));
        for (id, layouts, key) in schema.affected().chain(pages) {
            if layouts.is_empty() {
                at(id).missing("layouts", "at least one is required");
            }
            at(id).check_known(layouts, &schema.layouts);
            at(id).check_known(key, &schema.types);
        }
    }
}
