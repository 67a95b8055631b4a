//! Code that is generic over the precision of values, for the packages in other languages.

use super::value::{AnyRef, AnyVariant, ValuesRef, match_precision};
use crate::table::layout::Layout;
use crate::value::build::Build;
use crate::value::view::AsView;
#[cfg(feature = "double")]
use crate::variant::double;
use crate::variant::{single, with_variant};
use crate::{AnyEngine, Decode, DecodeError, DecodeErrorKind, DecodeOptions, Reader};

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
    form: Form<'de>,
}

#[derive(Debug)]
enum Form<'de> {
    Owned(AnyVariant),
    Single(single::VariantRef<'de>),
    #[cfg(feature = "double")]
    Double(double::VariantRef<'de>),
}

impl<'de> Form<'de> {
    /// Decodes the whole input of a reader.
    fn borrow(mut reader: Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
        let form = match reader.layout().is_double {
            #[cfg(feature = "double")]
            true => Self::Double(Decode::decode(&mut reader)?),
            _ => Self::Single(Decode::decode(&mut reader)?),
        };
        reader.finish()?;
        Ok(form)
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
        let borrowed = Form::borrow(layout.reader(input, options));
        let form = match borrowed {
            // Lenient decoding alters a value.
            Err(error) if *error.kind() == DecodeErrorKind::CannotBorrow => {
                Form::Owned(layout.decode(input, options)?)
            }
            form => form?,
        };
        Ok(Self { layout, form })
    }

    /// Returns whether strings and elements of the value can be parts of the input.
    pub fn is_borrowed(&self) -> bool {
        !matches!(self.form, Form::Owned(_))
    }

    /// Inspects the value.
    pub fn visit<T: VisitAny>(&self, visitor: T) -> T::Output {
        match &self.form {
            Form::Owned(value) => visit_any(value.into(), visitor),
            Form::Single(value) => visitor.visit(value, self.layout),
            #[cfg(feature = "double")]
            Form::Double(value) => visitor.visit(value, self.layout),
        }
    }
}
