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
use crate::decode::Decoder;
use crate::hints;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions};

/// Passes the findings of a value to a sink.
pub(super) fn audit(bytes: &[u8], decoder: Decoder<'_>, sink: &mut FindingSink<'_>) {
    let layout = decoder.layout.layout.info();
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
    let examined = layout.inspect(bytes, decoder.options, &mut |row| {
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
        Err(error) => invalid(&error, bytes, decoder, &mut watch),
        Ok(length) if length < bytes.len() => trailing(length, bytes, decoder, &mut watch),
        Ok(_) => {}
    }
    if let (Some(error), false) = (&strict, is_explained) {
        lenient(error, sink);
    }
}

/// Reports an error that ends the audit of the value.
fn invalid(error: &DecodeError, bytes: &[u8], decoder: Decoder<'_>, sink: &mut FindingSink<'_>) {
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
            let advice = decoder.hint(bytes);
            (&INVALID_VALUE, hints::advised(error, advice.as_deref()))
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
fn trailing(length: usize, bytes: &[u8], decoder: Decoder<'_>, sink: &mut FindingSink<'_>) {
    let left = bytes.len() - length;
    let follow = if left == 1 {
        "1 byte follows".to_owned()
    } else {
        format!("{left} bytes follow")
    };
    let hint = decoder.hint(bytes);
    let (rule, advice) = match &hint {
        Some(hint) => (&INVALID_VALUE, hint.as_str()),
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
    let message = hints::message(error);
    let what = message.split("; ").next().unwrap_or(&message);
    sink(&Finding {
        rule: &NOT_WRITTEN,
        offset: error.offset(),
        path: error.path(),
        message: format_args!(
            "{what}: engines accept it, but never write it; decode and encode the value again"
        ),
    });
}
