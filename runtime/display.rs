//! Formats values like the engine's `var2str`.
//!
//! Source: Godot 3.2.3, measured. Floats are narrowed to 32 bits and written with six digits, like in
//! the engine. The alternate form (`{:#}`) writes every digit, and writes infinities so that
//! `str2var` can parse them.

use crate::number::Number;
use crate::text_form::{ID_CLASS, ID_PROPERTY, TextForm, is_name};
use crate::view::{Numbers, View, Viewed};
use crate::{Dictionary, ElementType, Kind, Layout, Object, TypedArray, TypedDictionary};
use core::fmt::{self, Display, Formatter, Write};

/// Writes any value of the layout `L`.
pub(crate) fn variant<L: Layout, V: Viewed + Display>(
    f: &mut Formatter<'_>,
    value: &V,
) -> fmt::Result {
    match value.view() {
        View::Nil => f.write_str("null"),
        View::Id(kind, id) => self::id::<L>(f, kind, id),
        View::Callable => f.write_str("Callable()"),
        View::Signal(_) => f.write_str("Signal()"),
        View::Bool(value) => write!(f, "{value}"),
        View::Int(value) => write!(f, "{value}"),
        View::Float(value) => float::<L>(f, value),
        View::Text(Kind::StringName, text) => string_name::<L>(f, text),
        View::Text(_, text) => string(f, text),
        View::Fields(kind, components) | View::Pool(kind, components) => {
            numbers::<L>(f, kind, components)
        }
        View::PoolText(texts) => pool_strings::<L, _>(f, texts),
        View::NodePath(path) => node_path::<L>(f, path),
        View::Object(value) => object(f, value),
        View::Dictionary(value) => dictionary::<L, V>(f, value),
        View::Array(elements) => array::<L, V>(f, elements),
        View::TypedArray(Kind::Array, value) => declared_array::<L, V>(f, value),
        View::TypedArray(kind, value) => typed_array::<L, V>(f, kind, value),
        View::TypedDictionary(value) => declared_dictionary::<L, V>(f, value),
    }
}

/// Writes a standalone float: with a point, unless it has an exponent or is not finite.
fn float<L: Layout>(f: &mut Formatter<'_>, value: f64) -> fmt::Result {
    let text = FloatText::double::<L>(f, value);
    write!(f, "{text}")?;
    // Godot 3 appends the point to minus infinity too (`-inf.0`), but not to infinity and NaN.
    let is_bare = match L::TEXT_FORM {
        TextForm::Godot3 => text.value.is_finite() || text.value.is_sign_negative(),
        TextForm::Godot4 | TextForm::Pandemonium => text.value.is_finite(),
    };
    if is_bare && !text.to_string_on_stack().contains(['.', 'e']) {
        f.write_str(".0")
    } else {
        Ok(())
    }
}

/// Writes a component.
fn number<L: Layout>(f: &mut Formatter<'_>, number: Number) -> fmt::Result {
    match number {
        Number::Int(value) => write!(f, "{value}"),
        Number::Single(value) => write!(f, "{}", FloatText::single::<L>(f, value)),
        Number::Double(value) => write!(f, "{}", FloatText::double::<L>(f, value)),
    }
}

/// A float in the engine's text format.
struct FloatText {
    value: f64,
    is_exact: bool,
    /// Whether the value is a widened 32-bit float, which has shorter digits.
    is_single: bool,
    /// Whether negative zero has a sign.
    has_signed_zero: bool,
    form: TextForm,
}

impl FloatText {
    #[expect(clippy::cast_possible_truncation, reason = "as the engine narrows")]
    fn double<L: Layout>(f: &Formatter<'_>, value: f64) -> Self {
        let is_exact = f.alternate() || L::TEXT_FORM.is_exact();
        let narrowed = f64::from(value as f32);
        // Godot 4 writes the digits of a 32-bit float if it holds the value.
        let is_single = is_exact && !f.alternate() && narrowed.to_bits() == value.to_bits();
        Self {
            value: if is_exact { value } else { narrowed },
            is_exact,
            is_single,
            has_signed_zero: f.alternate(),
            form: L::TEXT_FORM,
        }
    }

    fn single<L: Layout>(f: &Formatter<'_>, value: f32) -> Self {
        Self {
            value: value.into(),
            is_exact: f.alternate() || L::TEXT_FORM.is_exact(),
            is_single: true,
            has_signed_zero: f.alternate(),
            form: L::TEXT_FORM,
        }
    }

    fn to_string_on_stack(&self) -> StackText {
        let mut text = StackText::default();
        // The buffer holds every float.
        let _ = write!(text, "{self}");
        text
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
            return f.write_str(if self.has_signed_zero && value.is_sign_negative() {
                "-0.0"
            } else {
                "0"
            });
        }
        if !value.is_finite() {
            return f.write_str(self.not_finite());
        }
        let mut digits = StackText::default();
        if !self.is_exact {
            write!(digits, "{:.*e}", SIGNIFICANT - 1, value)?;
        } else if self.is_single {
            write!(digits, "{:e}", value as f32)?;
        } else {
            write!(digits, "{value:e}")?;
        }
        let whole_digits = match self.form {
            TextForm::Godot4 => Some(f64::DIGITS.cast_signed()),
            _ => None,
        };
        write_digits(f, digits.as_str(), whole_digits)
    }
}

/// The number of digits that `%g` writes.
const SIGNIFICANT: usize = 6;

/// The number of digits that `str2var` parses, including leading zeros; it drops all others.
const MOST_DIGITS: usize = 18;

impl FloatText {
    fn not_finite(&self) -> &'static str {
        let is_negative = self.value.is_sign_negative();
        if self.value.is_nan() {
            let has_sign = !self.is_exact && self.form == TextForm::Godot3 && is_negative;
            return if has_sign { "-nan" } else { "nan" };
        }
        match (self.is_exact, self.form, is_negative) {
            (_, TextForm::Godot4, true) | (false, TextForm::Pandemonium, true) => "inf_neg",
            (_, TextForm::Godot4, false) | (false, _, false) => "inf",
            // `str2var` rejects a sign before `inf`, but parses numbers out of range as infinite.
            (true, _, true) => "-1e400",
            (true, _, false) => "1e400",
            (false, TextForm::Godot3, true) => "-inf",
        }
    }
}

/// Writes `-d.ddde-x` like C's `%g`: without trailing zeros, and with an exponent only for small or
/// long numbers and for those of which `str2var` would drop digits.
///
/// `whole_digits` is the number of digits before the point from which Godot 4 writes an exponent.
fn write_digits(f: &mut Formatter<'_>, scientific: &str, whole_digits: Option<i32>) -> fmt::Result {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().map_err(|_| fmt::Error)?;
    let (sign, mantissa) = mantissa
        .strip_prefix('-')
        .map_or(("", mantissa), |rest| ("-", rest));
    let (first, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    f.write_str(sign)?;
    let significant = i32::try_from((1 + fraction.len()).max(SIGNIFICANT)).unwrap_or(i32::MAX);
    let precision = whole_digits.unwrap_or(significant);
    let places = exponent.unsigned_abs() as usize;
    let is_too_long = exponent < 0 && places + 1 + fraction.len() > MOST_DIGITS;
    let is_cut = is_too_long && whole_digits.is_none();
    if exponent < -4 || exponent >= precision || is_cut {
        let point = if fraction.is_empty() { "" } else { "." };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return write!(
            f,
            "{first}{point}{fraction}e{exponent_sign}{:02}",
            exponent.unsigned_abs()
        );
    }
    if exponent < 0 {
        return write!(f, "0.{:0>width$}{first}{fraction}", "", width = places - 1);
    }
    let whole_digits = places.min(fraction.len());
    let (whole, rest) = fraction.split_at(whole_digits);
    write!(
        f,
        "{first}{whole}{:0>width$}",
        "",
        width = places - whole_digits
    )?;
    if rest.is_empty() {
        Ok(())
    } else {
        write!(f, ".{rest}")
    }
}

/// A buffer for one float; writing more is an error.
struct StackText {
    bytes: [u8; 48],
    length: usize,
}

impl Default for StackText {
    fn default() -> Self {
        Self {
            bytes: [0; 48],
            length: 0,
        }
    }
}

impl StackText {
    fn as_str(&self) -> &str {
        self.bytes
            .get(..self.length)
            .and_then(|bytes| core::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    fn contains(&self, signs: [char; 2]) -> bool {
        self.as_str().contains(signs)
    }
}

impl Write for StackText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes
            .get_mut(self.length..end)
            .ok_or(fmt::Error)?
            .copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// Writes a value of components, `Vector2( 1, 2 )`, or the flattened components of a pool array.
fn numbers<L: Layout>(f: &mut Formatter<'_>, kind: Kind, numbers: &dyn Numbers) -> fmt::Result {
    // Pandemonium writes Projection without the spaces.
    let space = match kind {
        Kind::Projection => "",
        _ => L::TEXT_FORM.space(),
    };
    write!(f, "{}({space}", L::name_of(kind))?;
    let mut comma = "";
    let mut result = Ok(());
    numbers.visit(&mut |component| {
        result = result.and_then(|()| {
            f.write_str(comma)?;
            number::<L>(f, component)
        });
        comma = ", ";
    });
    result?;
    write!(f, "{space})")
}

/// Writes a String, with only quotes and backslashes escaped.
fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    quoted(f, text, |c| match c {
        '"' | '\\' => Some(c),
        _ => None,
    })
}

/// Writes a name or a pool string: control characters and the punctuation that C escapes are
/// escaped, too.
fn escaped<L: Layout>(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let is_godot4 = L::TEXT_FORM == TextForm::Godot4;
    let is_exact = f.alternate() && !is_godot4;
    quoted(f, text, |c| match c {
        '"' | '\\' | '\'' => Some(c),
        '?' if !is_godot4 => Some(c),
        // `str2var` parses these two escapes of `var2str` as the letters a and v.
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

fn quoted(f: &mut Formatter<'_>, text: &str, escape: impl Fn(char) -> Option<char>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match escape(c) {
            Some(letter) => write!(f, "\\{letter}")?,
            None => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Writes a PoolStringArray.
fn pool_strings<L: Layout, T: AsRef<str>>(f: &mut Formatter<'_>, elements: &[T]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "{}({space}", L::name_of(Kind::PoolStringArray))?;
    for (index, element) in elements.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        escaped::<L>(f, element.as_ref())?;
    }
    write!(f, "{space})")
}

/// Writes a StringName.
fn string_name<L: Layout>(f: &mut Formatter<'_>, name: &str) -> fmt::Result {
    f.write_char(if L::TEXT_FORM == TextForm::Godot4 {
        '&'
    } else {
        '@'
    })?;
    escaped::<L>(f, name)
}

/// Writes a NodePath.
fn node_path<L: Layout>(f: &mut Formatter<'_>, path: &impl Display) -> fmt::Result {
    write!(f, "{}(", L::name_of(Kind::NodePath))?;
    escaped::<L>(f, &alloc::format!("{path}"))?;
    f.write_char(')')
}

/// Writes an Array.
fn array<L: Layout, V: Display>(f: &mut Formatter<'_>, elements: &[V]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "[{space}")?;
    for (index, element) in elements.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        element.fmt(f)?;
    }
    write!(f, "{space}]")
}

/// Writes a typed array: `TypedArray( "int", [ 1, 2 ] )`, or `TypedArray( [ 1, 2 ] )` without an element type.
///
/// No engine output was available for comparison. The constructor and the spaces follow the other
/// types; the string is the argument that scripts pass to the constructor.
fn typed_array<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    kind: Kind,
    value: &TypedArray<V>,
) -> fmt::Result {
    write!(f, "{}( ", L::name_of(kind))?;
    match &value.element {
        ElementType::Any => {}
        ElementType::Kind(element) => write!(f, "\"{}\", ", L::name_of(*element))?,
        ElementType::Class(class) | ElementType::Script(class) => {
            escaped::<L>(f, class)?;
            f.write_str(", ")?;
        }
    }
    array::<L, V>(f, &value.values)?;
    f.write_str(" )")
}

/// Writes an Array with a declared type: `Array[int]([1, 2])`.
fn declared_array<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    value: &TypedArray<V>,
) -> fmt::Result {
    write!(f, "{}[", L::name_of(Kind::Array))?;
    declared::<L>(f, &value.element)?;
    f.write_str("](")?;
    array::<L, V>(f, &value.values)?;
    f.write_char(')')
}

/// Writes a Dictionary with declared types: `Dictionary[String, Variant]({})`.
fn declared_dictionary<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    value: &TypedDictionary<V>,
) -> fmt::Result {
    write!(f, "{}[", L::name_of(Kind::Dictionary))?;
    declared::<L>(f, &value.key)?;
    f.write_str(", ")?;
    declared::<L>(f, &value.value)?;
    f.write_str("](")?;
    dictionary::<L, V>(f, &value.entries)?;
    f.write_char(')')
}

/// Writes a declared type as in a script; a script as the engine loads it.
fn declared<L: Layout>(f: &mut Formatter<'_>, element: &ElementType) -> fmt::Result {
    match element {
        ElementType::Any => f.write_str(ANY),
        ElementType::Kind(kind) => f.write_str(L::name_of(*kind)),
        ElementType::Class(name) => {
            class(f, name, is_name(name) && named_type::<L>(name).is_none())
        }
        ElementType::Script(path) => {
            write!(f, "{SCRIPT}(")?;
            string(f, path)?;
            f.write_char(')')
        }
    }
}

/// The constructor of a declared script.
pub(crate) const SCRIPT: &str = "Resource";

/// The declared type of any value.
const ANY: &str = "Variant";

/// Returns the declared type with a name; `None` if it is a class.
pub(crate) fn named_type<L: Layout>(name: &str) -> Option<ElementType> {
    if name == ANY {
        return Some(ElementType::Any);
    }
    let table = L::TYPES.iter().find(|table| table.name == name)?;
    Some(table.kind.into())
}

/// Writes the name of a class; in quotes if it is not a class of the engine, so that it can be parsed.
fn class(f: &mut Formatter<'_>, name: &str, is_plain: bool) -> fmt::Result {
    if is_plain {
        f.write_str(name)
    } else {
        string(f, name)
    }
}

/// Writes a Dictionary, one entry per line. The engine sorts the keys; here they keep their order.
fn dictionary<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    dictionary: &Dictionary<V>,
) -> fmt::Result {
    let is_empty_line = L::TEXT_FORM == TextForm::Godot4 && dictionary.is_empty();
    f.write_str(if is_empty_line { "{" } else { "{\n" })?;
    for (index, (key, value)) in dictionary.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ",\n" })?;
        key.fmt(f)?;
        f.write_str(": ")?;
        value.fmt(f)?;
    }
    // Godot 3 writes a line for no entries.
    let is_closed_at_once = dictionary.is_empty() && L::TEXT_FORM != TextForm::Godot3;
    f.write_str(if is_closed_at_once { "}" } else { "\n}" })
}

/// Writes an Object; an id in the form of the engine's wrapper, `EncodedObjectAsID`.
fn object<V: Display>(f: &mut Formatter<'_>, object: &Object<V>) -> fmt::Result {
    match object {
        _ if object.is_null() => f.write_str("null"),
        Object::Id(id) => writeln!(
            f,
            "Object({ID_CLASS},\"{ID_PROPERTY}\":{},\"script\":null)",
            id.cast_signed()
        ),
        Object::Whole(object) => {
            f.write_str("Object(")?;
            class(f, &object.class, is_name(&object.class))?;
            // `str2var` needs the comma even if nothing follows.
            f.write_str(if object.properties.is_empty() {
                ","
            } else {
                ""
            })?;
            for (name, value) in &object.properties {
                f.write_char(',')?;
                string(f, name)?;
                f.write_char(':')?;
                value.fmt(f)?;
            }
            f.write_str(")\n")
        }
    }
}

/// Writes a RID: in layouts without ids nothing, like the engine; in the alternate form `null`, which
/// `str2var` can parse.
fn id<L: Layout>(f: &mut Formatter<'_>, kind: Kind, id: u64) -> fmt::Result {
    match (L::TEXT_FORM, id) {
        (TextForm::Godot4, 0) => write!(f, "{}()", L::name_of(kind)),
        // The engine writes the id with a sign.
        (TextForm::Godot4, id) => write!(f, "{}({})", L::name_of(kind), id.cast_signed()),
        _ => f.write_str(if f.alternate() { "null" } else { "" }),
    }
}

#[cfg(test)]
mod tests;
