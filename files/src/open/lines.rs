//! Values as lines of text and as dumps of bytes.

use super::{ExaminedFile, Input, MAX_TEXT, OpenOptions, detect, detect_starts, whole};
use crate::contents;
use crate::detect::{Detection, InputStart};
use crate::error::{EntryFault, Error, ErrorKind};
use crate::input::from_bytes;
use crate::layer::Layer;
use crate::notation::{
    ALL_BYTES, LineValue, Lines, MAX_LENGTH, Notation, form_of, unread_notation,
};
use crate::text::TextKind;
use gdvariant::Advice;

/// The minimum length of the lines of a wrapped value: tools print at least 16 bytes per line.
const MIN_WIDTH: usize = 32;

/// The values of the first lines of a text, and their possible layouts and framings.
pub(super) struct ExaminedLines {
    pub(super) values: Vec<LineValue>,
    /// The contents of the values.
    pub(super) start: Vec<InputStart>,
    /// The layers of the first value.
    pub(super) layers: Vec<Layer>,
    /// The first fault, with its line.
    pub(super) fault: Option<(usize, EntryFault)>,
    pub(super) detection: Detection,
    pub(super) is_wrapped: bool,
}

impl ExaminedLines {
    /// Examines lines; joins them if no line is a value, and the lines together explain more.
    pub(super) fn new(
        text: &[u8],
        is_complete: bool,
        options: &OpenOptions,
    ) -> Result<Self, Error> {
        let separate = Self::of(text, true, false, options)?;
        let width = text.iter().position(|c| *c == b'\n').unwrap_or(0);
        if separate.fits() || separate.values.len() < 2 || width < MIN_WIDTH {
            return Ok(separate);
        }
        let joined = Self::of(text, is_complete, true, options)?;
        let score = |it: &Self| it.detection.candidates().first().map_or(0, |it| it.score);
        let is_better = joined.fits()
            || joined.fault.is_none()
                && score(&joined) + i64::from(separate.fault.is_some()) > score(&separate);
        Ok(if is_better { joined } else { separate })
    }

    fn of(
        text: &[u8],
        is_complete: bool,
        is_wrapped: bool,
        options: &OpenOptions,
    ) -> Result<Self, Error> {
        let lines = Lines::new(options.notation, options.limit(&[]), text);
        let mut lines = lines.wrapped(is_wrapped);
        let (mut values, mut start) = (Vec::new(), Vec::new());
        let (mut layers, mut fault) = (Vec::new(), None);
        while let Some(value) = lines.next_value()? {
            match value.content(options) {
                Ok((content, found)) => {
                    if values.is_empty() {
                        layers = found;
                    }
                    start.push(whole(content));
                }
                Err(found) => fault = fault.or(Some((value.line, found))),
            }
            values.push(value);
        }
        if !is_complete && start.len() > 1 {
            start.pop();
        } else if let Some(last) = start.last_mut() {
            last.is_complete = is_complete;
        }
        Ok(Self {
            values,
            layers,
            fault,
            detection: detect_starts(&start, options.detection(&[], None)),
            start,
            is_wrapped,
        })
    }

    /// Returns whether all lines are values of one layout in one framing, or the only one is text
    /// with values.
    pub(super) fn fits(&self) -> bool {
        self.fault.is_none() && (self.detection.matches().next().is_some() || self.text().is_some())
    }

    /// Returns the content of the only value if it is text with values.
    pub(super) fn text(&self) -> Option<&[u8]> {
        let [start] = &self.start[..] else {
            return None;
        };
        let is_other = self.fault.is_some() || self.detection.matches().next().is_some();
        let contents = || contents::known(&start.bytes, start.is_complete);
        let kind = (!is_other).then(contents).flatten()?.text?;
        kind.has_values().then_some(&start.bytes)
    }

    pub(super) fn needs_key(&self) -> bool {
        self.has_fault(&Advice::Key)
    }

    fn has_fault(&self, advised: &Advice) -> bool {
        let fault = self.fault.as_ref();
        fault.is_some_and(|(_, fault)| fault.kind.advice().as_ref() == Some(advised))
    }
}

/// Returns the notation of text that spells the bytes of values, even if it omits some.
pub fn form_of_values(text: &[u8]) -> Option<Notation> {
    let start = text.get(..MAX_TEXT).unwrap_or(text);
    let end = start.iter().rposition(|c| *c == b'\n');
    let end = end.filter(|_| start.len() < text.len());
    let text = end.map_or(text, |end| &text[..end]);
    let is_value = |form: &Notation| {
        let options = OpenOptions {
            notation: *form,
            ..OpenOptions::new()
        };
        if !form.is_lines() {
            return match detect(text, &options) {
                Ok(detection) => detection.matches().next().is_some(),
                Err(error) => [Some(ALL_BYTES.into()), Some(Advice::Key)].contains(&error.advice()),
            };
        }
        let lines = ExaminedLines::new(text, end.is_none(), &options);
        lines.is_ok_and(|it| {
            // An array in JSON or in text of the engine is a value itself, unless its bytes are one.
            let is_plain = it.text().is_none() && it.layers.is_empty();
            let kind = || contents::known(text, true)?.text;
            it.fits() && (is_plain || !kind().is_some_and(TextKind::has_values))
                || it.needs_key()
                || it.has_fault(&ALL_BYTES.into())
        })
    };
    let forms = Notation::ALL.into_iter();
    forms.filter(|form| *form != Notation::Raw).find(is_value)
}

/// Returns the notation of an input that is bytes as text.
pub fn advice_for_text(bytes: &[u8]) -> Option<Advice> {
    if !cfg!(feature = "notation") {
        return None;
    }
    let name = |form| match form {
        Notation::Raw => "bytes",
        Notation::Hex => "hex digits",
        Notation::Base64 => "base64",
        Notation::Dump => "a dump",
        Notation::Bytes => "a byte array",
    };
    if let Some(form) = form_of_values(bytes) {
        let found = format!("the input looks like {}", name(form));
        return Some(Advice::Notation(form.name()).because(found));
    }
    if let Some(found) = unread_notation(bytes) {
        let advice = Advice::from("print the bytes as hex, such as with xxd -p");
        return Some(advice.because(format!("the input looks like {found}")));
    }
    let form = form_of(bytes)?;
    let options = OpenOptions {
        notation: form,
        ..OpenOptions::new()
    };
    let examined = ExaminedFile::new(from_bytes(bytes), &options, &mut ()).ok()?;
    let start = examined.start.first()?;
    let name = name(form);
    match contents::known(&start.bytes, start.is_complete) {
        Some(contents) => Some(format!("{name} of {}", contents.format).into()),
        // Words and lists of numbers are also base64 and arrays.
        None if matches!(form, Notation::Hex | Notation::Dump) => {
            Some(format!("{name} of bytes that are not values").into())
        }
        None => None,
    }
}

/// Returns the bytes of a dump, which can be longer than one of its values.
pub(super) fn read_dump(input: Input<'_>, options: &OpenOptions) -> Result<Vec<u8>, Error> {
    let max_length = options.limit(&[]).max(MAX_LENGTH);
    let dump = Lines::new(Notation::Dump, max_length, input).next_value()?;
    let Some(LineValue { line, bytes }) = dump else {
        return Ok(Vec::new());
    };
    bytes.map_err(|fault| ErrorKind::Line { line, fault }.into())
}
