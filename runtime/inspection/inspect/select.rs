//! The number of a type, and the value that it selects.

use super::row_path::Part;
use super::state::{Walk, type_of};
use super::{InspectRow, RowKind, Value};
use crate::error::Result;
use crate::table::rule::{Arm, Number, Select, Step};
use crate::value::declared::Declared;
use crate::wire::element::type_of_number;
use crate::wire::reader::Header;
use crate::{Kind, Layout};
use core::ops::ControlFlow;

impl<L: Layout, F: FnMut(&InspectRow<'_>) -> ControlFlow<B>, B> Walk<'_, '_, L, F, B> {
    /// Checks a flag whose meaning depends on the first number of the body. If it is invalid, the
    /// header has no row.
    pub(super) fn checked_flag(&self, select: &Select, header: Header) -> Result<Header> {
        let number = select.type_number::<L>();
        self.reader
            .checked_flag(header, select.flag, select.mask, number)
    }

    /// Decodes a value that the number of a type selects.
    pub(super) fn select(&mut self, select: &'static Select) -> Result<()> {
        let (offset, number) = self.body.number(0);
        let number = number & select.mask;
        self.reader.check_type_number(select.number, number)?;
        let is_selected = number == select.type_number::<L>()
            && self.header.flags() & select.flag == select.value;
        let form = if is_selected { select.table } else { "" };
        let unknown = self.word(offset) & !select.number.known;
        self.type_row(select.number, offset, number, form, unknown);
        self.body.shown += 1;
        if is_selected {
            return self
                .selected(select)
                .map_err(|error| error.in_field(select.row.name));
        }
        Ok(())
    }

    /// Decodes a declared type, if the flags of the header select a form of it. Returns the kind
    /// that it allows.
    pub(super) fn declared(&mut self, arms: &'static [Arm]) -> Result<Option<Kind>> {
        let arm = Arm::selected(arms, self.header.flags());
        let declared = match arm.map_or(&[][..], |arm| arm.steps) {
            [Step::Number(number)] => {
                let start = self.reader.position();
                let declared = self.reader.declared_type(number)?;
                self.type_row(number, start, declared, "", 0);
                Declared::Type(declared)
            }
            [Step::Text(rule)] => Declared::Class(self.text(rule, Part::Whole)?),
            _ => Declared::Any,
        };
        Ok(declared.kind::<L>())
    }

    /// Passes on the row of the number of a type, with the table of the value that it selects.
    fn type_row(
        &mut self,
        rule: &Number,
        start: usize,
        number: u32,
        form: &'static str,
        unknown: u32,
    ) {
        let value = match type_of_number::<L>(number) {
            Some(kind) => Value::Type {
                name: L::name_of(kind),
                form,
                unknown,
            },
            None => Value::unknown_type(number),
        };
        let range = start..self.reader.position();
        self.row(RowKind::Field, rule.row, range, Part::Whole, value);
    }

    /// Decodes a selected value, which is a whole string.
    fn selected(&mut self, select: &'static Select) -> Result<()> {
        let part = Part::Field(select.row.name);
        let start = self.reader.position();
        let header = self.reader.header_of(select.value_kind)?;
        let Some((ty, rules)) = type_of::<L>(header) else {
            return Ok(());
        };
        let outer = core::mem::replace(&mut self.ty, ty);
        self.header_row(rules, header, start, part);
        if let [Step::Text(rule)] = rules.steps {
            self.text(rule, part)?;
        }
        self.ty = outer;
        Ok(())
    }
}
