//! The bounds on types that typed peers encode and decode.

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A type that every typed peer supports.
pub(crate) trait Plain:
    serde::Serialize
    + DeserializeOwned
    + bincode::Encode
    + bincode::Decode<()>
    + bitcode::Encode
    + bitcode::DecodeOwned
    + Archived
    + PartialEq
    + Debug
    + Clone
    + 'static
{
}

impl<T> Plain for T where
    T: serde::Serialize
        + DeserializeOwned
        + bincode::Encode
        + bincode::Decode<()>
        + bitcode::Encode
        + bitcode::DecodeOwned
        + Archived
        + PartialEq
        + Debug
        + Clone
        + 'static
{
}

/// A type that rkyv encodes, validates and decodes.
pub(crate) trait Archived:
    Sized
    + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
    + Archive<
        Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                      + Deserialize<Self, HighDeserializer<Error>>,
    >
{
}

impl<T> Archived for T where
    T: for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
        + Archive<
            Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                          + Deserialize<T, HighDeserializer<Error>>,
        >
{
}
