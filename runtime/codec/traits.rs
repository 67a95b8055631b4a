//! The traits of layouts and of the values that they encode.

use crate::codec::variant::DecodeInPlace;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::value::build::Build;
use crate::value::view::AsView;
use crate::wire::cursor::Cursor;
use crate::wire::reader::{Header, Reader};
use crate::wire::writer::Writer;
use crate::{DecodeError, EncodeError, Kind};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};

/// An engine in one precision as a type, such as [`Godot4`](crate::Godot4).
///
/// Each engine also has a module with its functions, such as [`godot4`](crate::godot4), and a
/// [`Layout`] that describes its encoding. The trait is sealed: engines are generated from the
/// schema.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Engine, EngineVersion, Godot4};
///
/// fn title<E: Engine>() -> String {
///     format!("{}: {} types", E::LAYOUT.name, E::LAYOUT.types().len())
/// }
///
/// assert_eq!(title::<Godot4>(), "godot4: 39 types");
/// assert!(Godot4::LAYOUT.oldest <= EngineVersion::new(4, 3));
/// # }
/// ```
pub trait Engine: HasLayout + Debug + Eq + Send + Sync + 'static {
    /// Any value in the precision of the layout: [`Variant`](enum@crate::Variant) in single precision.
    type Variant: for<'de> DecodeInPlace<'de>
        + for<'de> Decode<'de, Self>
        + Encode<AnyEngine>
        + Encode<Self>
        + Build;

    /// Any value in the precision of the layout, borrowed from the input.
    type VariantRef<'de>: DecodeInPlace<'de>
        + Decode<'de, Self>
        + Encode<AnyEngine>
        + Encode<Self>
        + Into<Self::Variant>
        + Clone
        + PartialEq
        + Debug
        + Display
        + AsView;

    /// A component of a vector: `f32`, or `f64` in double precision.
    type Real: Debug + Copy;

    /// The layout of the values that the engine encodes.
    const LAYOUT: &'static Layout;
}

/// A value that can be encoded in the engine `E`.
///
/// A Rust type implements the trait only for layouts that can represent its values: `Vector4` is
/// not `Encode<Godot3>`, so a program that sends a Vector4 to Godot 3 does not compile.
///
/// ```
/// use gdvariant::{Encode, EncodeError, Engine, Writer};
///
/// struct Celsius(f64);
///
/// impl<E: Engine> Encode<E> for Celsius {
///     fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
///         self.0.encode(writer)
///     }
/// }
/// # #[cfg(feature = "godot4")]
/// assert_eq!(gdvariant::godot4::to_vec(&Celsius(1.5)).unwrap(), [3, 0, 0, 0, 0, 0, 0xc0, 0x3f]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{E}` cannot encode `{Self}`",
    label = "this is not a value of the layout `{E}`",
    note = "your own type needs `#[derive(gdvariant::Variant)]` or an implementation of `Encode<E>`; a field whose type is from another crate needs `#[variant(with = \"module\")]`",
    note = "a type that implements serde's `Serialize` is encoded by the layout's module `serde`, such as `gdvariant::godot4::serde::to_vec`, and is a field as `gdvariant::serde::Serde<T>`; both need the feature `serde`",
    note = "a type of glam needs the feature of gdvariant for its version, such as `glam-033` for glam 0.33"
)]
pub trait Encode<E: HasLayout> {
    /// Encodes the value: its header and its body.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot represent the value, see
    /// [`EncodeErrorKind`](crate::EncodeErrorKind). The bytes written so far stay in the writer, so
    /// implementations should return the errors of the writer. Functions such as
    /// [`to_vec`](crate::generic::to_vec) return an error even if an implementation ignores it.
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError>;

    /// Encodes the pre-encoded `key` of a field, then the value.
    ///
    /// Values of a fixed length write both in one call, which saves 15% of the instructions in the
    /// benchmark `snapshot/encode derive`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        writer.bytes(&key);
        self.encode(writer)
    }

    /// Encodes leading elements of an Array at once, and returns their number. If it is 0, the first
    /// element has to be encoded by itself. An element that cannot be encoded ends the batch, unless
    /// it is the first element.
    ///
    /// Encoding the elements one by one takes 3.8 times as many instructions in the benchmark
    /// `ints/encode derive`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline]
    fn encode_batch(elements: &[Self], writer: &mut Writer<'_, E>) -> Result<usize, EncodeError>
    where
        Self: Sized,
    {
        let _ = (elements, writer);
        Ok(0)
    }
}

/// A value that can be decoded from the engine `E`, borrowing from the input for `'de`.
///
/// Decoding coerces types that scripts commonly mix: an `f64` accepts an int that it represents
/// exactly, a `String` accepts a StringName, and a `Vec<T>` accepts an Array, a typed array or the
/// packed array of `T`. Any other mismatch is an error that names both types.
///
/// ```
/// use gdvariant::{Decode, DecodeError, Engine, Reader};
///
/// struct Celsius(f64);
///
/// impl<'de, E: Engine> Decode<'de, E> for Celsius {
///     fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
///         f64::decode(reader).map(Celsius)
///     }
/// }
/// # #[cfg(feature = "godot4")]
/// assert_eq!(gdvariant::godot4::from_slice::<Celsius>(&[2, 0, 0, 0, 7, 0, 0, 0]).unwrap().0, 7.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the layout `{E}`",
    label = "no value of the layout `{E}` becomes this",
    note = "your own type needs `#[derive(gdvariant::Variant)]` or an implementation of `Decode<'de, E>`; a field whose type is from another crate needs `#[variant(with = \"module\")]`",
    note = "a type that implements serde's `Deserialize` is decoded by the layout's module `serde`, such as `gdvariant::godot4::serde::from_slice`, and is a field as `gdvariant::serde::Serde<T>`; both need the feature `serde`",
    note = "a type of glam needs the feature of gdvariant for its version, such as `glam-033` for glam 0.33"
)]
pub trait Decode<'de, E: HasLayout>: Sized {
    /// What [`take_field`](Self::take_field) and the decoding of lists may rely on.
    #[doc(hidden)]
    const CURSOR_LEVELS: Option<u32> = None;

    /// Consumes a key and a value that has the most common encoding, or returns `None`; the cursor
    /// is then at an unspecified position.
    ///
    /// The value is that of strict decoding, whatever the position. Only fields of derived types
    /// are decoded with a key.
    #[doc(hidden)]
    #[inline]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        let _ = (cursor, key);
        None
    }

    /// Decodes one value: its header and its body.
    ///
    /// The implementation for a smart pointer of your own should call `Box::<T>::decode`.
    /// Otherwise, recursive types that never consume a byte overflow the stack instead of returning
    /// an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not such a value, see
    /// [`DecodeErrorKind`](crate::DecodeErrorKind). The reader is then at an unspecified position
    /// within the value.
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError>;

    /// Returns the value for a key that a Dictionary lacks, or `None` if the key is required.
    ///
    /// An `Option` returns `Some(None)`.
    fn absent() -> Option<Self> {
        None
    }

    /// Decodes `count` consecutive values and appends them: the elements of an Array.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decode`](Self::decode), with the index in the path.
    fn decode_elements(
        reader: &mut Reader<'de, E>,
        count: usize,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        for index in 0..count {
            elements.push(reader.element(index)?);
        }
        Ok(())
    }

    /// Decodes the body of a packed array, and appends its elements, converted to this type.
    ///
    /// # Errors
    ///
    /// The default implementation always returns an error, because the value is not an Array.
    fn decode_packed(
        reader: &mut Reader<'de, E>,
        header: Header,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        let _ = elements;
        Err(reader.wrong_type(header, &[Kind::Array]))
    }
}

/// A value that borrows nothing, so it can be decoded from any input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOwned, Godot4, godot4};
///
/// fn load<T: DecodeOwned<Godot4>>(bytes: Vec<u8>) -> Option<T> {
///     godot4::from_slice(&bytes).ok() // `bytes` is dropped here
/// }
///
/// assert_eq!(load(vec![2, 0, 0, 0, 7, 0, 0, 0]), Some(7));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the layout `{E}`",
    label = "no value of the layout `{E}` becomes this",
    note = "your own type needs `#[derive(gdvariant::Variant)]` or an implementation of `Decode<'de, E>`, and every field has to own its data (`String`, not `&str`)"
)]
pub trait DecodeOwned<E: Engine>: for<'de> Decode<'de, E> {}

#[diagnostic::do_not_recommend]
impl<E: Engine, T: for<'de> Decode<'de, E>> DecodeOwned<E> for T {}
