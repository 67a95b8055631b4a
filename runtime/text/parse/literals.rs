//! Converts tokens: numbers, strings, colors and Base64.

use super::Parser;
use crate::Kind;
use crate::codec::coerce::{encode, to_i64};
use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::text::events::{Event, EventKind};
use crate::value::build::{Build, Content};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

/// A number as written in the text, or a word such as `inf`.
#[derive(Clone, Copy)]
pub(super) struct Numeral<'t> {
    text: &'t str,
    kind: EventKind,
    start: usize,
}

impl<'t, V> Parser<'t, V> {
    /// Returns the number of an event, if it is one.
    #[inline]
    pub(super) fn numeral(&self, event: &Event) -> Option<Numeral<'t>> {
        let text = self.source(event);
        let is_number = match event.kind {
            EventKind::Int | EventKind::Float => true,
            EventKind::Word => special(text).is_some(),
            _ => false,
        };
        let (kind, start) = (event.kind, event.range.start);
        is_number.then_some(Numeral { text, kind, start })
    }

    /// Converts a number to an integer, or returns an error if the number does not fit 64 bits.
    ///
    /// As in engines, the fraction of a float is dropped.
    #[inline]
    pub(super) fn int(&self, numeral: Numeral<'_>) -> Result<i64, ParseError> {
        // Most integers are decimal and have no underscores.
        match numeral.text.parse() {
            Ok(int) => Ok(int),
            Err(_) => self.located(numeral.start, numeral.int()),
        }
    }

    /// Converts a number to the nearest float.
    #[inline]
    pub(super) fn float<F: FromStr>(&self, numeral: Numeral<'_>) -> Result<F, ParseError> {
        // Fast path: most numbers are decimal. An integer has no negative zero.
        let is_plain = match numeral.kind {
            EventKind::Float => true,
            EventKind::Int => !numeral.text.starts_with("-0"),
            _ => false,
        };
        if is_plain && let Ok(float) = numeral.text.parse() {
            return Ok(float);
        }
        self.located(numeral.start, numeral.float())
    }

    /// Converts a number to a component, or returns an error if the number does not fit.
    #[inline]
    pub(super) fn component(
        &self,
        numeral: Numeral<'_>,
        ty: ComponentType,
    ) -> Result<Number, ParseError> {
        let range = match ty {
            ComponentType::Single => return self.float(numeral).map(Number::Single),
            ComponentType::Double => return self.float(numeral).map(Number::Double),
            ComponentType::Byte => "a byte",
            ComponentType::I32 => "a 32-bit integer",
            ComponentType::I64 => "a 64-bit integer",
        };
        let value = self.int(numeral)?;
        if ty.holds(value) {
            return Ok(Number::Int(value));
        }
        self.located(numeral.start, Err(numeral.out_of(range)))
    }

    /// Returns the content of a string, without its prefix.
    pub(super) fn content(&self, event: &Event) -> Result<String, ParseError> {
        let (start, content) = self.quoted(event);
        let (text, invalid) = self.events.notation().unescape(content);
        let Some(invalid) = invalid else {
            return Ok(text.into());
        };
        let kind = ParseErrorKind::InvalidEscape {
            escape: content.get(invalid.clone()).unwrap_or_default().into(),
        };
        Err(self.events.error(start + invalid.start, kind))
    }

    /// Returns the offset and the source of the content of a string.
    fn quoted(&self, event: &Event) -> (usize, &'t str) {
        let source = self.source(event);
        let prefix = usize::from(source.starts_with(['&', '@', '^']));
        let quoted = source.get(prefix..).unwrap_or_default();
        let is_triple =
            quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''"));
        let length = if is_triple { 3 } else { 1 };
        let content = quoted.get(length..quoted.len() - length);
        (
            event.range.start + prefix + length,
            content.unwrap_or_default(),
        )
    }

    /// Returns the content of a string without a prefix, or an error.
    pub(super) fn string(
        &self,
        event: &Event,
        expected: &'static str,
    ) -> Result<String, ParseError> {
        let is_plain = self.source(event).starts_with(['"', '\'']);
        match event.kind {
            EventKind::String { .. } if is_plain => self.content(event),
            _ => self.unexpected(event, expected),
        }
    }

    /// Decodes a string with Base64.
    ///
    /// As in the engine, line breaks are skipped, padding is required, and surplus bits of the last
    /// character are ignored.
    pub(super) fn base64(&self, event: &Event) -> Result<Vec<u8>, ParseError> {
        let (start, content) = self.quoted(event);
        let digits = content.replace(['\r', '\n'], "");
        let unpadded = digits.trim_end_matches('=');
        let is_padded = digits.len().is_multiple_of(4) && digits.len() - unpadded.len() <= 2;
        let bytes = decode(unpadded).filter(|_| is_padded);
        bytes.ok_or_else(|| {
            let expected = "Base64, with padding".into();
            let found = shortened(content);
            self.events
                .error(start, ParseErrorKind::Unexpected { expected, found })
        })
    }
}

impl<V: Build> Parser<'_, V> {
    /// Parses an int or a float.
    pub(super) fn number(&self, event: &Event) -> Result<(Kind, Content<'static>), ParseError> {
        match self.numeral(event) {
            Some(int) if int.kind == EventKind::Int => {
                Ok((Kind::Int, Content::Int(self.int(int)?)))
            }
            Some(float) => Ok((Kind::Float, Content::Float(self.float(float)?))),
            None => self.unexpected(event, "a number"),
        }
    }

    /// Encodes a color such as `#ff0000`. If there are four components, the first one can be alpha.
    pub(super) fn color(&self, event: &Event, components: &mut Vec<u8>) {
        let digits = self.source(event).trim_start_matches('#');
        let (each, largest) = if digits.len() > 4 {
            (2, 255.0)
        } else {
            (1, 15.0)
        };
        let mut color = [1.0; 4];
        for (index, component) in color.iter_mut().enumerate() {
            let digits = digits.get(index * each..(index + 1) * each);
            if let Some(Ok(value)) = digits.map(|digits| u8::from_str_radix(digits, 16)) {
                *component = f32::from(value) / largest;
            }
        }
        if self.form().has_alpha_first() && digits.len() == 4 * each {
            color.rotate_left(1);
        }
        let rows = V::rows(Kind::Color).into_iter().flatten();
        for (number, row) in color.into_iter().zip(rows) {
            encode(Number::Single(number), ComponentType::of(row), components);
        }
    }
}

impl<'t> Numeral<'t> {
    fn int(self) -> Result<i64, ParseErrorKind> {
        use core::num::IntErrorKind::{NegOverflow, PosOverflow};
        const RANGE: &str = "a 64-bit integer";
        let (digits, radix) = match self.kind {
            EventKind::Int => self.digits(),
            EventKind::Float => {
                // The least float above `i64::MAX`.
                const LIMIT: f64 = 9_223_372_036_854_775_808.0;
                let value: f64 = self.float()?;
                return if (-LIMIT..LIMIT).contains(&value) {
                    Ok(to_i64(Number::Double(value)))
                } else {
                    Err(self.out_of(RANGE))
                };
            }
            _ => {
                let number = shortened(self.text);
                return Err(ParseErrorKind::NotAnInteger { number });
            }
        };
        i64::from_str_radix(&digits, radix).map_err(|error| match error.kind() {
            PosOverflow | NegOverflow => self.out_of(RANGE),
            _ => self.invalid(),
        })
    }

    fn float<F: FromStr>(self) -> Result<F, ParseErrorKind> {
        let (digits, radix) = match (self.kind, special(self.text)) {
            (EventKind::Word, Some(number)) => (number, 10),
            // An integer has no negative zero.
            (EventKind::Int, _) if self.text.bytes().all(|digit| b"-0_".contains(&digit)) => {
                ("0".into(), 10)
            }
            _ => self.digits(),
        };
        let exponent = self.text.split(['e', 'E']).nth(1).unwrap_or_default();
        if radix == 10 && exponent.trim_start_matches(['+', '-']).starts_with('_') {
            return Err(self.invalid());
        }
        let digits = match radix {
            10 => digits,
            _ => self.int()?.to_string().into(),
        };
        digits.parse().map_err(|_| self.invalid())
    }

    /// Returns the sign and the digits, without underscores and prefixes such as `0x`, and the radix.
    fn digits(self) -> (Cow<'t, str>, u32) {
        let unsigned = self.text.trim_start_matches(['+', '-']);
        let (sign, _) = self.text.split_at(self.text.len() - unsigned.len());
        let (prefix, radix) = match unsigned.as_bytes() {
            [b'0', b'x' | b'X', ..] => (2, 16),
            [b'0', b'b' | b'B', ..] => (2, 2),
            _ => (0, 10),
        };
        let digits = unsigned.get(prefix..).unwrap_or_default();
        ([sign, digits].concat().replace('_', "").into(), radix)
    }

    #[cold]
    fn out_of(self, range: &'static str) -> ParseErrorKind {
        let number = shortened(self.text);
        ParseErrorKind::OutOfRange { number, range }
    }

    #[cold]
    fn invalid(self) -> ParseErrorKind {
        let number = shortened(self.text);
        ParseErrorKind::InvalidNumber { number }
    }
}

/// Returns the number for which a word stands.
fn special(text: &str) -> Option<Cow<'static, str>> {
    let word = text.trim_start_matches(['+', '-']);
    // `var2str` of Godot 3 appends `.0` to minus infinity.
    let number = match word.strip_suffix(".0").unwrap_or(word) {
        "inf" | "INF" => "inf",
        "nan" | "NAN" => "nan",
        "inf_neg" => return Some("-inf".into()),
        _ if word == "PI" => "3.14159265358979323846",
        _ if word == "TAU" => "6.28318530717958647693",
        _ => return None,
    };
    Some(if text.starts_with('-') {
        ["-", number].concat().into()
    } else {
        number.into()
    })
}

/// Decodes Base64 characters without padding, or returns `None` for any other character.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut pending, mut bits) = (0_u32, 0);
    for character in text.bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        pending = pending << 6 | u32::from(value);
        bits += 6;
        if bits >= u8::BITS {
            bits -= u8::BITS;
            let [.., byte] = (pending >> bits).to_be_bytes();
            bytes.push(byte);
        }
    }
    Some(bytes)
}
