//! Advice for bytes that cannot be decoded.

use crate::args::layouts::Selection;
use crate::args::{FrameArgs, InputArgs};
use crate::terminal::failure::advised;
use gdvariant::{DecodeError, DecodeErrorKind};
use gdvariant_files::clip::counted;
use gdvariant_files::contents::{self, Contents, is_plausible};
use gdvariant_files::detect::{
    Candidate, DetectOptions, Detection, Framing, InputStart, MIN_SAVED, UNLIKELY, detect,
};
use gdvariant_files::error::{EntryFault, FaultKind};
use gdvariant_files::forms::{ByteForm, FormAdvice, form_of};
use gdvariant_files::input::of_bytes;
use gdvariant_files::open::{Examined, OpenOptions, form_of_values};
use gdvariant_files::values::Entry;
use std::fmt::Write;
use std::iter;

/// Returns the message of an error in a value, and advice that names options of the command line.
fn parts(error: &DecodeError, bytes: &[u8], layout: Selection) -> (String, Option<String>) {
    let message = match error.kind() {
        // The exact number may be unknown, because only the start of a long input has been read.
        DecodeErrorKind::TrailingBytes { left, .. } if *left > 1 << 20 => {
            "more than 1 MiB follows the value".into()
        }
        DecodeErrorKind::NulInString => "a NUL in a string".into(),
        kind => kind.to_string(),
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
        kind if kind.is_lenient() => "--engine accepts it",
        kind => return (message, kind.advice()),
    };
    let is_tried = is_plausible(layout.layout, bytes, error);
    (message, is_tried.then(|| advice.into()))
}

/// Returns the message of an error in a value, with its advice.
pub(crate) fn message(error: &DecodeError, bytes: &[u8], layout: Selection) -> String {
    let (message, advice) = parts(error, bytes, layout);
    advised(message, advice)
}

/// Returns the offset, the path and the message of an error in a value. `advice` replaces the advice
/// of the message.
pub(crate) fn line(
    error: &DecodeError,
    bytes: &[u8],
    layout: Selection,
    advice: Option<String>,
) -> String {
    let mut line = format!("{:#06x}: ", error.offset());
    if !error.path().is_empty() {
        // Writing to a String does not fail.
        let _ = write!(line, "{}: ", error.path());
    }
    let (message, own) = parts(error, bytes, layout);
    let contents = || error.path().is_empty().then(|| known(bytes)).flatten();
    line + &advised(message, advice.or(own).or_else(contents))
}

/// Returns what bytes are, if they are something else than values.
pub(crate) fn known(bytes: &[u8]) -> Option<String> {
    let Contents { format, advice, .. } = contents::known(bytes, true)?;
    Some(advised(format_args!("the bytes are {format}"), advice))
}

/// Returns advice for bytes that are not a value.
///
/// The bytes are those of a value of an input with these options.
pub(crate) fn hint(bytes: &[u8], input: &InputArgs, layout: Selection) -> Option<String> {
    let text = (!input.has_several()).then(|| text_form(bytes)).flatten();
    let can_be_framed = !input.frame.has_several();
    text.or_else(|| other(&detect(bytes), can_be_framed, layout))
}

/// Returns advice for an input whose first length is none, or whose first value is not one.
///
/// The advice was tried with the bytes of the entry.
pub(crate) fn frame_hint(entry: &Entry<'_>, args: &FrameArgs) -> Option<String> {
    let prefix = entry.frame.map(|frame| frame.prefix);
    let bytes = [prefix.as_slice().as_flattened(), entry.available].concat();
    let is_truncated = |fault: &EntryFault| matches!(fault.kind, FaultKind::Truncated { .. });
    let is_complete = entry.fault.as_ref().is_some_and(is_truncated);
    let start = InputStart { bytes, is_complete };
    let detection = start.detect(DetectOptions::new());
    let first = detection.best().iter().find(|it| {
        let least = if it.fits() { UNLIKELY } else { MIN_SAVED };
        it.skip == 0 && it.score >= least
    });
    let Some(first) = first else {
        return known(&start.bytes);
    };
    let is_long = |fault: &EntryFault| matches!(fault.kind, FaultKind::TooLong { .. });
    let advice = match (first.framing, args.requested()?) {
        (Framing::BigEndian, Framing::LittleEndian) => "try --big-endian",
        (Framing::LittleEndian, Framing::BigEndian) => "omit --big-endian",
        (Framing::Bare, _) => "a value without a length: omit --framed",
        (framing, stated) if framing == stated && entry.fault.as_ref().is_some_and(is_long) => {
            "raise --max-length"
        }
        _ => return None,
    };
    Some(advice.into())
}

/// Returns advice for an input that is bytes as text, after reading its values.
pub(crate) fn text_form(bytes: &[u8]) -> Option<String> {
    let name = |form| match form {
        ByteForm::Raw => "bytes",
        ByteForm::Hex => "hex digits",
        ByteForm::Base64 => "base64",
        ByteForm::Dump => "a dump",
        ByteForm::Bytes => "a byte array",
    };
    if let Some(form) = form_of_values(bytes) {
        let (name, option) = (name(form), form.name());
        return Some(format!("the input looks like {name}: try --from {option}"));
    }
    let form = form_of(bytes)?;
    let input = of_bytes(bytes);
    let examined = Examined::new(input, &OpenOptions::new().form(form), &mut ()).ok()?;
    let start = examined.start.first()?;
    let name = name(form);
    match contents::known(&start.bytes, start.is_complete) {
        Some(contents) => Some(format!("{name} of {}", contents.format)),
        // Words and lists of numbers are also base64 and arrays.
        None if matches!(form, ByteForm::Hex | ByteForm::Dump) => {
            Some(format!("{name} of bytes that are not values"))
        }
        None => None,
    }
}

/// Returns advice that names the layouts and the framing that decode the input.
///
/// Framings other than bare values are considered only if `can_be_framed`.
fn other(detection: &Detection, can_be_framed: bool, chosen: Selection) -> Option<String> {
    let is_chosen = |candidate: &Candidate| candidate.layout.name == chosen.layout.name;
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
    let is_followed = matches!(&candidate.failure, Some((1, error))
        if matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. }));
    let engine = if is_followed { " --engine" } else { "" };
    format!("--layout {}{framing}{skip}{engine}", candidate.layout.name)
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
        kind @ FaultKind::Truncated { .. } => {
            format!("{kind}; the input is truncated, or not framed")
        }
        FaultKind::Header { skip, length } => format!(
            "--skip {skip} exceeds the length of the line, {}; skip fewer bytes",
            counted(*length, "byte")
        ),
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
        FormAdvice::AllBytes => {
            "the text omits bytes: print all of them, such as with hexdump -Cv or \
             buffer.toString('hex')"
                .into()
        }
        FormAdvice::Offset => "if they are an offset, use --from dump".into(),
        _ => "check the form of the input".into(),
    }
}
