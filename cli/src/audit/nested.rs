//! Examines values encoded in strings and byte arrays, because a game may decode those values.

use super::objects::Objects;
use super::rules::{Finding, FindingSink, Severity, word};
use super::strings;
use crate::layouts::rows;
use crate::text::pair;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind, Layout};
use std::iter;

/// The maximum depth of values encoded in other values. Each level can double the work, because
/// bytes are examined both with and without a length prefix.
const MAX_LEVEL: usize = 4;

/// The number of digits of the shortest encoded object, null, in Base64.
const MIN_DIGITS: usize = 11;

/// The number of digits that are decoded first.
///
/// Further digits are decoded only if the first digits can start a value. The number is a multiple
/// of 4, for complete Base64 groups, and covers a length and a type in hex and in Base64.
const STARTING_DIGITS: usize = 12;

/// Base64 as engines decode it: padding is optional, and unused bits of the last digit are ignored.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Reports objects, constructors and paths in values encoded in a string or byte array.
///
/// Also reports constructors in the text of a byte array.
pub(super) fn row<L: Layout>(
    row: &InspectRow<'_>,
    value: &[u8],
    level: usize,
    sink: &mut FindingSink<'_>,
) {
    let (array, text) = match row.value {
        Value::Text(text) => (None, text.into()),
        _ if row.ty.kind == Kind::PoolByteArray && row.field.name == "length" => {
            let rest = value.get(row.offset + row.bytes.len()..);
            let length = word(row).unwrap_or(0) as usize;
            let Some(array) = rest.and_then(|rest| rest.get(..length)) else {
                return;
            };
            let text = array.split(|&byte| byte == 0).next().unwrap_or_default();
            let text = String::from_utf8_lossy(text);
            strings::object_text(row, &text, sink);
            (Some(array), text)
        }
        _ => return,
    };
    if level == MAX_LEVEL {
        return;
    }
    for bytes in array.into_iter().flat_map(values) {
        examine::<L>(row, "array", bytes, level, sink);
    }
    if let Some((form, bytes)) = text_content::<L>(&text) {
        for bytes in values(&bytes) {
            examine::<L>(row, form, bytes, level, sink);
        }
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

/// Reports objects, constructors and paths in a value that a row contains, encoded as `form`.
fn examine<L: Layout>(
    row: &InspectRow<'_>,
    form: &str,
    bytes: &[u8],
    level: usize,
    sink: &mut FindingSink<'_>,
) {
    if !is_container::<L>(bytes) {
        return;
    }
    let mut report = |finding: &Finding<'_>| {
        if finding.rule.severity > Severity::Note {
            sink(&Finding {
                rule: finding.rule,
                offset: row.offset,
                path: &format!("{} ({form}) {}", row.path, finding.path).trim(),
                message: format_args!("in the value that the {form} contains: {}", finding.message),
            });
        }
    };
    let mut objects = Objects::default();
    let options = DecodeOptions::engine().allow_objects(true);
    // Errors are ignored, because engines create the objects that precede an error.
    let _ = rows::<L>(bytes, options, &mut |inner| {
        objects.row(inner, &mut report);
        strings::path(inner, &mut report);
        if let Value::Text(text) = inner.value {
            strings::object_text(inner, text, &mut report);
        }
        self::row::<L>(inner, bytes, level + 1, &mut report);
    });
}

/// Returns whether bytes start with the header of an object or a container.
fn is_container<L: Layout>(bytes: &[u8]) -> bool {
    let number = bytes.first().copied().map(usize::from);
    let ty = number.and_then(|number| L::TYPES.get(number));
    ty.is_some_and(|ty| {
        matches!(
            ty.body,
            Body::Object | Body::Array | Body::TypedArray | Body::Dictionary
        )
    })
}

/// A decoder of hex or Base64 digits.
type Decode = fn(&[u8]) -> Option<Vec<u8>>;

/// Returns the bytes that a string encodes in hex or Base64, and the form, if the bytes can be
/// values.
fn text_content<L: Layout>(text: &str) -> Option<(&'static str, Vec<u8>)> {
    if text.len() < MIN_DIGITS {
        return None;
    }
    let digits = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    // The start is decoded first, because few strings start like a value or a length.
    let start: Vec<u8> = digits().take(STARTING_DIGITS).collect();
    let may_hold = |start: Vec<u8>| {
        let is_length = |length: &[u8; 4]| u32::from_le_bytes(*length) as usize <= text.len();
        is_container::<L>(&start) || start.first_chunk().is_some_and(is_length)
    };
    let forms: [(_, Decode); 2] = [
        ("hex", |digits| digits.chunks(2).map(pair).collect()),
        ("base64", |digits| BASE64.decode(digits).ok()),
    ];
    let mut forms = forms.into_iter();
    let (form, decode) = forms.find(|(_, decode)| decode(&start).is_some_and(may_hold))?;
    Some((form, decode(&digits().collect::<Vec<u8>>())?))
}
