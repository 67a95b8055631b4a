//! The original of a value, with which types are compared when the value is encoded.

use super::InvalidOption;
use crate::error::Error;
use crate::open::open;
use crate::packages::options::OpenOptions;
use crate::type_changes::TypeChanges;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeError, DecodeOptions, ReadError};
use std::io::Read;

/// The value that a changed value has to be like.
#[derive(Debug)]
pub struct Original(AnyVariant);

/// The reason why an original cannot be compared.
#[derive(Debug)]
pub enum OriginalError {
    /// An option is invalid.
    Option(InvalidOption),
    /// The file cannot be opened.
    Open(Error),
    /// A value of the file cannot be read.
    Read(ReadError),
    /// The value is invalid.
    Decode(DecodeError),
}

impl Original {
    /// Decodes the bytes of a value, without a length prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a value of the layout.
    pub fn encoded(layout: &'static LayoutInfo, bytes: &[u8]) -> Result<Self, OriginalError> {
        let value = layout.decode(bytes, accepted());
        value.map(Self).map_err(OriginalError::Decode)
    }

    /// Opens a file in any form, and decodes its first values, at most `count`. The layout is that of
    /// `options`, or of another engine if this layout does not fit.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened, or if one of these values is invalid.
    pub fn file(
        mut file: impl Read,
        options: &OpenOptions<'_>,
        count: usize,
    ) -> Result<Vec<Self>, OriginalError> {
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| OriginalError::Open(Error::Io(error)))?;
        let values = |layout| {
            let options = OpenOptions {
                layout,
                lenient: true,
                ..*options
            };
            let options = options.checked().map_err(OriginalError::Option)?;
            let opened = open(&bytes[..], &options).map_err(OriginalError::Open)?;
            let frames = FrameOptions::new()
                .max_length(u32::MAX)
                .decode_options(accepted());
            let reader = opened.into_reader(frames).map_err(OriginalError::Open)?;
            let originals = reader.take(count).map(|value| value.map(Self));
            originals
                .collect::<Result<_, _>>()
                .map_err(OriginalError::Read)
        };
        match (values(options.layout), options.layout) {
            (Err(error), Some(_)) => values(None).map_err(|_| error),
            (result, _) => result,
        }
    }

    /// Returns the values of an encoded value, without a length prefix, whose types are not those of
    /// the original. Invalid bytes have no changes.
    #[must_use]
    pub fn changes(&self, layout: &'static LayoutInfo, bytes: &[u8]) -> TypeChanges {
        let value = layout.decode(bytes, accepted());
        value.map_or_else(
            |_| TypeChanges::default(),
            |value| TypeChanges::between((&self.0).into(), (&value).into()),
        )
    }
}

/// Returns the options that accept all values: they are only compared.
fn accepted() -> DecodeOptions {
    DecodeOptions::engine().allow_objects(true)
}
