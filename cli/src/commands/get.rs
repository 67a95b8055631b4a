//! `gdvariant get`: prints the value at a path.

use crate::args::{FileArgs, GetArgs};
use crate::commands::decoder::{self, DecodedPaths, Decoder, LostTypes};
use crate::commands::set::check_single;
use crate::terminal::failure::{Failure, edit_error};
use crate::terminal::input;
use crate::terminal::input::no_such_value;
use crate::terminal::open;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Escaped, Path};
use gdvariant_files::change::deep::{self, DeepPath, StepOptions};
use gdvariant_files::change::{EditError, MissingPath};
use gdvariant_files::open::{Opened, Purpose};
use std::io::Write;
use std::slice;

pub(crate) fn run(mut args: GetArgs) -> Result<(), Failure> {
    let (files, path) = args.take()?;
    check_single(&path.to_string().parse().unwrap_or_default())?;
    args.print.check()?;
    args.accept.set(&mut args.input);
    let is_terminal = args.output.is_terminal();
    files.print(files.output(&args.output)?, |file, name, output| {
        let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
        let opened = open::open(&mut layout, &mut input, Purpose::Print)?;
        check_paths(slice::from_ref(&path), &opened, file)?;
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
        let mut lost = LostTypes::of(args.print);
        let steps = input.steps(&args.accept);
        let each = &mut |_, value: AnyRef<'_>| {
            if let Some(bytes) = deep::bytes(value).filter(|_| args.raw) {
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
        let result = each_at(decoder, &path, steps, args.value, opened, each);
        lost.warn(file, decoder.layout);
        result
    })
}

/// Calls `each` with the value at `path` in each value of the input, or only in the value with the
/// number `chosen`.
pub(crate) fn each_at(
    decoder: Decoder<'_>,
    path: &DeepPath,
    options: StepOptions,
    chosen: Option<u64>,
    opened: Opened<'_>,
    each: &mut dyn FnMut(u64, AnyRef<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = &decoder.input.file;
    let mut selection = PathSelection::new(slice::from_ref(path), options);
    let outers = selection.outers();
    let count = input::each(decoder.input, opened, &mut |entry| {
        if chosen.is_some_and(|chosen| chosen != entry.number) {
            return Ok(());
        }
        let values = decoder.try_decode_at(entry, &outers);
        let values = values.map_err(|bad| decoder.failure(bad, entry))?;
        selection.each(&values, file, |value| each(entry.number, value))
    })?;
    match chosen {
        Some(chosen) if chosen > count => Err(no_such_value(file, chosen, count)),
        _ => selection.end(file),
    }
}

/// Checks that no path leads to several tags of a text.
pub(crate) fn check_paths(
    paths: &[DeepPath],
    opened: &Opened<'_>,
    file: &FileArgs,
) -> Result<(), Failure> {
    let paths = paths.iter().map(DeepPath::outer);
    let text = opened.text.as_ref();
    let checked = text.map_or(Ok(()), |text| text.check_paths(paths));
    checked.map_err(|error| file.failure(error))
}

/// The paths that a command prints, and whether values were found at them.
pub(crate) struct PathSelection<'p> {
    paths: Vec<SelectedPath<'p>>,
    options: StepOptions,
}

struct SelectedPath<'p> {
    path: &'p DeepPath,
    is_found: bool,
    /// The error in the value that contains the longest start of the path, and the number of
    /// segments of this start.
    missing: Option<(usize, EditError)>,
}

impl<'p> PathSelection<'p> {
    pub(crate) fn new(paths: &'p [DeepPath], options: StepOptions) -> Self {
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

    /// Returns the paths before the first step of each path.
    pub(crate) fn outers(&self) -> Vec<Path> {
        self.paths
            .iter()
            .map(|it| it.path.outer().clone())
            .collect()
    }

    /// Calls `each` with the value at each path that exists.
    pub(crate) fn each(
        &mut self,
        decoded: &DecodedPaths,
        file: &FileArgs,
        mut each: impl FnMut(AnyRef<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, selected) in self.paths.iter_mut().enumerate() {
            let outer = selected.path.outer();
            let (value, rest) = decoded.at(index, outer);
            let component;
            let mut found = value.at_path(rest);
            if found.is_none() {
                component = value.component_at_path(rest);
                found = component.as_ref().map(AnyRef::from);
            }
            let (known, error) = if let Some(found) = found {
                match deep::content(found, selected.path, self.options) {
                    Ok(content) => {
                        selected.is_found = true;
                        each(content.as_ref().map_or(found, AnyRef::from))?;
                        continue;
                    }
                    Err(error) if error.is_missing() => (usize::MAX, error),
                    Err(error) => return Err(file.failure(edit_error(&error))),
                }
            } else {
                let known = outer.segments().len() - rest.segments().len();
                let missing = MissingPath::of(value, outer, known);
                let known = missing.start.segments().len();
                (known, EditError::Missing(missing))
            };
            if selected.missing.as_ref().map_or(0, |it| it.0) < known {
                selected.missing = Some((known, error));
            }
        }
        Ok(())
    }

    /// Returns a failure if a path was found in no value.
    pub(crate) fn end(&self, file: &FileArgs) -> Result<(), Failure> {
        let mut paths = self.paths.iter().filter(|selected| !selected.is_found);
        let missing = paths.find_map(|it| it.missing.as_ref());
        missing.map_or(Ok(()), |(_, error)| Err(file.failure(edit_error(error))))
    }
}
