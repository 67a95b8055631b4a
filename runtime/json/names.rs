//! The names of the form: an object that has one of them as its only key is no Dictionary.

use super::alone::ALONE;
use super::number::NUMBER_TOKEN;
use crate::Layout;
use crate::kinds::{TYPE_NAMES, TypeName};
use alloc::format;
use alloc::string::String;

/// The key of a float that JSON cannot say as a number.
///
/// It has this name in every layout, whatever the layout calls its floats.
pub(super) const FLOAT: &str = "float";

/// Whether an object with this as its only key is no Dictionary.
///
/// The names of all layouts count, whether they are built in or not: else a file of one layout could be mistaken in another, and what is
/// written would depend on the crate's features.
pub(crate) fn is_reserved(name: &str) -> bool {
    name == FLOAT || name == NUMBER_TOKEN || name.starts_with(ALONE) || type_name(name).is_some()
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
    match L::table_of(known.kind) {
        Some(table) => format!(
            "the layout {layout} has no {name}; it calls it {}",
            table.name
        ),
        None => format!(
            "the layout {layout} has no {name}; {} has",
            known.layouts.join(", ")
        ),
    }
}
