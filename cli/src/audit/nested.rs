//! Values within strings and byte arrays, which a game may decode.

use super::checks::objects::Objects;
use super::checks::word::word;
use super::finding::{Finding, Sink};
use super::rule::Severity;
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
        Value::Text(text) => text_content(text)?,
        _ if row.ty.kind == Kind::PoolByteArray && row.field.name == "length" => {
            let rest = value.get(row.offset + row.bytes.len()..)?;
            ("array", rest.get(..word(row)? as usize)?.into())
        }
        _ => return None,
    };
    let length = content
        .first_chunk()
        .map(|prefix| u32::from_le_bytes(*prefix))?;
    if length as usize == content.len() - size_of::<u32>() {
        content = content.get(size_of::<u32>()..)?.to_vec().into();
    }
    let ty = L::TYPES.get(usize::from(*content.first()?))?;
    let holds_objects = matches!(
        ty.body,
        Body::Object | Body::Array | Body::TypedArray | Body::Dictionary
    );
    holds_objects.then_some((form, content))
}

/// Returns the bytes that a string expresses, and their form.
fn text_content(text: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/= \t\r\n".contains(&byte);
    if text.len() < SHORTEST || !text.bytes().all(is_digit) {
        return None;
    }
    let digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    if let (pairs, []) = digits.as_chunks()
        && let Some(bytes) = pairs.iter().map(byte).collect::<Option<Vec<u8>>>()
    {
        return Some(("hex", bytes.into()));
    }
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let bytes = GeneralPurpose::new(&STANDARD, config).decode(digits).ok()?;
    Some(("base64", bytes.into()))
}
