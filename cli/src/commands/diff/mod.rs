//! `gdvariant diff`: compares the values of two files.

mod print;
mod side;

use crate::args::{DiffArgs, InputArgs};
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use gdvariant_files::compare::{self, Change, CompareOptions};
use gdvariant_files::display::{DisplayOptions, Trail};
use side::{Sample, Side};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The maximum length of a shown value, in characters.
const MAX_CHARS: usize = 60;

/// Runs the command.
///
/// The exit status is that of `diff`: 0 for equal files, 1 for different files, and 2 for failures;
/// an ambiguous layout has the exit status 3.
pub(crate) fn run(args: &DiffArgs) -> ExitCode {
    match compare(args) {
        Ok(is_same) => ExitCode::from(u8::from(!is_same)),
        // The output was closed after a difference.
        Err(Failure::OutputClosed) => ExitCode::from(1),
        Err(failure) => failure.report_trouble(),
    }
}

/// Returns whether the files are equal, after writing the differences.
fn compare(args: &DiffArgs) -> Result<bool, Failure> {
    args.check()?;
    let mut inputs = [args.old_input(), args.new_input()];
    let [old, new] = side::open(args, &mut inputs)?;
    let [(_, old_option), (_, new_option)] = args.requested();
    let old = Side::of(&inputs[0], old, old_option, &args.accept);
    let new = Side::of(&inputs[1], new, new_option, &args.accept);
    let options = CompareOptions {
        is_full: args.full,
        ignores_order: args.ignore_order,
    };
    let shown = DisplayOptions::up_to(MAX_CHARS, args.full);
    let has_several = inputs.iter().any(InputArgs::has_several);
    let mut output = Output::colored(args.reads_stdin());
    let mut is_same = true;
    let mut written = Ok(());
    let result = values(old, new, options, &mut |number, trail, change| {
        is_same = false;
        if args.quiet {
            return ControlFlow::Break(());
        }
        let number = has_several.then_some(number);
        let write = if args.json {
            print::object
        } else {
            print::line
        };
        written = output.value(|out| write(out, shown, number, trail, change));
        continues(&written)
    });
    output.end(result.and(written))?;
    Ok(is_same)
}

/// Compares the values of two inputs, until `report` breaks. `report` receives each difference and
/// the number of its value.
fn values(
    mut old: Side<'_>,
    mut new: Side<'_>,
    options: CompareOptions,
    report: &mut dyn FnMut(usize, &Trail<'_>, &Change<'_>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    for number in 1.. {
        let (old, new) = (old.next()?, new.next()?);
        let report = &mut |trail: &Trail<'_>, change: &Change<'_>| report(number, trail, change);
        let mut compared = ControlFlow::Continue(());
        if let (Some(old), Some(new)) = (&old, &new)
            && let Some(values) = old.bytes_with(new)
        {
            old.check()?;
            if values[0] != values[1] {
                new.check()?;
                let (layout, decode) = (old.layout(), old.options());
                compared = compare::encoded(options, report, layout, decode, values);
            }
        } else {
            let decode = |sample: Option<Sample<'_>>| sample.map(|it| it.decode()).transpose();
            let (old, new) = (decode(old)?, decode(new)?);
            let trail = Trail::default();
            compared = match (&old, &new) {
                (Some(old), Some(new)) => {
                    compare::values(options, report, [old.into(), new.into()])
                }
                (Some(old), None) => report(&trail, &Change::Removed(old.into())),
                (None, Some(new)) => report(&trail, &Change::Added(new.into())),
                (None, None) => ControlFlow::Break(()),
            };
        }
        if compared.is_break() {
            break;
        }
    }
    Ok(())
}

/// Breaks after a failure.
fn continues(written: &Result<(), Failure>) -> ControlFlow<()> {
    match written {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
