//! `gdvariant decode`: bytes to JSON or text.

use crate::args::{DecodeArgs, InputArgs, PrintArgs, Text};
use crate::auto::{self, OpenInput, Purpose};
use crate::failure::Failure;
use crate::hints;
use crate::input::{self, Entry, InvalidInput, PREFIX_LENGTH};
use crate::layouts::{Chosen, Job, JsonLayout, LayoutName, dispatch};
use crate::output::Output;
use crate::select::Selection;
use crate::terminal;
use gdvariant::any::AnyVariant;
use gdvariant::{DecodeError, DecodeOptions, generic};
use std::io::{self, Write};

/// What to do if the first bytes are not the length of a value.
const NOT_FRAMED: &str = "if the values follow no lengths, leave --framed out";

/// Runs the command.
pub(crate) fn run(mut args: DecodeArgs) -> Result<(), Failure> {
    let opened = auto::open(&mut args.layout, &mut args.input, Purpose::Print)?;
    dispatch(opened.layout, Decode { args, opened })
}

struct Decode {
    args: DecodeArgs,
    opened: OpenInput,
}

impl Job for Decode {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self { args, opened } = self;
        let mut output = Output::of(&args.output, &args.input.file)?;
        let is_terminal = args.output.is_terminal();
        let (mut bad, mut of) = (0, 0);
        let mut selection = Selection::new(&args.select);
        let result = input::each(&args.input, opened, &mut |entry| {
            of += 1;
            let mut print = |value: &L::Variant| {
                output.value(|out| print::<L>(out, args.print, value, is_terminal))
            };
            match decode::<L>(args.accept.options(), entry) {
                Ok(value) if args.select.is_empty() => print(&value),
                Ok(value) => selection.each::<L>(&value, print),
                Err(fault) if args.keep_going => {
                    bad += 1;
                    output.value(|out| fault.print(out, is_terminal))
                }
                Err(fault) => Err(fault.into_failure(&args.input, args.layout.chosen(), entry)),
            }
        });
        output.end(result.and_then(|()| selection.end(&args.input.file)))?;
        if bad > 0 {
            Err(Failure::BadValues { bad, of })
        } else {
            Ok(())
        }
    }
}

/// What is wrong with a value.
pub(crate) enum BadValue {
    /// It has no bytes.
    Input(InvalidInput),
    /// Its bytes cannot be decoded.
    Bytes(DecodeError),
}

/// Decodes a value of the input.
pub(crate) fn decode<L: JsonLayout>(
    options: DecodeOptions,
    entry: &Entry<'_>,
) -> Result<L::Variant, BadValue> {
    match &entry.bytes {
        Ok(bytes) => generic::from_slice::<L, L::Variant>(bytes, options)
            .map_err(|error| BadValue::Bytes(error.with_base_offset(entry.start))),
        Err(fault) => Err(BadValue::Input(fault.clone())),
    }
}

/// Decodes a value of the input in a layout that is not known when the program is compiled.
pub(crate) fn any(
    layout: LayoutName,
    options: DecodeOptions,
    entry: &Entry<'_>,
) -> Result<AnyVariant, BadValue> {
    match &entry.bytes {
        Ok(bytes) => AnyVariant::from_slice(layout.info(), bytes, options)
            .map_err(|error| BadValue::Bytes(error.with_base_offset(entry.start))),
        Err(fault) => Err(BadValue::Input(fault.clone())),
    }
}

/// Prints a value and a line break.
pub(crate) fn print<L: JsonLayout>(
    out: &mut impl Write,
    form: PrintArgs,
    value: &L::Variant,
    is_terminal: bool,
) -> io::Result<()> {
    match (form.to, form.pretty) {
        (Text::Json, false) => terminal::write_json(out, value, is_terminal)?,
        (Text::Json, true) => terminal::write_pretty_json(out, value, is_terminal)?,
        (Text::Text, false) => terminal::write_text(out, value, is_terminal)?,
        (Text::Text, true) => terminal::write_pretty_text(out, value, is_terminal)?,
    }
    out.write_all(b"\n")
}

impl BadValue {
    /// Prints it in place of the value.
    fn print(&self, out: &mut impl Write, is_terminal: bool) -> io::Result<()> {
        let (offset, path, message) = match self {
            Self::Input(fault) => (fault.offset, String::new(), fault.message.clone()),
            Self::Bytes(error) => (
                error.offset(),
                error.path().to_string(),
                hints::message(error),
            ),
        };
        // The keys of a `json!` object would be sorted.
        write!(out, "{{\"error\":{{\"offset\":{offset},\"path\":")?;
        terminal::write_json(out, &path, is_terminal)?;
        out.write_all(b",\"message\":")?;
        terminal::write_json(out, &message, is_terminal)?;
        out.write_all(b"}}\n")
    }

    /// Returns the one line that ends the program.
    pub(crate) fn into_failure(
        self,
        input: &InputArgs,
        layout: Chosen,
        entry: &Entry<'_>,
    ) -> Failure {
        match self {
            Self::Input(fault) => fault.into_failure(&input.file, entry),
            Self::Bytes(error) => {
                let is_raw = !input.has_several();
                let bytes = entry.bytes.as_deref().ok();
                let advice = bytes.and_then(|bytes| hints::hint(bytes, is_raw, layout));
                let is_first_frame = input.frame.framed && error.offset() == PREFIX_LENGTH;
                let is_not_framed = is_first_frame && !hints::has_advice(&error);
                let advice = advice.or_else(|| is_not_framed.then(|| NOT_FRAMED.into()));
                let place = entry.place(&input.file);
                Failure::Input(format!("{place}{}", hints::line(&error, advice.as_deref())))
            }
        }
    }
}
