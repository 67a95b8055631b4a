//! The JSON form of a Variant: lossless and readable.
//!
//! `write` serializes the form. Deserializing uses `read` (the values in the order of the input),
//! `untyped` (values whose type is not known before the next key) and `content` (the content that
//! follows a type's name). In a layout's own format, values pass through serde as bytes, see
//! [`channel`](super::channel): values of one layout in `raw`, values that all layouts share in
//! `shared`.

mod components;
pub(super) mod content;
mod names;
mod number;
mod raw;
mod read;
pub(super) mod shared;
mod untyped;
pub(super) mod write;

use crate::dictionary::KeyEquality;
pub(crate) use crate::serde::channel::{Envelope, deserialize_shared};
use crate::value::build::Build;
use crate::value::view::AsView;
use crate::{DecodeError, Dictionary, Engine, NodePath, Object, Packed, TypedArray};
use alloc::string::String;
use alloc::vec::Vec;
pub(in crate::serde) use components::Shape;
pub(crate) use content::BodyType;
pub use names::JSON_VERSION;
pub(crate) use names::{TYPE_NAME, absent, equal_key_name, is_reserved};
pub(crate) use raw::serialize;
pub(crate) use read::{ValueVisitor, deserialize, deserialize_plain, deserialize_with};
pub(crate) use shared::{
    SharedFields, SharedPacked, fields_form, packed_form, record_form, shared_form, view_form,
};
pub(crate) use untyped::Untyped;
pub(in crate::serde) use write::{RecordForm, check_depth};

/// A Variant with a JSON form: owned or borrowed.
pub trait JsonVariant: AsView<Path: Clone + Into<NodePath>> {}

impl<V: AsView<Path: Clone + Into<NodePath>>> JsonVariant for V {}

/// An owned Variant, as deserializing returns it.
pub trait Value:
    Build
    + KeyEquality
    + From<()>
    + From<bool>
    + From<i64>
    + From<f64>
    + From<String>
    + From<NodePath>
    + From<Packed<Vec<u8>>>
    + From<Packed<Vec<String>>>
    + TryInto<Object<Self>, Error = DecodeError>
    + TryInto<Dictionary<Self>, Error = DecodeError>
    + TryInto<TypedArray<Self>, Error = DecodeError>
{
    /// Decodes the bytes of a value that a layout with this Variant has validated, given the index
    /// of the layout.
    ///
    /// Returns `None` if the values of the layout have another precision.
    fn decode_validated(layout: usize, bytes: &[u8]) -> Option<Result<Self, DecodeError>>;
}

/// A layout as a format of serde; implemented for every [`Engine`].
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::serde::{self, SerdeLayout};
///
/// fn bytes<E: SerdeLayout>() -> Result<Vec<u8>, gdvariant::EncodeError> {
///     serde::to_vec::<E, _>(&true)
/// }
///
/// assert_eq!(bytes::<gdvariant::Godot4>()?.len(), 8);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SerdeLayout: Engine<Variant: Value> {}

impl<E: Engine<Variant: Value>> SerdeLayout for E {}
