//! The JSON form of a Variant: lossless and readable.
//!
//! `write` serializes the form. Deserializing uses `read` (the values in the order of the input) and
//! `content` (the content that follows a type's name); `components` has numbers and the structure of
//! content in both directions. `shared` has the types that all layouts share, which a layout's own
//! format encodes as themselves; `typed` is the side of the format. `plain` has values without the
//! names of types.

mod components;
mod content;
mod names;
pub(crate) mod plain;
mod read;
mod shared;
pub(in crate::serde) mod typed;
mod write;

pub(crate) use write::{FieldsBody, LeafBody, serialize_leaf};

use crate::codec::variant::DecodeInPlace;
use crate::value::view::Build;
pub use names::JSON_VERSION;
pub(in crate::serde) use names::{
    DICTIONARY_NAME, TYPE_NAME, TYPED, equal_key_name, layout_token, reserved,
};
pub(in crate::serde) use read::any_name;
pub(crate) use read::deserialize;
pub(in crate::serde) use shared::SHARED;
pub(crate) use shared::{
    SharedValue, deserialize_shared, fields_form, packed_form, record_form, serialize, shared_form,
    view_form,
};

/// An owned Variant, as deserializing returns it.
pub trait Value: Build + for<'de> DecodeInPlace<'de> {}

impl<V: Build + for<'de> DecodeInPlace<'de>> Value for V {}
