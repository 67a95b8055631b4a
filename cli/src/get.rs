//! `gdvariant get`: the value at a path.

use crate::absent::no_such_value;
use crate::args::GetArgs;
use crate::auto::{self, OpenInput, Purpose};
use crate::decode::{self, BadValue};
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Job, JsonLayout, dispatch};
use crate::output::Output;
use crate::select::Selection;
use gdvariant::Escaped;
use gdvariant::generic::structure::{AsView, View};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(mut args: GetArgs) -> Result<(), Failure> {
    check_path(&args)?;
    let opened = auto::open(&mut args.layout, &mut args.input, Purpose::Print)?;
    dispatch(opened.layout, Get { args, opened })
}

struct Get {
    args: GetArgs,
    opened: OpenInput,
}

impl Job for Get {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self { args, opened } = self;
        let mut output = Output::of(&args.output, &args.input.file)?;
        let is_terminal = args.output.is_terminal();
        let mut selection = Selection::new([&args.path]);
        let mut number = 0;
        let result = input::each(&args.input, opened, &mut |entry| {
            number += 1;
            if args.value.is_some_and(|chosen| chosen != number) {
                return Ok(());
            }
            let value =
                decode::decode::<L>(args.accept.options(), entry).map_err(|fault: BadValue| {
                    fault.into_failure(&args.input, args.layout.chosen(), entry)
                })?;
            selection.each::<L>(&value, |value| {
                output.value(|out| match value.view() {
                    View::Text(_, text) if args.raw && is_terminal => {
                        writeln!(out, "{}", Escaped(text))
                    }
                    View::Text(_, text) if args.raw => writeln!(out, "{text}"),
                    _ => decode::print::<L>(out, args.print, value, is_terminal),
                })
            })
        });
        let result = result.and_then(|()| match args.value {
            Some(chosen) if chosen > number => Err(no_such_value(&args.input.file, chosen, number)),
            _ => selection.end(&args.input.file),
        });
        output.end(result)
    }
}

/// Fails if the only argument is a file: it is taken as the path, and standard input as the file.
fn check_path(args: &GetArgs) -> Result<(), Failure> {
    let path = args.path.to_string();
    if args.input.file.path().is_none() && std::path::Path::new(&path).is_file() {
        return Err(Failure::Usage(format!(
            "the path of a value is missing: gdvariant get {path} PATH"
        )));
    }
    Ok(())
}
