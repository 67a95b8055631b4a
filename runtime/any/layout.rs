//! Layouts at run time: methods of `Layout`, and of the values that it decodes.

use super::value::{AnyRef, AnyVariant, ValuesRef, match_precision};
use crate::access::{PathMatch, encoded};
use crate::codec::{SMALL, encode_in_layout};
use crate::convert::{ConvertError, Report};
use crate::table::layout::Layout;
use crate::value::view::{AsView, Build, Content};
#[cfg(feature = "double")]
use crate::variant::double;
use crate::variant::{single, with_variant};
use crate::{
    AnyEngine, Converter, Decode, DecodeError, DecodeErrorKind, DecodeOptions, Dictionary, Encode,
    EncodeError, EncodeErrorKind, EncodeOptions, Kind, ParseError, Path, Reader, Writer, generic,
    text,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The functions of a layout that is known only at run time. They require the features `std` and
/// `inspect`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::schema::layout_named;
/// use gdvariant::{DecodeOptions, EncodeOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let value = layout.parse(r#"[&"Ada", 7]"#)?;
/// let bytes = value.to_vec(EncodeOptions::new())?;
/// assert_eq!(layout.decode(&bytes, DecodeOptions::new())?, value);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Layout {
    /// Creates a reader for this layout.
    pub(super) fn reader<'de>(
        &'static self,
        input: &'de [u8],
        options: DecodeOptions,
    ) -> Reader<'de, AnyEngine> {
        Reader::for_layout(self, input, options)
    }

    /// Decodes the whole input as one value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{DecodeOptions, Kind};
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let value = layout.decode(&[2, 0, 0, 0, 7, 0, 0, 0], DecodeOptions::new())?;
    /// assert_eq!((value.kind(), value.to_string()), (Kind::Int, "7".into()));
    /// # }
    /// # Ok::<(), gdvariant::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not exactly one value.
    pub fn decode(
        &'static self,
        input: &[u8],
        options: DecodeOptions,
    ) -> Result<AnyVariant, DecodeError> {
        let mut reader = self.reader(input, options);
        with_variant!(self, V => {
            let value = V::decode(&mut reader)?;
            reader.finish()?;
            Ok(AnyVariant::with_layout(self, value))
        })
    }

    /// Encodes a value, which has the precision of the layout.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be represented in the layout, or if the options reject
    /// the value.
    #[doc(hidden)]
    pub fn encode(
        &'static self,
        value: &(impl Encode<AnyEngine> + ?Sized),
        options: EncodeOptions,
    ) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::with_capacity(SMALL);
        encode_in_layout(self, value, &mut bytes, options)?;
        Ok(bytes)
    }

    /// Returns the length of the value at the start of the input.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::DecodeOptions;
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// assert_eq!(layout.skip(&[2, 0, 0, 0, 7, 0, 0, 0, 0xff], DecodeOptions::new())?, 8);
    /// # }
    /// # Ok::<(), gdvariant::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input does not start with a value.
    pub fn skip(&'static self, input: &[u8], options: DecodeOptions) -> Result<usize, DecodeError> {
        let mut reader = self.reader(input, options);
        reader.skip()?;
        Ok(reader.position())
    }

    /// Checks that the whole input is one value, without creating it.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::DecodeOptions;
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// assert!(layout.check(&[2, 0, 0, 0, 7, 0, 0, 0], DecodeOptions::new()).is_ok());
    /// let error = layout.check(&[2, 0, 0, 0], DecodeOptions::new()).unwrap_err();
    /// assert!(error.is_eof());
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not exactly one value.
    pub fn check(&'static self, input: &[u8], options: DecodeOptions) -> Result<(), DecodeError> {
        let mut reader = self.reader(input, options);
        reader.skip()?;
        reader.finish()
    }

    /// Finds the bytes of the value at a path without decoding other values.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{DecodeOptions, godot4};
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let game = godot4::to_vec(&godot4::variant!({"players": ["Ada"]}))?;
    /// let found = layout.bytes_at_path(&game, &"players[0]".parse()?, DecodeOptions::new())?;
    /// assert_eq!(found.exact(), Some(&godot4::to_vec("Ada")?[..]));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not exactly one value.
    pub fn bytes_at_path<'de>(
        &'static self,
        input: &'de [u8],
        path: &Path,
        options: DecodeOptions,
    ) -> Result<PathMatch<'de>, DecodeError> {
        let reader = self.reader(input, options);
        with_variant!(self, V => encoded::bytes_of_path::<V>(input, reader, path))
    }

    /// Returns the offsets of the members of an encoded container, and of its end.
    ///
    /// The members of an Array are its elements; those of a Dictionary are each key and its value,
    /// and those of an Object each name and its value. Returns `None` if the input is not a valid
    /// container.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{DecodeOptions, Kind, godot4};
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let bytes = godot4::to_vec(&godot4::variant!([7, "Ada"]))?;
    /// let offsets = layout.member_offsets(&bytes, DecodeOptions::new());
    /// assert_eq!(offsets, Some(vec![8, 16, 28]));
    ///
    /// let int = &bytes[8..16];
    /// assert_eq!(layout.member_offsets(int, DecodeOptions::new()), None);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn member_offsets(
        &'static self,
        input: &[u8],
        options: DecodeOptions,
    ) -> Option<Vec<usize>> {
        encoded::member_offsets(input, self.reader(input, options))
    }

    /// Builds a value that is not a container, or returns `None` if the layout lacks the kind or the
    /// content does not match it.
    #[doc(hidden)]
    pub fn build(&'static self, kind: Kind, content: Content<'_>) -> Option<AnyVariant> {
        let kind = Some(kind).filter(|kind| self.has(*kind))?;
        with_variant!(self, V => {
            V::build(kind, content).map(|value| AnyVariant::with_layout(self, value))
        })
    }

    /// Creates a String.
    #[doc(hidden)]
    pub fn new_string(&'static self, text: &str) -> AnyVariant {
        with_variant!(self, V => AnyVariant::with_layout(self, V::from(String::from(text))))
    }

    /// Creates an Array of values in the precision of this layout; others are left out.
    #[doc(hidden)]
    pub fn new_array(&'static self, elements: impl IntoIterator<Item = AnyVariant>) -> AnyVariant {
        with_variant!(self, V => {
            let elements = elements.into_iter().filter_map(|it| it.into_precision::<V>().ok());
            AnyVariant::with_layout(self, V::from(elements.collect::<Vec<V>>()))
        })
    }

    /// Creates a Dictionary of keys and values in the precision of this layout; others are left out.
    #[doc(hidden)]
    pub fn new_dictionary(
        &'static self,
        entries: impl IntoIterator<Item = [AnyVariant; 2]>,
    ) -> AnyVariant {
        with_variant!(self, V => {
            let mut dictionary = Dictionary::<V>::with_rule(self.keys);
            for [key, value] in entries {
                if let (Ok(key), Ok(value)) = (key.into_precision::<V>(), value.into_precision::<V>()) {
                    dictionary.insert(key, value);
                }
            }
            AnyVariant::with_layout(self, V::from(dictionary))
        })
    }

    /// Returns the header and the count of an encoded Dictionary.
    #[doc(hidden)]
    pub fn dictionary_start(&self, count: u32) -> [[u8; 4]; 2] {
        let header = self.header_of(Kind::Dictionary).to_le_bytes();
        [header, self.dictionary.count.encoded(count)]
    }

    /// Parses a value in the notation of the engine.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::Kind;
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot3").unwrap();
    /// assert_eq!(layout.parse("PoolIntArray( 1, 2 )")?.kind(), Kind::PackedInt32Array);
    /// # }
    /// # Ok::<(), gdvariant::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the text is not one value.
    pub fn parse(&'static self, text: &str) -> Result<AnyVariant, ParseError> {
        with_variant!(self, V => {
            text::parse::parse::<V>(text, Some(self)).map(|value| AnyVariant::with_layout(self, value))
        })
    }

    /// Parses the value in `range` of a file. An Object stands for a constructor that is not a type,
    /// such as `ExtResource("1_a")`.
    #[doc(hidden)]
    pub fn parse_part(
        &'static self,
        text: &str,
        range: Range<usize>,
    ) -> Result<AnyVariant, ParseError> {
        with_variant!(self, V => {
            text::parse::parse_part::<V>(text, range, self).map(|value| AnyVariant::with_layout(self, value))
        })
    }

    /// Parses values in the notation of the engine, with line breaks or spaces between them.
    ///
    /// The iterator ends after an error.
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let values: Vec<_> = layout.parse_values("[1]\n\"Ada\"").collect::<Result<_, _>>()?;
    /// assert_eq!(values[1].to_string(), "\"Ada\"");
    /// # Ok::<(), gdvariant::ParseError>(())
    /// ```
    pub fn parse_values<'t>(
        &'static self,
        text: &'t str,
    ) -> Box<dyn Iterator<Item = Result<AnyVariant, ParseError>> + 't> {
        with_variant!(self, V => {
            let values = text::TextValues::<V>::new(text, Some(self));
            Box::new(values.map(move |value| value.map(|value| AnyVariant::with_layout(self, value))))
        })
    }

    /// Formats the keys of a path as errors display them.
    #[doc(hidden)]
    pub fn format_path(&self, path: &Path) -> Path {
        with_variant!(self, V => generic::format_path::<V>(path))
    }
}

/// Deserializes the JSON form with the names of the layout's engine.
///
/// ```
/// # #[cfg(all(feature = "serde", feature = "godot3"))] {
/// use gdvariant::Kind;
/// use gdvariant::schema::layout_named;
/// use serde::de::DeserializeSeed;
///
/// let layout = layout_named("godot3").unwrap();
/// let mut json = serde_json::Deserializer::from_str(r#"{"PoolIntArray": [1, 2]}"#);
/// assert_eq!(layout.deserialize(&mut json)?.kind(), Kind::PackedInt32Array);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "serde")]
impl<'de> ::serde::de::DeserializeSeed<'de> for &'static Layout {
    type Value = AnyVariant;

    fn deserialize<D: ::serde::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<AnyVariant, D::Error> {
        with_variant!(self, V => {
            let value = crate::serde::json::deserialize::<V, _>(Some(self), deserializer);
            value.map(|value| AnyVariant::with_layout(self, value))
        })
    }
}

/// Encodes the value in the layout of the writer, or returns an error if the precision differs.
impl Encode<AnyEngine> for AnyRef<'_> {
    fn encode(&self, writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
        let (layout, own) = (writer.layout(), self.layout());
        if layout.is_double != own.is_double {
            let message = alloc::format!(
                "a value of the layout {} has another precision than the layout {}",
                own.name,
                layout.name
            );
            return Err(EncodeError::new(EncodeErrorKind::Custom(message.into())));
        }
        match_precision!(self.value, ValuesRef, value => value.encode(writer))
    }
}

impl AnyRef<'_> {
    /// Encodes the value in its layout.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{EncodeOptions, Godot4};
    ///
    /// let bytes = AnyRef::new::<Godot4>(&true.into()).to_vec(EncodeOptions::new())?;
    /// assert_eq!(bytes, [1, 0, 0, 0, 1, 0, 0, 0]);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be represented in the layout, or if the options reject
    /// the value.
    pub fn to_vec(self, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
        self.layout().encode(&self, options)
    }

    /// Converts the value to another layout; see [`Converter`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{Converter, Godot4, StringName, Variant};
    ///
    /// let name = Variant::from(StringName::from("Ada"));
    /// let godot3 = layout_named("godot3").unwrap();
    /// let converter = Converter::new().lossy();
    /// let (name, report) = AnyRef::new::<Godot4>(&name).convert_to(godot3, &converter)?;
    /// assert_eq!(name.to_string(), "\"Ada\"");
    /// assert_eq!(report.to_string(), "StringName became String\n");
    /// # }
    /// # Ok::<(), gdvariant::convert::ConvertError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Converter::convert`].
    pub fn convert_to(
        self,
        layout: &'static Layout,
        converter: &Converter,
    ) -> Result<(AnyVariant, Report), ConvertError> {
        with_variant!(layout, V => {
            let (value, report) = self.converted::<V>(layout, converter)?;
            Ok((AnyVariant::with_layout(layout, value), report))
        })
    }
}

/// Builds a value in the precision of a layout.
pub trait BuildAny {
    /// The error of a value that cannot be built.
    type Error;

    /// Builds the value.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be built.
    fn build<V: Build>(self, layout: &'static Layout) -> Result<V, Self::Error>;
}

/// Inspects a value in any precision, owned or borrowed.
pub trait VisitAny {
    /// The result.
    type Output;

    /// Inspects the value.
    fn visit<V: AsView>(self, value: &V, layout: &'static Layout) -> Self::Output;
}

/// Builds a value in the precision of a layout.
///
/// # Errors
///
/// Returns the error of the builder.
pub fn build_any<B: BuildAny>(layout: &'static Layout, builder: B) -> Result<AnyVariant, B::Error> {
    with_variant!(layout, V => {
        builder.build::<V>(layout).map(|value| AnyVariant::with_layout(layout, value))
    })
}

/// Inspects a value.
pub fn visit_any<T: VisitAny>(value: AnyRef<'_>, visitor: T) -> T::Output {
    let layout = value.layout();
    match_precision!(value.value, ValuesRef, value => visitor.visit(value, layout))
}

/// A decoded value that borrows from the input if possible.
#[derive(Debug)]
pub struct DecodedValue<'de> {
    layout: &'static Layout,
    ownership: Ownership<'de>,
}

#[derive(Debug)]
enum Ownership<'de> {
    Owned(AnyVariant),
    Single(single::VariantRef<'de>),
    #[cfg(feature = "double")]
    Double(double::VariantRef<'de>),
}

impl<'de> Ownership<'de> {
    /// Decodes the whole input of a reader.
    fn borrow(mut reader: Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
        let ownership = match reader.layout().is_double {
            #[cfg(feature = "double")]
            true => Self::Double(Decode::decode(&mut reader)?),
            _ => Self::Single(Decode::decode(&mut reader)?),
        };
        reader.finish()?;
        Ok(ownership)
    }
}

impl<'de> DecodedValue<'de> {
    /// Decodes the whole input as one value of a layout.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not exactly one value of the layout, or if the layout is
    /// not enabled.
    pub fn new(
        layout: &'static Layout,
        input: &'de [u8],
        options: DecodeOptions,
    ) -> Result<Self, DecodeError> {
        let borrowed = Ownership::borrow(layout.reader(input, options));
        let ownership = match borrowed {
            // Lenient decoding alters a value.
            Err(error) if *error.kind() == DecodeErrorKind::CannotBorrow => {
                Ownership::Owned(layout.decode(input, options)?)
            }
            ownership => ownership?,
        };
        Ok(Self { layout, ownership })
    }

    /// Inspects the value.
    pub fn visit<T: VisitAny>(&self, visitor: T) -> T::Output {
        match &self.ownership {
            Ownership::Owned(value) => visit_any(value.into(), visitor),
            Ownership::Single(value) => visitor.visit(value, self.layout),
            #[cfg(feature = "double")]
            Ownership::Double(value) => visitor.visit(value, self.layout),
        }
    }
}
