//! The types of values: their bodies, members and roles.

use super::Row;
use super::tables::{BitField, Table};
use crate::parse::{record, words};
use serde::de::Error;
use std::collections::BTreeSet;

record! {
    /// A type, with its offset tables.
    pub struct Type(context, entry key; keys) {
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
        /// The offset tables; the first one has an empty name.
        tables: Vec<Table>,
    }
    parts {
        kind as "body": Body,
        element: Option<String>,
    }
    set {
        /// The module of the layout that overrides the type; `None` in `types.yaml`.
        layout: Option<String> = None,
        /// The kind of the body, from the keys `kind` and `element`.
        body: Body = match (kind, element) {
            (Body::Packed(_), Some(element)) => Body::Packed(element),
            (Body::Packed(_), None) => return Err(Error::custom("missing key `element`")),
            (body, _) => body,
        },
    }

    /// The properties of a type that a layout overrides.
    ///
    /// The kind of the body stays the same, so that all layouts share the Rust type.
    pub(super) struct Override(context) {
        description: Option<String>,
        flags: Vec<BitField> = Vec::new(),
        tables: Vec<Table>,
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
    /// Applies the overrides of a layout to a type.
    pub(super) fn apply(self, base: &Type, module: &str) -> Type {
        Type {
            layout: Some(module.to_owned()),
            description: self.description.unwrap_or_else(|| base.description.clone()),
            flags: self.flags,
            tables: self.tables,
            keys: BTreeSet::new(),
            ..base.clone()
        }
    }
}

impl Type {
    /// Returns whether the type has a role.
    #[must_use]
    pub fn is(&self, role: Role) -> bool {
        self.role == Some(role)
    }

    /// Returns the mask of all flags.
    #[must_use]
    pub fn known_flags(&self) -> u32 {
        self.flags.iter().fold(0, |mask, flag| mask | flag.mask)
    }

    /// Returns the members of a body of fields in order: for each the name, the row of its first
    /// component, and the compound member, if it is one.
    pub(crate) fn members(&self) -> Vec<(&str, &Row, Option<&Member>)> {
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
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.tables.iter().flat_map(|table| &table.rows)
    }
}
