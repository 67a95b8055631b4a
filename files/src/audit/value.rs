//! Examines one value with all rules.

use super::defects::DefectFinder;
use super::fields::{self, Fields};
use super::keys::Keys;
use super::nested::Nested;
use super::node_paths::NodePaths;
use super::objects::Objects;
use super::rules::{
    Finding, FindingSink, INVALID_STRING, INVALID_VALUE, NOT_WRITTEN, TOO_DEEP, TRAILING_BYTES,
};
use super::strings;
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions};

/// Advice for bytes that are not a value, such as the layout that decodes them.
type Advice<'a> = dyn Fn() -> Option<String> + 'a;

/// Audits a value like [`audit`](super::audit), with the caller's advice in errors.
pub fn audit_with_advice(
    layout: &'static LayoutInfo,
    bytes: &[u8],
    options: DecodeOptions,
    advice: &Advice<'_>,
    sink: &mut FindingSink<'_>,
) {
    let strict = DecodeOptions::new().allow_objects(true);
    let strict = layout.skip(bytes, strict).err();
    let mut is_explained = false;
    let mut watch = |finding: &Finding<'_>| {
        let is_here = |error: &DecodeError| error.offset() == finding.offset;
        is_explained |= strict.as_ref().is_some_and(is_here);
        sink(finding);
    };
    fields::value_size(bytes.len(), &mut watch);
    let mut objects = Objects::default();
    let mut node_paths = NodePaths::default();
    let mut fields = Fields::default();
    let mut defects = DefectFinder {
        layout: layout.base,
        names: 0,
        is_packed_empty: false,
    };
    let mut keys = Keys {
        layout,
        input: bytes,
        dictionaries: Vec::new(),
    };
    let mut nested = Nested::new(layout, bytes);
    let examined = layout.inspect(bytes, options, &mut |row| {
        objects.row(row, &mut watch);
        node_paths.row(row, &mut watch);
        defects.row(row, &mut watch);
        fields.row(row, &mut watch);
        strings::path(row, &mut watch);
        fields::size(row, &mut watch);
        strings::row(row, &mut watch);
        keys.row(row, &mut watch);
        nested.row(row, bytes, &mut watch);
    });
    match examined {
        Err(error) => invalid(&error, advice, &mut watch),
        Ok(length) => trailing(length, bytes.len() - length, advice, &mut watch),
    }
    if let (Some(error), false) = (&strict, is_explained) {
        lenient(error, sink);
    }
}

/// Reports an error that ends the audit of the value.
fn invalid(error: &DecodeError, advice: &Advice<'_>, sink: &mut FindingSink<'_>) {
    let (rule, message) = match error.kind() {
        DecodeErrorKind::TooDeep { limit, .. } => (
            &TOO_DEEP,
            format!(
                "nesting exceeds {limit} levels: engines reject the value, and Godot 3 before 3.4.3 can crash; nest it less deeply"
            ),
        ),
        DecodeErrorKind::InvalidString => (
            &INVALID_STRING,
            "a string that is not valid UTF-8: Godot 4 rejects the value, Godot 3 accepts surrogates and characters above U+10FFFF; encode the string again".into(),
        ),
        _ => {
            let advice = advice().map(|advice| format!("; {advice}"));
            (&INVALID_VALUE, reason(error) + &advice.unwrap_or_default())
        }
    };
    sink(&Finding {
        rule,
        offset: error.offset(),
        path: error.path(),
        message: format_args!("{message}"),
    });
}

/// Reports bytes after a value. If other options decode those bytes, the options are at fault, and
/// the bytes are not reported as ignored.
fn trailing(length: usize, left: usize, advice: &Advice<'_>, sink: &mut FindingSink<'_>) {
    let follow = match left {
        0 => return,
        1 => "1 byte follows".to_owned(),
        _ => format!("{left} bytes follow"),
    };
    let advice = advice();
    let (rule, advice) = match &advice {
        Some(advice) => (&INVALID_VALUE, advice.as_str()),
        None => (
            &TRAILING_BYTES,
            "engines ignore the rest, which can hide anything; remove it",
        ),
    };
    let message = format_args!("{follow} the value; {advice}");
    sink(&Finding::of_value(rule, length, message));
}

/// Reports bytes that only lenient decoding accepts.
fn lenient(error: &DecodeError, sink: &mut FindingSink<'_>) {
    let reason = reason(error);
    sink(&Finding {
        rule: &NOT_WRITTEN,
        offset: error.offset(),
        path: error.path(),
        message: format_args!(
            "{reason}: engines accept it, but never write it; decode and encode the value again"
        ),
    });
}

/// Returns the message of an error without its advice, which names functions of the library.
fn reason(error: &DecodeError) -> String {
    let mut message = error.kind().to_string();
    message.truncate(message.find("; ").unwrap_or(message.len()));
    message
}
