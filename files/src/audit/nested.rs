//! Examines values encoded or compressed in strings and byte arrays, because a game may decode those
//! values.

use super::objects::Objects;
use super::rules::{Finding, Place, Severity, report, word};
use super::strings::{self, MAX_LEVEL};
use crate::error::ErrorKind;
use crate::input::from_reader;
use crate::layer::{Format, MAGIC_LENGTH, decompressing};
use crate::notation::pair;
use crate::{CompressedReader, Compression};
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::bufread::ZlibDecoder;
use gdvariant::inspect::{InspectRow, RowValue};
use gdvariant::schema::Layout;
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind};
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::io::Read;
use std::iter;

/// The number of digits of the shortest encoded object, null, in Base64.
pub(super) const MIN_DIGITS: usize = 11;

/// The number of digits that are decoded first.
///
/// Further digits are decoded only if the first digits can start a value. The number is a multiple
/// of 4, for complete Base64 groups, and covers a length and a type in hex and in Base64.
const STARTING_DIGITS: usize = 12;

/// The maximum length of the content of compressed bytes, in bytes.
const MAX_CONTENT: usize = 64 << 20;

/// The number of times that nested bytes may be examined, on average.
const MAX_REPETITIONS: usize = 16;

/// Base64 as engines decode it: padding is optional, and unused bits of the last digit are ignored.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Examines values in the strings and byte arrays of one value.
///
/// Each level can double the work, because bytes are examined both with and without a length
/// prefix, and compressed bytes can be long. Therefore, the number of examined bytes is limited.
pub(super) struct Nested {
    layout: &'static Layout,
    options: DecodeOptions,
    /// The number of bytes that may still be examined.
    left: usize,
    /// The number of encodings around the bytes that are examined.
    level: usize,
}

impl Nested {
    pub(super) fn new(layout: &'static Layout, value: &[u8], options: DecodeOptions) -> Self {
        Self {
            layout,
            options,
            left: value.len().saturating_mul(MAX_REPETITIONS) + MAX_CONTENT,
            level: 0,
        }
    }

    /// Reports what the values in a string or byte array make an engine do, and paths.
    ///
    /// Also reports constructors in the text of a byte array.
    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>, value: &[u8]) {
        if let RowValue::Text(text) = row.value {
            self.text(at, text);
        } else if row.ty.kind == Kind::PackedByteArray && row.field.name == "length" {
            let rest = value.get(row.offset + row.bytes.len()..);
            let length = word(row).unwrap_or(0) as usize;
            if let Some(array) = rest.and_then(|rest| rest.get(..length)) {
                self.array(at, array);
            }
        }
    }

    /// Examines the bytes of an array, and their text.
    pub(super) fn array(&mut self, at: &mut Place<'_>, array: &[u8]) {
        let text = text_of(array);
        strings::object_text(at, &text);
        self.text(at, &text);
        self.bytes(at, "array", array);
    }

    /// Examines the bytes that a text encodes, and those that strings in the text encode.
    pub(super) fn text(&mut self, at: &mut Place<'_>, text: &str) {
        self.digits(at, text);
        if text.contains('"') {
            strings::unescaped_levels(text, &mut |text| {
                for part in text.split('"') {
                    self.digits(at, part);
                }
            });
        }
    }

    /// Examines bytes that a row contains, encoded as `form`.
    fn bytes(&mut self, at: &mut Place<'_>, form: &str, bytes: &[u8]) {
        let layout = self.layout;
        for value in values(bytes).filter(|value| may_be_value(layout, value, value.len())) {
            self.value(at, form, value);
        }
        self.compressed(at, form, bytes);
    }

    /// Decompresses bytes, and examines their content.
    fn compressed(&mut self, at: &mut Place<'_>, form: &str, bytes: &[u8]) {
        if let Some(format) = compression_of(self.layout, bytes)
            && self.may_examine(at, bytes.len())
        {
            let name = match format {
                Format::Stream(Compression::Deflate) => "zlib",
                Format::Stream(mode) => mode.name(),
                _ => "compressed file",
            };
            match decompress(format, bytes, self.left.min(MAX_CONTENT)) {
                Some(content) if content.is_empty() => {}
                Some(content) => self.content(at, &format!("{form}, {name}"), &content),
                None => stop(at),
            }
        }
    }

    /// Examines bytes that were decoded or decompressed, and their text.
    fn content(&mut self, at: &mut Place<'_>, form: &str, content: &[u8]) {
        if !self.may_examine(at, content.len()) {
            return;
        }
        let text = text_of(content);
        let mut add = |finding: &Finding<'_>| {
            let path = &"";
            within(at, form, &Finding { path, ..*finding });
        };
        let mut inner = Place {
            path: &"",
            offset: 0,
            sink: &mut add,
            is_text: false,
        };
        strings::object_text(&mut inner, &text);
        self.level += 1;
        self.bytes(at, form, content);
        self.text(at, &text);
        self.level -= 1;
    }

    /// Examines the bytes that a text encodes in hex or Base64.
    fn digits(&mut self, at: &mut Place<'_>, text: &str) {
        if let Some((form, decode)) = digits_of(self.layout, text)
            && self.may_examine(at, text.len())
        {
            let digits: Vec<u8> = digits(text).collect();
            if let Some(content) = decode(&digits) {
                self.content(at, form, &content);
            }
        }
    }

    /// Examines a value that a row contains, encoded as `form`.
    fn value(&mut self, at: &mut Place<'_>, form: &str, value: &[u8]) {
        if !self.may_examine(at, value.len()) {
            return;
        }
        let mut add = |finding: &Finding<'_>| within(at, form, finding);
        let mut objects = Objects::default();
        self.level += 1;
        // Errors are ignored, because engines act on the values that precede an error.
        let _ = self.layout.inspect(value, self.options, |row| {
            let at = &mut Place::from_row(row, &mut add);
            objects.row(row, at);
            strings::path(row, at);
            if let RowValue::Text(text) = row.value {
                strings::object_text(at, text);
            }
            self.row(row, at, value);
        });
        self.level -= 1;
    }

    /// Returns whether bytes may be examined, and reports bytes that may not.
    fn may_examine(&mut self, at: &mut Place<'_>, length: usize) -> bool {
        match self.left.checked_sub(length) {
            Some(left) if self.level < MAX_LEVEL => {
                self.left = left;
                true
            }
            _ => {
                stop(at);
                false
            }
        }
    }
}

/// Reports that bytes are not examined.
fn stop(at: &mut Place<'_>) {
    report!(
        at,
        NOT_EXAMINED,
        "an encoded value that is too long or nested in more than {MAX_LEVEL} encodings: the audit examined only a part of it; decode it, and audit the result"
    );
}

/// Reports a finding about bytes that a row contains, encoded as `form`, unless it is a note.
fn within(at: &mut Place<'_>, form: &str, finding: &Finding<'_>) {
    if finding.rule.severity > Severity::Note {
        let path = NestedPath {
            outer: at.path,
            form,
            inner: finding.path,
        };
        (at.sink)(&Finding {
            path: &path,
            offset: at.offset,
            message: format_args!("in an encoded value: {}", finding.message),
            ..*finding
        });
    }
}

/// The path of a row, the encoding of its bytes, and the path within. Both paths can be empty.
struct NestedPath<'p> {
    outer: &'p dyn Display,
    form: &'p str,
    inner: &'p dyn Display,
}

impl Display for NestedPath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { outer, form, inner } = self;
        f.write_str(format!("{outer} ({form}) {inner}").trim_matches(' '))
    }
}

/// Returns the slices that can be a value: all bytes, and each length-prefixed value.
fn values(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    let framed = iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (value, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        rest = after;
        Some(value)
    });
    iter::once(bytes).chain(framed)
}

/// Returns the text of a byte array, which ends at a NUL.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text)
}

/// Returns whether the first bytes of `length` bytes can start a value with effects.
fn may_be_value(layout: &'static Layout, start: &[u8], length: usize) -> bool {
    let number = start.first().copied().map(usize::from);
    let Some(ty) = number.and_then(|number| layout.types().get(number)) else {
        return false;
    };
    match ty.body {
        Body::Object | Body::Array | Body::TypedArray | Body::Dictionary => true,
        Body::Text | Body::PackedText => fits(start.get(4..), length),
        Body::Packed => ty.kind == Kind::PackedByteArray && fits(start.get(4..), length),
        _ => false,
    }
}

/// Returns whether bytes start with a length that `length` bytes can contain.
fn fits(start: Option<&[u8]>, length: usize) -> bool {
    let announced = start.and_then(<[u8]>::first_chunk);
    announced.is_none_or(|announced| u32::from_le_bytes(*announced) as usize <= length)
}

/// A decoder of hex or Base64 digits.
type Decode = fn(&[u8]) -> Option<Vec<u8>>;

/// Returns the form of the digits in a text, and their decoder, if the digits can encode a value.
fn digits_of(layout: &'static Layout, text: &str) -> Option<(&'static str, Decode)> {
    if text.len() < MIN_DIGITS {
        return None;
    }
    // The start is decoded first, because few strings start like a value or a length.
    let start: Vec<u8> = digits(text).take(STARTING_DIGITS).collect();
    let is_digit = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'=');
    if !start.iter().all(is_digit) {
        return None;
    }
    let may_hold = |start: &[u8]| {
        may_be_value(layout, start, text.len())
            || fits(Some(start), text.len())
            || is_text(start)
            || compression_of(layout, start).is_some()
    };
    let forms: [(_, Decode); 2] = [
        ("hex", |digits| digits.chunks(2).map(pair).collect()),
        ("base64", |digits| BASE64.decode(digits).ok()),
    ];
    let mut forms = forms.into_iter();
    forms.find(|(_, decode)| decode(&start).is_some_and(|start| may_hold(&start)))
}

/// Returns the digits of a text without the spaces between them.
fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|byte| !byte.is_ascii_whitespace())
}

/// Returns whether the first bytes of a text can be UTF-8 without control characters.
fn is_text(start: &[u8]) -> bool {
    let is_valid = match str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    is_valid && !start.is_empty() && !start.iter().any(is_control)
}

/// Returns the format of bytes that start like compressed bytes: a file of `open_compressed`, or
/// what `PackedByteArray.compress` returns.
fn compression_of(layout: &'static Layout, bytes: &[u8]) -> Option<Format> {
    match bytes.get(..MAGIC_LENGTH).and_then(Format::detect) {
        Some(format @ (Format::Compressed | Format::Stream(_))) => Some(format),
        _ if is_zlib(bytes) => Some(Format::Stream(Compression::Deflate)),
        _ if is_fastlz(layout, bytes) => Some(Format::Stream(Compression::FastLz)),
        _ => None,
    }
}

/// Decompresses bytes.
///
/// Returns what precedes the first error if the bytes are invalid, and `None` if the content is
/// longer than the limit or needs too much memory.
fn decompress(format: Format, bytes: &[u8], limit: usize) -> Option<Vec<u8>> {
    let content = match format {
        Format::Stream(mode @ Compression::FastLz) => mode.decompress(bytes, limit).map(Some),
        // Unlike our reader of files, engines ignore what follows a zlib stream.
        Format::Stream(Compression::Deflate) => Ok(read(&mut ZlibDecoder::new(bytes), limit)),
        Format::Stream(mode) => Ok(read(
            &mut decompressing(mode, from_reader(bytes), u64::MAX).ok()?,
            limit,
        )),
        _ => CompressedReader::new(bytes, limit as u64).map(|mut reader| read(&mut reader, limit)),
    };
    content.unwrap_or_else(|error| {
        (!matches!(error.kind(), ErrorKind::LongField { .. })).then(Vec::new)
    })
}

/// Reads up to `limit` bytes of decompressed content.
fn read(reader: &mut dyn Read, limit: usize) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    // Engines reject invalid bytes, but a game can keep what precedes the error.
    let _ = reader.take(limit as u64 + 1).read_to_end(&mut content);
    (content.len() <= limit).then_some(content)
}

/// Returns whether bytes start with the header of a zlib stream with a window of 32 KiB.
fn is_zlib(bytes: &[u8]) -> bool {
    bytes
        .first_chunk()
        .is_some_and(|header| header[0] == 0x78 && u16::from_be_bytes(*header) % 31 == 0)
}

/// Returns whether bytes start like FastLZ, with the start of a value, of a length-prefixed value
/// or of a text as the first literal run.
fn is_fastlz(layout: &'static Layout, bytes: &[u8]) -> bool {
    // The first command holds the level and the length of the run.
    let Some((&command @ 0..0x40, rest)) = bytes.split_first() else {
        return false;
    };
    let run = rest.get(..=usize::from(command & 0x1f)).unwrap_or(rest);
    let framed = run.get(4..).unwrap_or_default();
    may_be_value(layout, run, usize::MAX)
        || fits(Some(run), MAX_CONTENT) && may_be_value(layout, framed, usize::MAX)
        || is_text(run)
}
