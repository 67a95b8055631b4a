//! Skips values without building them.

use crate::table::bodies;
use crate::table::layout::AnyEngine;
use crate::table::rule::{BodyRules, RecordField};
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Header, Kind, Reader, Writer};

/// A placeholder that decodes any value by checking and discarding it.
///
/// The value is checked as if it were decoded as a `Variant`, but nothing is built. Elements that
/// are not of the declared type are not converted, so
/// [`UnsupportedConversion`](crate::DecodeErrorKind::UnsupportedConversion) never occurs. `Ignored`
/// is encoded as Nil.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Ignored, godot4};
///
/// let bytes = godot4::to_vec(&("old", vec![1, 2, 3], 7))?;
/// let (_, _, seven): (Ignored, Ignored, u8) = godot4::from_slice(&bytes)?;
/// assert_eq!(seven, 7);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ignored;

impl<'de, E: Engine> Decode<'de, E> for Ignored {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<'de> Decode<'de, AnyEngine> for Ignored {
    fn decode(reader: &mut Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<E: Engine> Encode<E> for Ignored {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        ().encode(writer)
    }
}

impl<E: Engine> Reader<'_, E> {
    /// Skips one value of any type.
    ///
    /// The value is checked as if it were decoded as a `Variant`, but nothing is built
    /// or converted, as with [`Ignored`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Reader, godot4};
    ///
    /// let bytes = godot4::to_vec(&[1, 2, 3])?;
    /// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
    /// reader.skip()?;
    /// assert_eq!(reader.position(), bytes.len());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of decoding the value as a `Variant` of the layout, except for
    /// [`UnsupportedConversion`](crate::DecodeErrorKind::UnsupportedConversion).
    pub fn skip(&mut self) -> Result<(), DecodeError> {
        self.shared(Reader::<AnyEngine>::skip)
    }
}

impl Reader<'_, AnyEngine> {
    /// Skips one value.
    #[inline]
    pub(crate) fn skip(&mut self) -> Result<(), DecodeError> {
        let header = self.header()?;
        // Most values are ints and strings.
        match header.kind() {
            Kind::Int => self.int_body(header).map(drop),
            Kind::String => self.skip_text(bodies::string::BODY),
            _ => self.skip_body(header),
        }
    }

    /// Skips the body of a value, with the same checks as decoding.
    #[inline(never)]
    fn skip_body(&mut self, header: Header) -> Result<(), DecodeError> {
        match self.layout().body_of(header.number()) {
            BodyRules::Empty => Ok(()),
            BodyRules::Bool(_) => self.bool_body().map(drop),
            BodyRules::Number(_) if header.is(Kind::Int) => self.int_body(header).map(drop),
            BodyRules::Number(_) => self.float_body(header).map(drop),
            BodyRules::Text(rule) => self.skip_text(rule),
            BodyRules::Fields(rows) => {
                let length = self.layout().length_of(header.number());
                self.components(header, rows, length).map(drop)
            }
            BodyRules::Packed(rules) => {
                let each = self.encoded_length(header, rules.each);
                let count = self.count(rules.count, each)?;
                self.elements_of(count, each).map(drop)
            }
            BodyRules::PackedText(_) => self.skip_packed_texts(),
            BodyRules::NodePath(_) => self.skip_node_path(),
            BodyRules::Record(fields) => fields.iter().try_for_each(|field| match field {
                RecordField::Number(row) => self.component(header, row).map(drop),
                RecordField::Text(rule) => self.skip_text(rule),
            }),
            BodyRules::Object(_) => self.skip_object(header),
            BodyRules::Dictionary(_) => self.skip_dictionary(header),
            BodyRules::Array(_) => self.skip_array(header),
            BodyRules::TypedArray(_) => self.skip_typed_array(header),
        }
    }
}
