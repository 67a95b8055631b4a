//! `gdvariant diff`: compares the values of two files.

mod print;

use crate::args::layouts::Selection;
use crate::args::{DiffArgs, InputArgs};
use crate::commands::decoder::Decoder;
use crate::terminal::failure::Failure;
use crate::terminal::input::InputEntries;
use crate::terminal::output::Output;
use crate::terminal::{open, source};
use gdvariant::any::AnyRef;
use gdvariant_files::compare::{self, Change, CompareOptions};
use gdvariant_files::display::{DisplayOptions, Trail};
use gdvariant_files::open::{Examined, Opened, Purpose};
use gdvariant_files::values::Entry;
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
    let [old, new] = open_both(args, &mut inputs)?;
    let requested = args.requested();
    let side = |index: usize, opened: Opened<'static>| {
        let (layout, (_, option)) = (opened.layout, requested[index]);
        let input = &inputs[index];
        let decoder = Decoder::of(input, Selection { layout, option }, &args.accept);
        (decoder, InputEntries::of(input, opened))
    };
    let sides = [side(0, old), side(1, new)];
    let options = CompareOptions {
        is_full: args.full,
        ignores_order: args.ignore_order,
    };
    let shown = DisplayOptions::up_to(MAX_CHARS, args.full);
    let mut output = Output::colored(args.reads_stdin());
    let mut is_same = true;
    let mut written = Ok(());
    let result = values(sides, options, |number, trail, change| {
        is_same = false;
        if args.quiet {
            return ControlFlow::Break(());
        }
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

/// Opens the two inputs. Without options, a layout that fits both is preferred.
fn open_both(
    args: &DiffArgs,
    inputs: &mut [InputArgs; 2],
) -> Result<[Opened<'static>; 2], Failure> {
    let [old, new] = inputs;
    let [(old_layout, _), (new_layout, _)] = args.requested();
    let mut examined = [
        open::examine(old_layout, old, source::open(&old.file)?)?,
        open::examine(new_layout, new, source::open(&new.file)?)?,
    ];
    if old_layout.is_none() && new_layout.is_none() {
        Examined::join(&mut examined);
    }
    let is_strict = args.layout.detection.strict_detect;
    let [first, second] = examined;
    Ok([
        open::choose(first, old, is_strict, Purpose::Print)?,
        open::choose(second, new, is_strict, Purpose::Print)?,
    ])
}

/// Compares the values of two inputs, until `report` breaks. `report` receives each difference and
/// the number of its value, if there are several.
fn values(
    [(old_decoder, mut olds), (new_decoder, mut news)]: [(Decoder<'_>, InputEntries<'_>); 2],
    options: CompareOptions,
    mut report: impl FnMut(Option<usize>, &Trail<'_>, &Change<'_>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let (layout, decode) = (old_decoder.layout.layout, old_decoder.options);
    let is_same_layout = layout == new_decoder.layout.layout;
    for number in 1.. {
        let (old, new) = (olds.next()?, news.next()?);
        let is_only = |entry: &Option<Entry<'_>>| entry.as_ref().is_none_or(|it| it.is_only);
        let number = (!(is_only(&old) && is_only(&new))).then_some(number);
        let report = &mut |trail: &Trail<'_>, change: &Change<'_>| report(number, trail, change);
        let compared = if let (true, Some(old), Some(new)) = (is_same_layout, &old, &new)
            && let (Ok(old_bytes), Ok(new_bytes)) = (old.bytes(), new.bytes())
            && (old_decoder.is_strict() || old_bytes == new_bytes)
        {
            old_decoder.check(old)?;
            if old_bytes == new_bytes {
                continue;
            }
            new_decoder.check(new)?;
            compare::encoded(options, report, layout, decode, [old_bytes, new_bytes])
        } else {
            let old = old.map(|entry| old_decoder.decode(&entry)).transpose()?;
            let new = new.map(|entry| new_decoder.decode(&entry)).transpose()?;
            let values = [&old, &new].map(|value| value.as_ref().map(AnyRef::from));
            compare::values(options, report, values)
        };
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
