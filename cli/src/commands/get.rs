//! `gdvariant get`: prints the values at paths.

use crate::args::{FileArgs, GetArgs};
use crate::commands::decoder::{self, DecodedPaths, Decoder, LostTypes};
use crate::terminal::failure::{Failure, edit_error};
use crate::terminal::input;
use crate::terminal::input::no_such_value;
use crate::terminal::open;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Escaped, Path};
use gdvariant_files::change::EditError;
use gdvariant_files::change::steps::{self, StepOptions};
use gdvariant_files::open::{OpenFile, Purpose};
use std::io::Write;
use std::ops::ControlFlow;

pub(crate) fn run(mut args: GetArgs) -> Result<(), Failure> {
    let (files, paths) = args.take()?;
    args.print.check()?;
    args.accept.set(&mut args.input);
    let is_terminal = args.output.is_terminal();
    files.print(files.output(&args.output)?, |file, name, output| {
        let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
        let opened = open::open(&mut layout, &mut input, Purpose::Print)?;
        let mut paths = paths.clone();
        check_paths(&mut paths, &opened, file)?;
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
        let mut lost = LostTypes::of(args.print);
        let steps = input.steps(&args.accept);
        let each = |_, _: &Path, value: AnyRef<'_>| {
            if let Some(bytes) = steps::bytes(value).filter(|_| args.raw) {
                args.output.check_bytes("")?;
                return output.value(|out| out.write_all(&bytes));
            }
            output.value(|out| {
                decoder::print_name(out, name)?;
                match value.view() {
                    AnyView::Text(text) if args.raw && is_terminal => {
                        writeln!(out, "{}", Escaped(text))
                    }
                    AnyView::Text(text) if args.raw => writeln!(out, "{text}"),
                    _ => {
                        lost.add(value);
                        decoder::print(out, args.print, value, is_terminal)
                    }
                }
            })
        };
        let result = each_at(decoder, &paths, steps, args.value, opened, each);
        lost.warn(file, decoder.layout);
        result
    })
}

/// Calls `each` with the paths and values that `paths` select in each value of the input, or only in
/// the value with the number `chosen`. Passes the number of the value if there are several.
pub(crate) fn each_at(
    decoder: Decoder<'_>,
    paths: &[Path],
    options: StepOptions,
    chosen: Option<u64>,
    opened: OpenFile<'_>,
    mut each: impl FnMut(Option<u64>, &Path, AnyRef<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = &decoder.input.file;
    let mut selection = PathSelection::new(paths, options);
    let count = input::each(decoder.input, opened, &mut |entry| {
        if chosen.is_some_and(|chosen| chosen != entry.number) {
            return Ok(());
        }
        let values = decoder.try_decode_at(entry, paths);
        let values = values.map_err(|bad| decoder.failure(bad, entry))?;
        let number = (!entry.is_only).then_some(entry.number);
        selection.each(&values, file, |path, value| each(number, path, value))
    })?;
    match chosen {
        Some(chosen) if chosen > count => Err(no_such_value(file, chosen, count)),
        _ => selection.end(file),
    }
}

/// Finds the settings of a text at the paths, and checks that none leads to several tags.
pub(crate) fn check_paths(
    paths: &mut [Path],
    opened: &OpenFile<'_>,
    file: &FileArgs,
) -> Result<(), Failure> {
    let Some(text) = &opened.text else {
        return Ok(());
    };
    for path in &mut *paths {
        *path = text.setting_path(path);
    }
    let checked = text.check_paths(paths.iter());
    checked.map_err(|error| file.failure(error))
}

/// The paths that a command prints, and whether values were found at them.
struct PathSelection<'p> {
    paths: Vec<SelectedPath<'p>>,
    options: StepOptions,
}

struct SelectedPath<'p> {
    path: &'p Path,
    is_found: bool,
    /// The error in the value that contains the longest start of the path, and the number of
    /// segments of this start.
    missing: Option<(usize, EditError)>,
}

impl<'p> PathSelection<'p> {
    fn new(paths: &'p [Path], options: StepOptions) -> Self {
        let selected = |path| SelectedPath {
            path,
            is_found: false,
            missing: None,
        };
        Self {
            paths: paths.iter().map(selected).collect(),
            options,
        }
    }

    /// Calls `each` with the paths and values that each path selects.
    fn each(
        &mut self,
        decoded: &DecodedPaths,
        file: &FileArgs,
        mut each: impl FnMut(&Path, AnyRef<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, selected) in self.paths.iter_mut().enumerate() {
            let (value, rest) = decoded.at(index, selected.path);
            let segments = selected.path.segments();
            let known = segments.len() - rest.segments().len();
            let start = segments.take(known).cloned().collect();
            let (mut result, mut is_found) = (Ok(()), false);
            let each = &mut |path: &Path, value: AnyRef<'_>| {
                is_found = true;
                result = each(path, value);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            };
            let found = steps::each_selected(&start, value, rest, &[], self.options, each);
            result?;
            selected.is_found |= is_found;
            let error = match found {
                Ok(()) if is_found => continue,
                Ok(()) => EditError::Selected(selected.path.clone(), 0),
                Err(error) if error.is_missing() => error,
                Err(error) => return Err(file.failure(edit_error(&error))),
            };
            let known = match &error {
                EditError::Missing(missing) => missing.start.segments().len(),
                _ => usize::MAX,
            };
            if selected.missing.as_ref().map_or(0, |it| it.0) < known {
                selected.missing = Some((known, error));
            }
        }
        Ok(())
    }

    /// Returns a failure if a path was found in no value.
    fn end(&self, file: &FileArgs) -> Result<(), Failure> {
        let mut paths = self.paths.iter().filter(|selected| !selected.is_found);
        let missing = paths.find_map(|it| it.missing.as_ref());
        missing.map_or(Ok(()), |(_, error)| Err(file.failure(edit_error(error))))
    }
}
