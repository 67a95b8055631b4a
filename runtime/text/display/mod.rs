//! Formats values like the engine's `var2str`.
//!
//! Floats are formatted as in the layout's engine: Godot 3 narrows them to 32 bits and writes six
//! digits. The alternate form (`{:#}`) writes every digit, and infinities in a form that `str2var`
//! can parse.
//!
//! Source: `VariantWriter` in `core/variant_parser.cpp` of Godot 3.6; measured in Godot 3.2.3.

use crate::error::is_identifier;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY, TextForm};
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::number::Number;
use crate::{Dictionary, ElementType, Kind, Layout, Object, TypedArray};
use core::fmt::{self, Display, Formatter, Write};
use float::FloatText;

mod float;

/// Formats any value of the layout `L`.
pub(crate) fn variant<L: Layout, V: AsView + Display>(
    f: &mut Formatter<'_>,
    value: &V,
) -> fmt::Result {
    match value.view() {
        View::Nil => f.write_str("null"),
        View::Record(kind, record) => self::record::<L>(f, kind, record),
        View::Bool(value) => write!(f, "{value}"),
        View::Int(value) => write!(f, "{value}"),
        View::Float(value) => float::standalone::<L>(f, value),
        View::Text(Kind::StringName, text) => string_name::<L>(f, text),
        View::Text(_, text) => string(f, text),
        View::Fields(kind, components) | View::Pool(kind, components) => {
            numbers::<L>(f, kind, components)
        }
        View::PoolText(texts) => strings::<L, _>(f, texts),
        View::NodePath(path) => node_path::<L>(f, path),
        View::Object(value) => object(f, value),
        View::Dictionary(value) => dictionary::<L, V>(f, value),
        View::Array(elements) => array::<L, V>(f, elements),
        View::TypedArray(Kind::Array, value) => {
            typed::<L>(f, Kind::Array, &[&value.element], |f| {
                array::<L, V>(f, &value.values)
            })
        }
        View::TypedArray(kind, value) => typed_array::<L, V>(f, kind, value),
        View::TypedDictionary(value) => {
            let declared = [&value.key, &value.value];
            typed::<L>(f, Kind::Dictionary, &declared, |f| {
                dictionary::<L, V>(f, &value.entries)
            })
        }
    }
}

/// Formats a value with components, such as `Vector2( 1, 2 )`, or a pool array.
///
/// The components of all elements of a pool array are flattened into one list.
fn numbers<L: Layout>(f: &mut Formatter<'_>, kind: Kind, numbers: &dyn Numbers) -> fmt::Result {
    let space = if kind.info().is_unspaced {
        ""
    } else {
        L::TEXT_FORM.space()
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

/// Formats a component.
fn number<L: Layout>(f: &mut Formatter<'_>, number: Number) -> fmt::Result {
    match number {
        Number::Int(value) => write!(f, "{value}"),
        Number::Single(value) => FloatText::new::<L>(f, value.into(), true).fmt(f),
        Number::Double(value) => FloatText::new::<L>(f, value, false).fmt(f),
    }
}

/// Formats a record.
///
/// If the layout lacks all fields, the engine writes nothing. The alternate form then writes
/// `null`, which `str2var` can parse.
fn record<L: Layout>(f: &mut Formatter<'_>, kind: Kind, record: &dyn Record) -> fmt::Result {
    let is_named = kind.info().prints_name;
    let has_rows = L::table_of(kind).is_some_and(|table| !table.tables.is_empty());
    if !is_named && !has_rows {
        return f.write_str(if f.alternate() { "null" } else { "" });
    }
    write!(f, "{}(", L::name_of(kind))?;
    if !is_named && !record.is_default() {
        list(f, ", ", record.fields(), |f, (_, value)| match value {
            RecordField::Text(text) => string(f, text),
            // The engine writes ids as signed integers.
            RecordField::Int(value) => write!(f, "{}", RecordField::<&str>::signed(value)),
            RecordField::Float(value) => number::<L>(f, Number::Double(value)),
        })?;
    }
    f.write_str(")")
}

/// Formats items with a separator between them.
fn list<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        f.write_str(if index == 0 { "" } else { separator })?;
        write(f, item)?;
    }
    Ok(())
}

/// Implements `Display` for a layout's `Variant` or `VariantRef`.
macro_rules! display_form {
    ($variant:ty, $marker:ident) => {
        /// Formats the value like the engine's `var2str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: use
        /// [`Escaped`](crate::Escaped) to print untrusted values to a terminal or a log.
        impl core::fmt::Display for $variant {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::text::display::variant::<$marker, Self>(f, self)
            }
        }
    };
}

pub(crate) use display_form;

/// Formats an Array.
fn array<L: Layout, V: Display>(f: &mut Formatter<'_>, elements: &[V]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "[{space}")?;
    list(f, ", ", elements, |f, element| element.fmt(f))?;
    write!(f, "{space}]")
}

/// Formats a Dictionary, one entry per line. The engine sorts the keys; this function keeps their
/// order.
fn dictionary<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    dictionary: &Dictionary<V>,
) -> fmt::Result {
    let is_empty_line = L::TEXT_FORM == TextForm::Godot4 && dictionary.is_empty();
    f.write_str(if is_empty_line { "{" } else { "{\n" })?;
    list(f, ",\n", dictionary, |f, (key, value)| {
        key.fmt(f)?;
        f.write_str(": ")?;
        value.fmt(f)
    })?;
    // In an empty Dictionary, Godot 3 writes an empty line.
    let is_closed_at_once = dictionary.is_empty() && L::TEXT_FORM != TextForm::Godot3;
    f.write_str(if is_closed_at_once { "}" } else { "\n}" })
}

/// Formats an Object; an id has the form of the engine's wrapper, `EncodedObjectAsID`.
fn object<V: Display>(f: &mut Formatter<'_>, object: &Object<V>) -> fmt::Result {
    match object {
        _ if object.is_null() => f.write_str("null"),
        Object::Id(id) => writeln!(
            f,
            "Object({ID_CLASS},\"{ID_PROPERTY}\":{},\"script\":null)",
            id.cast_signed()
        ),
        Object::Full(object) => {
            f.write_str("Object(")?;
            class(f, &object.class, is_identifier(&object.class))?;
            // `str2var` needs the comma even without properties.
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

/// Formats the name of a class, in quotes unless `is_plain`, so that any name can be parsed.
fn class(f: &mut Formatter<'_>, name: &str, is_plain: bool) -> fmt::Result {
    if is_plain {
        f.write_str(name)
    } else {
        string(f, name)
    }
}

/// Formats a typed array of Pandemonium, such as `TypedArray( "int", [ 1, 2 ] )`.
///
/// Without an element type, the form is `TypedArray( [ 1, 2 ] )`.
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

/// Formats a typed container, such as `Array[int]([1])` or `Dictionary[int, String]({1: "one"})`.
fn typed<L: Layout>(
    f: &mut Formatter<'_>,
    kind: Kind,
    declared: &[&ElementType],
    content: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{}[", L::name_of(kind))?;
    list(f, ", ", declared, |f, element| type_name::<L>(f, element))?;
    f.write_str("](")?;
    content(f)?;
    f.write_char(')')
}

/// Formats a declared type as in scripts; a script is written as `Resource("path")`.
fn type_name<L: Layout>(f: &mut Formatter<'_>, element: &ElementType) -> fmt::Result {
    match element {
        ElementType::Any => f.write_str(ANY),
        ElementType::Kind(kind) => f.write_str(L::name_of(*kind)),
        ElementType::Class(name) => class(
            f,
            name,
            is_identifier(name) && named_type::<L>(name).is_none(),
        ),
        ElementType::Script(path) => {
            write!(f, "{SCRIPT}(")?;
            string(f, path)?;
            f.write_char(')')
        }
    }
}

/// The constructor of a declared script.
pub(crate) const SCRIPT: &str = "Resource";

/// The name of the declared type that accepts any value.
const ANY: &str = "Variant";

/// Returns the declared type with a name, or `None` for the name of a class.
pub(crate) fn named_type<L: Layout>(name: &str) -> Option<ElementType> {
    if name == ANY {
        return Some(ElementType::Any);
    }
    let number = L::NAMES.iter().position(|known| *known == name)?;
    Some(L::KINDS[number].into())
}

/// Formats a String, with only double quotes and backslashes escaped.
fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    quoted(f, text, |c| match c {
        '"' | '\\' => Some(c),
        _ => None,
    })
}

/// Formats a string in a name or a pool array, escaping control characters like C.
///
/// Quotes, backslashes and, except in Godot 4, question marks are escaped as well.
fn escaped<L: Layout>(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let is_godot4 = L::TEXT_FORM == TextForm::Godot4;
    let is_exact = f.alternate() && !is_godot4;
    quoted(f, text, |c| match c {
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

/// Formats a PackedStringArray.
fn strings<L: Layout, T: AsRef<str>>(f: &mut Formatter<'_>, elements: &[T]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "{}({space}", L::name_of(Kind::PackedStringArray))?;
    list(f, ", ", elements, |f, element| {
        escaped::<L>(f, element.as_ref())
    })?;
    write!(f, "{space})")
}

/// Formats a StringName.
fn string_name<L: Layout>(f: &mut Formatter<'_>, name: &str) -> fmt::Result {
    f.write_char(if L::TEXT_FORM == TextForm::Godot4 {
        '&'
    } else {
        '@'
    })?;
    escaped::<L>(f, name)
}

/// Formats a NodePath.
fn node_path<L: Layout>(f: &mut Formatter<'_>, path: &impl Display) -> fmt::Result {
    write!(f, "{}(", L::name_of(Kind::NodePath))?;
    escaped::<L>(f, &alloc::format!("{path}"))?;
    f.write_char(')')
}
