//! Values within strings and byte arrays, which a game may decode.

use super::checks::objects::Objects;
use super::checks::word::word;
use super::finding::{Finding, Sink};
use super::rule::Severity;
use crate::input::PREFIX_LENGTH;
use crate::rows::rows;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind, Layout};
use std::borrow::Cow;

/// The largest number of values that are each within another one.
const MOST: usize = 8;

/// The number of digits of the shortest object, which is null.
const SHORTEST: usize = 11;

/// The number of digits that are decoded to tell whether all are: a multiple of 4, and enough for a
/// length and a type in both forms.
const STARTING_DIGITS: usize = 12;

/// Base64 with padding or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Reports what objects do in the value that a row holds, if it holds one.
pub(super) fn row<L: Layout>(
    row: &InspectRow<'_>,
    value: &[u8],
    level: usize,
    sink: &mut Sink<'_>,
) {
    let Some((form, content)) = content::<L>(row, value).filter(|_| level < MOST) else {
        return;
    };
    let mut report = |finding: &Finding<'_>| {
        if finding.rule.severity > Severity::Note {
            sink(&Finding {
                rule: finding.rule,
                offset: row.offset,
                path: &format!("{} ({form}) {}", row.path, finding.path).trim(),
                message: format_args!("in the value that the {form} holds: {}", finding.message),
            });
        }
    };
    let mut objects = Objects::default();
    let options = DecodeOptions::engine().allow_objects(true);
    // Before an error, engines create objects, too.
    let _ = rows::<L>(&content, options, &mut |inner| {
        objects.row(inner, &mut report);
        self::row::<L>(inner, &content, level + 1, &mut report);
    });
}

/// Returns the bytes that a row holds, and their form, if they start like a value with objects.
fn content<'b, L: Layout>(
    row: &InspectRow<'_>,
    value: &'b [u8],
) -> Option<(&'static str, Cow<'b, [u8]>)> {
    let (form, mut content) = match row.value {
        Value::Text(text) => text_content::<L>(text)?,
        _ if row.ty.kind == Kind::PoolByteArray && row.field.name == "length" => {
            let rest = value.get(row.offset + row.bytes.len()..)?;
            ("array", rest.get(..word(row)? as usize)?.into())
        }
        _ => return None,
    };
    let prefix = u32::from_le_bytes(*content.first_chunk()?);
    if prefix as usize == content.len() - PREFIX_LENGTH {
        content = content.get(PREFIX_LENGTH..)?.to_vec().into();
    }
    holds_objects::<L>(&content).then_some((form, content))
}

/// Returns whether bytes start with the header of an object, or of a container.
fn holds_objects<L: Layout>(bytes: &[u8]) -> bool {
    let number = bytes.first().copied().map(usize::from);
    let ty = number.and_then(|number| L::TYPES.get(number));
    ty.is_some_and(|ty| {
        matches!(
            ty.body,
            Body::Object | Body::Array | Body::TypedArray | Body::Dictionary
        )
    })
}

/// Returns the bytes that a string expresses, and their form.
fn text_content<L: Layout>(text: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if text.len() < SHORTEST {
        return None;
    }
    let digits = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    // Few strings start like a value: the others are not decoded.
    let start: Vec<u8> = digits().take(STARTING_DIGITS).collect();
    let may_hold = |start: Vec<u8>| {
        let value = start.get(PREFIX_LENGTH..).unwrap_or_default();
        holds_objects::<L>(&start) || holds_objects::<L>(value)
    };
    let forms: [(_, Decode); 2] = [("hex", hex), ("base64", base64)];
    let mut forms = forms.into_iter();
    let (form, decode) = forms.find(|(_, decode)| decode(&start).is_some_and(may_hold))?;
    let bytes = decode(&digits().collect::<Vec<u8>>())?;
    Some((form, bytes.into()))
}

/// Decodes digits.
type Decode = fn(&[u8]) -> Option<Vec<u8>>;

fn hex(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_chunks() else {
        return None;
    };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect()
}

fn base64(digits: &[u8]) -> Option<Vec<u8>> {
    BASE64.decode(digits).ok()
}
