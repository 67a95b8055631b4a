//! The findings of one value.

use super::checks::{Checks, sizes};
use super::defects::Defects;
use super::finding::{Finding, Sink};
use super::keys::Keys;
use super::nested;
use super::rule::{ENGINES, Rule, Severity};
use crate::failure::Failure;
use crate::hints;
use crate::layouts::{Chosen, Job, JsonLayout};
use crate::rows::rows;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, Ignored, generic};

pub(super) const INVALID: Rule = Rule {
    id: "invalid-value",
    severity: Severity::Error,
    measured: "3.2.3, 4.6.3",
    explanation: "Bytes that no engine of the layout decodes; the audit of the value ends there.",
};

pub(super) const INVALID_STRING: Rule = Rule {
    id: "invalid-string",
    severity: Severity::Error,
    measured: "3.2.3, 4.6.3",
    explanation: "A string that is not UTF-8, such as a surrogate; the audit of the value ends there.",
};

pub(super) const DEEP: Rule = Rule {
    id: "too-deep",
    severity: Severity::Error,
    measured: ENGINES,
    explanation: "Containers nested deeper than engines decode; the audit of the value ends there.",
};

pub(super) const TRAILING: Rule = Rule {
    id: "trailing-bytes",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "Bytes after the value, which engines ignore.",
};

pub(super) const LENIENT: Rule = Rule {
    id: "not-written",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "Bytes that engines decode but do not write, where no other rule explains them.",
};

/// What the options of the command line say about all values.
#[derive(Clone, Copy)]
pub(super) struct Context<'d> {
    /// What engines do with the layout.
    pub(super) defects: &'d Defects,
    pub(super) layout: Chosen,
    /// Whether the value is the whole input, without any text encoding.
    pub(super) is_raw: bool,
}

/// Passes the findings of a value on.
pub(super) struct Audit<'a, 's> {
    pub(super) bytes: &'a [u8],
    pub(super) context: &'a Context<'a>,
    pub(super) sink: &'a mut Sink<'s>,
}

impl Job for Audit<'_, '_> {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        audit::<L>(self.bytes, self.context, self.sink);
        Ok(())
    }
}

fn audit<L: JsonLayout>(bytes: &[u8], context: &Context<'_>, sink: &mut Sink<'_>) {
    let strict = DecodeOptions::new().allow_objects(true);
    let strict = generic::from_slice_prefix::<L, Ignored>(bytes, strict).err();
    let mut is_explained = false;
    let mut watch = |finding: &Finding<'_>| {
        is_explained |= strict
            .as_ref()
            .is_some_and(|error| error.offset() == finding.offset);
        sink(finding);
    };
    sizes::value(bytes.len(), &mut watch);
    let mut checks = Checks::new(context.defects);
    let mut keys = Keys::<L>::new(bytes);
    let options = DecodeOptions::engine().allow_objects(true);
    let decoded = rows::<L>(bytes, options, &mut |row| {
        checks.row(row, &mut watch);
        keys.row(row, &mut watch);
        nested::row::<L>(row, bytes, 0, &mut watch);
    });
    match decoded {
        Err(error) => invalid(&error, bytes, context, &mut watch),
        Ok(length) if length < bytes.len() => trailing(length, bytes, context, &mut watch),
        Ok(_) => {}
    }
    if let (Some(error), false) = (strict, is_explained) {
        lenient(&error, sink);
    }
}

/// Reports an error after which nothing of the value can be examined.
fn invalid(error: &DecodeError, bytes: &[u8], context: &Context<'_>, sink: &mut Sink<'_>) {
    let (rule, message) = match error.kind() {
        DecodeErrorKind::TooDeep { limit, .. } => (
            &DEEP,
            format!(
                "nesting exceeds {limit} levels: engines reject the value, and Godot 3 before 3.4.3 can crash"
            ),
        ),
        DecodeErrorKind::InvalidString => (
            &INVALID_STRING,
            "a string that is not UTF-8: Godot 4 rejects the value, Godot 3 accepts surrogates and characters above U+10FFFF; encode the string again".into(),
        ),
        _ => {
            let advice = hints::hint(bytes, context.is_raw, context.layout);
            (&INVALID, hints::advised(error, advice.as_deref()))
        }
    };
    sink(&Finding {
        rule,
        offset: error.offset(),
        path: error.path(),
        message: format_args!("{message}"),
    });
}

/// Reports bytes after a value of this length. Options that decode them are more likely than
/// ignored bytes.
fn trailing(length: usize, bytes: &[u8], context: &Context<'_>, sink: &mut Sink<'_>) {
    let left = bytes.len() - length;
    let follow = if left == 1 {
        "1 byte follows".to_owned()
    } else {
        format!("{left} bytes follow")
    };
    let hint = hints::hint(bytes, context.is_raw, context.layout);
    let (rule, advice) = match &hint {
        Some(hint) => (&INVALID, hint.as_str()),
        None => (
            &TRAILING,
            "engines ignore what follows, and it can hide anything; remove it",
        ),
    };
    sink(&Finding {
        rule,
        offset: length,
        path: &"",
        message: format_args!("{follow} the value; {advice}"),
    });
}

/// Reports what strict decoding rejects.
fn lenient(error: &DecodeError, sink: &mut Sink<'_>) {
    let message = hints::message(error);
    let what = message.split("; ").next().unwrap_or(&message);
    sink(&Finding {
        rule: &LENIENT,
        offset: error.offset(),
        path: error.path(),
        message: format_args!(
            "{what}: engines accept it, and do not write it; decode and encode the value again"
        ),
    });
}
