//! The offset tables of a type.

use super::edition::Edition;
use super::page::hex;
use crate::model::{BitField, Is, Offset, PlacedRow, Table, Type, Wire};
use crate::rust::capitalised;
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the contents of the type column: the published name and the exact name of a wire
    /// type.
    ///
    /// For `real`, the exact name is that of the float type in this precision.
    fn wire_text(&self, wire: &Wire) -> String {
        let length = wire.length_in(self.is_double);
        let is_same = |other: &&Wire| {
            other.double.is_none() && other.published == wire.published && other.length == length
        };
        let mut floats = self.schema.wires.iter().filter(|_| wire.double.is_some());
        let name = &floats.find(is_same).unwrap_or(wire).name;
        format!("{}, `{name}`", self.locale.text(&wire.published))
    }

    /// Returns the template variables for an offset table.
    ///
    /// The header becomes the first row if the table starts a body.
    pub(super) fn offset_table(&self, table: &Table, header: Option<String>) -> Value {
        let rows = self.rows(table);
        let header = header.filter(|_| self.starts_body(&rows)).map(|header| {
            let length = self.schema.constant("HEADER_LENGTH").to_string();
            let wire = self.wire_text(self.schema.wire("u32"));
            [
                "0".to_owned(),
                length,
                wire,
                self.locale.word("header").to_owned(),
                header,
            ]
        });
        let rows = rows.iter().map(
            |PlacedRow {
                 offset,
                 length,
                 row,
             }| {
                let wire = self.wire_text(self.schema.wire(&row.wire));
                let description = self.locale.text(&row.description).to_owned();
                [
                    printed(*offset),
                    length.to_string(),
                    wire,
                    format!("`{}`", row.name),
                    description,
                ]
            },
        );
        context! {
            title => capitalised(self.locale.text(&table.name)),
            since => table.since.map(|since| since.to_string()),
            rows => header.into_iter().chain(rows).collect::<Vec<_>>(),
        }
    }

    /// Describes the header before a table: the type number, and the bytes unless a flag is
    /// unknown.
    pub(super) fn header(&self, number: u32, ty: &Type, table: &Table) -> String {
        let word = self.locale.word("Type number");
        let Some(flags) = flags(ty, table) else {
            return format!(
                "{word} {number}, [{}](#header).",
                self.locale.word("with flags")
            );
        };
        let marks_reals = self.is_double && table.rows.iter().any(|row| self.schema.is_real(row));
        let marked = if marks_reals {
            self.schema.constant("FLAG_WIDE")
        } else {
            0
        };
        let bytes = hex(&(number | flags | marked).to_le_bytes());
        format!("{word} {number} (`{bytes}`).")
    }
}

/// Formats an offset; elements of one byte need no factor.
pub(super) fn printed(offset: Offset) -> String {
    match offset {
        Offset::Element { first, stride: 1 } => format!("{first} + index"),
        offset => offset.to_string(),
    }
}

/// Returns the flags in the header of a table; `None` if the table does not determine all of them.
fn flags(ty: &Type, table: &Table) -> Option<u32> {
    let flag = |flag: &BitField| {
        let mut conditions = table.when.iter();
        conditions.find_map(|condition| match condition.is {
            Is::Number(value) if condition.field == flag.name => Some(flag.place(value)),
            _ => None,
        })
    };
    let flags: Option<Vec<u32>> = ty.flags.iter().map(flag).collect();
    Some(flags?.into_iter().fold(0, |flags, flag| flags | flag))
}
