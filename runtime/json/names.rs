//! The names of the JSON form: an object with one of them as its only key is not a Dictionary.

use super::mark::plain_name;
use super::number::NUMBER_TOKEN;
use crate::Layout;
use crate::kinds::{TYPE_NAMES, TypeName};
use alloc::format;
use alloc::string::String;

/// The key of a float that JSON cannot say as a number.
///
/// It has this name in every layout, whatever the layout calls its floats.
pub(super) const FLOAT: &str = "float";

/// The reserved names by index: an object with one of them as its only key is not a Dictionary.
///
/// The names of all layouts count, including those that are not built in. Otherwise a file of one layout could be misread in another, and
/// the output would depend on the crate's features.
pub(super) const fn reserved_names(index: usize) -> Option<&'static str> {
    match index {
        0 => Some(FLOAT),
        1 => Some(NUMBER_TOKEN),
        _ if index - 2 < TYPE_NAMES.len() => Some(TYPE_NAMES[index - 2].name),
        _ => None,
    }
}

/// Whether a name is reserved.
pub(super) fn is_reserved(name: &str) -> bool {
    plain_name(name).is_some()
}

pub(super) fn type_name(name: &str) -> Option<&'static TypeName> {
    TYPE_NAMES.iter().find(|known| known.name == name)
}

/// Why a layout cannot take a name that is reserved.
pub(crate) fn absent<L: Layout>(name: &str) -> String {
    let layout = L::NAME;
    let Some(known) = type_name(name) else {
        return format!("the layout {layout} has no {name}");
    };
    if let Some(table) = L::table_of(known.kind) {
        let own = table.name;
        return format!("the layout {layout} has no {name}; it calls it {own}");
    }
    let has = if known.layouts.len() == 1 {
        "has"
    } else {
        "have"
    };
    let layouts = known.layouts.join(", ");
    format!("the layout {layout} has no {name}; {layouts} {has}")
}
