//! What to do about bytes that cannot be decoded.

use crate::args::Bytes;
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use crate::text;
use clap::ValueEnum;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, FrameOptions, Frames, generic};
use std::fmt::Write;

/// What was wrong, in the words of the command line.
pub(crate) fn message(error: &DecodeError) -> String {
    match error.kind() {
        DecodeErrorKind::TrailingBytes { left: 1 } => {
            "1 byte follows the value; --engine ignores it".into()
        }
        DecodeErrorKind::TrailingBytes { left } => {
            format!("{left} bytes follow the value; --engine ignores them")
        }
        DecodeErrorKind::UnknownFlags { flags } => {
            format!("unknown flags {flags:#010x}; --engine ignores them")
        }
        DecodeErrorKind::InvalidBool { value } => {
            format!("expected a bool of 0 or 1, found {value}; --engine takes it as true")
        }
        DecodeErrorKind::NulInText => "a NUL within text; --engine ends the text there".into(),
        DecodeErrorKind::ObjectsNotAllowed => {
            "a whole object; --allow-objects reads it as data".into()
        }
        DecodeErrorKind::UnknownType { number, types } => {
            format!(
                "unknown type {number}, the layout has 0 to {}",
                types.saturating_sub(1)
            )
        }
        _ => error.message(),
    }
}

/// Where it was, what was wrong, and what to do: the advice takes the place of the message's own.
pub(crate) fn line(error: &DecodeError, advice: Option<&str>) -> String {
    let mut line = format!("{:#06x}: ", error.offset());
    if !error.path().is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(line, "{}: ", error.path());
    }
    let message = message(error);
    match advice {
        None => line + &message,
        Some(advice) => {
            let what = message.split("; ").next().unwrap_or(&message);
            line + what + "; " + advice
        }
    }
}

/// What the bytes look like, where they are no value.
///
/// `is_raw` says that they are the whole of the input, as it is.
pub(crate) fn hint(bytes: &[u8], is_raw: bool, layout: LayoutName) -> Option<String> {
    if is_raw {
        let looks = [
            (Bytes::Hex, "hex digits", "hex"),
            (Bytes::Base64, "base64", "base64"),
        ];
        for (form, name, option) in looks {
            if is_text(form, bytes) {
                return Some(format!("the input looks like {name}: try --from {option}"));
            }
        }
        if matches!(bytes.trim_ascii(), [b'{', .., b'}'] | [b'[', .., b']'])
            && core::str::from_utf8(bytes).is_ok()
        {
            return Some("the input looks like JSON, which `gdvariant encode` reads".into());
        }
        if is_framed(bytes) {
            return Some("a length comes first: try --framed".into());
        }
    }
    // A cut frame may hold a value that is whole.
    if layout.is_double() || dispatch(layout, Try(bytes)).is_ok() {
        return None;
    }
    let others = LayoutName::value_variants().iter().filter(|other| {
        !other.is_double() && **other != layout && dispatch(**other, Try(bytes)).is_ok()
    });
    let names: Vec<_> = others.map(|other| other.name()).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(" or ");
        format!("it is a value of another layout: try --layout {names}")
    })
}

/// Whether every line is text of this form, and the first one a value's header at least.
fn is_text(form: Bytes, bytes: &[u8]) -> bool {
    let mut lines = bytes
        .split(|c| *c == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
        .peekable();
    lines.peek().is_some()
        && lines.all(|line| text::parse(form, line).is_ok_and(|bytes| bytes.len() >= 4))
}

/// Whether the whole input is lengths with as many bytes behind each.
fn is_framed(bytes: &[u8]) -> bool {
    let mut frames = Frames::new(bytes, FrameOptions::new());
    loop {
        match frames.next_frame() {
            Ok(Some(frame)) if !frame.is_empty() && frame.len() % 4 == 0 => {}
            Ok(None) => return true,
            _ => return false,
        }
    }
}

/// Decodes in another layout, to see whether that is what the bytes are.
struct Try<'b>(&'b [u8]);

impl Job for Try<'_> {
    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let options = DecodeOptions::new().allow_objects(true);
        let value = generic::from_slice::<L, L::Variant>(self.0, options);
        value
            .map(drop)
            .map_err(|error| Failure::Input(error.to_string()))
    }
}
