//! Containers with declared types.

use super::{containers, strings};
use crate::error::is_identifier;
use crate::{ElementType, Kind, Layout, TypedArray, TypedDictionary};
use core::fmt::{self, Display, Formatter, Write};

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
    containers::array::<L, V>(f, &value.values)?;
    f.write_str(" )")
}

/// Writes an Array with a declared type: `Array[int]([1, 2])`.
pub(super) fn array<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    value: &TypedArray<V>,
) -> fmt::Result {
    write!(f, "{}[", L::name_of(Kind::Array))?;
    type_name::<L>(f, &value.element)?;
    f.write_str("](")?;
    containers::array::<L, V>(f, &value.values)?;
    f.write_char(')')
}

/// Writes a Dictionary with declared types: `Dictionary[String, Variant]({})`.
pub(super) fn dictionary<L: Layout, V: Display>(
    f: &mut Formatter<'_>,
    value: &TypedDictionary<V>,
) -> fmt::Result {
    write!(f, "{}[", L::name_of(Kind::Dictionary))?;
    type_name::<L>(f, &value.key)?;
    f.write_str(", ")?;
    type_name::<L>(f, &value.value)?;
    f.write_str("](")?;
    containers::dictionary::<L, V>(f, &value.entries)?;
    f.write_char(')')
}

/// Writes a declared type as in a script; a script as the engine loads it.
fn type_name<L: Layout>(f: &mut Formatter<'_>, element: &ElementType) -> fmt::Result {
    match element {
        ElementType::Any => f.write_str(ANY),
        ElementType::Kind(kind) => f.write_str(L::name_of(*kind)),
        ElementType::Class(name) => containers::class(
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
