//! Encodes values: the trait, the functions, and targets that lack a type of the layout.

use crate::table::layout::{HasLayout, Layout};
use crate::{EncodeError, EncodeOptions, Engine, EngineVersion, Kind, Writer};
use alloc::vec::Vec;

value_notes! {
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
    label = "this is not a value of the layout `{E}`"
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
}

impl<'w, E: Engine> Writer<'w, E> {
    /// Creates a writer that appends to a buffer.
    #[inline]
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self::for_layout(E::LAYOUT, out)
    }
}

/// The initial capacity of a buffer, in bytes; enough for most messages.
pub(crate) const SMALL: usize = 128;

/// Encodes a value into a new buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let short = EncodeOptions::new().max_length(8);
/// assert_eq!(generic::to_vec::<Godot4, _>(&true, short)?, [1, 0, 0, 0, 1, 0, 0, 0]);
/// assert!(generic::to_vec::<Godot4, _>("too long", short).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format,
/// [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong) if its encoding is longer than allowed,
/// [`NotInTarget`](crate::EncodeErrorKind::NotInTarget) if the target lacks a type, and
/// [`UnknownTarget`](crate::EncodeErrorKind::UnknownTarget) if the target is not a version of the
/// layout's engine.
pub fn to_vec<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    options: EncodeOptions,
) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::with_capacity(SMALL);
    encode_into(value, &mut bytes, options)?;
    Ok(bytes)
}

/// Appends the encoding of a value to a buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let mut packet = vec![7];
/// generic::encode_into::<Godot4, _>(&true, &mut packet, EncodeOptions::packets())?;
/// assert_eq!(packet, [7, 1, 0, 0, 0, 1, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`to_vec`]. The buffer is then unchanged.
#[inline]
pub fn encode_into<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    buffer: &mut Vec<u8>,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    encode_in_layout(E::LAYOUT, value, buffer, options)
}

/// Appends the encoding of a value in the layout of the engine; in any layout for
/// [`AnyEngine`](crate::AnyEngine).
pub(crate) fn encode_in_layout<E: HasLayout, T: Encode<E> + ?Sized>(
    layout: &'static Layout,
    value: &T,
    buffer: &mut Vec<u8>,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    options.target.check(layout)?;
    let start = buffer.len();
    let mut writer = Writer::<E>::for_layout(layout, buffer);
    writer.target = options.target;
    let encoded = value.encode(&mut writer);
    let is_allowed = options.allows(writer.length_from(start));
    if encoded.is_ok() && writer.is_complete() && is_allowed {
        return Ok(());
    }
    rejected(encoded, writer, start, options)
}

/// Restores the buffer and returns the error of a value that was rejected.
#[cold]
#[inline(never)]
fn rejected<E: HasLayout>(
    encoded: Result<(), EncodeError>,
    writer: Writer<'_, E>,
    start: usize,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    let length = writer.length_from(start);
    writer.out.truncate(start);
    encoded
        .and_then(|()| writer.finish())
        .and_then(|()| options.check(length))
}

/// Encodes a value into a temporary buffer and returns the number of bytes, a multiple of 4.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// assert_eq!(generic::encoded_len::<Godot4, _>("abc", EncodeOptions::packets())?, 12);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`to_vec`].
pub fn encoded_len<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    options: EncodeOptions,
) -> Result<usize, EncodeError> {
    to_vec::<E, T>(value, options).map(|bytes| bytes.len())
}

/// Encodes a value, and writes the bytes in one call of `write_all`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let mut file = Vec::new(); // or a File
/// generic::to_writer::<Godot4, _>(&mut file, &true, EncodeOptions::new())?;
/// assert_eq!(file.len(), 8);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in the
/// format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing fails.
#[cfg(feature = "std")]
pub fn to_writer<E: Engine, T: Encode<E> + ?Sized>(
    mut writer: impl std::io::Write,
    value: &T,
    options: EncodeOptions,
) -> Result<(), crate::WriteError> {
    let bytes = to_vec::<E, T>(value, options)?;
    writer.write_all(&bytes)?;
    Ok(())
}

impl<E: HasLayout> Writer<'_, E> {
    /// Returns whether an Array replaces a packed array because the target lacks this kind.
    ///
    /// Compiles to nothing if the engine and the kind are constants and all versions have the kind.
    #[inline]
    pub(crate) fn replaces(&self, kind: Kind) -> Result<bool, EncodeError> {
        if !self.has_target() {
            return Ok(false);
        }
        match self.const_layout().since_of(kind) {
            Some(since) => self.target.fallback(self.layout(), kind, false, since),
            None => Ok(false),
        }
    }

    /// Returns whether the target decodes a declared type that was added in the version `since`.
    #[inline]
    pub(crate) fn reads_declared(
        &self,
        kind: Kind,
        since: Option<EngineVersion>,
    ) -> Result<bool, EncodeError> {
        // Text has had the declared types of Arrays for longer than bytes.
        let is_old = self.target.is_text && kind == Kind::Array;
        match since.filter(|_| self.has_target() && !is_old) {
            Some(since) => Ok(!self.target.fallback(self.layout(), kind, true, since)?),
            None => Ok(true),
        }
    }

    /// Returns whether a target version is set, so that encoded bytes may have to change.
    #[inline]
    pub(crate) fn has_target(&self) -> bool {
        self.target.version.is_some()
    }

    /// Writes an Array of already encoded elements of fixed length.
    #[cold]
    pub(crate) fn array_of(
        &mut self,
        element: Kind,
        count: usize,
        bytes: &[u8],
    ) -> Result<(), EncodeError> {
        let length = bytes.len().checked_div(count).unwrap_or_default();
        let count = self.container_start(Kind::Array, count)?;
        self.nested(count, |writer| {
            for element_bytes in bytes.chunks_exact(length.max(1)) {
                writer.fields_of(element, element_bytes);
            }
            Ok(())
        })
    }
}
