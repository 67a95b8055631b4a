//! Reports what to check before a game loads a file: objects and scripts, paths of files, and bytes
//! that engines reject, alter or never write.
//!
//! [`file()`] examines a file in any form, for servers that accept uploads and for tools. [`audit()`]
//! examines one value, and [`audit_text`] one text. Each [`Finding`] belongs to one of the [`RULES`].

pub mod effects;
mod file;
mod nested;
mod objects;
mod position;
mod rows;
pub mod rules;
mod scene;
mod strings;
mod text;

pub use file::{AuditOptions, AuditRow, FileAudit, file, read};
pub use file::{Renderer, audit_examined, read_with, with_start};
pub use rules::{Finding, RULES, Rule, Severity, rule};
pub use text::audit_text;

use gdvariant::schema::Layout;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions};
use nested::Nested;
use objects::Objects;
use rows::{Defects, Fields, Keys, NodePaths};
use rules::{
    FindingSink, INVALID_STRING, INVALID_VALUE, NOT_WRITTEN, Place, TOO_DEEP, TRAILING_BYTES,
};

/// Advice for bytes that are not a value, such as the layout that decodes them.
type FindAdvice<'a> = dyn Fn() -> Option<String> + 'a;

/// Passes everything in a value that needs a check before a game decodes it to a sink.
///
/// `options` are those of the program that decodes the value. Games decode with
/// [`DecodeOptions::engine`]. `allow_objects` lets the audit continue after an object: without it,
/// the first object is an error that ends the audit.
///
/// ```
/// use gdvariant::DecodeOptions;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::audit::audit;
///
/// let layout = layout_named("godot4").unwrap();
/// let bytes = b"\x04\0\0\0\x0d\0\0\0user://mod.gd\0\0\0";
/// let options = DecodeOptions::engine().allow_objects(true);
/// let mut found = Vec::new();
/// audit(layout, bytes, options, &mut |finding| found.push((finding.rule.id, finding.offset)));
/// assert_eq!(found, [("user-path", 8)]);
/// ```
///
/// The audit also examines strings and byte arrays that can be encoded or compressed values, and
/// reports those that are too long or nested too deeply as `not-examined`.
pub fn audit(
    layout: &'static Layout,
    bytes: &[u8],
    options: DecodeOptions,
    sink: &mut dyn FnMut(&Finding<'_>),
) {
    audit_with_advice(layout, bytes, options, &|| None, sink);
}

/// Audits a value like [`audit`], with advice in errors.
fn audit_with_advice(
    layout: &'static Layout,
    bytes: &[u8],
    options: DecodeOptions,
    advice: &FindAdvice<'_>,
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
    rows::value_size(bytes.len(), &mut watch);
    let mut objects = Objects::default();
    let mut node_paths = NodePaths::default();
    let mut fields = Fields::default();
    let mut defects = Defects::new(layout);
    let mut keys = Keys::new(layout, bytes, options);
    let mut nested = Nested::new(layout, bytes, options);
    let examined = layout.inspect(bytes, options, |row| {
        let at = &mut Place::from_row(row, &mut watch);
        objects.row(row, at);
        node_paths.row(row, at);
        defects.row(row, at);
        fields.row(row, at);
        strings::path(row, at);
        rows::size(row, at);
        strings::row(row, at);
        keys.row(row, at);
        nested.row(row, at, bytes);
    });
    match examined {
        Err(error) => invalid(&error, advice, &mut watch),
        Ok(length) => trailing(length, bytes.len() - length, advice, &mut watch),
    }
    if let (Some(error), false) = (&strict, is_explained) {
        // Only lenient decoding accepts the bytes.
        let message = format_args!(
            "{}: engines accept it, but never write it; decode and encode the value again",
            error.kind()
        );
        sink(&Finding::from_error(&NOT_WRITTEN, error, message));
    }
}

/// Reports an error that ends the audit of the value.
fn invalid(error: &DecodeError, advice: &FindAdvice<'_>, sink: &mut FindingSink<'_>) {
    let (rule, message) = match error.kind() {
        DecodeErrorKind::TooDeep { limit, .. } => (
            &TOO_DEEP,
            format!(
                "nesting exceeds {limit} levels: engines reject the value, and Godot 3 before 3.4.3 can crash; nest it less deeply"
            ),
        ),
        DecodeErrorKind::InvalidString => (
            &INVALID_STRING,
            "a string that is not valid UTF-8: Godot 3 and Pandemonium 3 accept surrogates and characters above U+10FFFF, other engines reject the value; encode the string again".into(),
        ),
        _ => {
            let advice = advice().map(|advice| format!("; {advice}"));
            (&INVALID_VALUE, error.kind().to_string() + &advice.unwrap_or_default())
        }
    };
    sink(&Finding::from_error(rule, error, format_args!("{message}")));
}

/// Reports bytes after a value. If other options decode those bytes, the options are at fault, and
/// the bytes are not reported as ignored.
fn trailing(length: usize, left: usize, advice: &FindAdvice<'_>, sink: &mut FindingSink<'_>) {
    let follow = match left {
        0 => return,
        1 => "1 byte follows".to_owned(),
        _ => format!("{left} bytes follow"),
    };
    let (rule, advice) = match advice() {
        Some(advice) => (&INVALID_VALUE, advice),
        None => (
            &TRAILING_BYTES,
            "engines ignore the rest, which can hide anything; remove it".into(),
        ),
    };
    let message = format_args!("{follow} the value; {advice}");
    sink(&Finding::at_value(rule, length, message));
}
