//! Containers, and Objects.

use super::{list, strings};
use crate::error::is_identifier;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY, TextForm};
use crate::{Dictionary, Layout, Object};
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
pub(super) fn class(f: &mut Formatter<'_>, name: &str, is_plain: bool) -> fmt::Result {
    if is_plain {
        f.write_str(name)
    } else {
        strings::plain(f, name)
    }
}
