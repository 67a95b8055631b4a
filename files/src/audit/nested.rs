//! Examines values encoded in strings and byte arrays, because a game may decode those values.

use super::compressed::CompressedForm;
use super::objects::Objects;
use super::rules::{Finding, FindingSink, NOT_EXAMINED, Severity, report, word};
use super::strings;
use crate::forms::pair;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::schema::LayoutInfo;
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind};
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};
use std::iter;

/// The maximum depth of encodings in encodings, such as digits, compression and byte arrays.
const MAX_LEVEL: usize = 8;

/// The number of digits of the shortest encoded object, null, in Base64.
const MIN_DIGITS: usize = 11;

/// The number of digits that are decoded first.
///
/// Further digits are decoded only if the first digits can start a value. The number is a multiple
/// of 4, for complete Base64 groups, and covers a length and a type in hex and in Base64.
const STARTING_DIGITS: usize = 12;

/// The maximum length of the content of compressed bytes, in bytes.
pub(super) const MAX_CONTENT: usize = 64 << 20;

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
    layout: &'static LayoutInfo,
    /// The number of bytes that may still be examined.
    left: usize,
}

impl Nested {
    pub(super) fn new(layout: &'static LayoutInfo, value: &[u8]) -> Self {
        Self {
            layout,
            left: value.len().saturating_mul(MAX_REPETITIONS) + MAX_CONTENT,
        }
    }

    /// Reports what the values in a string or byte array make an engine do, and paths.
    ///
    /// Also reports constructors in the text of a byte array.
    pub(super) fn row(&mut self, row: &InspectRow<'_>, value: &[u8], sink: &mut FindingSink<'_>) {
        self.row_at(row, value, 0, sink);
    }

    fn row_at(
        &mut self,
        row: &InspectRow<'_>,
        value: &[u8],
        level: usize,
        sink: &mut FindingSink<'_>,
    ) {
        let mut place = Place { row, level, sink };
        if let Value::Text(text) = row.value {
            self.digits(&mut place, text);
        } else if row.ty.kind == Kind::PackedByteArray && row.field.name == "length" {
            let rest = value.get(row.offset + row.bytes.len()..);
            let length = word(row).unwrap_or(0) as usize;
            if let Some(array) = rest.and_then(|rest| rest.get(..length)) {
                let text = text_of(array);
                strings::object_text(row, &text, place.sink);
                self.digits(&mut place, &text);
                self.bytes(&mut place, "array", array);
            }
        }
    }

    /// Examines bytes that a row contains, encoded as `form`.
    fn bytes(&mut self, place: &mut Place<'_, '_>, form: &str, bytes: &[u8]) {
        let layout = self.layout;
        for value in values(bytes).filter(|value| may_be_value(layout, value, value.len())) {
            self.value(place, form, value);
        }
        self.compressed(place, form, bytes);
    }

    /// Decompresses bytes, and examines their content.
    fn compressed(&mut self, place: &mut Place<'_, '_>, form: &str, bytes: &[u8]) {
        let Some(compression) = CompressedForm::of(self.layout, bytes) else {
            return;
        };
        if !self.may_examine(place, bytes.len()) {
            return;
        }
        let limit = self.left.min(MAX_CONTENT);
        match compression.content(bytes, limit) {
            Some(content) if content.is_empty() => {}
            Some(content) => {
                let form = format!("{form}, {}", compression.name());
                self.content(place, &form, &content);
            }
            None => place.stop(),
        }
    }

    /// Examines bytes that were decoded or decompressed, and their text.
    fn content(&mut self, place: &mut Place<'_, '_>, form: &str, content: &[u8]) {
        if !self.may_examine(place, content.len()) {
            return;
        }
        let (row, level) = (place.row, place.level + 1);
        let text = text_of(content);
        strings::object_text(row, &text, &mut |finding| {
            let path = &"";
            within(row, form, &Finding { path, ..*finding }, place.sink);
        });
        let mut inner = Place {
            row,
            level,
            sink: place.sink,
        };
        self.bytes(&mut inner, form, content);
        self.digits(&mut inner, &text);
    }

    /// Examines the bytes that a text encodes in hex or Base64.
    fn digits(&mut self, place: &mut Place<'_, '_>, text: &str) {
        if let Some((form, decode)) = digits_of(self.layout, text)
            && self.may_examine(place, text.len())
        {
            let digits: Vec<u8> = digits(text).collect();
            if let Some(content) = decode(&digits) {
                self.content(place, form, &content);
            }
        }
    }

    /// Examines a value that a row contains, encoded as `form`.
    fn value(&mut self, place: &mut Place<'_, '_>, form: &str, value: &[u8]) {
        if !self.may_examine(place, value.len()) {
            return;
        }
        let (row, level) = (place.row, place.level);
        let mut add = |finding: &Finding<'_>| within(row, form, finding, place.sink);
        let mut objects = Objects::default();
        let options = DecodeOptions::engine().allow_objects(true);
        // Errors are ignored, because engines act on the values that precede an error.
        let _ = self.layout.inspect(value, options, &mut |inner| {
            objects.row(inner, &mut add);
            strings::path(inner, &mut add);
            if let Value::Text(text) = inner.value {
                strings::object_text(inner, text, &mut add);
            }
            self.row_at(inner, value, level + 1, &mut add);
        });
    }

    /// Returns whether bytes may be examined, and reports bytes that may not.
    fn may_examine(&mut self, place: &mut Place<'_, '_>, length: usize) -> bool {
        match self.left.checked_sub(length) {
            Some(left) if place.level < MAX_LEVEL => {
                self.left = left;
                true
            }
            _ => {
                place.stop();
                false
            }
        }
    }
}

/// A string or byte array, and the number of encodings around the bytes that are examined.
struct Place<'p, 's> {
    row: &'p InspectRow<'p>,
    level: usize,
    sink: &'p mut FindingSink<'s>,
}

impl Place<'_, '_> {
    /// Reports that bytes are not examined.
    fn stop(&mut self) {
        let row = self.row;
        report!(
            self.sink,
            row,
            NOT_EXAMINED,
            "an encoded value that is too long or nested in more than {MAX_LEVEL} encodings: the audit examined only a part of it; decode it, and audit the result"
        );
    }
}

/// Reports a finding about bytes that a row contains, encoded as `form`, unless it is a note.
fn within(row: &InspectRow<'_>, form: &str, finding: &Finding<'_>, sink: &mut FindingSink<'_>) {
    if finding.rule.severity > Severity::Note {
        sink(&Finding {
            rule: finding.rule,
            offset: row.offset,
            path: &Spaced([&row.path, &format_args!("({form})"), finding.path]),
            message: format_args!("in an encoded value: {}", finding.message),
        });
    }
}

/// Displays the paths that are not empty, with spaces between them.
struct Spaced<'p>([&'p dyn Display; 3]);

impl Display for Spaced<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut part = Part {
            f,
            is_first: true,
            is_spaced: true,
        };
        for path in self.0 {
            write!(part, "{path}")?;
            part.is_spaced = part.is_first;
        }
        Ok(())
    }
}

/// Writes a space before the first characters of a part, unless they are the first of all.
struct Part<'p, 'f> {
    f: &'p mut Formatter<'f>,
    is_first: bool,
    is_spaced: bool,
}

impl Write for Part<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !text.is_empty() {
            if !std::mem::replace(&mut self.is_spaced, true) {
                self.f.write_char(' ')?;
            }
            self.is_first = false;
        }
        self.f.write_str(text)
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
pub(super) fn may_be_value(layout: &LayoutInfo, start: &[u8], length: usize) -> bool {
    let number = start.first().copied().map(usize::from);
    let Some(ty) = number.and_then(|number| layout.types.get(number)) else {
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
pub(super) fn fits(start: Option<&[u8]>, length: usize) -> bool {
    let announced = start.and_then(<[u8]>::first_chunk);
    announced.is_none_or(|announced| u32::from_le_bytes(*announced) as usize <= length)
}

/// A decoder of hex or Base64 digits.
type Decode = fn(&[u8]) -> Option<Vec<u8>>;

/// Returns the form of the digits in a text, and their decoder, if the digits can encode a value.
fn digits_of(layout: &LayoutInfo, text: &str) -> Option<(&'static str, Decode)> {
    if text.len() < MIN_DIGITS {
        return None;
    }
    // The start is decoded first, because few strings start like a value or a length.
    let start: Vec<u8> = digits(text).take(STARTING_DIGITS).collect();
    let may_hold = |start: &[u8]| {
        may_be_value(layout, start, text.len())
            || fits(Some(start), text.len())
            || is_text(start)
            || is_compressed(layout, start)
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
pub(super) fn is_text(start: &[u8]) -> bool {
    let is_valid = match str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    is_valid && !start.is_empty() && !start.iter().any(is_control)
}

/// Returns whether bytes start like compressed bytes.
fn is_compressed(layout: &LayoutInfo, start: &[u8]) -> bool {
    CompressedForm::of(layout, start).is_some()
}
