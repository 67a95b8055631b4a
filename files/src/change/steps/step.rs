//! Opens the content of a value and writes it back.

use super::{StepOptions, build, byte_array, bytes};
use crate::Compression;
use crate::STRICT;
use crate::change::EditError;
use crate::error::ErrorKind;
use crate::merge::{canonical, edited};
use crate::notation::{self, Notation, decode_base64};
use crate::text::json::is_json;
use crate::text::{TextDocument, TextError};
use crate::values::PREFIX_LENGTH;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{Advice, DecodeError, DecodeErrorKind, EncodeError, Kind, Path, Step};

/// Returns the compression of a step that decompresses bytes.
pub(super) fn compression(step: Step) -> Compression {
    match step {
        Step::Zlib => Compression::Deflate,
        Step::Zstd => Compression::Zstd,
        Step::FastLz => Compression::FastLz,
        _ => Compression::Gzip,
    }
}

/// Returns whether the content is a value of any type, and not always bytes.
pub(super) fn is_of_values(step: Step) -> bool {
    matches!(step, Step::Bytes | Step::Json | Step::Text)
}

pub(super) fn open(
    step: Step,
    value: AnyRef<'_>,
    options: StepOptions,
) -> Result<AnyVariant, StepFault> {
    let layout = value.layout();
    let content = match step {
        Step::Json | Step::Text => {
            let document = document(step, value)?;
            return document.value(0).map_err(StepFault::Text);
        }
        Step::Bytes => {
            let bytes = array(value)?;
            let start = prefix_length(layout, &bytes);
            let decoded = layout.decode(&bytes[start..], options.decode);
            return decoded.map_err(|it| StepFault::Value(it.with_base_offset(start)));
        }
        Step::Gzip | Step::Zlib | Step::Zstd | Step::FastLz => {
            let content = compression(step).decompress(&array(value)?, options.max_content);
            content.map_err(|error| match error.kind() {
                ErrorKind::LongField { .. } => StepFault::TooLong(options.max_content),
                _ => StepFault::Compressed(step),
            })?
        }
        Step::Base64 => {
            let text = text(value)?;
            let digits = text.chars().filter(|it| !it.is_ascii_whitespace());
            decode_base64(&digits.collect::<String>()).ok_or(StepFault::Base64)?
        }
    };
    Ok(byte_array(layout, &content)?)
}

/// Returns a value like `value`, with new content.
pub(crate) fn close(
    step: Step,
    value: &AnyVariant,
    old: &AnyVariant,
    new: &AnyVariant,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    let layout = value.layout();
    let content = || array(new.into());
    match step {
        Step::Bytes => {
            let original = array(value.into())?;
            let (prefix, original) = original.split_at(prefix_length(layout, &original));
            let (old, new) = (canonical(old)?, new.to_vec(options.encode)?);
            let new = edited(layout, original, &old, &new, options.decode)?;
            let [old_length, length] =
                [original, &new].map(|it| u32::try_from(it.len()).unwrap_or(u32::MAX));
            let length = if prefix == old_length.to_le_bytes() {
                length.to_le_bytes()
            } else {
                length.to_be_bytes()
            };
            let length = length.get(..prefix.len()).unwrap_or_default();
            Ok(byte_array(layout, &[length, &new].concat())?)
        }
        Step::Json | Step::Text => {
            let mut document = document(step, value.into())?;
            let replaced = if step == Step::Json {
                document.replaced(0, new).map(|it| document = it)
            } else {
                document.replace(0, new)
            };
            replaced.map_err(StepFault::New)?;
            with_text(value, document.text().to_owned())
        }
        Step::Gzip | Step::Zlib | Step::Zstd | Step::FastLz => {
            let compression = compression(step);
            // Data that is complete without its last byte is followed by other bytes.
            let data = array(value.into())?;
            if let Some((_, shorter)) = data.split_last()
                && compression.decompress(shorter, options.max_content).ok() == bytes(old.into())
            {
                return Err(StepFault::Rest.into());
            }
            let compressed = compression
                .compress(&content()?)
                .map_err(|_| StepFault::Compressed(step))?;
            Ok(byte_array(layout, &compressed)?)
        }
        Step::Base64 => {
            let digits = notation::write(Notation::Base64, &content()?);
            with_text(
                value,
                String::from_utf8_lossy(&digits).trim_end().to_owned(),
            )
        }
    }
}

/// Parses the text of one value, or of a ConfigFile.
fn document(step: Step, value: AnyRef<'_>) -> Result<TextDocument, StepFault> {
    let (text, layout) = (text(value)?, value.layout());
    let document = match step {
        Step::Json => TextDocument::parse_json(&text, Some(layout)),
        _ => TextDocument::parse(&text, Some(layout)),
    };
    let document = document.map_err(StepFault::Text)?;
    match document.count() {
        1 => Ok(document),
        count => Err(StepFault::Values(count)),
    }
}

fn array(value: AnyRef<'_>) -> Result<Vec<u8>, StepFault> {
    bytes(value).ok_or_else(|| StepFault::found(value, Kind::PackedByteArray))
}

/// Returns the text of a String, a StringName or a PackedByteArray.
fn text(value: AnyRef<'_>) -> Result<String, StepFault> {
    if let AnyView::Text(text) = value.view() {
        return Ok(text.into());
    }
    let bytes = bytes(value).ok_or_else(|| StepFault::found(value, Kind::String))?;
    String::from_utf8(bytes).map_err(|error| StepFault::Utf8(error.utf8_error().valid_up_to()))
}

/// Returns whether a value is text that is recognized as JSON.
pub(super) fn has_json(value: AnyRef<'_>) -> bool {
    text(value).is_ok_and(|text| is_json(&text, true))
}

/// Returns a value with this text and the type of `value`.
fn with_text(value: &AnyVariant, text: String) -> Result<AnyVariant, EditError> {
    let kind = value.kind();
    Ok(match kind {
        Kind::PackedByteArray => byte_array(value.layout(), text.as_bytes()),
        _ => build::value(value.layout(), kind, Content::Text(text)),
    }?)
}

/// Returns the length of the length prefix before an encoded value: 4, or 0 without a prefix.
fn prefix_length(layout: &'static Layout, bytes: &[u8]) -> usize {
    let Some((prefix, value)) = bytes.split_first_chunk() else {
        return 0;
    };
    let lengths = [u32::from_le_bytes(*prefix), u32::from_be_bytes(*prefix)];
    let has_length = lengths
        .iter()
        .any(|it| usize::try_from(*it) == Ok(value.len()));
    if has_length && layout.check(bytes, STRICT).is_err() {
        return PREFIX_LENGTH;
    }
    0
}

gdvariant::messages! {
    /// The reason why a step cannot open a value, or cannot write its content back.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub enum StepFault {
        /// The value has another type.
        #[error("expected a {expected}, found {found}")]
        Type {
            /// The name of the type that the step expects.
            expected: &'static str,
            /// The name of the type of the value.
            found: &'static str,
        },
        /// The bytes are not an encoded value.
        #[error(if is_of_objects(error) => ("{:#06x}: {}", error.offset(), error.kind()),
                else ("expected an encoded value, found an error at {error}"))]
        #[advice(= is_of_objects(error).then_some(Advice::AllowObjects))]
        Value(error: DecodeError),
        /// The text is not a value.
        #[error("expected the text of a value, found an error at {error}")]
        Text(error: TextError),
        /// The text has several values, or none.
        #[error("expected the text of a value, found {count} values")]
        Values(count: usize),
        /// The bytes are not UTF-8 from this offset on.
        #[error("expected text in UTF-8, found other bytes at {offset:#06x}")]
        Utf8(offset: usize),
        /// The text is not base64.
        #[error("expected base64, found other text")]
        Base64,
        /// The bytes are not compressed in this way, or are damaged.
        #[error("expected bytes compressed with {}, found other or damaged bytes", step.name())]
        Compressed(step: Step),
        /// The content is longer than this limit, in bytes.
        #[error("the content is longer than {limit} bytes")]
        #[advice(Advice::Raise("max_content"))]
        TooLong(limit: usize),
        /// Other bytes follow the compressed bytes.
        #[error("other bytes follow the compressed bytes, and an edit cannot keep them")]
        #[advice("replace the whole array")]
        Rest,
        /// The text cannot contain the new value.
        #[error("{error}")]
        New(error: TextError),
        /// The new content cannot be encoded.
        #[error("{error}")]
        Encode(error: EncodeError),
    }
}

impl StepFault {
    fn found(value: AnyRef<'_>, expected: Kind) -> Self {
        let layout = value.layout();
        let [expected, found] = [expected, value.kind()].map(|kind| layout.name_of(kind));
        Self::Type { expected, found }
    }

    /// Returns the advice of the library about the encoded value.
    pub(in crate::change) fn value_advice(&self) -> Option<Advice> {
        match self {
            Self::Value(error) if !is_of_objects(error) => error.advice(),
            _ => None,
        }
    }
}

fn is_of_objects(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::ObjectsNotAllowed)
}

impl From<EncodeError> for StepFault {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<StepFault> for EditError {
    fn from(fault: StepFault) -> Self {
        Self::Step {
            path: Path::default(),
            fault,
            other: None,
        }
    }
}
