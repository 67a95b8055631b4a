//! Other formats and other implementations, on the same data: each in its fastest form that its documentation leads to.

pub mod bincode;
pub mod bitcode;
pub mod ciborium;
pub mod godot_binary_serialization;
pub mod json;
pub mod message_pack;
pub mod plain;
pub mod postcard;
pub mod rkyv;

use crate::contestant::Contestants;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A type that every typed peer takes.
pub(crate) trait Plain:
    Serialize
    + DeserializeOwned
    + ::bincode::Encode
    + ::bincode::Decode<()>
    + ::bitcode::Encode
    + ::bitcode::DecodeOwned
    + rkyv::Archived
    + PartialEq
    + Debug
    + Clone
    + 'static
{
}

impl<T> Plain for T where
    T: Serialize
        + DeserializeOwned
        + ::bincode::Encode
        + ::bincode::Decode<()>
        + ::bitcode::Encode
        + ::bitcode::DecodeOwned
        + rkyv::Archived
        + PartialEq
        + Debug
        + Clone
        + 'static
{
}

/// Every format, typed where it is, and as values of any type.
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

/// As values of any type.
pub(crate) fn dynamic<T: Serialize>(list: &mut Contestants<'_>, value: &T) {
    message_pack::dynamic(list, value);
    json::dynamic(list, value);
}
