//! The types as a JSON document.

use super::entry::{Entry, entries};
use gdvariant::table::{Length, Offset, Row, TypeTable};
use gdvariant::{Layout, format};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};
use std::marker::PhantomData;

/// Writes the document.
pub(super) fn print<L: Layout>(
    out: &mut impl Write,
    types: &[&'static TypeTable],
) -> io::Result<()> {
    let document = Document {
        layout: PhantomData::<L>,
        types,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}

/// Types of a layout.
struct Document<'t, L> {
    layout: PhantomData<L>,
    types: &'t [&'static TypeTable],
}

impl<L: Layout> Serialize for Document<'_, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let types: Vec<_> = self.types.iter().copied().map(Type).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("layout", L::NAME)?;
        map.serialize_entry("precision", if L::DOUBLE { "double" } else { "single" })?;
        map.serialize_entry("header_length", &format::HEADER_LENGTH)?;
        map.serialize_entry("alignment", &format::ALIGNMENT)?;
        map.serialize_entry("types", &types)?;
        map.end()
    }
}

struct Type(&'static TypeTable);

impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(ty) = self;
        let is_table = |entry: &Entry| !entry.size.is_empty() || !entry.fields.is_empty();
        let tables: Vec<_> = entries(ty)
            .into_iter()
            .filter(is_table)
            .map(Table)
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("number", &ty.number)?;
        map.serialize_entry("name", ty.name)?;
        map.serialize_entry("kind", ty.kind.name())?;
        map.serialize_entry("description", ty.description)?;
        map.serialize_entry("since", &ty.since.map(|version| version.to_string()))?;
        map.serialize_entry("tables", &tables)?;
        map.end()
    }
}

struct Table(Entry);

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(entry) = self;
        let fields: Vec<_> = entry.fields.iter().copied().map(Field).collect();
        let name = if entry.is_type { "" } else { entry.name };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", name)?;
        map.serialize_entry("size", &entry.size)?;
        map.serialize_entry("fields", &fields)?;
        map.end()
    }
}

struct Field(&'static Row);

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(row) = self;
        let length = match row.length {
            Length::Fixed(length) => Some(length),
            Length::Counted => None,
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", row.name)?;
        map.serialize_entry("offset", &Start(row.offset))?;
        map.serialize_entry("length", &length)?;
        map.serialize_entry("wire", row.wire.name())?;
        map.serialize_entry("description", row.description)?;
        map.end()
    }
}

/// The offset of a field: one key tells what it counts from.
struct Start(Offset);

impl Serialize for Start {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            Offset::At(offset) => map.serialize_entry("at", &offset)?,
            Offset::Part(offset) => map.serialize_entry("part", &offset)?,
            Offset::Element { first, stride } => {
                map.serialize_entry("first", &first)?;
                map.serialize_entry("stride", &stride)?;
            }
            Offset::After => map.serialize_entry("after", &true)?,
        }
        map.end()
    }
}
