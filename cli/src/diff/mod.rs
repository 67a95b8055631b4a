//! `gdvariant diff`: the differences of two files, by path.

mod align;
mod change;
mod digest;
mod json;
mod keys;
mod packed;
mod pairs;
mod print;
mod settings;
mod side;
mod walk;

use crate::any_value::{Shown, Trail};
use crate::args::{DiffArgs, InputArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::stop::Stop;
use change::{Change, First, Report};
use json::Objects;
use print::Lines;
use settings::Settings;
use side::Side;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use walk::Walk;

/// The characters of a value that are shown.
const LIMIT: usize = 60;

/// Runs the command. The status is that of `diff`: 0 for equal files, 1 for different ones, and 2
/// for trouble.
pub(crate) fn run(args: &DiffArgs) -> ExitCode {
    match compare(args) {
        Ok(is_same) => ExitCode::from(u8::from(!is_same)),
        // Whoever closed the output has seen a difference.
        Err(Failure::OutputClosed) => ExitCode::from(1),
        Err(failure) => failure.report_trouble(),
    }
}

/// Returns whether the files are equal, after writing the differences.
fn compare(args: &DiffArgs) -> Result<bool, Failure> {
    args.check()?;
    let mut inputs = [args.old_input(), args.new_input()];
    let [old, new] = side::open(args, &mut inputs)?;
    let [(_, old_option), (_, new_option)] = args.stated();
    let options = args.accept.options();
    let old = Side::of(&inputs[0], old, old_option, options);
    let new = Side::of(&inputs[1], new, new_option, options);
    let is_full = args.full;
    let mut comparison = Comparison {
        args,
        settings: Settings {
            is_full,
            ignores_order: args.ignore_order,
            layouts: [old.layout(), new.layout()],
        },
        output: Output::coloured(args.reads_stdin()),
        shown: Shown {
            is_terminal: io::stdout().is_terminal(),
            limit: if is_full { usize::MAX } else { LIMIT },
        },
        differences: 0,
    };
    let has_several = inputs.iter().any(InputArgs::has_several);
    let result = comparison.inputs(old, new, has_several);
    let Comparison {
        output,
        differences,
        ..
    } = comparison;
    let result = match result {
        Err(Stop::Enough) | Ok(()) => Ok(()),
        Err(Stop::Failure(failure)) => Err(failure),
    };
    output.end(result)?;
    Ok(differences == 0)
}

/// A comparison of two inputs.
struct Comparison<'a> {
    args: &'a DiffArgs,
    settings: Settings,
    output: Output,
    shown: Shown,
    /// The number of differences so far.
    differences: usize,
}

impl Comparison<'_> {
    fn inputs(
        &mut self,
        mut old: Side<'_>,
        mut new: Side<'_>,
        has_several: bool,
    ) -> Result<(), Stop> {
        for number in 1.. {
            let number = has_several.then_some(number);
            match (old.next()?, new.next()?) {
                (None, None) => break,
                (Some(old), Some(new)) if old.has_bytes_of(&new) => old.check()?,
                (Some(old), Some(new)) => {
                    let (old, new) = (old.decode()?, new.decode()?);
                    self.report(number, |settings, report| {
                        Walk::run(settings, report, old.as_any(), new.as_any())
                    })?;
                }
                (Some(old), None) => {
                    let old = old.decode()?;
                    let change = Change::Removed(old.as_any());
                    self.report(number, |_, report| {
                        report.change(&Trail::default(), &change)
                    })?;
                }
                (None, Some(new)) => {
                    let new = new.decode()?;
                    let change = Change::Added(new.as_any());
                    self.report(number, |_, report| {
                        report.change(&Trail::default(), &change)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Reports the differences of the values with a number, in the form that was asked for.
    fn report(
        &mut self,
        number: Option<usize>,
        walk: impl FnOnce(&Settings, &mut dyn Report) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (output, shown) = (&mut self.output, self.shown);
        let report: &mut dyn Report = if self.args.quiet {
            &mut First
        } else if self.args.json {
            &mut Objects {
                output,
                shown,
                number,
            }
        } else {
            &mut Lines {
                output,
                shown,
                number,
            }
        };
        let mut counted = Counted {
            report,
            differences: &mut self.differences,
        };
        walk(&self.settings, &mut counted)
    }
}

/// Counts the differences.
struct Counted<'r> {
    report: &'r mut dyn Report,
    differences: &'r mut usize,
}

impl Report for Counted<'_> {
    fn change(&mut self, trail: &Trail<'_>, change: &Change<'_>) -> Result<(), Stop> {
        *self.differences += 1;
        self.report.change(trail, change)
    }
}
