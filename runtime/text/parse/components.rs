//! Parses components: numbers, or nested values as in `Rect2(Vector2(1, 2), Vector2(3, 4))`.

use super::Parser;
use crate::codec::coerce::encode;
use crate::codec::construct::{self, Components};
use crate::error::{ParseError, ParseErrorKind};
use crate::table::{Body, Row, TypeTable};
use crate::text::events::{Event, EventKind};
use crate::value::build::Build;
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use alloc::format;
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
    fn rows(
        &self,
        event: &Event,
        table: &TypeTable,
    ) -> Result<&'static [&'static Row], ParseError> {
        let rows = V::rows(table.kind);
        let rows = rows.ok_or_else(|| construct::absent(self.layout, table.name));
        self.located(event.range.start, rows)
    }

    /// Parses the components of a constructor, recursing into nested values.
    ///
    /// Nested values have components with shorter names, so the recursion ends.
    pub(super) fn components(
        &mut self,
        event: &Event,
        table: &'static TypeTable,
    ) -> Result<Components, ParseError> {
        let (rows, ty) = (self.rows(event, table)?, table.name);
        let mut components = Components::new(rows);
        let mut found = 0;
        let mut surplus = None;
        let end = loop {
            let event = self.events.require()?;
            let start = event.range.start;
            if event.kind == EventKind::Close {
                break start;
            }
            let place = components.first_missing();
            if let Some(numeral) = self.numeral(&event) {
                if let Some(place) = place {
                    let ty = ComponentType::of(rows[place]);
                    components.numbers[place] = Some(self.component(numeral, ty)?);
                } else {
                    surplus = surplus.or(Some(start));
                }
                found += 1;
            } else {
                let member = |member: &TypeTable| components.member(place?, V::rows(member.kind)?);
                let (places, member) = self.member(&event, ty, member)?;
                found += places.len();
                for (place, number) in places.into_iter().zip(member.numbers) {
                    components.numbers[place] = number;
                }
            }
        };
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
        let expected = rows.len();
        let kind = ParseErrorKind::Count {
            ty,
            expected,
            found,
        };
        // Missing numbers belong before the closing parenthesis.
        Err(self.events.error(surplus.unwrap_or(end), kind))
    }

    /// Parses a nested value with components, if `accept` returns a value for its type.
    fn member<R>(
        &mut self,
        event: &Event,
        ty: &'static str,
        accept: impl FnOnce(&TypeTable) -> Option<R>,
    ) -> Result<(R, Components), ParseError> {
        match event.kind {
            EventKind::Call => {
                let table = self.table_named(event, self.source(event))?;
                if table.body == Body::Fields
                    && let Some(accepted) = accept(table)
                {
                    return Ok((accepted, self.components(event, table)?));
                }
            }
            EventKind::Word => {
                let (table, constant) = self.constant(event)?;
                if let Some(accepted) = accept(table) {
                    return Ok((accepted, constant));
                }
            }
            _ => {}
        }
        self.unexpected(event, format!("a number for {ty}"))
    }

    /// Parses the elements of a packed array, and returns their encoded components.
    ///
    /// The elements may also be in the brackets of an Array, or bytes in Base64.
    pub(super) fn packed(
        &mut self,
        event: &Event,
        table: &'static TypeTable,
    ) -> Result<Vec<u8>, ParseError> {
        let (rows, ty) = (self.rows(event, table)?, table.name);
        let has_bytes = matches!(rows, [row] if ComponentType::of(row) == ComponentType::Byte);
        let accepts_base64 = has_bytes && self.layout.is_none_or(|layout| layout.base64.is_some());
        let types: Vec<_> = rows.iter().map(|row| ComponentType::of(row)).collect();
        let mut next_types = types.iter().cycle();
        let mut body = Vec::new();
        let (mut found, mut base64) = (0_usize, None);
        let end = self.packed_list(|parser, event| {
            if let Some(numeral) = parser.numeral(&event)
                && base64.is_none()
            {
                let ty = *next_types.next().unwrap_or(&ComponentType::Byte);
                encode(parser.component(numeral, ty)?, ty, &mut body);
                found += 1;
                return Ok(());
            }
            if let EventKind::String { .. } = event.kind
                && accepts_base64
                && found == 0
                && base64.is_none()
            {
                base64 = Some(parser.base64(&event)?);
                return Ok(());
            }
            let is_element = |element: &TypeTable| {
                let is_first = found.is_multiple_of(rows.len());
                (is_first && table.kind.info().element == Some(element.kind)).then_some(())
            };
            let ((), element) = parser.member(&event, ty, is_element)?;
            element.encode(&mut body);
            found += rows.len();
            Ok(())
        })?;
        if found.is_multiple_of(rows.len()) {
            return Ok(base64.unwrap_or(body));
        }
        let each = rows.len();
        let kind = ParseErrorKind::ElementCount { ty, each, found };
        Err(self.events.error(end, kind))
    }

    /// Returns the components of a constant, such as `Vector2.ZERO`.
    pub(super) fn constant(
        &self,
        event: &Event,
    ) -> Result<(&'static TypeTable, Components), ParseError> {
        let source = self.source(event);
        let (name, constant) = source.split_once('.').unwrap_or((source, ""));
        let table = self.table_named(event, name)?;
        let end = event.range.start + name.len();
        if table.body != Body::Fields || name.len() == source.len() {
            let rest = self.text.get(end..).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            return Err(self.events.unexpected(end + blanks, "`(`"));
        }
        let mut constants = table.constants.iter();
        let Some(found) = constants.find(|known| known.name == constant) else {
            let expected = table.constants.first().map_or_else(
                || format!("{name} without a constant"),
                |known| format!("a constant such as {name}.{}", known.name),
            );
            return Err(self.events.unexpected(end + 1, expected));
        };
        let mut components = Components::new(self.rows(event, table)?);
        components.fill(found.components);
        Ok((table, components))
    }
}
