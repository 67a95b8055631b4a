//! Containers, and Objects.

use super::{list, strings};
use crate::error::is_identifier;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY, TextForm};
use crate::{Dictionary, ElementType, Kind, Layout, Object, TypedArray};
use core::fmt::{self, Display, Formatter, Write};

/// Writes an Array.
pub(super) fn array<L: Layout, V: Display>(f: &mut Formatter<'_>, elements: &[V]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "[{space}")?;
    list(f, ", ", elements, |f, element| element.fmt(f))?;
    write!(f, "{space}]")
}

/// Writes a Dictionary, one entry per line. The engine sorts the keys; here they keep their order.
pub(super) fn dictionary<L: Layout, V: Display>(
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
    // Godot 3 writes a line for no entries.
    let is_closed_at_once = dictionary.is_empty() && L::TEXT_FORM != TextForm::Godot3;
    f.write_str(if is_closed_at_once { "}" } else { "\n}" })
}

/// Writes an Object; an id in the form of the engine's wrapper, `EncodedObjectAsID`.
pub(super) fn object<V: Display>(f: &mut Formatter<'_>, object: &Object<V>) -> fmt::Result {
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
            // `str2var` needs the comma even if nothing follows.
            f.write_str(if object.properties.is_empty() {
                ","
            } else {
                ""
            })?;
            for (name, value) in &object.properties {
                f.write_char(',')?;
                strings::plain(f, name)?;
                f.write_char(':')?;
                value.fmt(f)?;
            }
            f.write_str(")\n")
        }
    }
}

/// Writes the name of a class; in quotes if it is not a class of the engine, so that it can be
/// parsed.
fn class(f: &mut Formatter<'_>, name: &str, is_plain: bool) -> fmt::Result {
    if is_plain {
        f.write_str(name)
    } else {
        strings::plain(f, name)
    }
}

/// Writes a typed array: `TypedArray( "int", [ 1, 2 ] )`, or `TypedArray( [ 1, 2 ] )` without an
/// element type.
///
/// No engine output was available for comparison. The constructor and the spaces follow the other
/// types; the string is the argument that scripts pass to the constructor.
pub(super) fn typed_array<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    kind: Kind,
    value: &TypedArray<V>,
) -> fmt::Result {
    write!(f, "{}( ", L::name_of(kind))?;
    match &value.element {
        ElementType::Any => {}
        ElementType::Kind(element) => write!(f, "\"{}\", ", L::name_of(*element))?,
        ElementType::Class(class) | ElementType::Script(class) => {
            strings::escaped::<L>(f, class)?;
            f.write_str(", ")?;
        }
    }
    array::<L, V>(f, &value.values)?;
    f.write_str(" )")
}

/// Writes `Array[int]([1])` or `Dictionary[int, String]({1: "one"})`.
pub(super) fn typed<L: Layout>(
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

/// Writes a declared type as in a script; a script as the engine loads it.
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
            strings::plain(f, path)?;
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
