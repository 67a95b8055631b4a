//! `gdvariant diff`: compares the values of two files.

mod align;
mod digest;
mod narrow;
mod print;
mod side;
mod walk;

use crate::args::{DiffArgs, InputArgs};
use crate::failure::Failure;
use crate::failure::Stop;
use crate::layouts::LayoutName;
use crate::output::Output;
use gdvariant_files::display::{DisplayOptions, Trail};
use print::Change;
use side::{Sample, Side};
use std::process::ExitCode;
use walk::Walk;

/// The maximum length of a shown value, in characters.
const MAX_CHARS: usize = 60;

/// The options of a comparison.
struct Settings {
    /// Whether all ranges of packed arrays are listed.
    is_full: bool,
    /// Whether the order of keys is ignored.
    ignores_order: bool,
    layouts: [LayoutName; 2],
}

/// Runs the command.
///
/// The exit status is that of `diff`: 0 for equal files, 1 for different files, and 2 for failures;
/// an unclear layout has the exit status 3.
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
    let settings = Settings {
        is_full: args.full,
        ignores_order: args.ignore_order,
        layouts: [old.layout(), new.layout()],
    };
    let shown = DisplayOptions::up_to(MAX_CHARS, args.full);
    let has_several = inputs.iter().any(InputArgs::has_several);
    let mut output = Output::colored(args.reads_stdin());
    let mut is_same = true;
    let result = values(old, new, &settings, &mut |number, trail, change| {
        is_same = false;
        if args.quiet {
            return Err(Stop::Enough);
        }
        let number = has_several.then_some(number);
        let write = if args.json {
            print::object
        } else {
            print::line
        };
        output.value(|out| write(out, shown, number, trail, change))?;
        Ok(())
    });
    output.end(match result {
        Err(Stop::Failure(failure)) => Err(failure),
        Err(Stop::Enough) | Ok(()) => Ok(()),
    })?;
    Ok(is_same)
}

/// Compares the values of two inputs. `report` receives each difference and the number of its
/// value.
fn values(
    mut old: Side<'_>,
    mut new: Side<'_>,
    settings: &Settings,
    report: &mut dyn FnMut(usize, &Trail<'_>, &Change<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    for number in 1.. {
        let (old, new) = (old.next()?, new.next()?);
        let report = &mut |trail: &Trail<'_>, change: &Change<'_>| report(number, trail, change);
        if let (Some(old), Some(new)) = (&old, &new)
            && let Some(values) = old.bytes_with(new)
        {
            old.check()?;
            if values[0] != values[1] {
                new.check()?;
                old.narrow(settings, report, values)?;
            }
            continue;
        }
        let decode = |sample: Option<Sample<'_>>| sample.map(|it| it.decode()).transpose();
        let (old, new) = (decode(old)?, decode(new)?);
        match (&old, &new) {
            (Some(old), Some(new)) => {
                Walk::run(
                    settings,
                    report,
                    Trail::default(),
                    0,
                    [old.into(), new.into()],
                )?;
            }
            (Some(old), None) => report(&Trail::default(), &Change::Removed(old.into()))?,
            (None, Some(new)) => report(&Trail::default(), &Change::Added(new.into()))?,
            (None, None) => break,
        }
    }
    Ok(())
}
