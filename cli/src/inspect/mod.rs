//! `gdvariant inspect`: a row for each field of a value, with its bytes and their meaning.

mod columns;
mod encoded;
mod fault;
mod form;
mod frames;
mod hex;
mod json;
mod location;
mod path;
mod print;
mod selection;
mod table;
mod text;

use crate::args::{Bytes, InspectArgs};
use crate::decode::BadValue;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use encoded::{Context, Encoded};
use form::Form;
use json::Json;
use selection::Selection;
use table::Table;

/// The command.
pub(crate) struct Inspect(pub(crate) InspectArgs);

impl Job for Inspect {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self(args) = self;
        args.input.check()?;
        let (output, form) = output(&args)?;
        let mut inspection = Inspection {
            args: &args,
            context: Context {
                options: args.accept.options(),
                layout: args.layout.chosen(),
                is_raw: args.input.from == Bytes::Raw && !args.input.frame.framed,
            },
            output,
            form,
            selection: Selection::new(&args.select),
            bad: 0,
            of: 0,
            first: None,
        };
        let result = inspection.values::<L>();
        inspection.end(result)
    }
}

/// Creates the output and its form.
fn output(args: &InspectArgs) -> Result<(Output, Form), Failure> {
    let file = &args.input.file;
    if args.json {
        let form = Form::Json(Json::new(args.output.is_terminal()));
        return Ok((Output::of(&args.output, file)?, form));
    }
    let (output, is_coloured) = Output::coloured_of(&args.output, file)?;
    Ok((output, Form::Table(Table::new(is_coloured))))
}

/// The values of an input, while they are shown.
struct Inspection<'a> {
    args: &'a InspectArgs,
    context: Context,
    output: Output,
    form: Form,
    selection: Selection,
    /// The number of bad values.
    bad: usize,
    /// The number of values.
    of: usize,
    /// The failure of the first bad value.
    first: Option<Failure>,
}

impl Inspection<'_> {
    /// Shows all values, or those up to the last row that is wanted.
    fn values<L: JsonLayout>(&mut self) -> Result<(), Failure> {
        let input = &self.args.input;
        let result = if input.frame.framed {
            frames::each(input, &mut |value| {
                let entry = Entry {
                    bytes: Ok(value.bytes),
                    line: None,
                    start: usize::try_from(value.offset).unwrap_or(usize::MAX),
                };
                self.value::<L>(value, &entry)
            })
        } else {
            input::each(input, &mut |entry| self.entry::<L>(entry))
        };
        match result {
            Err(Failure::OutputClosed) if self.selection.is_full() => Ok(()),
            result => result,
        }
    }

    /// Shows a value that is no framed one.
    fn entry<L: JsonLayout>(&mut self, entry: &Entry<'_>) -> Result<(), Failure> {
        let bytes = match &entry.bytes {
            Ok(bytes) => bytes,
            Err(fault) => return Err(self.failure(BadValue::Input(fault.clone()), entry)),
        };
        let value = Encoded {
            number: self.of + 1,
            line: entry.line,
            frame: None,
            bytes,
            offset: entry.start as u64,
            broken: None,
        };
        self.value::<L>(value, entry)
    }

    fn value<L: JsonLayout>(
        &mut self,
        value: Encoded<'_>,
        entry: &Entry<'_>,
    ) -> Result<(), Failure> {
        self.of += 1;
        let (form, selection) = (&mut self.form, &mut self.selection);
        let shown = self
            .output
            .value(|out| print::print::<L>(out, form, selection, value, self.context))?;
        if let Err(error) = shown {
            self.bad += 1;
            if self.first.is_none() {
                let error = error.with_base_offset(entry.start);
                self.first = Some(self.failure(BadValue::Bytes(error), entry));
            }
        }
        if self.selection.is_full() {
            // No more output is wanted, and so no more input.
            return Err(Failure::OutputClosed);
        }
        Ok(())
    }

    fn failure(&self, fault: BadValue, entry: &Entry<'_>) -> Failure {
        fault.into_failure(&self.args.input, self.args.layout.chosen(), entry)
    }

    /// Ends the output, and fails if a value was bad or no row was selected.
    fn end(self, result: Result<(), Failure>) -> Result<(), Failure> {
        let file = &self.args.input.file;
        let result = match result {
            Ok(()) if self.bad == 0 => self.selection.check(file),
            result => result,
        };
        self.output.end(result)?;
        match self.first {
            Some(only) if self.bad == 1 => Err(only),
            Some(_) => Err(Failure::BadValues {
                bad: self.bad,
                of: self.of,
            }),
            None => Ok(()),
        }
    }
}

#[cfg(all(test, feature = "godot3", feature = "pandemonium", feature = "double"))]
mod tests;
