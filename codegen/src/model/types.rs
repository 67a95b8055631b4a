//! The types of values: their bodies, members and roles.

use super::schema::Version;
use super::tables::{BitField, Length, Offset, Row, Table, forms};
use crate::parse::{record, words};

record! {
    /// A type, with its offset tables.
    pub struct Type(context, entry key) {
        /// The name in the engine, unless a layout renames the type.
        name: String = context.key.to_owned(),
        /// The description, in one sentence.
        description: String,
        /// The use of the type by Rust types, if every layout has the type.
        role: Option<Role>,
        /// The key of the type to which layouts without this type convert values; `None` with a
        /// role.
        nearest: Option<String>,
        /// The bit fields of the header.
        flags: Vec<BitField> = Vec::new(),
        /// The compound members of a [`Body::Fields`]; all other components are plain.
        fields: Vec<Member> = Vec::new(),
    }
    parts {
        kind as "body": Body,
        element: Option<String>,
        rows: Vec<Row> = Vec::new(),
        list as "tables": Vec<Table> = Vec::new(),
    }
    set {
        /// The module of the layout that overrides the type; `None` in `types.yaml`.
        layout: Option<String> = None,
        /// The offset tables; the first one has an empty name.
        tables: Vec<Table> = Table::first(rows).into_iter().chain(list).collect(),
        /// The kind of the body, from the keys `kind` and `element`.
        body: Body = match (kind, element) {
            (Body::Packed(_), Some(element)) if fields.is_empty() => Body::Packed(element),
            (Body::Packed(_), None) => return Err("missing key `element`".to_owned()),
            (body, None) if fields.is_empty() || body == Body::Fields => body,
            _ => return Err("only a body `fields` has `fields`, and `packed` an `element`".to_owned()),
        },
    }

    /// The properties of a type that a layout overrides.
    ///
    /// The kind of the body stays the same, so that all layouts share the Rust type.
    pub(super) struct Override(context) {
        description: Option<String>,
        flags: Vec<BitField> = Vec::new(),
        /// The first version of the engine with the declared types.
        since: Option<Version>,
        rows: Vec<Row> = Vec::new(),
        tables: Option<Vec<Table>>,
    }

    /// A compound member of a type, whose own type has a body of fields.
    pub struct Member(context, entry name) {
        /// The key of the member's type.
        key as "type": String,
        /// The description, a short sentence.
        description: String,
    }
}

words! {
    /// The kind of a body.
    pub enum Body {
        /// No bytes.
        Empty = "empty",
        /// A number that is 0 or 1.
        Bool = "bool",
        /// An int or a float.
        Number = "number",
        /// A string.
        Text = "text",
        /// Components in a fixed order.
        Fields = "fields",
        /// Elements of the type or the wire type with this name.
        Packed(String = String::new()) = "packed",
        /// Strings.
        PackedText = "packed_text",
        /// A path.
        NodePath = "node_path",
        /// The fields of a struct: strings and numbers.
        Record = "record",
        /// An id, or a class with properties.
        Object = "object",
        /// Pairs of values.
        Dictionary = "dictionary",
        /// Values.
        Array = "array",
        /// An element type, then elements.
        TypedArray = "typed_array",
    }

    /// The use of a type by Rust types and containers, in every layout.
    #[derive(Copy)]
    pub enum Role {
        /// The absence of a value: `()` and `None`.
        Nil = "nil",
        /// `bool`.
        Bool = "bool",
        /// Integers.
        Int = "int",
        /// Floats.
        Float = "float",
        /// Strings, and the keys of a struct's fields.
        String = "string",
        /// `NodePath`.
        NodePath = "node_path",
        /// `Rid`.
        Rid = "rid",
        /// `Object`.
        Object = "object",
        /// Maps and structs.
        Dictionary = "dictionary",
        /// Lists and tuples.
        Array = "array",
        /// Bytes, borrowed or in a `Packed`.
        Bytes = "bytes",
        /// Integers in a `Packed`.
        Ints = "ints",
        /// Floats in a `Packed`.
        Reals = "reals",
        /// Strings in a `Packed`.
        Strings = "strings",
    }
}

impl Override {
    /// Applies the overrides of a layout to a type; `declared` are the tables of a declared type.
    pub(super) fn apply(self, base: &Type, module: &str, declared: &[Table]) -> Type {
        let Self {
            mut flags, rows, ..
        } = self;
        let mut tables = match self.tables {
            Some(list) => Table::first(rows).into_iter().chain(list).collect(),
            None if rows.is_empty() => base.tables.clone(),
            None => Table::first(rows).into_iter().collect(),
        };
        if let [first, ..] = &mut tables[..]
            && let [row, ..] = &mut first.rows[..]
            && !flags.is_empty()
        {
            first.name = row.name.clone();
            row.offset = Offset::After;
        }
        let mut of_flags = Vec::new();
        for flag in &mut flags {
            let is_first = of_flags.is_empty();
            let own = declared.iter();
            let own = own.map(|table| table.of_flag(&flag.name, is_first, self.since));
            let own: Vec<_> = own.collect();
            flag.shows = forms(&own);
            of_flags.extend(own);
        }
        Type {
            layout: Some(module.to_owned()),
            description: self.description.unwrap_or_else(|| base.description.clone()),
            flags,
            tables: of_flags.into_iter().chain(tables).collect(),
            ..base.clone()
        }
    }
}

/// Adds the rows of elements that have a type of their own to the tables of packed arrays.
///
/// Their offsets are those in the type, relative to the end of the count.
pub(crate) fn add_elements(types: &mut [Type]) {
    let elements: Vec<_> = types
        .iter()
        .map(|ty| (ty.key.clone(), ty.tables.clone()))
        .collect();
    for ty in types {
        let Body::Packed(element) = &ty.body else {
            continue;
        };
        let tables = elements.iter().find(|(key, _)| key == element);
        let rows = tables
            .and_then(|(_, tables)| tables.first())
            .map(|table| &table.rows);
        if let (Some(rows), [table]) = (rows, &mut ty.tables[..])
            && let [count] = &table.rows[..]
            && let (Offset::At(at), Length::Fixed(length)) = (count.offset, count.length)
        {
            let added = elements_of(rows, at + length);
            table.rows.extend(added);
        }
    }
}

/// Returns the rows of a value as those of an element; the elements start at an offset.
fn elements_of(rows: &[Row], start: u32) -> Vec<Row> {
    let length = |row: &Row| match row.length {
        Length::Fixed(length) => length,
        Length::Counted => 0,
    };
    let stride = rows.iter().map(length).sum();
    let mut first = start;
    let element = |row: &Row| {
        let offset = Offset::Element { first, stride };
        first += length(row);
        Row {
            offset,
            ..row.clone()
        }
    };
    rows.iter().map(element).collect()
}

impl Type {
    /// Returns whether the type has a role.
    #[must_use]
    pub fn is(&self, role: Role) -> bool {
        self.role == Some(role)
    }

    /// Returns whether values state the type of what they contain.
    #[must_use]
    pub fn declares(&self) -> bool {
        self.tables.iter().any(|table| table.declares.is_some())
    }

    /// Returns the members of a body of fields in order: for each the name, the row of its first
    /// component, and the compound member, if it is one.
    #[must_use]
    pub fn members(&self) -> Vec<(&str, &Row, Option<&Member>)> {
        let mut members: Vec<(&str, &Row, Option<&Member>)> = Vec::new();
        for row in &self.tables[0].rows {
            let name = row.name.split('.').next().unwrap_or_default();
            if members.iter().all(|(known, ..)| *known != name) {
                let member = self.fields.iter().find(|field| field.name == name);
                members.push((name, row, member));
            }
        }
        members
    }

    /// Returns the rows of all tables.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.tables.iter().flat_map(|table| &table.rows)
    }
}
