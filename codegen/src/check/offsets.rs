//! Checks offsets and lengths: every row starts where the preceding row ends.

use super::Check;
use crate::model::{Body, Offset, PlacedRow, Table, Type, has};

impl Check<'_> {
    /// Checks the offsets and the lengths of all rows of a type.
    pub(super) fn offsets(&self, ty: &Type) {
        let mut ends = Vec::new();
        for (index, table) in ty.tables.iter().enumerate() {
            let start = self.start(ty, index, &ends);
            ends.push(self.offsets_of(ty, table, start));
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

    /// Checks the rows of a table, and returns the offset after the last row.
    fn offsets_of(&self, ty: &Type, table: &Table, start: Offset) -> Offset {
        let is_packed_array = matches!(ty.body, Body::Packed(_));
        let (expected, end) = table.in_sequence(self.schema, start, is_packed_array, false);
        for placed in expected {
            let PlacedRow {
                row,
                offset,
                length,
            } = placed;
            let place = self.at_type(ty).table(table).row(&row.name);
            if row.length != length {
                place.found(row.length, format!("length {length}"));
            }
            if row.offset != offset {
                place.found(row.offset, format!("offset {offset}"));
                // The following rows may be right relative to this row, so their offsets are not
                // reported.
                return Offset::After;
            }
        }
        end
    }
}
