//! Checks what a build and the tests of generated code do not report: that names refer to entries,
//! that offsets follow from lengths, and that numbers and bits have one meaning.
//!
//! Every build of a user compiles this module.

use crate::model::{
    BitField, Body, FileFormat, Layout, Length, Offset, Role, Schema, Table, Type, find, has, names,
};
use crate::parse::unknown;
use std::iter::successors;

/// Returns the errors in the meaning of a schema, with their files and entries.
pub(crate) fn check(schema: &Schema) -> Vec<String> {
    let found = Vec::new();
    let mut check = Check { schema, found };
    check.names();
    // All further checks need names that resolve.
    if check.found.is_empty() {
        for ty in schema.all_types() {
            check.offsets(ty);
            check.members(ty);
            check.bits(ty);
            check.nearest(ty);
        }
        for layout in &schema.layouts {
            check.layout(layout);
        }
        for form in &schema.files.forms {
            check.file(form);
        }
        check.affected();
    }
    check.found
}

/// A schema and the errors found in it.
struct Check<'s> {
    schema: &'s Schema,
    found: Vec<String>,
}

impl Check<'_> {
    /// Reports an error in an entry, which follows the path of its file.
    fn report(&mut self, at: &str, message: &str) {
        self.found.push(format!("{at}: {message}"));
    }

    /// Reports names that are not among the known ones.
    fn known<'n>(
        &mut self,
        at: &str,
        what: &str,
        used: impl IntoIterator<Item = &'n String>,
        known: &[&str],
    ) {
        for name in used.into_iter().filter(|name| !known.contains(&&***name)) {
            self.report(at, &unknown(what, name, known));
        }
    }

    /// Reports names that several entries have.
    fn unique<'n>(&mut self, at: &str, names: impl Iterator<Item = &'n str>) {
        let names: Vec<_> = names.collect();
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                self.report(at, &format!("duplicate `{name}`"));
            }
        }
    }

    fn names(&mut self) {
        let schema = self.schema;
        let types: Vec<_> = names(&schema.types).collect();
        let wires: Vec<_> = names(&schema.wires).collect();
        let elements = [&types[..], &wires].concat();
        for (to, from) in &schema.conversions {
            self.known("types.yaml: conversions", "type", from, &types);
            self.known("types.yaml: conversions", "type", [to], &types);
        }
        for ty in schema.all_types() {
            let at = at_type(ty);
            let members = ty.fields.iter().map(|member| &member.key);
            self.known(&at, "type", members.chain(&ty.nearest), &types);
            if let Body::Packed(element) = &ty.body {
                self.known(&at, "element", [element], &elements);
            }
            self.unique(&at, names(&ty.tables));
            for table in &ty.tables {
                let at = at_table(&at, &table.name);
                self.unique(&at, names(&table.rows));
                let used = table.rows.iter().map(|row| &row.wire);
                self.known(&at, "wire type", used, &wires);
            }
        }
        let layouts: Vec<_> = names(&schema.layouts).collect();
        for layout in &schema.layouts {
            let at = at_layout(&layout.module);
            let others = layout.extends.iter().chain(&layout.succeeds);
            self.known(&at, "layout", others, &layouts);
            self.known(&at, "type", layout.types.iter().map(|ty| &ty.key), &types);
            self.unique(&at, names(&layout.types));
            let listed = layout.types.iter();
            let names = listed.flat_map(|ty| [&ty.name].into_iter().chain(&ty.text_names));
            self.unique(&at, names.map(String::as_str));
        }
        let wires: Vec<_> = names(&schema.files.wires).collect();
        for form in &schema.files.forms {
            let used = form.rows().map(|row| &row.wire);
            self.known("files.yaml", "wire type", used, &wires);
        }
        let pages = schema.pages.iter().flat_map(|page| &page.layouts);
        let untested = schema.untested.iter().map(|untested| &untested.layout);
        self.known("errata.yaml", "layout", pages.chain(untested), &layouts);
        let ids = schema.affected().map(|(id, ..)| &**id);
        self.unique("errata.yaml", ids);
        for (id, modules, key) in schema.affected() {
            let at = format!("errata.yaml: {id}");
            self.known(&at, "layout", modules, &layouts);
            self.known(&at, "type", key, &types);
        }
        let examples = schema.examples.iter().map(|(key, _)| key);
        self.known("examples.yaml", "type", examples, &types);
    }

    /// Checks that every row of a type starts where the preceding row ends.
    fn offsets(&mut self, ty: &Type) {
        let is_packed_array = matches!(ty.body, Body::Packed(_));
        let mut ends = Vec::new();
        for (index, table) in ty.tables.iter().enumerate() {
            let start = self.start(ty, index, &ends);
            let (expected, end) = table.in_sequence(self.schema, start, is_packed_array, false);
            ends.push(end);
            for placed in expected {
                let at = format!(
                    "{}, row {}",
                    at_table(&at_type(ty), &table.name),
                    placed.row.name
                );
                let found = (placed.row.offset, placed.row.length);
                if !self.is_placed(&at, found, (placed.offset, placed.length)) {
                    // The following rows may be right relative to this row.
                    break;
                }
            }
        }
    }

    /// Returns the offset at which a table has to start, given the ends of the preceding tables.
    ///
    /// A table that a flag of the header selects is an alternative to the first table. A table that
    /// a bit field of a row selects continues the first table. The tables of one declared type are
    /// alternatives; the next declared type follows them.
    fn start(&self, ty: &Type, index: usize, ends: &[Offset]) -> Offset {
        let body = Offset::At(self.schema.constant("HEADER_LENGTH"));
        let table = &ty.tables[index];
        let (Some(first), Some(previous)) = (ends.first(), ends.last()) else {
            return body;
        };
        let field = |table: &Table| table.when.first().map(|condition| condition.field.clone());
        let is_declared = |table: &&Table| table.declares.is_some();
        let declared = ty.tables[..index].iter().find(is_declared);
        match (declared, field(table)) {
            _ if table.is_repeated() => Offset::Part(0),
            (Some(other), field_of) if is_declared(&table) && field_of == field(other) => body,
            (Some(_), _) => Offset::After,
            (None, None) => *previous,
            (None, Some(field)) if has(&ty.flags, &field) => body,
            (None, Some(_)) => *first,
        }
    }

    /// Reports an offset and a length that differ from the expected ones.
    fn is_placed(
        &mut self,
        at: &str,
        found: (Offset, Length),
        (offset, length): (Offset, Length),
    ) -> bool {
        if found != (offset, length) {
            let (from, bytes) = found;
            let expected = format!("expected offset {offset}, length {length}");
            self.report(
                at,
                &format!("{expected}, found offset {from}, length {bytes}"),
            );
        }
        found == (offset, length)
    }

    /// Checks that `nearest` leads to an end: conversions and pages follow it from type to type.
    fn nearest(&mut self, ty: &Type) {
        let types = &self.schema.types;
        let next = |ty: &&'_ Type| ty.nearest.as_ref().map(|key| self.schema.type_of(key));
        if successors(Some(ty), next).nth(types.len()).is_some() {
            self.report(&at_type(ty), "`nearest` leads back to the type");
        }
    }

    /// Checks that members have the rows of their types: pages show the members, code follows the
    /// types.
    fn members(&mut self, ty: &Type) {
        for member in &ty.fields {
            let inner = self.schema.type_of(&member.key).rows();
            let inner = inner.map(|row| (&*row.name, &row.wire));
            let own = ty.rows().filter_map(|row| {
                let name = row.name.strip_prefix(&*member.name)?.strip_prefix('.')?;
                Some((name, &row.wire))
            });
            if !own.eq(inner) {
                let message = format!("expected the rows of `{}` in `{}`", member.key, member.name);
                self.report(&at_type(ty), &message);
            }
        }
    }

    /// Checks that no bit is in two fields.
    fn bits(&mut self, ty: &Type) {
        let header = (&ty.flags, self.schema.constant("TYPE_MASK"));
        for (fields, mut taken) in ty.rows().map(|row| (&row.bits, 0)).chain([header]) {
            for BitField { name, mask, .. } in fields {
                if taken & mask != 0 {
                    self.report(&at_type(ty), &format!("other fields have bits of `{name}`"));
                }
                taken |= mask;
            }
        }
    }

    /// Checks that type numbers count from 0 without a gap, and what a layout overrides.
    fn layout(&mut self, layout: &Layout) {
        let at = at_layout(&layout.module);
        if !layout.description.contains(&layout.versions.to_string()) {
            self.report(&at, "missing the `versions` in `description`");
        }
        let mut listed = (0..).zip(&layout.types);
        if let Some((expected, ty)) = listed.find(|(expected, ty)| ty.number != *expected) {
            let message = format!("expected number {expected}, found {}", ty.number);
            self.report(&format!("{at}: {}", ty.key), &message);
        }
        for ty in layout.types.iter().filter_map(|ty| ty.own.as_ref()) {
            let is_own = matches!(ty.body, Body::NodePath | Body::Dictionary | Body::Array);
            if !is_own && !ty.is(Role::Rid) {
                let why = "layouts share the code of all types except a NodePath, a Dictionary, an \
                           Array and a RID";
                self.report(
                    &at_type(ty),
                    &format!("`override` is not allowed here: {why}"),
                );
            }
        }
    }

    /// Checks that every row of a file starts where the preceding row ends.
    fn file(&mut self, form: &FileFormat) {
        let wires = &self.schema.files.wires;
        let mut next = Offset::At(0);
        for (number, table) in form.tables.iter().enumerate() {
            for (index, row) in table.rows.iter().enumerate() {
                let at = at_table(&format!("files.yaml: {}", form.name), &table.name);
                let is_start = index == 0 && number > 0;
                let offset = match (row.offset, next, row.length) {
                    (Offset::Part(_), ..) if is_start => Offset::Part(0),
                    (Offset::Element { .. }, Offset::At(first), Length::Fixed(stride))
                        if is_start =>
                    {
                        Offset::Element { first, stride }
                    }
                    _ => next,
                };
                // Any number of bytes can be fixed.
                let wire = find(wires, &row.wire).filter(|wire| wire.name != "bytes");
                let length = wire.map_or(row.length, |wire| wire.length);
                let at = format!("{at}, row {}", row.name);
                self.is_placed(&at, (row.offset, row.length), (offset, length));
                next = offset.after(length);
            }
            if !matches!(next, Offset::At(_)) {
                next = Offset::After;
            }
        }
    }

    /// Checks that the layouts of errata and defects have the type.
    fn affected(&mut self) {
        let schema = self.schema;
        for (id, modules, key) in schema.affected() {
            let layouts = modules.into_iter();
            for layout in layouts.filter_map(|module| find(&schema.layouts, module)) {
                if key.is_some_and(|key| !has(&layout.types, key)) {
                    let message = format!("the layout `{}` lacks the type", layout.module);
                    self.report(&format!("errata.yaml: {id}"), &message);
                }
            }
        }
    }
}

fn at_layout(module: &str) -> String {
    format!("layouts/{module}.yaml")
}

fn at_type(ty: &Type) -> String {
    match &ty.layout {
        Some(module) => format!("{}: {}", at_layout(module), ty.key),
        None => format!("types.yaml: {}", ty.key),
    }
}

/// Adds the name of a table to the place of its type or file; the first table has no name.
fn at_table(at: &str, name: &str) -> String {
    match name {
        "" => at.to_owned(),
        _ => format!("{at}, table {name}"),
    }
}
