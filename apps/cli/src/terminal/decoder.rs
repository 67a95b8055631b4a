//! Decodes the values of an input, for all commands.

use crate::args::layouts::Selection;
use crate::args::{AcceptArgs, FileArgs, InputArgs, OutputFormat, PrintArgs};
use crate::terminal::failure::{Failure, render, warn};
use crate::terminal::input;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::serde::Plain;
use gdvariant::{Advice, DecodeError, DecodeErrorKind, DecodeOptions, Escaped, Kind, Path};
use gdvariant_files::LENIENT;
use gdvariant_files::advice;
use gdvariant_files::display::escape;
use gdvariant_files::error::EntryFault;
use gdvariant_files::open::advice_for_text;
use gdvariant_files::values::{Entry, PREFIX_LENGTH};
use serde::Serialize;
use std::io::{self, Write};
use std::rc::Rc;

/// Decodes the values of an input.
#[derive(Clone, Copy)]
pub(crate) struct Decoder<'a> {
    pub(crate) input: &'a InputArgs,
    pub(crate) layout: Selection,
    pub(crate) options: DecodeOptions,
}

impl<'a> Decoder<'a> {
    /// Creates the decoder of an input whose layout and framing are known.
    pub(crate) fn new(input: &'a InputArgs, layout: Selection, accept: &AcceptArgs) -> Self {
        let options = accept.options();
        let options = if input.is_text {
            options.allow_objects(true)
        } else {
            options
        };
        Self {
            input,
            layout,
            options,
        }
    }

    pub(crate) fn decode(self, entry: &Entry<'_>) -> Result<AnyVariant, Failure> {
        let decoded = self.try_decode(entry, self.any());
        decoded.map_err(|bad| self.failure(bad, entry))
    }

    /// Checks that a value is valid, and returns the same failures as decoding it strictly.
    pub(crate) fn check(self, entry: &Entry<'_>) -> Result<(), Failure> {
        let layout = self.layout.layout;
        let check = |bytes: &[u8], options| layout.check(bytes, options);
        if self.try_decode(entry, check).is_ok() {
            return Ok(());
        }
        self.decode(entry).map(drop)
    }

    /// Returns whether an entry is a value for the engine, whatever the options accept.
    pub(crate) fn is_value(self, entry: &Entry<'_>) -> bool {
        let layout = self.layout.layout;
        let bytes = entry.bytes();
        bytes.is_ok_and(|bytes| layout.check(bytes, LENIENT).is_ok())
    }

    /// Returns whether skipping finds every error; lenient decoding also converts elements.
    pub(crate) fn is_strict(self) -> bool {
        let strict = DecodeOptions::new();
        [strict, strict.allow_objects(true)].contains(&self.options)
    }

    /// Decodes a value that contains the value at each path, and returns it with the rest of the path.
    /// Other values are skipped if possible.
    pub(crate) fn try_decode_at(
        self,
        entry: &Entry<'_>,
        paths: &[Path],
    ) -> Result<Vec<(Rc<AnyVariant>, Path)>, BadValue> {
        // Each path takes one pass over the bytes: decoding is faster for more paths.
        let matches = match paths {
            [_] | [_, _] if self.is_strict() => {
                let matches = paths.iter().map(|path| self.path_match(entry, path));
                matches.collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        if let Some(matches) = matches {
            return Ok(matches);
        }
        let value = Rc::new(self.try_decode(entry, self.any())?);
        let with_path = |path: &Path| (Rc::clone(&value), path.clone());
        Ok(paths.iter().map(with_path).collect())
    }

    /// Decodes the innermost value on a path, and returns it with the rest of the path.
    ///
    /// Returns `None` if the input is invalid.
    fn path_match(self, entry: &Entry<'_>, path: &Path) -> Option<(Rc<AnyVariant>, Path)> {
        let bytes = entry.bytes().ok()?;
        let layout = self.layout.layout;
        let found = layout.bytes_at_path(bytes, path, self.options).ok()?;
        let (bytes, rest) = found.deepest();
        let value = self.any()(bytes, self.options).ok()?;
        Some((Rc::new(value), rest.clone()))
    }

    pub(crate) fn any(self) -> impl Fn(&[u8], DecodeOptions) -> Result<AnyVariant, DecodeError> {
        move |bytes, options| self.layout.layout.decode(bytes, options)
    }

    pub(crate) fn try_decode<T>(
        self,
        entry: &Entry<'_>,
        decode: impl Fn(&[u8], DecodeOptions) -> Result<T, DecodeError>,
    ) -> Result<T, BadValue> {
        let bytes = entry
            .bytes()
            .map_err(|fault| BadValue::Input(fault.clone()))?;
        decode(bytes, self.options)
            .map_err(|error| BadValue::Bytes(error.with_base_offset(entry.start)))
    }

    /// Returns advice for bytes of the input that are not a value.
    pub(crate) fn hint(self, bytes: &[u8]) -> Option<Advice> {
        let text = (!self.input.has_several()).then(|| advice_for_text(bytes));
        let can_be_framed = !self.input.frame.has_several();
        let other = || advice::for_bytes(bytes, self.layout.layout, can_be_framed);
        text.flatten().or_else(other)
    }

    /// Returns the message of an error in a value, with its advice.
    pub(crate) fn message(self, error: &DecodeError, entry: &Entry<'_>) -> String {
        self.advised(error, advice::for_error(error, entry, self.layout.layout))
    }

    fn advised(self, error: &DecodeError, advice: Option<Advice>) -> String {
        let message = match error.kind() {
            // The exact number may be unknown, because only the start of a long input has been read.
            DecodeErrorKind::TrailingBytes { left, .. } if *left > 1 << 20 => {
                "more than 1 MiB follows the value".into()
            }
            kind => kind.to_string(),
        };
        match advice {
            Some(advice) => format!("{message}; {}", render(&advice, self.layout.option)),
            None => message,
        }
    }

    /// Returns the failure of an invalid value: the error and the advice in one line.
    pub(crate) fn failure(self, bad: BadValue, entry: &Entry<'_>) -> Failure {
        let input = self.input;
        let error = match bad {
            BadValue::Input(fault) => return input::fault_failure(&fault, input, entry),
            BadValue::Bytes(error) => error,
        };
        let layout = self.layout.layout;
        let is_value =
            self.is_value(entry) && advice::is_plausible(layout, entry.available, &error);
        let is_later = input.frame.framed && entry.number > 1 && !is_value;
        let advice = (!is_later).then(|| self.hint(entry.available)).flatten();
        let is_first_frame = input.frame.framed && error.offset() == PREFIX_LENGTH;
        let frame_hint = || advice::for_frame(entry, input.frame.requested());
        let advice = advice.or_else(|| is_first_frame.then(frame_hint).flatten());
        let advice = advice.or_else(|| advice::for_value(&error, entry, layout));
        let message = self.advised(&error, advice);
        let path = error.path().in_message();
        let line = format!("{:#06x}: {path}{message}", error.offset());
        Failure::at(input::place(entry, &input.file), line)
    }
}

/// The reason why a value cannot be decoded.
pub(crate) enum BadValue {
    /// The bytes of the value cannot be read, because a line or a length is invalid.
    Input(EntryFault),
    /// The bytes are invalid.
    Bytes(DecodeError),
}

/// Prints the name of a file, if there are several.
pub(crate) fn print_name(out: &mut impl Write, name: Option<&str>) -> io::Result<()> {
    name.map_or(Ok(()), |name| write!(out, "{}: ", Escaped(name)))
}

/// Prints a value and a line break.
pub(crate) fn print(
    out: &mut impl Write,
    form: PrintArgs,
    value: AnyRef<'_>,
    is_terminal: bool,
) -> io::Result<()> {
    match (form.format(), form.pretty) {
        (OutputFormat::Json, false) if form.plain => {
            escape::write_json(out, &Plain(value), is_terminal)?;
        }
        (OutputFormat::Json, true) if form.plain => {
            escape::write_pretty_json(out, &Plain(value), is_terminal)?;
        }
        (OutputFormat::Json, false) => escape::write_json(out, &value, is_terminal)?,
        (OutputFormat::Json, true) => escape::write_pretty_json(out, &value, is_terminal)?,
        (OutputFormat::Text, false) => escape::write_text(out, &value, is_terminal)?,
        (OutputFormat::Text, true) => escape::write_pretty_text(out, &value, is_terminal)?,
    }
    out.write_all(b"\n")
}

/// The types that `--plain` has lost.
#[derive(Default)]
pub(crate) struct LostTypes(Vec<String>);

impl LostTypes {
    /// Adds the types that a printed value loses.
    pub(crate) fn add(&mut self, form: PrintArgs, value: AnyRef<'_>) {
        if !form.plain {
            return;
        }
        for kind in Plain(value).lost() {
            let name = value.layout().name_of(kind);
            let name = match kind {
                Kind::Float => format!("{name} (not finite)"),
                Kind::Array => format!("{name} (declared type)"),
                Kind::Dictionary => format!("{name} (declared types or keys that are no strings)"),
                _ => name.to_owned(),
            };
            if !self.0.contains(&name) {
                self.0.push(name);
            }
        }
    }

    /// Warns of the types, if any were lost.
    pub(crate) fn warn(&self, file: &FileArgs) {
        if !self.0.is_empty() {
            let (label, names) = (file.label(), self.0.join(", "));
            warn(&format!(
                "{label}: --plain loses types: {names}; without --plain, `encode` parses the JSON without loss"
            ));
        }
    }
}

#[derive(Serialize)]
struct PrintedError {
    offset: usize,
    path: String,
    message: String,
}

impl BadValue {
    /// Prints the error in place of the value.
    pub(crate) fn print(
        &self,
        out: &mut impl Write,
        entry: &Entry<'_>,
        decoder: Decoder<'_>,
        is_terminal: bool,
    ) -> io::Result<()> {
        let (offset, path, message) = match self {
            Self::Input(fault) => (fault.offset, String::new(), input::fault_message(fault)),
            Self::Bytes(error) => (
                error.offset(),
                error.path().to_string(),
                decoder.message(error, entry),
            ),
        };
        let error = PrintedError {
            offset,
            path,
            message,
        };
        out.write_all(b"{\"error\":")?;
        escape::write_json(out, &error, is_terminal)?;
        out.write_all(b"}\n")
    }
}
