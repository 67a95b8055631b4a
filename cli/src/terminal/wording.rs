//! Advice for bytes that cannot be decoded.

use crate::args::layouts::Selection;
use gdvariant::detect::{Candidate, DetectOptions, Detection, Framing, detect_with};
use gdvariant::{DecodeError, DecodeErrorKind};
use gdvariant_files::error::{EntryFault, FaultKind};
use gdvariant_files::forms::FormAdvice;
use gdvariant_files::forms::{ByteForm, form_of, is_text};
use serde::de::IgnoredAny;
use std::fmt::Write;
use std::iter;

/// Returns the message of an error, and advice that names options of the command line.
fn parts(error: &DecodeError) -> (String, Option<String>) {
    let message = match error.kind() {
        // The exact number may be unknown, because only the start of a long input has been read.
        DecodeErrorKind::TrailingBytes { left, .. } if *left > 1 << 20 => {
            "more than 1 MiB follows the value".into()
        }
        DecodeErrorKind::NulInString => "a NUL in a string".into(),
        kind => kind.without_advice(),
    };
    let advice = match error.kind() {
        DecodeErrorKind::TrailingBytes { left, .. } if *left == 1 || *left > 1 << 20 => {
            "--engine ignores it"
        }
        DecodeErrorKind::TrailingBytes { .. } | DecodeErrorKind::UnknownFlags { .. } => {
            "--engine ignores them"
        }
        DecodeErrorKind::InvalidBool { .. } => "--engine treats it as true",
        DecodeErrorKind::NulInString => "--engine truncates the string there",
        DecodeErrorKind::ObjectsNotAllowed => "--allow-objects decodes it as data",
        DecodeErrorKind::UnknownType { .. } => return (message, None),
        kind => return (message, kind.advice()),
    };
    (message, Some(advice.into()))
}

/// Returns the message of an error, with its advice.
pub(crate) fn message(error: &DecodeError) -> String {
    advised(error, None)
}

/// Returns whether the message of an error contains advice.
pub(crate) fn has_advice(error: &DecodeError) -> bool {
    parts(error).1.is_some()
}

/// Returns the offset, the path and the message of an error. `advice` replaces the advice of the
/// message.
pub(crate) fn line(error: &DecodeError, advice: Option<&str>) -> String {
    let mut line = format!("{:#06x}: ", error.offset());
    if !error.path().is_empty() {
        // Writing to a String does not fail.
        let _ = write!(line, "{}: ", error.path());
    }
    line + &advised(error, advice)
}

/// Returns the message of an error. `advice` replaces the advice of the message.
fn advised(error: &DecodeError, advice: Option<&str>) -> String {
    let (message, own) = parts(error);
    match advice.or(own.as_deref()) {
        None => message,
        Some(advice) => format!("{message}; {advice}"),
    }
}

/// Returns advice for bytes that are not a value.
///
/// `is_raw` states that the bytes are the whole input, unchanged.
pub(crate) fn hint(bytes: &[u8], is_raw: bool, layout: Selection) -> Option<String> {
    let text = is_raw.then(|| text_form(bytes)).flatten();
    // The chosen layout is a candidate, even if no engine writes it.
    let options = DetectOptions::new().all_layouts(!layout.layout.is_implemented());
    text.or_else(|| other(&detect_with(bytes, options), is_raw, layout))
}

/// Returns a number of bytes with its noun.
pub(crate) fn byte_count(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

/// Returns advice for an input that is text.
pub(crate) fn text_form(bytes: &[u8]) -> Option<String> {
    let is_container = matches!(bytes.trim_ascii(), [b'{', .., b'}'] | [b'[', .., b']'])
        && core::str::from_utf8(bytes).is_ok();
    if is_container {
        let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
        let json = if values.all(|value| value.is_ok()) {
            "the input looks like JSON: try `gdvariant encode`"
        } else {
            "the input looks like the text of var2str: try `gdvariant encode --from text`"
        };
        let advice = ", or like a byte array: try --from bytes";
        let is_array = is_text(ByteForm::Bytes, bytes);
        return Some(format!("{json}{}", if is_array { advice } else { "" }));
    }
    let form = form_of(bytes)?;
    let name = match form {
        ByteForm::Raw => "bytes",
        ByteForm::Hex => "hex digits",
        ByteForm::Base64 => "base64",
        ByteForm::Dump => "a dump",
        ByteForm::Bytes => "a byte array",
    };
    let option = form.name();
    Some(format!("the input looks like {name}: try --from {option}"))
}

/// Returns advice that names the layouts and the framing that decode the input.
///
/// Framings other than bare values are considered only if `can_be_framed`.
fn other(detection: &Detection, can_be_framed: bool, chosen: Selection) -> Option<String> {
    let is_chosen = |candidate: &Candidate| candidate.layout.name == chosen.layout.name();
    let is_value = |candidate: &Candidate| candidate.framing == Framing::Bare || can_be_framed;
    let fitting: Vec<_> = detection.matches().filter(|it| is_value(it)).collect();
    let first = fitting.first()?;
    // The chosen layout explains most of the input better than another one explains all of it.
    if first.rank > 1 && detection.best().iter().any(is_chosen) {
        return None;
    }
    let requested = fitting
        .iter()
        .find(|it| is_chosen(it) && it.rank == first.rank);
    let first = requested.unwrap_or(first);
    if first.skip > 0 {
        return Some(format!(
            "a header precedes the value: try {}",
            options(first, 0)
        ));
    }
    // The chosen layout already decodes the bytes: the error has another cause, such as a truncated
    // frame or an option.
    let is_bare = |candidate: &Candidate| candidate.framing == Framing::Bare;
    if fitting.iter().any(|it| is_chosen(it) && is_bare(it)) {
        return None;
    }
    let is_equal = |it: &Candidate| (it.rank, it.framing) == (first.rank, first.framing);
    let equals = fitting.iter().filter(|it| is_equal(it));
    let framing = framing_options(first.framing);
    if equals.clone().any(|it| is_chosen(it)) {
        return Some(match first.framing {
            Framing::Concatenated => "further values follow: try --values".into(),
            _ => format!("a length precedes the value: try{framing}"),
        });
    }
    let equals: Vec<_> = equals.map(|it| it.layout).collect();
    let titles = alternatives(equals.iter().map(|layout| layout.title));
    let names = alternatives(equals.iter().map(|layout| layout.name));
    let option = chosen.option;
    Some(format!(
        "this decodes as {titles}: try {option} {names}{framing}"
    ))
}

/// Returns the options of the command line that select a candidate.
///
/// `skipped` is the number of bytes that the options already skip.
pub(crate) fn options(candidate: &Candidate, skipped: u64) -> String {
    let framing = match candidate.framing {
        // The bytes after a header can be framed as well.
        Framing::Bare if candidate.skip > 0 => " --bare",
        framing => framing_options(framing),
    };
    let skip = match candidate.skip as u64 + skipped {
        0 => String::new(),
        skip => format!(" --skip {skip}"),
    };
    format!("--layout {}{framing}{skip}", candidate.layout.name)
}

pub(crate) fn framing_options(framing: Framing) -> &'static str {
    match framing {
        Framing::LittleEndian => " --framed",
        Framing::BigEndian => " --framed --big-endian",
        Framing::Concatenated => " --values",
        _ => "",
    }
}

/// Joins names, as in `a, b or c`.
pub(crate) fn alternatives<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Describes why a value is missing, with advice.
pub(crate) fn fault(fault: &EntryFault) -> String {
    match &fault.kind {
        kind @ FaultKind::Rest(_) => format!("{kind}; --engine ignores them"),
        kind @ FaultKind::TooLong { .. } => format!(
            "{kind}; if the values are not length-prefixed, omit --framed, otherwise try --big-endian or raise --max-length"
        ),
        kind @ FaultKind::Truncated { .. } => {
            format!("{kind}; the input is truncated, or not framed")
        }
        kind @ FaultKind::Line { advice, .. } => {
            let advice = advice.iter().map(|advice| form_advice(*advice));
            iter::once(kind.to_string())
                .chain(advice)
                .collect::<Vec<_>>()
                .join("; ")
        }
        kind => kind.to_string(),
    }
}

/// Returns advice for a line that is not a value, with names of options.
fn form_advice(advice: FormAdvice) -> String {
    match advice {
        FormAdvice::MaxLength => "raise --max-length".into(),
        FormAdvice::OneValue => "check that each line is one value, or raise --max-length".into(),
        FormAdvice::Form(form) => format!("try --from {}", form.name()),
        FormAdvice::Offset => "if they are an offset, use --from dump".into(),
        _ => "check the form of the input".into(),
    }
}
