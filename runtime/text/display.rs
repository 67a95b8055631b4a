//! Formats values like an engine's `var2str`, or in a notation for the values of all engines.
//!
//! Floats are formatted as in the engine: Godot 3 narrows them to 32 bits and writes six digits. The
//! alternate form (`{:#}`) writes every digit, and infinities in a form that `str2var`
//! can parse.
//!
//! Source: `VariantWriter` in `core/variant_parser.cpp` of Godot 3.6; measured in Godot 3.2.3.

use crate::codec::construct::{self, SCRIPT};
use crate::error::is_identifier;
use crate::table::layout::{Layout, kind_named};
use crate::table::rule::BodyRules;
use crate::table::text_style::{ID_CLASS, ID_PROPERTY, TextStyle};
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::fields::Number;
use crate::{Dictionary, ElementType, Kind, Object, TypedArray};
use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

/// The dialect and the names of types in which values are formatted.
#[derive(Debug)]
pub(crate) struct TextFormat {
    style: TextStyle,
    /// The layout with the names of types; `None` for the names of kinds.
    layout: Option<&'static Layout>,
    /// Whether the source of a constructor is written instead of the Object that stands for it.
    pub(crate) is_part: bool,
    /// Whether bytes are written as base64.
    pub(crate) has_base64: bool,
}

impl TextFormat {
    /// The notation of Godot 4, with the names of kinds, for the values of all engines.
    pub(crate) const CANONICAL: Self = Self {
        style: TextStyle::Godot4,
        layout: None,
        is_part: false,
        has_base64: false,
    };

    /// Creates the notation of a layout's engine.
    pub(crate) const fn for_layout(layout: &'static Layout) -> Self {
        Self {
            style: layout.text_style,
            layout: Some(layout),
            is_part: false,
            has_base64: false,
        }
    }

    fn name_of(&self, kind: Kind) -> &'static str {
        construct::name_of(self.layout, kind)
    }

    /// Returns whether a declared type with this name is not a class.
    fn is_type(&self, name: &str) -> bool {
        name == ANY || kind_named(self.layout, name).is_some()
    }

    /// Returns whether a kind is a record of which the engine encodes no field.
    fn is_fieldless(&self, kind: Kind) -> bool {
        let number = self.layout.and_then(|layout| layout.number_of(kind));
        let body = self
            .layout
            .zip(number)
            .map(|(layout, number)| layout.body_of(number));
        matches!(body, Some(BodyRules::Record([])))
    }

    fn space(&self) -> &'static str {
        self.style.space()
    }
}

/// A value that is formatted in a notation.
pub(crate) struct ValueText<'v, V> {
    pub(crate) value: &'v V,
    pub(crate) notation: TextFormat,
}

impl<V: AsView> Display for ValueText<'_, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let notation = &self.notation;
        Printer { f, notation }.variant(self.value)
    }
}

/// Writes values in a notation.
struct Printer<'p, 'f> {
    f: &'p mut Formatter<'f>,
    notation: &'p TextFormat,
}

impl Printer<'_, '_> {
    fn variant<V: AsView>(&mut self, value: &V) -> fmt::Result {
        match value.view() {
            View::Nil => self.f.write_str("null"),
            View::Record(kind, record) => self.record(kind, record),
            View::Bool(value) => write!(self.f, "{value}"),
            View::Int(value) => write!(self.f, "{value}"),
            View::Float(value) => standalone_float(self.f, value, self.notation.style),
            View::Text(Kind::StringName, text) => {
                let is_godot4 = self.notation.style == TextStyle::Godot4;
                self.f.write_char(if is_godot4 { '&' } else { '@' })?;
                self.escaped(text)
            }
            View::Text(_, text) => self.string(text),
            View::Packed(Kind::PackedByteArray, bytes) if self.notation.has_base64 => {
                self.open(Kind::PackedByteArray)?;
                self.base64(bytes)?;
                self.close()
            }
            View::Fields(kind, components) | View::Packed(kind, components) => {
                self.numbers(kind, components)
            }
            View::PackedText(texts) => {
                self.open(Kind::PackedStringArray)?;
                self.list(", ", texts, |printer, text| printer.escaped(text.as_ref()))?;
                self.close()
            }
            View::NodePath(path) => {
                write!(self.f, "{}(", self.notation.name_of(Kind::NodePath))?;
                self.escaped(&alloc::format!("{path}"))?;
                self.f.write_char(')')
            }
            View::Object(value) => self.object(value),
            View::Dictionary(value) => self.dictionary(value),
            View::Array(elements) => self.array(elements),
            View::TypedArray(Kind::Array, value) => {
                self.open_typed(Kind::Array, &[&value.element])?;
                self.array(&value.values)?;
                self.f.write_char(')')
            }
            View::TypedArray(kind, value) => self.typed_array(kind, value),
            View::TypedDictionary(value) => {
                self.open_typed(Kind::Dictionary, &[&value.key, &value.value])?;
                self.dictionary(&value.entries)?;
                self.f.write_char(')')
            }
        }
    }

    /// Writes the name of a type and the opening parenthesis.
    fn open(&mut self, kind: Kind) -> fmt::Result {
        write!(
            self.f,
            "{}({}",
            self.notation.name_of(kind),
            self.notation.space()
        )
    }

    fn close(&mut self) -> fmt::Result {
        write!(self.f, "{})", self.notation.space())
    }

    /// Writes items with a separator between them.
    fn list<T>(
        &mut self,
        separator: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        for (index, item) in items.into_iter().enumerate() {
            self.f.write_str(if index == 0 { "" } else { separator })?;
            write(self, item)?;
        }
        Ok(())
    }

    /// Writes a value with components, such as `Vector2( 1, 2 )`, or a packed array.
    ///
    /// The components of all elements of a packed array are flattened into one list.
    fn numbers(&mut self, kind: Kind, numbers: &dyn Numbers) -> fmt::Result {
        // Pandemonium prints spaces within the brackets of all types but this one.
        let space = if kind == Kind::Projection {
            ""
        } else {
            self.notation.space()
        };
        write!(self.f, "{}({space}", self.notation.name_of(kind))?;
        let mut comma = "";
        let mut result = Ok(());
        numbers.visit(&mut |component| {
            result = result.and_then(|()| {
                self.f.write_str(comma)?;
                self.number(component)
            });
            comma = ", ";
        });
        result?;
        write!(self.f, "{space})")
    }

    fn number(&mut self, number: Number) -> fmt::Result {
        let style = self.notation.style;
        match number {
            Number::Int(value) => write!(self.f, "{value}"),
            Number::Single(value) => FloatText::new(self.f, value.into(), true, style).fmt(self.f),
            Number::Double(value) => FloatText::new(self.f, value, false, style).fmt(self.f),
        }
    }

    fn base64(&mut self, numbers: &dyn Numbers) -> fmt::Result {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut bytes = Vec::new();
        numbers.encode(&mut bytes);
        self.f.write_char('"')?;
        for group in bytes.chunks(3) {
            let byte = |index| u32::from(group.get(index).copied().unwrap_or_default());
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for (index, shift) in [18, 12, 6, 0].into_iter().enumerate() {
                let digit = char::from(DIGITS[(bits >> shift & 63) as usize]);
                self.f
                    .write_char(if index <= group.len() { digit } else { '=' })?;
            }
        }
        self.f.write_char('"')
    }

    /// Writes a record.
    ///
    /// If the layout lacks all fields, the engine writes nothing. The alternate form then writes
    /// `null`, which `str2var` can parse.
    fn record(&mut self, kind: Kind, record: &dyn Record) -> fmt::Result {
        let is_named = kind.prints_name();
        if !is_named && self.notation.is_fieldless(kind) {
            let null = if self.f.alternate() { "null" } else { "" };
            return self.f.write_str(null);
        }
        write!(self.f, "{}(", self.notation.name_of(kind))?;
        if !is_named && !record.is_default() {
            self.list(", ", record.fields(), |printer, (_, value)| match value {
                RecordField::Text(text) => printer.string(text),
                // The engine writes ids as signed integers.
                RecordField::Int(value) => write!(printer.f, "{}", value.cast_signed()),
            })?;
        }
        self.f.write_char(')')
    }

    fn array<V: AsView>(&mut self, elements: &[V]) -> fmt::Result {
        let space = self.notation.space();
        write!(self.f, "[{space}")?;
        self.list(", ", elements, Self::variant)?;
        write!(self.f, "{space}]")
    }

    /// Writes a Dictionary, one entry per line. The engine sorts the keys; this function keeps their
    /// order.
    fn dictionary<V: AsView>(&mut self, dictionary: &Dictionary<V>) -> fmt::Result {
        let style = self.notation.style;
        let is_empty_line = style == TextStyle::Godot4 && dictionary.is_empty();
        self.f.write_str(if is_empty_line { "{" } else { "{\n" })?;
        self.list(",\n", dictionary, |printer, (key, value)| {
            printer.variant(key)?;
            printer.f.write_str(": ")?;
            printer.variant(value)
        })?;
        // In an empty Dictionary, Godot 3 writes an empty line.
        let is_closed_at_once = dictionary.is_empty() && style != TextStyle::Godot3;
        self.f
            .write_str(if is_closed_at_once { "}" } else { "\n}" })
    }

    /// Writes an Object; an id is written as the engine does, in `EncodedObjectAsID`.
    fn object<V: AsView>(&mut self, object: &Object<V>) -> fmt::Result {
        if self.notation.is_part
            && let Some(source) = construct::source(object)
        {
            return self.f.write_str(source);
        }
        match object {
            _ if object.is_null() => self.f.write_str("null"),
            Object::Id(id) => writeln!(
                self.f,
                "Object({ID_CLASS},\"{ID_PROPERTY}\":{},\"script\":null)",
                id.cast_signed()
            ),
            Object::Full(object) => {
                self.f.write_str("Object(")?;
                self.class(&object.class, is_identifier(&object.class))?;
                // `str2var` needs the comma even without properties.
                self.f.write_str(if object.properties.is_empty() {
                    ","
                } else {
                    ""
                })?;
                for (name, value) in &object.properties {
                    self.f.write_char(',')?;
                    self.string(name)?;
                    self.f.write_char(':')?;
                    self.variant(value)?;
                }
                self.f.write_str(")\n")
            }
        }
    }

    /// Writes the name of a class, in quotes unless `is_plain`, so that any name can be parsed.
    fn class(&mut self, name: &str, is_plain: bool) -> fmt::Result {
        if is_plain {
            self.f.write_str(name)
        } else {
            self.string(name)
        }
    }

    /// Writes a typed array of Pandemonium, such as `TypedArray( "int", [ 1, 2 ] )`.
    ///
    /// Without an element type, the form is `TypedArray( [ 1, 2 ] )`.
    ///
    /// No engine output was available for comparison. The constructor and the spaces follow the other
    /// types; the string is the argument that scripts pass to the constructor.
    fn typed_array<V: AsView>(&mut self, kind: Kind, value: &TypedArray<V>) -> fmt::Result {
        self.open(kind)?;
        match &value.element {
            ElementType::Any => {}
            ElementType::Kind(element) => {
                write!(self.f, "\"{}\", ", self.notation.name_of(*element))?;
            }
            ElementType::Class(class) | ElementType::Script(class) => {
                self.escaped(class)?;
                self.f.write_str(", ")?;
            }
        }
        self.array(&value.values)?;
        self.close()
    }

    /// Writes the start of a typed container: `Array[int](` in `Array[int]([1])`, or
    /// `Dictionary[int, String](` in `Dictionary[int, String]({1: "one"})`.
    fn open_typed(&mut self, kind: Kind, declared: &[&ElementType]) -> fmt::Result {
        write!(self.f, "{}[", self.notation.name_of(kind))?;
        self.list(", ", declared, |printer, element| match element {
            ElementType::Any => printer.f.write_str(ANY),
            ElementType::Kind(kind) => printer.f.write_str(printer.notation.name_of(*kind)),
            ElementType::Class(name) => {
                let is_plain = is_identifier(name) && !printer.notation.is_type(name);
                printer.class(name, is_plain)
            }
            ElementType::Script(path) => {
                write!(printer.f, "{SCRIPT}(")?;
                printer.string(path)?;
                printer.f.write_char(')')
            }
        })?;
        self.f.write_str("](")
    }

    /// Writes a String, with only double quotes and backslashes escaped.
    fn string(&mut self, text: &str) -> fmt::Result {
        self.quoted(text, |c| matches!(c, '"' | '\\').then_some(c))
    }

    /// Writes a string in a name or a packed array, escaping control characters like C.
    ///
    /// Quotes, backslashes and, except in Godot 4, question marks are escaped as well.
    fn escaped(&mut self, text: &str) -> fmt::Result {
        let is_godot4 = self.notation.style == TextStyle::Godot4;
        let is_exact = self.f.alternate() && !is_godot4;
        self.quoted(text, |c| match c {
            '"' | '\\' | '\'' => Some(c),
            '?' if !is_godot4 => Some(c),
            // `str2var` parses the escapes `\a` and `\v` as the letters `a` and `v`.
            '\x07' | '\x0b' if is_exact => None,
            '\x07' => Some('a'),
            '\x08' => Some('b'),
            '\x0c' => Some('f'),
            '\n' => Some('n'),
            '\r' => Some('r'),
            '\t' => Some('t'),
            '\x0b' => Some('v'),
            _ => None,
        })
    }

    fn quoted(&mut self, text: &str, escape: impl Fn(char) -> Option<char>) -> fmt::Result {
        self.f.write_char('"')?;
        for c in text.chars() {
            match escape(c) {
                Some(letter) => write!(self.f, "\\{letter}")?,
                None => self.f.write_char(c)?,
            }
        }
        self.f.write_char('"')
    }
}

/// The name of the declared type that accepts any value.
pub(crate) const ANY: &str = "Variant";

/// Formats a float that is not a component: with a point, unless it has an exponent or is
/// non-finite.
fn standalone_float(f: &mut Formatter<'_>, value: f64, style: TextStyle) -> fmt::Result {
    let text = FloatText::new(f, value, false, style);
    // Godot 3 also appends the point to minus infinity (`-inf.0`), but not to infinity and NaN.
    let has_point = match text.style {
        TextStyle::Godot3 => text.value.is_finite() || value.is_sign_negative(),
        TextStyle::Godot4 | TextStyle::Pandemonium => text.value.is_finite(),
    };
    let text = format!("{text}");
    f.write_str(&text)?;
    f.write_str(if has_point && !text.contains(['.', 'e']) {
        ".0"
    } else {
        ""
    })
}

/// A float in the engine's text format.
struct FloatText {
    value: f64,
    /// Whether the value is a widened 32-bit float, for which fewer digits suffice.
    is_single: bool,
    /// Whether to write every digit and the sign of zero, in a form that `str2var` can parse.
    is_alternate: bool,
    style: TextStyle,
}

impl FloatText {
    #[expect(clippy::cast_possible_truncation, reason = "as the engine narrows")]
    fn new(f: &Formatter<'_>, value: f64, is_single: bool, style: TextStyle) -> Self {
        let is_alternate = f.alternate();
        let narrowed = f64::from(value as f32);
        let is_exact = is_alternate || style.is_exact();
        Self {
            value: if is_exact { value } else { narrowed },
            // Godot 4 writes the digits of a 32-bit float if that float has the same value.
            is_single: is_single || (!is_alternate && narrowed.to_bits() == value.to_bits()),
            is_alternate,
            style,
        }
    }

    /// Returns whether all digits are written instead of six.
    fn is_exact(&self) -> bool {
        self.is_alternate || self.style.is_exact()
    }

    fn non_finite(&self) -> &'static str {
        let is_negative = self.value.is_sign_negative();
        if self.value.is_nan() {
            let has_sign = !self.is_alternate && self.style == TextStyle::Godot3 && is_negative;
            return if has_sign { "-nan" } else { "nan" };
        }
        match (self.is_exact(), self.style, is_negative) {
            (_, TextStyle::Godot4, true) | (false, TextStyle::Pandemonium, true) => "inf_neg",
            (_, TextStyle::Godot4, false) | (false, _, false) => "inf",
            // `str2var` rejects a sign before `inf`, but parses out-of-range numbers as infinity.
            (true, _, true) => "-1e400",
            (true, _, false) => "1e400",
            (false, TextStyle::Godot3, true) => "-inf",
        }
    }
}

impl Display for FloatText {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a single value is a widened 32-bit float"
    )]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.value;
        if value == 0.0 {
            // Without the point `str2var` parses an int, which has no negative zero.
            let has_sign = self.is_alternate && value.is_sign_negative();
            return f.write_str(if has_sign { "-0.0" } else { "0" });
        }
        if !value.is_finite() {
            return f.write_str(self.non_finite());
        }
        let digits = if !self.is_exact() {
            format!("{:.*e}", SIGNIFICANT - 1, value)
        } else if self.is_single {
            format!("{:e}", value as f32)
        } else {
            format!("{value:e}")
        };
        write_digits(f, &digits, self.style)
    }
}

/// The number of digits that `%g` writes.
const SIGNIFICANT: usize = 6;

/// The number of digits that `str2var` parses, including leading zeros; further digits are dropped.
const MOST_DIGITS: usize = 18;

/// Formats a number in scientific notation like C's `%g`, without trailing zeros.
///
/// The exponent is kept only for small or long numbers, and for numbers of which `str2var` would
/// drop digits.
fn write_digits(f: &mut Formatter<'_>, scientific: &str, style: TextStyle) -> fmt::Result {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().map_err(|_| fmt::Error)?;
    let places = exponent.unsigned_abs() as usize;
    let digits = mantissa.trim_start_matches('-');
    let (first, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    f.write_str(if digits == mantissa { "" } else { "-" })?;
    // Numbers with more digits than this before the point have an exponent.
    let precision = match style {
        TextStyle::Godot4 => f64::DIGITS as usize,
        TextStyle::Godot3 | TextStyle::Pandemonium => (1 + fraction.len()).max(SIGNIFICANT),
    };
    let is_cut = style != TextStyle::Godot4 && places + 1 + fraction.len() > MOST_DIGITS;
    if exponent < -4 || (exponent < 0 && is_cut) || (exponent > 0 && places >= precision) {
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(f, "{first}{point}{fraction}e{sign}{places:02}");
    }
    if exponent < 0 {
        return write!(f, "0.{:0>width$}{first}{fraction}", "", width = places - 1);
    }
    let (whole, rest) = fraction.split_at(places.min(fraction.len()));
    let point = if rest.is_empty() { "" } else { "." };
    write!(f, "{first}{whole:0<places$}{point}{rest}")
}

#[cfg(test)]
mod tests;
