//! `gdvariant inspect`: a row for each field of a value, with its bytes and their meaning.

mod columns;
mod encoded;
mod fault;
mod frames;
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
use crate::auto::{self, OpenInput, Purpose};
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, dispatch};
use crate::output::Output;
use encoded::Context;
use html::Page;
use json::Json;
use print::{Form, print};
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
    opened: OpenInput,
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
        let (to, file) = (&args.output, &args.input.file);
        if args.html {
            if to.is_terminal() {
                let message = "a page would go to the terminal; write it to a file: -o page.html";
                return Err(Failure::Usage(message.into()));
            }
            let title = format!("{} as {}", file.label(), context.layout.layout.name());
            let output = Output::of(to, file)?;
            return show::<L>(&args, opened, context, output, Page::new(&title));
        }
        if args.json {
            let form = Json::new(to.is_terminal());
            return show::<L>(&args, opened, context, Output::of(to, file)?, form);
        }
        let (output, is_coloured) = Output::coloured_of(to, file)?;
        show::<L>(&args, opened, context, output, Table::new(is_coloured))
    }
}

/// Shows the values of an input. Fails if a value was bad or no row was selected.
fn show<L: JsonLayout>(
    args: &InspectArgs,
    opened: OpenInput,
    context: Context,
    mut output: Output,
    mut form: impl Form,
) -> Result<(), Failure> {
    let mut selection = Selection::new::<L>(&args.select);
    let mut verdicts = Verdicts::default();
    let result = values::each(
        args,
        opened,
        &mut verdicts,
        &mut |value, entry, verdicts| {
            let verdict =
                output.value(|out| print::<L>(out, &mut form, &mut selection, value, context))?;
            verdicts.add(args, verdict, entry);
            // No more output is wanted, and so no more input.
            if selection.is_full() {
                return Err(Failure::OutputClosed);
            }
            Ok(())
        },
    );
    output.value(|out| form.end(out))?;
    let result = match result {
        Err(Failure::OutputClosed) if selection.is_full() => Ok(()),
        Ok(()) if !verdicts.has_bad() => selection.check(&args.input.file),
        result => result,
    };
    output.end(result)?;
    verdicts.end()
}

#[cfg(all(test, feature = "godot3", feature = "pandemonium", feature = "double"))]
mod tests;
