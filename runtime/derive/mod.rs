// The layer after `serde`: uses only layers that precede it.

//! The functions and traits that expansions of `#[derive(Variant)]` call.
//!
//! The module is public for expansions in other crates, and hidden because its items may change in
//! any release.

mod again;
mod conversion;
mod each;
mod elements;
mod fields;
mod forms;
mod record;
mod remaining;
mod similar;
mod tagged;
mod text;
mod typed;

pub use again::{Attempts, again};
pub use conversion::{
    Failed, FailedWithMessage, absent, decode_from, decode_try_from, encode_into,
};
pub use each::{DecodeEach, EncodeEach};
pub use elements::Elements;
pub use fields::{AnyLayout, DecodeField, Derived, EncodeField, FieldType, InLayout, NotInLayout};
pub use forms::{
    AsNodePath, AsPacked, AsStringName, DecodeAs, EncodeAs, EncodeBy, InForm, PackedField,
    fits_packed,
};
pub use record::{
    CycleGuard, DictionaryReader, Names, ReadFields, ReservedKeys, Run, WithFields, WriteFields,
    missing_key,
};
pub use tagged::{
    Numbers, Payload, VariantNames, adjacent, alone, array, distinct, external, internal, number,
    skipped_variant,
};
pub use text::{key, key_length};
pub use typed::{AsTyped, TypedField, fits_typed};

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
