//! Formats values like the engine's `var2str`.
//!
//! Floats are narrowed to 32 bits and written with six digits, like in the engine. The alternate
//! form (`{:#}`) writes every digit, and writes infinities so that `str2var` can parse them.
//!
//! Source: `VariantWriter` in `core/variant_parser.cpp` of Godot 3.6; measured in Godot 3.2.3.

mod containers;
mod float;
mod strings;

use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::number::Number;
use crate::{Kind, Layout};
pub(crate) use containers::{SCRIPT, named_type};
use core::fmt::{self, Display, Formatter};
use float::FloatText;

/// Writes any value of the layout `L`.
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
        View::Text(Kind::StringName, text) => strings::name::<L>(f, text),
        View::Text(_, text) => strings::plain(f, text),
        View::Fields(kind, components) | View::Pool(kind, components) => {
            numbers::<L>(f, kind, components)
        }
        View::PoolText(texts) => strings::pool::<L, _>(f, texts),
        View::NodePath(path) => strings::node_path::<L>(f, path),
        View::Object(value) => containers::object(f, value),
        View::Dictionary(value) => containers::dictionary::<L, V>(f, value),
        View::Array(elements) => containers::array::<L, V>(f, elements),
        View::TypedArray(Kind::Array, value) => {
            containers::typed::<L>(f, Kind::Array, &[&value.element], |f| {
                containers::array::<L, V>(f, &value.values)
            })
        }
        View::TypedArray(kind, value) => containers::typed_array::<L, V>(f, kind, value),
        View::TypedDictionary(value) => {
            let declared = [&value.key, &value.value];
            containers::typed::<L>(f, Kind::Dictionary, &declared, |f| {
                containers::dictionary::<L, V>(f, &value.entries)
            })
        }
    }
}

/// Writes a value of components, `Vector2( 1, 2 )`, or the flattened components of a pool array.
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

/// Writes a component.
fn number<L: Layout>(f: &mut Formatter<'_>, number: Number) -> fmt::Result {
    match number {
        Number::Int(value) => write!(f, "{value}"),
        Number::Single(value) => FloatText::new::<L>(f, value.into(), true).fmt(f),
        Number::Double(value) => FloatText::new::<L>(f, value, false).fmt(f),
    }
}

/// Writes a record: like the engine nothing if the layout lacks all fields; in the alternate form
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
            RecordField::Text(text) => strings::plain(f, text),
            // The engine writes ids with a sign.
            RecordField::Int(value) => write!(f, "{}", RecordField::<&str>::signed(value)),
            RecordField::Float(value) => number::<L>(f, Number::Double(value)),
        })?;
    }
    f.write_str(")")
}

/// Writes items with a separator between them.
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

/// Implements the formatting of a layout's `Variant` or `VariantRef`.
macro_rules! display_form {
    ($variant:ty, $marker:ident) => {
        /// Formats the value like the engine's `var2str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: print
        /// values of a peer to a terminal or a log through [`Escaped`](crate::Escaped).
        impl core::fmt::Display for $variant {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::text::display::variant::<$marker, Self>(f, self)
            }
        }
    };
}

pub(crate) use display_form;
