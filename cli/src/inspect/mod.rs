//! `gdvariant inspect`: a row for each field of a value, with its bytes and their meaning.

mod columns;
mod encoded;
mod fault;
mod form;
mod frames;
mod hex;
mod html;
mod json;
mod location;
mod path;
mod print;
mod selection;
mod table;
mod text;
mod values;

use crate::args::InspectArgs;
use crate::auto::{self, Opened, Purpose};
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, dispatch};
use crate::output::Output;
use encoded::{Context, Encoded};
use form::Form;
use gdvariant::DecodeError;
use json::Json;
use selection::Selection;
use table::Table;
use values::Verdicts;

/// Runs the command.
pub(crate) fn run(mut args: InspectArgs) -> Result<(), Failure> {
    let opened = auto::open(&mut args.layout, &mut args.input, Purpose::Print)?;
    dispatch(opened.layout, Inspect { args, opened })
}

struct Inspect {
    args: InspectArgs,
    opened: Opened,
}

impl Job for Inspect {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self { args, opened } = self;
        let context = Context {
            options: args.accept.options(),
            layout: args.layout.chosen(),
            is_raw: !args.input.has_several(),
        };
        if args.html {
            return html::run::<L>(&args, opened, context);
        }
        let (output, form) = output(&args)?;
        let mut inspection = Inspection {
            context,
            output,
            form,
            selection: Selection::new::<L>(&args.select),
        };
        let mut verdicts = Verdicts::default();
        let result = values::each(
            &args,
            opened,
            &mut verdicts,
            &mut |value, entry, verdicts| {
                verdicts.add(&args, inspection.value::<L>(value)?, entry);
                // No more output is wanted, and so no more input.
                if inspection.selection.is_full() {
                    return Err(Failure::OutputClosed);
                }
                Ok(())
            },
        );
        inspection.end(&args, verdicts, result)
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
struct Inspection {
    context: Context,
    output: Output,
    form: Form,
    selection: Selection,
}

impl Inspection {
    /// Shows a value, and returns its error.
    fn value<L: JsonLayout>(
        &mut self,
        value: Encoded<'_>,
    ) -> Result<Result<(), DecodeError>, Failure> {
        let (form, selection) = (&mut self.form, &mut self.selection);
        self.output
            .value(|out| print::print::<L>(out, form, selection, value, self.context))
    }

    /// Ends the output, and fails if a value was bad or no row was selected.
    fn end(
        self,
        args: &InspectArgs,
        verdicts: Verdicts,
        result: Result<(), Failure>,
    ) -> Result<(), Failure> {
        let result = match result {
            Err(Failure::OutputClosed) if self.selection.is_full() => Ok(()),
            Ok(()) if !verdicts.has_bad() => self.selection.check(&args.input.file),
            result => result,
        };
        self.output.end(result)?;
        verdicts.end()
    }
}

#[cfg(all(test, feature = "godot3", feature = "pandemonium", feature = "double"))]
mod tests;
