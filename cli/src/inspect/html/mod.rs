//! `gdvariant inspect --html`: a page with the bytes and the tree of their values.

mod packed;
mod page;
mod records;
mod value;

use super::encoded::Context;
use super::values::{self, Verdicts};
use crate::args::InspectArgs;
use crate::auto::Opened;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use crate::output::Output;
use page::Page;
use std::io::{self, Write};

/// Writes the page of all values.
pub(super) fn run<L: JsonLayout>(
    args: &InspectArgs,
    opened: Opened,
    context: Context,
) -> Result<(), Failure> {
    if args.output.is_terminal() {
        let message = "a page would go to the terminal; write it to a file: -o page.html";
        return Err(Failure::Usage(message.into()));
    }
    let mut output = Output::of(&args.output, &args.input.file)?;
    match output.value(|out| write::<L>(out, args, opened, context))? {
        Ok(verdicts) => {
            output.end(Ok(()))?;
            verdicts.end()
        }
        Err(failure) => output.end(Err(failure)),
    }
}

/// Writes the page, up to where the input cannot be read.
fn write<L: JsonLayout>(
    out: &mut impl Write,
    args: &InspectArgs,
    opened: Opened,
    context: Context,
) -> io::Result<Result<Verdicts, Failure>> {
    let title = format!(
        "{} as {}",
        args.input.file.label(),
        context.layout.layout.name()
    );
    let mut page = Page::new(out, &title);
    let mut failed = None;
    let mut verdicts = Verdicts::default();
    let result = values::each(
        args,
        opened,
        &mut verdicts,
        &mut |value, entry, verdicts| {
            let written = page
                .records()
                .and_then(|records| value::write::<L>(records, value, entry.line, context));
            let verdict = written.map_err(|error| {
                failed = Some(error);
                Failure::OutputClosed
            })?;
            verdicts.add(args, verdict, entry);
            Ok(())
        },
    );
    match failed {
        Some(error) => Err(error),
        None => page.end().map(|()| result.map(|()| verdicts)),
    }
}
