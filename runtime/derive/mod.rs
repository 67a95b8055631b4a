//! The functions and traits that expansions of `#[derive(Variant)]` call.
//!
//! The module is public for expansions in other crates, and hidden because its items may change in
//! any release.

mod attributes;
mod checks;
mod enums;
mod flatten;
mod structs;

pub use attributes::{
    AsNodePath, AsPacked, AsStringName, AsTyped, DecodeAs, DecodeEach, EncodeAs, EncodeBy,
    EncodeEach, EncodedAs, PackedField, TryFromError, TryFromErrorMessage, TypedField, absent,
    decode_from, encode_into, fits_packed, fits_typed,
};
pub use checks::{
    DecodeField, Derived, DerivedCheck, EncodeField, FieldType, InLayout, NotInLayout,
};
pub use enums::{
    Numbers, Payload, VariantNames, adjacent, alone, array, distinct, external, internal, number,
    skipped_variant, untagged,
};
pub use flatten::again;
pub use structs::{
    CycleGuard, DictionaryReader, Elements, Names, OwnsKeys, ReadFields, ReservedKeys, Run,
    WriteFields, key, key_length, missing_key,
};

pub use crate::{
    DeclaredType, Decode, DecodeError, DictionaryWriter, Encode, EncodeError, Engine, Kind, Reader,
    Segment, TypedLayout, Writer,
};
pub use core::clone::Clone;
pub use core::convert::{From, Into, TryFrom};
pub use core::default::Default;
pub use core::fmt::Display;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
