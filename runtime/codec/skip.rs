//! Skips values without building them.

use crate::table::bodies;
use crate::table::layout::AnyEngine;
use crate::table::rule::{BodyRules, Number, NumberRules, PackedRules, RecordField};
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Header, Kind, Reader, Writer};

/// A placeholder that decodes any value by checking and discarding it.
///
/// The value is checked as if it were decoded as a `Variant`, but nothing is built. Elements that
/// are not of the declared type are not converted, so
/// [`UnsupportedConversion`](crate::DecodeErrorKind::UnsupportedConversion) never occurs. `IgnoredAny`
/// is encoded as Nil.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{IgnoredAny, godot4};
///
/// let bytes = godot4::to_vec(&("old", vec![1, 2, 3], 7))?;
/// let (_, _, seven): (IgnoredAny, IgnoredAny, u8) = godot4::from_slice(&bytes)?;
/// assert_eq!(seven, 7);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct IgnoredAny;

impl<'de, E: Engine> Decode<'de, E> for IgnoredAny {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<'de> Decode<'de, AnyEngine> for IgnoredAny {
    fn decode(reader: &mut Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<E: Engine> Encode<E> for IgnoredAny {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        ().encode(writer)
    }
}

impl<E: Engine> Reader<'_, E> {
    /// Skips one value of any type.
    ///
    /// The value is checked as if it were decoded as a `Variant`, but nothing is built
    /// or converted, as with [`IgnoredAny`].
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
        let Some(header) = self.take_plain_header() else {
            return self.skip_any();
        };
        // Most values are numbers and strings.
        match header.kind() {
            Kind::Int => self.int_body(header).map(drop),
            Kind::Float => self.float_body(header).map(drop),
            Kind::String => self.skip_text(bodies::string::BODY),
            _ => self.skip_body(header),
        }
    }

    #[inline(never)]
    fn skip_any(&mut self) -> Result<(), DecodeError> {
        let header = self.header()?;
        if self.is_other_precision(header) {
            self.skip_other_precision(header)
        } else {
            self.skip_body(header)
        }
    }

    /// Skips components that lenient decoding converts. A header without flags never precedes them.
    #[cold]
    fn skip_other_precision(&mut self, header: Header) -> Result<(), DecodeError> {
        match self.layout().body_of(header.number()) {
            BodyRules::Fields(rows) => {
                let length = self.layout().length_of(header.number());
                self.components(header, rows, length).map(drop)
            }
            BodyRules::Packed(rules) => {
                let each = self.encoded_length(header, rules.each);
                self.skip_other_packed(rules.count, each)
            }
            _ => self.skip_body(header),
        }
    }

    /// Skips the body of a value in the precision of the layout, with the same checks as decoding.
    ///
    /// Most bodies have functions of their own, so that this one needs no stack frame.
    #[inline(never)]
    fn skip_body(&mut self, header: Header) -> Result<(), DecodeError> {
        let Some(rules) = self.layout().rules.get(usize::from(header.number())) else {
            return Ok(());
        };
        match rules.body {
            BodyRules::Empty => Ok(()),
            BodyRules::Bool(_) => self.skip_bool(),
            BodyRules::Number(rules) => self.skip_number(header, rules),
            BodyRules::Text(rule) => self.skip_text(rule),
            BodyRules::Fields(rows) => match self.take(self.layout().length_of(header.number())) {
                Some(_) => Ok(()),
                None => Err(self.short_components(header, rows)),
            },
            BodyRules::Packed(rules) => self.skip_packed(rules),
            BodyRules::PackedText(_) => self.skip_packed_texts(),
            BodyRules::NodePath(_) => self.skip_node_path(),
            BodyRules::Record(fields) => self.skip_record(header, fields),
            BodyRules::Object(_) => self.skip_object(header),
            BodyRules::Dictionary(_) => self.skip_dictionary(header),
            BodyRules::Array(_) => self.skip_array(header),
            BodyRules::TypedArray(_) => self.skip_typed_array(header),
        }
    }

    #[inline(never)]
    fn skip_bool(&mut self) -> Result<(), DecodeError> {
        self.bool_body().map(drop)
    }

    #[inline(never)]
    fn skip_number(
        &mut self,
        header: Header,
        rules: &'static NumberRules,
    ) -> Result<(), DecodeError> {
        let row = if header.flags() & rules.flag == rules.narrow {
            rules.narrow_row
        } else {
            rules.wide_row
        };
        self.raw(row, row.fixed_length()).map(drop)
    }

    #[inline(never)]
    fn skip_packed(&mut self, rules: &'static PackedRules) -> Result<(), DecodeError> {
        match self.take_packed(rules.count, rules.each) {
            Some(_) => Ok(()),
            None => self.skip_other_packed(rules.count, rules.each),
        }
    }

    #[inline(never)]
    fn skip_other_packed(&mut self, rule: &'static Number, each: usize) -> Result<(), DecodeError> {
        let count = self.count(rule, each)?;
        self.elements_of(count, each).map(drop)
    }

    #[inline(never)]
    fn skip_record(
        &mut self,
        header: Header,
        fields: &'static [RecordField],
    ) -> Result<(), DecodeError> {
        fields.iter().try_for_each(|field| match field {
            RecordField::Number(row) => self.component(header, row).map(drop),
            RecordField::Text(rule) => self.skip_text(rule),
        })
    }
}
