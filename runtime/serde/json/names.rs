//! Lookup of names of the JSON form.

use super::mark::plain_name;
use crate::Layout;
use crate::error::kinds::{TYPE_NAMES, TypeName};
use alloc::format;
use alloc::string::String;

/// Returns whether a name is reserved.
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
