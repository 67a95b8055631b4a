//! The number of a type, and the value that it selects.

use super::body::BodyState;
use super::row_path::Part;
use super::rows::Rows;
use super::state::Walk;
use super::{RowKind, Value};
use crate::codec::declared::declared_kind;
use crate::error::Result;
use crate::table::rule::{Arm, Select, Step};
use crate::value::declared::Declared;
use crate::wire::element::type_of_number;
use crate::wire::reader::Header;
use crate::{Kind, Layout};

impl<'de, L: Layout, F: Rows> Walk<'_, 'de, L, F> {
    /// Checks a flag whose meaning depends on the first number of the body. If it is invalid, the
    /// header has no row.
    pub(super) fn checked_flag(&self, select: &Select, header: Header) -> Result<Header> {
        let number = u32::from(L::NUMBERS[select.kind as usize]);
        self.reader
            .checked_flag(header, select.flag, select.mask, number)
    }

    /// Decodes a value that the number of a type selects.
    pub(super) fn select(
        &mut self,
        body: &mut BodyState<'de>,
        select: &'static Select,
    ) -> Result<()> {
        let (offset, number) = body.number(0);
        self.reader
            .check_type_number(select.number, number & select.mask)?;
        let is_selected = number & select.mask == u32::from(L::NUMBERS[select.kind as usize])
            && body.header.flags() & select.flag == select.value;
        let form = if is_selected { select.table } else { "" };
        let range = offset..self.reader.position();
        let value = self.type_value(select, number, offset, form);
        let row = select.number.row;
        self.row(RowKind::Field, body.ty, row, range, Part::Whole, value);
        body.shown += 1;
        if is_selected {
            return self
                .selected(select)
                .map_err(|error| error.in_field(select.row.name));
        }
        Ok(())
    }

    /// Decodes a declared type, if the flags of the header select a form of it. Returns the kind
    /// that it allows.
    pub(super) fn declared(
        &mut self,
        body: &mut BodyState<'de>,
        arms: &'static [Arm],
    ) -> Result<Option<Kind>> {
        let flags = body.header.flags();
        let mut arms = arms.iter();
        let arm = arms.find(|arm| flags & arm.mask == arm.value);
        let declared = match arm.map(|arm| arm.steps) {
            Some([Step::Number(number)]) => {
                let start = self.reader.position();
                let declared = self.reader.declared_type(number)?;
                let range = start..self.reader.position();
                let value = match type_of_number::<L>(declared) {
                    Some(kind) => Value::Type {
                        name: L::name_of(kind),
                        form: "",
                        unknown: 0,
                    },
                    None => Value::unknown_type(declared),
                };
                self.row(
                    RowKind::Field,
                    body.ty,
                    number.row,
                    range,
                    Part::Whole,
                    value,
                );
                Declared::Type(declared)
            }
            Some([Step::Text(rule)]) => Declared::Class(self.text(body.ty, rule, Part::Whole)?),
            _ => Declared::Any,
        };
        Ok(declared_kind::<L>(&declared))
    }

    /// Returns what the number of a type means, with the table of the value that it selects.
    fn type_value(
        &self,
        select: &Select,
        number: u32,
        offset: usize,
        form: &'static str,
    ) -> Value<'de> {
        let number = number & select.mask;
        match type_of_number::<L>(number) {
            Some(kind) => Value::Type {
                name: L::name_of(kind),
                form,
                unknown: self.word(offset) & !select.number.known,
            },
            None => Value::unknown_type(number),
        }
    }

    /// Decodes a selected value, which is a whole string.
    fn selected(&mut self, select: &'static Select) -> Result<()> {
        let part = Part::Field(select.row.name);
        let start = self.reader.position();
        let header = self.reader.header_of(select.value_kind)?;
        let number = usize::from(header.number());
        let (Some(ty), Some(rules)) = (L::TYPES.get(number), L::RULES.get(number)) else {
            return Ok(());
        };
        self.header_row(ty, rules, header, start, part);
        if let [Step::Text(rule)] = rules.steps {
            self.text(ty, rule, part)?;
        }
        Ok(())
    }
}
