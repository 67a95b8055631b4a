//! Values as lines of text and as dumps of bytes.

use super::{Input, MAX_TEXT, OpenOptions, detect, detect_starts, whole};
use crate::detect::{Detection, InputStart};
use crate::error::{EntryFault, Error, ErrorKind, FaultKind};
use crate::forms::{ALL_BYTES, ByteForm, LineValue, Lines, MAX_LENGTH};

/// The minimum length of the lines of a wrapped value: tools print at least 16 bytes per line.
const MIN_WIDTH: usize = 32;

/// The values of the first lines of a text, and their possible layouts and framings.
pub(super) struct ExaminedLines {
    pub(super) values: Vec<LineValue>,
    /// The bytes of the values, without headers.
    pub(super) start: Vec<InputStart>,
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
            || !joined.has_faults()
                && score(&joined) + i64::from(separate.has_faults()) > score(&separate);
        Ok(if is_better { joined } else { separate })
    }

    fn of(
        text: &[u8],
        is_complete: bool,
        is_wrapped: bool,
        options: &OpenOptions,
    ) -> Result<Self, Error> {
        let lines = Lines::new(options.form, options.limit(&[]), text);
        let mut lines = lines.wrapped(is_wrapped);
        let mut values = Vec::new();
        while let Some(value) = lines.next_value()? {
            values.push(value);
        }
        let bytes = values.iter().map(|it| it.without_header(options.skip));
        let bytes = bytes.filter_map(|bytes| Some(whole(bytes.ok()?.to_vec())));
        let mut start: Vec<_> = bytes.collect();
        if !is_complete && start.len() > 1 {
            start.pop();
        } else if let Some(last) = start.last_mut() {
            last.is_complete = is_complete;
        }
        Ok(Self {
            values,
            detection: detect_starts(&start, options.detection(&[], None)),
            start,
            is_wrapped,
        })
    }

    fn has_faults(&self) -> bool {
        self.values.iter().any(|value| value.bytes.is_err())
    }

    /// Returns whether all lines are values of one layout in one framing.
    pub(super) fn fits(&self) -> bool {
        !self.has_faults() && self.detection.matches().next().is_some()
    }
}

/// Returns the notation of text that spells the bytes of values, even if it omits some.
pub fn form_of_values(text: &[u8]) -> Option<ByteForm> {
    let start = text.get(..MAX_TEXT).unwrap_or(text);
    let end = start.iter().rposition(|c| *c == b'\n');
    let end = end.filter(|_| start.len() < text.len());
    let text = end.map_or(text, |end| &text[..end]);
    let omits = |fault: &EntryFault| match &fault.kind {
        FaultKind::Line { advice, .. } => *advice == Some(ALL_BYTES.into()),
        _ => false,
    };
    let is_value = |form: &ByteForm| {
        let options = OpenOptions {
            form: *form,
            ..OpenOptions::new()
        };
        if !form.is_lines() {
            return match detect(text, &options) {
                Ok(detection) => detection.matches().next().is_some(),
                Err(error) => match error.kind() {
                    ErrorKind::Line { fault, .. } => omits(fault),
                    kind => matches!(kind, ErrorKind::Key),
                },
            };
        }
        let lines = ExaminedLines::new(text, end.is_none(), &options);
        lines.is_ok_and(|lines| {
            let mut faults = lines.values.iter().filter_map(|it| it.bytes.as_ref().err());
            lines.fits() || faults.any(omits)
        })
    };
    let forms = ByteForm::ALL.into_iter();
    forms.filter(|form| *form != ByteForm::Raw).find(is_value)
}

/// Returns the bytes of a dump, which can be longer than one of its values.
pub(super) fn read_dump(input: Input<'_>, options: &OpenOptions) -> Result<Vec<u8>, Error> {
    let max_length = options.limit(&[]).max(MAX_LENGTH);
    let dump = Lines::new(ByteForm::Dump, max_length, input).next_value()?;
    let Some(LineValue { line, bytes }) = dump else {
        return Ok(Vec::new());
    };
    bytes.map_err(|fault| ErrorKind::Line { line, fault }.into())
}
