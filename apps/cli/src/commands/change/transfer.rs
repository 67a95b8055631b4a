//! `gdvariant mv` and `gdvariant cp`: move and copy a value, within a file or into another one.

use super::plan::Plan;
use super::{ChangeCommand, Changes, Transfer, check_root, parse, partial};
use crate::args::{ChangeArgs, TransferArgs};
use crate::commands::convert::Listing;
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant_files::document::IfExists;
use std::fs;
use std::path::PathBuf;

/// Runs the command; `is_move` is whether the value is removed from its place.
pub(crate) fn run(mut args: TransferArgs, is_move: bool) -> Result<(), Failure> {
    let name = if is_move { "mv" } else { "cp" };
    let target = args.into.target(&args.edit);
    let files = args.files.take(&args.edit.file, &mut args.paths)?;
    let (from, to) = match &args.paths[..] {
        [from, to] => (from, to),
        [from] if target.is_some() => (from, from),
        [_] => {
            return Err(Failure::usage(format!(
                "the new path is missing; expected gdvariant {name} FILE FROM TO"
            )));
        }
        _ => {
            return Err(Failure::usage(format!(
                "expected two paths, found {}; expected gdvariant {name} FROM TO --files FILE...",
                args.paths.len()
            )));
        }
    };
    let [from, to] = [from, to].map(|path| parse(path));
    let (from, to) = (from?, to?);
    check_root(&to, args.root)?;
    let if_exists = if args.force {
        IfExists::Replace
    } else {
        IfExists::Fail
    };
    let transfer = Transfer {
        from,
        to,
        is_move,
        if_exists,
    };
    if let Some(target) = target {
        return transfer.between(args.edit, target, args.into.lossy);
    }
    let command = ChangeCommand {
        args: args.edit,
        files,
        changes: Changes::Transfer(transfer),
        conditions: Vec::new(),
    };
    command.run()
}

impl Transfer {
    /// Moves or copies the value into another file, which is written first, so that no failure loses
    /// the value.
    fn between(self, source: ChangeArgs, target: ChangeArgs, lossy: bool) -> Result<(), Failure> {
        let Self { from, is_move, .. } = self;
        let [file, other] = [&source, &target].map(|args| args.file.label());
        let is_ordered = check_files(&source, &target, is_move)?;
        let mut source_output = if is_move {
            source.create()?
        } else {
            Output::discarded()
        };
        let mut target_output = target.create()?;
        // Every instance of the program locks two files in the same order.
        let early = is_ordered.then(|| source_output.stored_input(&source.file));
        let target_input = target_output.stored_input(&target.file)?;
        let source_input = early.unwrap_or_else(|| source_output.stored_input(&source.file))?;
        let mut taken = Plan::open(source, &source_input, None)?;
        let engine = Some(taken.document.layout());
        let mut put = Plan::open(target, &target_input, engine)?;
        let (index, value) = (put.index, (&taken.document, taken.index, &from));
        let copied = put
            .document
            .copy_from(index, &self.to, value, self.if_exists);
        let (copied, report) = copied.map_err(|error| {
            source::failure(&source_input, &taken.args.file, put.args.failure(&error))
        })?;
        put.note(&copied);
        if is_move {
            let index = taken.index;
            let paths = std::slice::from_ref(&from);
            let removed = taken.document.remove_where(index, paths, &[]);
            let removed = removed.map_err(|error| taken.args.failure(&error))?;
            taken.note(&removed);
        }
        if let Some(report) = report {
            let mut listing = Listing::default();
            listing.add(&format!("{from}: "), &report);
            listing.print(lossy)?;
        }
        put.write(target_output, ["copy", "copied"], true)?;
        if !is_move {
            return Ok(());
        }
        let is_dry = taken.args.dry_run;
        taken.write(source_output, ["move", "moved"], true).map_err(|failure| {
            if is_dry {
                return failure;
            }
            partial(
                failure,
                &format!(
                    "the value is in {other} and still in {file}: `gdvariant rm` removes it there"
                ),
            )
        })
    }
}

/// Checks that the files can be read and replaced. Returns whether the first one is locked first.
fn check_files(source: &ChangeArgs, target: &ChangeArgs, is_move: bool) -> Result<bool, Failure> {
    let Some(other) = target.file.path() else {
        return Err(Failure::usage(
            "standard input cannot be replaced; name a file after --into",
        ));
    };
    let Some(file) = source.file.path() else {
        if is_move {
            return Err(Failure::usage(
                "standard input cannot be replaced; pass a file, or copy the value with gdvariant cp",
            ));
        }
        return Ok(true);
    };
    let [file, other] = [file, other].map(|path| fs::canonicalize(path).unwrap_or(path.clone()));
    if file == other || is_same_file(&file, &other) {
        return Err(Failure::usage(format!(
            "{} and {} are the same file; omit --into",
            source.file.label(),
            target.file.label()
        )));
    }
    Ok(file < other)
}

/// Returns whether two paths are links to one file, whose second lock would wait for the first one.
#[cfg(unix)]
fn is_same_file(file: &PathBuf, other: &PathBuf) -> bool {
    use std::os::unix::fs::MetadataExt;

    let [file, other] = [file, other].map(|path| fs::metadata(path).ok());
    file.zip(other)
        .is_some_and(|(a, b)| (a.dev(), a.ino()) == (b.dev(), b.ino()))
}

/// Other platforms have no locks.
#[cfg(not(unix))]
fn is_same_file(_: &PathBuf, _: &PathBuf) -> bool {
    false
}
