//! Other formats and crates with the same data, each called in its fastest documented form.

pub mod bincode;
pub mod bitcode;
pub mod ciborium;
pub mod godot_binary_serialization;
pub mod json;
pub mod message_pack;
pub mod plain;
pub mod postcard;
pub mod rkyv;
mod traits;

use crate::contestant::Contestants;
use serde::Serialize;
use traits::Plain;

/// Adds every format, with structs and with values of any type.
pub(crate) fn all<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    message_pack::typed(list, value);
    postcard::typed(list, value);
    bincode::typed(list, value);
    bitcode::typed(list, value);
    rkyv::typed(list, value);
    ciborium::typed(list, value);
    json::typed(list, value);
    dynamic(list, value);
}

/// Adds the formats with values of any type.
pub(crate) fn dynamic<T: Serialize>(list: &mut Contestants<'_>, value: &T) {
    message_pack::dynamic(list, value);
    json::dynamic(list, value);
}
