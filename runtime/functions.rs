//! The functions of a layout's module and of its module `serde`, named like those of `serde_json`.

/// Defines the functions of a layout's module, and its module `serde`. Also imports the names that
/// the module's other code uses.
macro_rules! functions {
    ($layout:literal $title:literal $marker:ident; $($names:tt)+) => {
        use crate::{
            Decode, DecodeError, DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeOptions,
        };
        use alloc::vec::Vec;

        crate::functions::codec_functions! {
            $layout, $layout, $marker; $($names)+
            value => value,
            T => [] []
        }

        /// Returns the length of the encoding of a value in bytes, a multiple of 4.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::encoded_len;")]
        ///
        /// assert_eq!(encoded_len("abc")?, 12);
        /// # Ok::<(), gdvariant::EncodeError>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn encoded_len<T: Encode<$marker> + ?Sized>(
            value: &T,
        ) -> Result<usize, EncodeError> {
            crate::generic::encoded_len(value, EncodeOptions::new())
        }

        /// Formats a value like the engine's `var2str` or `var_to_str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Types that the engine lacks have the names of their
        /// kinds. Godot 3 and Pandemonium write an empty string for a RID, which they cannot parse;
        /// `{:#}` writes `null`. Strings keep their control characters: use
        /// [`Escaped`](crate::Escaped) to print untrusted values to a terminal or a log.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{Variant, display, variant};")]
        ///
        /// let value = variant!(["Ada", 0.5]);
        /// let text = display(&value).to_string();
        /// assert_eq!(text.parse::<Variant>()?, value);
        /// # Ok::<(), gdvariant::ParseError>(())
        /// ```
        pub fn display<V: crate::generic::structure::AsView>(
            value: &V,
        ) -> impl core::fmt::Display {
            crate::text::displayed(value, <$marker as crate::Engine>::LAYOUT)
        }

        /// Formats a value like the engine's `var2str` or `var_to_str`; see [`display`].
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{to_text, variant};")]
        ///
        /// assert_eq!(to_text(&variant!("Ada")), "\"Ada\"");
        /// ```
        pub fn to_text<V: crate::generic::structure::AsView>(value: &V) -> alloc::string::String {
            alloc::string::ToString::to_string(&display(value))
        }

        /// Finds the bytes of the value at a path without decoding other values. Requires the
        /// feature `inspect`.
        ///
        /// The time is that of skipping the input, see [`IgnoredAny`](crate::IgnoredAny).
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{bytes_at_path, from_slice, to_vec, variant};")]
        ///
        /// let game = to_vec(&variant!({"players": [{"name": "Ada"}]}))?;
        /// let found = bytes_at_path(&game, &"players[0].name".parse()?)?;
        /// let name = found.exact().ok_or("no name")?;
        /// assert_eq!(from_slice::<&str>(name)?, "Ada");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not exactly one value.
        #[cfg(feature = "inspect")]
        #[inline]
        pub fn bytes_at_path<'de>(
            input: &'de [u8],
            path: &crate::Path,
        ) -> Result<crate::access::PathMatch<'de>, DecodeError> {
            crate::generic::bytes_at_path::<$marker>(input, path, DecodeOptions::new())
        }

        /// Writes the length of a value and the value, as `FileAccess.store_var` (in Godot 3
        /// `File.store_var`) and `StreamPeer.put_var` do.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{iter_framed, write_framed};")]
        ///
        /// let mut file = Vec::new();
        /// write_framed(&mut file, &7)?;
        /// write_framed(&mut file, &8)?;
        /// let values: Result<Vec<i32>, _> = iter_framed(file.as_slice()).collect();
        /// assert_eq!(values?, [7, 8]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing
        /// fails.
        #[cfg(feature = "std")]
        pub fn write_framed<T: Encode<$marker> + ?Sized>(
            writer: impl std::io::Write,
            value: &T,
        ) -> Result<(), crate::WriteError> {
            crate::generic::write_framed(writer, value, crate::framing::FrameOptions::new())
        }

        /// Reads the next value, preceded by its length, as `FileAccess.get_var` (in Godot 3
        /// `File.get_var`) and `StreamPeer.get_var` do.
        ///
        /// The function reads exactly the length and the value: pass `&mut reader` to read more
        /// values, or call [`iter_framed`] to read all of them.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{read_framed, write_framed};")]
        ///
        /// let mut file = Vec::new();
        /// write_framed(&mut file, "Ada")?;
        /// write_framed(&mut file, &7)?;
        ///
        /// let mut reader = file.as_slice(); // or a BufReader of a File
        /// let name: String = read_framed(&mut reader)?;
        /// let level: u8 = read_framed(&mut reader)?;
        /// assert_eq!((name.as_str(), level), ("Ada", 7));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`ReadError::Decode`](crate::ReadError) if the value cannot be decoded,
        /// [`ReadError::UnexpectedEnd`](crate::ReadError) if the input ends before the value does,
        /// and other errors if a length exceeds 64 MiB or if reading fails.
        #[cfg(feature = "std")]
        pub fn read_framed<T: DecodeOwned<$marker>>(
            reader: impl std::io::Read,
        ) -> Result<T, crate::ReadError> {
            crate::generic::read_framed(reader, crate::framing::FrameOptions::new())
        }

        /// Returns an iterator that reads consecutive values, each preceded by its length.
        ///
        /// If a value cannot be decoded, the iterator yields an error and continues with the next
        /// value.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::{iter_framed, write_framed};")]
        ///
        /// let mut file = Vec::new();
        /// write_framed(&mut file, &7)?;
        /// write_framed(&mut file, &8)?;
        /// let values: Result<Vec<i32>, _> = iter_framed(file.as_slice()).collect();
        /// assert_eq!(values?, [7, 8]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[cfg(feature = "std")]
        pub fn iter_framed<T: DecodeOwned<$marker>>(
            reader: impl std::io::Read,
        ) -> crate::framing::FrameValues<impl std::io::Read, $marker, T> {
            crate::framing::Frames::new(reader, crate::framing::FrameOptions::new()).values()
        }

        #[doc = concat!(
            "Encodes and decodes any type that implements serde's traits in the layout of ", $title, "."
        )]
        /// Requires the feature `serde`.
        ///
        /// [`gdvariant::serde`](crate::serde) documents the mapping of types.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::serde::{from_slice, to_vec};")]
        /// use serde::{Deserialize, Serialize};
        ///
        /// #[derive(Debug, PartialEq, Serialize, Deserialize)]
        /// struct Player {
        ///     name: String,
        ///     health: i64,
        /// }
        ///
        /// let player = Player { name: "Ada".into(), health: 7 };
        /// let bytes = to_vec(&player)?;
        /// assert_eq!(from_slice::<Player>(&bytes)?, player);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[cfg(feature = "serde")]
        pub mod serde {
            use super::{
                $marker, DecodeError, DecodeOptions, EncodeError, EncodeOptions, Variant, Vec,
            };
            use crate::serde::Serde;

            crate::functions::codec_functions! {
                $layout, concat!($layout, "::serde"), $marker;
                [::serde::Serialize] to_vec encode_into to_writer to_variant;
                [::serde::Deserialize<'de>] from_slice from_slice_prefix;
                [::serde::de::DeserializeOwned] from_reader from_variant;
                value => &Serde(value),
                Serde<T> =>
                [.map(|Serde(value)| value)] [.map(|(Serde(value), length)| (value, length))]
            }
        }
    };
}

/// Defines the functions that the module of a layout and its module `serde` have in common.
///
/// `$module` is the path of the module. The defined functions call those of `generic`, with the
/// expression `$encoded` for `$value` and the type `$decoded`, to which `$unwrap` is appended.
///
/// The bounds and the names of the functions come from the generated module, so that a compiler's
/// note about a bound quotes one line of that module instead of two macros.
macro_rules! codec_functions {
    (
        $layout:literal, $module:expr, $marker:ident;
        [$($encode:tt)+] $to_vec:ident $encode_into:ident $to_writer:ident $to_variant:ident;
        [$($decode:tt)+] $from_slice:ident $from_slice_prefix:ident;
        [$($decode_owned:tt)+] $from_reader:ident $from_variant:ident;
        $value:ident => $encoded:expr,
        $decoded:ty =>
        [$($unwrap:tt)*] [$($unwrap_prefix:tt)*]
    ) => {
        /// Encodes a value into a new buffer.
        ///
        /// [`generic::to_vec`](crate::generic::to_vec) has options, for limits and for older versions
        /// of the engine.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::to_vec;")]
        ///
        /// assert_eq!(to_vec(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format, see
        /// [`EncodeErrorKind`](crate::EncodeErrorKind).
        pub fn $to_vec<T: $($encode)+ + ?Sized>(
            $value: &T,
        ) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec::<$marker, _>($encoded, EncodeOptions::new())
        }

        /// Appends the encoding of a value to a buffer. Reuse a buffer to avoid allocations.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::encode_into;")]
        ///
        /// let mut packet = vec![7];
        /// encode_into("abc", &mut packet)?;
        /// assert_eq!(packet, [7, 4, 0, 0, 0, 3, 0, 0, 0, b'a', b'b', b'c', 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format. The buffer is then
        /// unchanged.
        pub fn $encode_into<T: $($encode)+ + ?Sized>(
            $value: &T,
            buffer: &mut Vec<u8>,
        ) -> Result<(), EncodeError> {
            crate::generic::encode_into::<$marker, _>($encoded, buffer, EncodeOptions::new())
        }

        /// Encodes a value, and writes the bytes in one call of `write_all`.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::{to_vec, to_writer};")]
        ///
        /// let mut file = Vec::new(); // or a File
        /// to_writer(&mut file, "Ada")?;
        /// assert_eq!(file, to_vec("Ada")?);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing
        /// fails.
        #[cfg(feature = "std")]
        pub fn $to_writer<T: $($encode)+ + ?Sized>(
            writer: impl std::io::Write,
            $value: &T,
        ) -> Result<(), crate::WriteError> {
            crate::generic::to_writer::<$marker, _>(writer, $encoded, EncodeOptions::new())
        }

        /// Decodes a value that spans the whole input, strictly.
        ///
        /// [`generic::from_slice`](crate::generic::from_slice) has options, for lenient decoding and
        /// for full objects.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::Variant;")]
        #[doc = concat!("use gdvariant::", $module, "::from_slice;")]
        ///
        /// let bytes = [2, 0, 0, 0, 42, 0, 0, 0];
        /// assert_eq!(from_slice::<Variant>(&bytes)?, Variant::from(42));
        /// assert_eq!(from_slice::<u8>(&bytes)?, 42);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not such a value, or if more bytes follow it.
        pub fn $from_slice<'de, T: $($decode)+>(
            input: &'de [u8],
        ) -> Result<T, DecodeError> {
            crate::generic::from_slice::<$marker, $decoded>(input, DecodeOptions::new())
                $($unwrap)*
        }

        /// Decodes the value at the start of the input, and returns it with its length in bytes.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::from_slice_prefix;")]
        ///
        /// let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0xff];
        /// assert_eq!(from_slice_prefix::<bool>(&bytes)?, (true, 8));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input does not start with such a value.
        pub fn $from_slice_prefix<'de, T: $($decode)+>(
            input: &'de [u8],
        ) -> Result<(T, usize), DecodeError> {
            crate::generic::from_slice_prefix::<$marker, $decoded>(input, DecodeOptions::new())
                $($unwrap_prefix)*
        }

        /// Reads to the end and decodes a value that spans the whole input, strictly.
        ///
        /// Types that borrow from the input need [`from_slice`].
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::from_reader;")]
        ///
        /// let file: &[u8] = &[2, 0, 0, 0, 42, 0, 0, 0]; // or a File
        /// assert_eq!(from_reader::<u8>(file)?, 42);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if reading fails, if the input is not such a value, or if more bytes
        /// follow it.
        #[cfg(feature = "std")]
        pub fn $from_reader<T: $($decode_owned)+>(
            reader: impl std::io::Read,
        ) -> Result<T, crate::ReadError> {
            crate::generic::from_reader::<$marker, $decoded>(reader, DecodeOptions::new())
                $($unwrap)*
        }

        /// Converts a value to a Variant, like `from_slice` after [`to_vec`].
        ///
        /// The value is encoded into a temporary buffer and decoded from there: the conversion
        /// takes as long as both steps, and loses distinctions that the format lacks.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::variant;")]
        #[doc = concat!("use gdvariant::", $module, "::to_variant;")]
        ///
        /// let value = to_variant(&("Ada", [7, 8], None::<bool>))?;
        /// assert_eq!(value, variant!(["Ada", [7, 8], null]));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn $to_variant<T: $($encode)+ + ?Sized>(
            $value: &T,
        ) -> Result<Variant, EncodeError> {
            crate::generic::to_variant::<$marker, _>($encoded)
        }

        /// Converts a Variant to a value of another type, like [`from_slice`] after `to_vec`.
        ///
        /// The Variant is encoded into a temporary buffer and decoded from there: the conversion
        /// takes as long as both steps. The result cannot borrow from the Variant. Full objects are
        /// allowed.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $layout, "::variant;")]
        #[doc = concat!("use gdvariant::", $module, "::from_variant;")]
        /// use std::collections::BTreeMap;
        ///
        /// let value = variant!({"Ada": [7, 8]});
        /// let scores: BTreeMap<String, Vec<u8>> = from_variant(&value)?;
        /// assert_eq!(scores["Ada"], [7, 8]);
        ///
        /// let error = from_variant::<BTreeMap<String, Vec<bool>>>(&value).unwrap_err();
        /// assert_eq!(error.to_string(), "Ada[0]: expected bool, found int");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the Variant is not such a value, or if it cannot be represented in
        /// the format.
        pub fn $from_variant<T: $($decode_owned)+>(
            value: &Variant,
        ) -> Result<T, DecodeError> {
            crate::generic::from_variant::<$marker, $decoded>(value)$($unwrap)*
        }
    };
}

pub(crate) use {codec_functions, functions};
