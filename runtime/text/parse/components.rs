//! Parses components: numbers, or nested values as in `Rect2(Vector2(1, 2), Vector2(3, 4))`.

use super::Parser;
use crate::codec::coerce::encode;
use crate::codec::construct::{self, Components};
use crate::error::{ParseError, ParseErrorKind};
use crate::table::{Body, Row, TypeTable};
use crate::value::build::Build;
use crate::wire::component_rows::{ComponentType, rows};
use crate::wire::number::Number;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Components {
    /// Returns the index of the first component without a number.
    fn first_missing(&self) -> Option<usize> {
        let mut numbers = self.numbers.iter().take(self.rows.len());
        numbers.position(Option::is_none)
    }

    /// Returns the indexes of the components of a nested value that starts at the component
    /// `first`.
    ///
    /// `member` has the rows of the nested type; returns `None` if they do not match.
    ///
    /// For example, `basis.x.y` is a component of the nested values `basis` and `basis.x`.
    fn member(&self, first: usize, member: &[&Row]) -> Option<Vec<usize>> {
        let name = self.rows.get(first)?.name;
        name.match_indices('.').find_map(|(dot, _)| {
            let prefix = &name[..=dot];
            let mut places = Vec::with_capacity(member.len());
            let mut missing = member.iter();
            for (place, row) in self.rows.iter().enumerate() {
                if let Some(suffix) = row.name.strip_prefix(prefix) {
                    let member = missing.next()?;
                    let is_same = self.numbers[place].is_none()
                        && member.name == suffix
                        && ComponentType::of(member) == ComponentType::of(row);
                    places.push(is_same.then_some(place)?);
                }
            }
            missing.next().is_none().then_some(places)
        })
    }

    /// Sets each component without a number to the number at the same index of `numbers`.
    fn fill(&mut self, numbers: &[f64]) {
        for (place, &number) in self.numbers.iter_mut().zip(numbers) {
            place.get_or_insert(Number::Double(number));
        }
    }
}

impl<V: Build> Parser<'_, V> {
    /// Returns the rows of the components of a type, or of an element of a packed array, in the
    /// precision of the value.
    fn rows(&self, table: &TypeTable) -> Result<&'static [&'static Row], ParseError> {
        let rows = V::rows(table.kind);
        let rows = rows.ok_or_else(|| construct::absent(self.layout, table.name));
        self.located(self.scanner.offset(), rows)
    }

    /// Parses the components of a value in parentheses, recursing into nested values.
    ///
    /// Nested values have components with shorter names, so the recursion ends.
    fn numbers(&mut self, table: &'static TypeTable) -> Result<Components, ParseError> {
        let (rows, ty) = (self.rows(table)?, table.name);
        let mut components = Components::new(rows);
        let mut found = 0;
        let mut surplus = None;
        self.scanner.expect('(')?;
        let mut has_next = !self.scanner.eat(')');
        while has_next {
            let place = components.first_missing();
            if let Some(numeral) = self.scanner.numeral() {
                if let Some(place) = place {
                    let ty = ComponentType::of(rows[place]);
                    components.numbers[place] = Some(self.scanner.component(numeral, ty)?);
                } else {
                    surplus = surplus.or(Some(numeral.start));
                }
                found += 1;
            } else {
                let member = |member: &TypeTable| components.member(place?, V::rows(member.kind)?);
                let (places, member) = self.member(ty, rows.len(), member)?;
                found += places.len();
                for (place, number) in places.into_iter().zip(member.numbers) {
                    components.numbers[place] = number;
                }
            }
            has_next = self.scanner.has_next(')')?;
        }
        // A constructor without arguments creates the default value.
        let least = if found == 0 {
            0
        } else {
            rows.len() - table.optional
        };
        if (least..=rows.len()).contains(&found) {
            components.fill(table.initial);
            return Ok(components);
        }
        // Missing numbers belong before the closing parenthesis.
        let offset = surplus.unwrap_or(self.scanner.offset() - 1);
        let expected = rows.len();
        let kind = ParseErrorKind::Count {
            ty,
            expected,
            found,
        };
        Err(self.scanner.error_at(offset, kind))
    }

    /// Parses a nested value with components, if `accept` returns a value for its type.
    fn member<R>(
        &mut self,
        ty: &'static str,
        count: usize,
        accept: impl FnOnce(&TypeTable) -> Option<R>,
    ) -> Result<(R, Components), ParseError> {
        self.scanner.peek();
        let offset = self.scanner.offset();
        if let Some(name) = self.scanner.name() {
            let table = self.table_named(name, offset)?;
            if table.body == Body::Fields
                && let Some(accepted) = accept(table)
            {
                return Ok((accepted, self.fields(table)?));
            }
        }
        self.scanner.rewind(offset);
        Err(self.scanner.unexpected(numbers_of(ty, count)))
    }

    /// Parses the elements of a packed array in parentheses, and returns their encoded components.
    ///
    /// The elements may also be in the brackets of an Array, or bytes in Base64.
    pub(super) fn packed(&mut self, table: &'static TypeTable) -> Result<Vec<u8>, ParseError> {
        let (rows, ty) = (self.rows(table)?, table.name);
        let mut body = Vec::new();
        let mut found = 0;
        self.scanner.expect('(')?;
        let has_bytes = matches!(rows, [row] if ComponentType::of(row) == ComponentType::Byte);
        if has_bytes && self.form().has_base64() && self.scanner.is_at_string() {
            let bytes = self.scanner.base64()?;
            self.close()?;
            return Ok(bytes);
        }
        let end = self.packed_list(|parser| {
            if let Some(numeral) = parser.scanner.numeral() {
                let ty = ComponentType::of(rows[found % rows.len()]);
                encode(parser.scanner.component(numeral, ty)?, ty, &mut body);
                found += 1;
                return Ok(());
            }
            let is_element = |element: &TypeTable| {
                let is_first = found.is_multiple_of(rows.len());
                (is_first && table.kind.info().element == Some(element.kind)).then_some(())
            };
            let ((), element) = parser.member(ty, 0, is_element)?;
            element.encode(&mut body);
            found += rows.len();
            Ok(())
        })?;
        if found.is_multiple_of(rows.len()) {
            return Ok(body);
        }
        let each = rows.len();
        let kind = ParseErrorKind::ElementCount { ty, each, found };
        Err(self.scanner.error_at(end, kind))
    }

    /// Parses the components after the name of a type, or the name of a constant after a dot.
    pub(super) fn fields(&mut self, table: &'static TypeTable) -> Result<Components, ParseError> {
        if !self.scanner.eat('.') {
            return self.numbers(table);
        }
        self.scanner.peek();
        let start = self.scanner.offset();
        let name = self.scanner.name();
        let mut constants = table.constants.iter();
        if let Some(constant) = constants.find(|constant| Some(constant.name) == name) {
            let mut components = Components::new(self.rows(table)?);
            components.fill(constant.components);
            return Ok(components);
        }
        self.scanner.rewind(start);
        Err(self.scanner.unexpected(expected(table)))
    }
}

/// Describes the numbers that a constructor expects; `count` is 0 for any number of them.
fn numbers_of(ty: &'static str, count: usize) -> String {
    match count {
        0 => format!("a number for {ty}"),
        count => format!("{count} numbers for {ty}"),
    }
}

/// Describes the expected syntax after the name of a type and a dot.
fn expected(table: &TypeTable) -> String {
    let ty = table.name;
    let names: Vec<_> = rows(table).iter().map(|row| row.name).collect();
    let numbers = format!("{ty}({})", names.join(", "));
    match table.constants.first() {
        Some(constant) => format!("a constant such as {ty}.{}, or {numbers}", constant.name),
        None => format!("numbers: {numbers}"),
    }
}
