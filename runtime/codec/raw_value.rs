//! Encoded values that are forwarded without decoding them.

use crate::wire::reader::Header;
use crate::wire::writer::too_deep;
use crate::{
    DeclaredType, Decode, DecodeError, DecodeErrorKind, DecodeOptions, Encode, EncodeError,
    EncodeErrorKind, EncodeOptions, Engine, Kind, Reader, Writer, codec, format,
};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// The encoded bytes of one value, to be forwarded without decoding them.
///
/// Decoding a `RawValue` checks the value as if it were decoded as a `Variant`, with the same
/// options, but builds nothing and keeps the bytes. Encoding it writes these bytes. A server that
/// relays messages between players decodes only what it needs:
///
/// ```
/// # #[cfg(all(feature = "derive", feature = "godot4"))] {
/// use gdvariant::{Godot4, RawValueRef, Variant, Vector2, godot4, variant};
///
/// #[derive(Variant)]
/// struct ToServer<'a> {
///     to: u32,
///     payload: RawValueRef<'a, Godot4>,
/// }
///
/// #[derive(Variant)]
/// struct ToPlayer<'a> {
///     from: u32,
///     payload: RawValueRef<'a, Godot4>,
/// }
///
/// fn relay(from: u32, packet: &[u8]) -> Result<(u32, Vec<u8>), Box<dyn std::error::Error>> {
///     let ToServer { to, payload } = godot4::from_slice(packet)?;
///     Ok((to, godot4::to_vec(&ToPlayer { from, payload })?))
/// }
///
/// let emote = variant!({"name": "wave", "at": Vector2::new(1.0, 2.0)});
/// let packet = godot4::to_vec(&variant!({"to": 7, "payload": emote.clone()}))?;
/// let (to, packet) = relay(3, &packet)?;
/// assert_eq!(to, 7);
/// let received: Variant = godot4::from_slice(&packet)?;
/// assert_eq!(received, variant!({"from": 3, "payload": emote}));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `RawValue<E>` owns its bytes, as messages of [`Codec`](crate::framing::Codec) have to, and
/// [`RawValueRef`] borrows them from the input. Both are values of one layout only: bytes of Godot 3
/// mean something else in Godot 4.
///
/// # What is forwarded
///
/// The bytes are forwarded as they are, including the content of padding. Strict decoding accepts
/// only bytes that every engine of the layout decodes. A value that
/// [`DecodeOptions::engine`](crate::DecodeOptions::engine) accepted, or one with full objects, is
/// forwarded as well, although a receiver with strict options rejects it. Elements of a container
/// with a declared type are complete values; as with [`IgnoredAny`](crate::IgnoredAny), lenient decoding
/// does not convert them.
///
/// Encoding is an error if the value is nested deeper than engines decode. For a
/// [target](crate::EncodeOptions::target), the value is decoded and encoded again, because the
/// target may lack its types.
///
/// # Comparing
///
/// Values are equal if their bytes are equal. Equal Variants can have different bytes, for example
/// in another order of the entries. To compare values, decode them.
///
/// `Display` and `Debug` decode the value and format it as [`Variant`](enum@crate::Variant) does. Use
/// [`Escaped`](crate::Escaped) to print values of others.
#[derive(Clone, Copy)]
pub struct RawValue<E, B = Vec<u8>> {
    /// The bytes of exactly one value, which skipping with `options` accepts.
    bytes: B,
    /// The options of the reader; their maximum depth counts from the value.
    options: DecodeOptions,
    layout: PhantomData<fn() -> E>,
}

/// A [`RawValue`] that borrows its bytes from the input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, RawValueRef, godot4};
///
/// let bytes = godot4::to_vec(&("chat", ["hello"]))?;
/// let (topic, payload): (&str, RawValueRef<Godot4>) = godot4::from_slice(&bytes)?;
/// assert_eq!((topic, payload.into_bytes()), ("chat", &bytes[20..]));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RawValueRef<'a, E> = RawValue<E, &'a [u8]>;

/// The minimum length of a container that is not empty, without its elements: the header and the
/// count.
const CONTAINER: usize = 2 * format::HEADER_LENGTH as usize;

impl<E: Engine, B: AsRef<[u8]>> RawValue<E, B> {
    /// Checks that bytes are exactly one value, and keeps them.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, RawValue, godot4};
    ///
    /// let received: Vec<u8> = godot4::to_vec(&[1, 2])?;
    /// let payload = RawValue::<Godot4>::new(received, DecodeOptions::new())?;
    /// assert_eq!(godot4::to_vec(&payload)?, payload.as_bytes());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::skip`], and an error if more bytes follow the value, even if
    /// the options are lenient.
    pub fn new(bytes: B, options: DecodeOptions) -> Result<Self, DecodeError> {
        let mut reader = Reader::<E>::new(bytes.as_ref(), options);
        reader.skip()?;
        match reader.rest().len() {
            0 => Ok(Self::checked(bytes, options)),
            left => Err(reader.error(DecodeErrorKind::TrailingBytes { left })),
        }
    }

    fn checked(bytes: B, options: DecodeOptions) -> Self {
        Self {
            bytes,
            options,
            layout: PhantomData,
        }
    }

    /// Returns the bytes of the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue};
    ///
    /// assert_eq!(RawValue::<Godot4>::from_value(&7)?.as_bytes(), [2, 0, 0, 0, 7, 0, 0, 0]);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the bytes of the value: a `Vec<u8>`, or a slice of the input.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue};
    ///
    /// let bytes: Vec<u8> = RawValue::<Godot4>::from_value(&7)?.into_bytes();
    /// assert_eq!(bytes, [2, 0, 0, 0, 7, 0, 0, 0]);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    pub fn into_bytes(self) -> B {
        self.bytes
    }

    /// Returns the kind of the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, Kind, RawValue};
    ///
    /// assert_eq!(RawValue::<Godot4>::from_value("Ada")?.kind(), Kind::String);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    pub fn kind(&self) -> Kind {
        let header = Reader::<E>::new(self.as_bytes(), self.options).peek();
        header.map_or(Kind::Nil, Header::kind)
    }

    /// Returns a raw value that borrows the bytes of this one.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue};
    ///
    /// let owned = RawValue::<Godot4>::from_value(&7)?;
    /// assert_eq!(owned.borrowed(), owned);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    pub fn borrowed(&self) -> RawValueRef<'_, E> {
        RawValue::checked(self.as_bytes(), self.options)
    }

    /// Returns a raw value that owns its bytes, so that it can outlive the input.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue, RawValueRef, godot4};
    ///
    /// fn last(packet: Vec<u8>) -> Result<RawValue<Godot4>, gdvariant::DecodeError> {
    ///     let (_, payload): (u32, RawValueRef<Godot4>) = godot4::from_slice(&packet)?;
    ///     Ok(payload.into_owned()) // `packet` is dropped here
    /// }
    ///
    /// assert_eq!(last(godot4::to_vec(&(7, "Ada"))?)?.to_string(), "\"Ada\"");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_owned(self) -> RawValue<E>
    where
        B: Into<Vec<u8>>,
    {
        RawValue::checked(self.bytes.into(), self.options)
    }
}

impl<E: Engine> RawValue<E> {
    /// Encodes a value.
    ///
    /// To send the same payload to many players, encode it once.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue, godot4};
    ///
    /// let state = RawValue::<Godot4>::from_value(&["Ada", "Grace"])?;
    /// let packets = (0..3).map(|player| godot4::to_vec(&(player, &state)));
    /// assert!(packets.into_iter().all(|packet| packet.is_ok()));
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot represent the value, and if an implementation of
    /// [`Encode`] wrote anything but one value. The encoding is checked strictly: a value that
    /// contains a leniently decoded `RawValue`, such as a bool of 7, is an error, although `to_vec`
    /// forwards it. For such a value, call `RawValue::new(to_vec(&value)?, options)` with lenient
    /// options.
    pub fn from_value<T: Encode<E> + ?Sized>(value: &T) -> Result<Self, EncodeError> {
        let bytes = codec::to_vec(value, EncodeOptions::new())?;
        let options = DecodeOptions::new().allow_objects(true);
        Self::new(bytes, options).map_err(|error| custom(&error))
    }

    /// Decodes the value, with the options with which it was checked.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValue};
    ///
    /// let payload = RawValue::<Godot4>::from_value(&(7, "Ada"))?;
    /// assert_eq!(payload.get::<(u8, &str)>()?, (7, "Ada"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a `T`. Its offset counts from the start of the value.
    pub fn get<'a, T: Decode<'a, E>>(&'a self) -> Result<T, DecodeError> {
        self.borrowed().get()
    }
}

impl<'a, E: Engine> RawValueRef<'a, E> {
    /// Decodes the value, with the options with which it was checked.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, RawValueRef, godot4};
    ///
    /// let bytes = godot4::to_vec("Ada")?;
    /// let payload: RawValueRef<Godot4> = godot4::from_slice(&bytes)?;
    /// assert_eq!(payload.get::<&str>()?, "Ada");
    /// assert!(payload.get::<u8>().is_err());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a `T`. Its offset counts from the start of the value.
    pub fn get<T: Decode<'a, E>>(self) -> Result<T, DecodeError> {
        codec::from_slice(self.bytes, self.options)
    }
}

impl<'de, E: Engine> Decode<'de, E> for RawValueRef<'de, E> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let options = reader.options_within();
        let before = reader.rest();
        reader.skip()?;
        Ok(Self::checked(reader.consumed(before), options))
    }
}

impl<'de, E: Engine> Decode<'de, E> for RawValue<E> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        RawValueRef::decode(reader).map(RawValue::into_owned)
    }
}

impl<E: Engine, B: AsRef<[u8]>> Encode<E> for RawValue<E, B> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        let bytes = self.as_bytes();
        if writer.has_target() {
            let value = self.borrowed().get::<E::Variant>();
            return value.map_err(|error| custom(&error))?.encode(writer);
        }
        let levels = format::MAX_DEPTH.saturating_sub(writer.depth);
        // Both are upper limits of the nesting depth, so a short value, and one that leaves a message
        // at the depth at which it came, are not checked again.
        let most = usize::from(self.options.max_depth).min(bytes.len() / CONTAINER);
        if most > levels as usize {
            let options = self.options.max_depth(levels);
            let skipped = Reader::<E>::new(bytes, options).skip();
            skipped.map_err(|_| too_deep())?;
        }
        writer.bytes(bytes);
        Ok(())
    }
}

/// Returns the error of encoding a value that cannot be decoded.
#[cold]
fn custom(error: &DecodeError) -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(error.to_string().into()))
}

/// A typed container cannot declare the type of a raw value, so it is an untyped one.
impl<E: Engine, B> DeclaredType<E> for RawValue<E, B> {
    const DECLARED: Kind = Kind::Nil;
}

impl<E, A: AsRef<[u8]>, B: AsRef<[u8]>> PartialEq<RawValue<E, B>> for RawValue<E, A> {
    fn eq(&self, other: &RawValue<E, B>) -> bool {
        self.bytes.as_ref() == other.bytes.as_ref()
    }
}

impl<E, B: AsRef<[u8]>> Eq for RawValue<E, B> {}

impl<E, B: AsRef<[u8]>> Hash for RawValue<E, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.as_ref().hash(state);
    }
}

/// Formats the value as the [`Variant`](enum@crate::Variant) that it decodes to.
impl<E: Engine, B: AsRef<[u8]>> fmt::Display for RawValue<E, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.borrowed().get::<E::Variant>() {
            Ok(value) => value.fmt(f),
            // Skipping accepts elements that this library does not convert to the declared type.
            Err(_) => write!(f, "{} of {} bytes", self.kind(), self.as_bytes().len()),
        }
    }
}

impl<E: Engine, B: AsRef<[u8]>> fmt::Debug for RawValue<E, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawValue({self})")
    }
}
