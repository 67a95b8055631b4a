//! Constants of types, such as `Vector2.ZERO`, and the numbers that constructors leave out.

use super::Parser;
use super::components::Components;
use crate::Layout;
use crate::error::ParseError;
use crate::table::TypeTable;
use crate::wire::component_rows::rows;
use crate::wire::number::Number;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl<L: Layout> Parser<'_, L> {
    /// Parses what follows the name of a type of components: its numbers in parentheses, or the
    /// name of a constant.
    pub(super) fn fields(&mut self, table: &'static TypeTable) -> Result<Components, ParseError> {
        if !self.scanner.eat('.') {
            return self.numbers(table);
        }
        self.scanner.peek();
        let start = self.scanner.offset();
        let name = self.scanner.name();
        let mut constants = table.constants.iter();
        if let Some(constant) = constants.find(|constant| Some(constant.name) == name) {
            let mut components = Components::new(rows(table));
            components.fill(constant.components);
            return Ok(components);
        }
        self.scanner.rewind(start);
        Err(self.scanner.unexpected(expected(table)))
    }
}

impl Components {
    /// Sets the components without a number to these.
    pub(super) fn fill(&mut self, numbers: &[f64]) {
        for (place, &number) in self.numbers.iter_mut().zip(numbers) {
            place.get_or_insert(Number::Double(number));
        }
    }
}

/// Returns what is expected after the name of a type and a point.
fn expected(table: &TypeTable) -> String {
    let ty = table.name;
    let names: Vec<_> = rows(table).iter().map(|row| row.name).collect();
    let numbers = format!("{ty}({})", names.join(", "));
    match table.constants.first() {
        Some(constant) => format!("a constant such as {ty}.{}, or {numbers}", constant.name),
        None => format!("numbers: {numbers}"),
    }
}
