//! `gdvariant diff`: compares the values of two files, or of the files in two folders.

mod print;

use crate::args::layouts::Selection;
use crate::args::{DiffArgs, FolderPairs, InputArgs};
use crate::terminal::decoder::Decoder;
use crate::terminal::failure::Failure;
use crate::terminal::input::InputEntries;
use crate::terminal::output::Output;
use crate::terminal::several::each;
use crate::terminal::styles::Location;
use crate::terminal::{open, source};
use gdvariant::any::AnyRef;
use gdvariant_files::compare::{self, Change, CompareOptions};
use gdvariant_files::display::{DisplayOptions, WalkPath};
use gdvariant_files::input::Digest;
use gdvariant_files::open::{ExaminedFile, OpenFile, Purpose};
use gdvariant_files::values::Entry;
use std::ops::ControlFlow;
use std::path::PathBuf;
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
    let mut output = Output::colored(args.reads_stdin());
    let result = match args.folders() {
        Some(pairs) => folders(args, pairs, &mut output),
        None => files(args, [&args.old, &args.new], None, &mut output),
    };
    let (result, is_same) = match result {
        Ok(is_same) => (Ok(()), is_same),
        Err(failure) => (Err(failure), false),
    };
    output.end(result)?;
    Ok(is_same)
}

/// Compares the files of two folders that have the same name.
fn folders(args: &DiffArgs, pairs: FolderPairs, output: &mut Output) -> Result<bool, Failure> {
    let (mut is_same, is_readable) = (true, pairs.unreadable.is_empty());
    for failure in pairs.unreadable {
        let _ = failure.report();
    }
    let pairs: Vec<_> = pairs.files.into_iter().collect();
    let compared = each(&pairs, |(name, exists)| {
        if args.quiet && !is_same {
            return Ok(());
        }
        let (label, folders) = (name.display().to_string(), [&args.old, &args.new]);
        let paths = folders.map(|folder| folder.join(name));
        if exists == &[true, true] {
            let compared = files(args, [&paths[0], &paths[1]], Some(&label), output);
            output.flush()?;
            is_same &= compared?;
            return Ok(());
        }
        is_same = false;
        if args.quiet {
            return Ok(());
        }
        let (sign, folder) = if exists[0] { ('-', 0) } else { ('+', 1) };
        let text = format!("only in {}", folders[folder].display());
        let place = Location::from_file(&label);
        output.value(|out| print::file(out, args.json, sign, place, &text))
    });
    compared?;
    if is_readable {
        return Ok(is_same);
    }
    Err(Failure::Reported { status: 2 })
}

/// Compares two files. `name` is set for files in folders.
fn files(
    args: &DiffArgs,
    paths: [&PathBuf; 2],
    name: Option<&str>,
    output: &mut Output,
) -> Result<bool, Failure> {
    let mut inputs = args.inputs(paths.map(PathBuf::clone));
    if name.is_some() {
        let digest = |side: usize| {
            let digest = Digest::from_file(paths[side]);
            digest.map_err(|error| inputs[side].file.unreadable(&error))
        };
        if digest(0)? == digest(1)? {
            return Ok(true);
        }
    }
    let examined = examine_both(args, &inputs)?;
    if let Some(name) = name {
        let has_values = |side: usize| open::has_values(&examined[side], &inputs[side]);
        if !(has_values(0) && has_values(1)) {
            if !args.quiet {
                let place = Location::from_file(name);
                output.value(|out| print::file(out, args.json, '~', place, "the files differ"))?;
            }
            return Ok(false);
        }
    }
    let is_strict = args.layout.detection.strict_detect;
    let [first, second] = examined;
    let [old, new] = &mut inputs;
    let old = open::choose(first, old, is_strict, Purpose::Compare)?;
    let new = open::choose(second, new, is_strict, Purpose::Compare)?;
    let requested = args.requested();
    let side = |index: usize, opened: OpenFile<'static>| {
        let (layout, (_, option)) = (opened.layout, requested[index]);
        let input = &inputs[index];
        let decoder = Decoder::new(input, Selection { layout, option }, &args.accept);
        (decoder, InputEntries::new(input, opened))
    };
    let sides = [side(0, old), side(1, new)];
    let options = CompareOptions {
        is_full: args.full,
        ignores_order: args.ignore_order,
    };
    let shown = DisplayOptions::up_to(MAX_CHARS, args.full);
    let mut is_same = true;
    let mut written = Ok(());
    let result = values(sides, options, |number, walk_path, change| {
        is_same = false;
        if args.quiet {
            return ControlFlow::Break(());
        }
        let write = if args.json {
            print::object
        } else {
            print::line
        };
        let place = Location { file: name, number };
        written = output.value(|out| write(out, shown, place, walk_path, change));
        continues(&written)
    });
    result.and(written).map(|()| is_same)
}

/// Examines the two inputs. Without options, a layout that fits both is preferred.
fn examine_both(
    args: &DiffArgs,
    [old, new]: &[InputArgs; 2],
) -> Result<[ExaminedFile<'static>; 2], Failure> {
    let [(old_layout, _), (new_layout, _)] = args.requested();
    let mut examined = [
        open::examine(old_layout, old, source::open(&old.file)?)?,
        open::examine(new_layout, new, source::open(&new.file)?)?,
    ];
    if old_layout.is_none() && new_layout.is_none() {
        ExaminedFile::join(&mut examined);
    }
    Ok(examined)
}

/// Compares the values of two inputs, until `report` breaks. `report` receives each difference and
/// the number of its value, if there are several.
fn values(
    [(old_decoder, mut olds), (new_decoder, mut news)]: [(Decoder<'_>, InputEntries<'_>); 2],
    options: CompareOptions,
    mut report: impl FnMut(Option<u64>, &WalkPath<'_>, &Change<'_>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let is_same_layout = old_decoder.layout.layout == new_decoder.layout.layout;
    for number in 1_u64.. {
        let (old, new) = (olds.next()?, news.next()?);
        let is_only = |entry: &Option<Entry<'_>>| entry.as_ref().is_none_or(|it| it.is_only);
        let number = (!(is_only(&old) && is_only(&new))).then_some(number);
        let report =
            &mut |walk_path: &WalkPath<'_>, change: &Change<'_>| report(number, walk_path, change);
        if let (true, Some(old), Some(new)) = (is_same_layout, &old, &new)
            && let (Ok(old_bytes), Ok(new_bytes)) = (old.bytes(), new.bytes())
            && old_bytes == new_bytes
        {
            old_decoder.check(old)?;
            continue;
        }
        let old = old.map(|entry| old_decoder.decode(&entry)).transpose()?;
        let new = new.map(|entry| new_decoder.decode(&entry)).transpose()?;
        let values = [&old, &new].map(|value| value.as_ref().map(AnyRef::from));
        let compared = compare::values(options, report, values);
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
