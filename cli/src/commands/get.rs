//! `gdvariant get`: prints the value at a path.

use crate::args::{FileArgs, GetArgs};
use crate::commands::decoder::{self, DecodedPaths, Decoder};
use crate::terminal::failure::{Failure, no_value};
use crate::terminal::input;
use crate::terminal::input::no_such_value;
use crate::terminal::open;
use crate::terminal::output::Output;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Escaped, Path};
use gdvariant_files::change::MissingPath;
use gdvariant_files::open::Purpose;
use std::io::Write;
use std::slice;

pub(crate) fn run(mut args: GetArgs) -> Result<(), Failure> {
    check_path(&args)?;
    args.accept.set(&mut args.input);
    let opened = open::open(&mut args.layout, &mut args.input, Purpose::Print)?;
    let mut output = Output::of(&args.output, &args.input.file)?;
    let is_terminal = args.output.is_terminal();
    let decoder = Decoder::of(&args.input, args.layout.chosen(), &args.accept);
    let mut selection = PathSelection::new([&args.path]);
    let result = input::each(&args.input, opened, &mut |entry| {
        if args.value.is_some_and(|chosen| chosen != entry.number) {
            return Ok(());
        }
        let values = decoder.try_decode_at(entry, slice::from_ref(&args.path));
        let values = values.map_err(|bad| decoder.failure(bad, entry))?;
        selection.each(&values, |value| {
            output.value(|out| match value.view() {
                AnyView::Text(text) if args.raw && is_terminal => {
                    writeln!(out, "{}", Escaped(text))
                }
                AnyView::Text(text) if args.raw => writeln!(out, "{text}"),
                _ => decoder::print(out, args.print, &value, is_terminal),
            })
        })
    });
    let result = result.and_then(|count| match args.value {
        Some(chosen) if chosen > count => Err(no_such_value(&args.input.file, chosen, count)),
        _ => selection.end(&args.input.file),
    });
    output.end(result)
}

/// Returns a failure if the only argument, which is parsed as the path of a value, names a file.
fn check_path(args: &GetArgs) -> Result<(), Failure> {
    let path = args.path.to_string();
    if args.input.file.path().is_none() && std::path::Path::new(&path).is_file() {
        return Err(Failure::usage(format!(
            "the path of a value is missing; expected gdvariant get {path} PATH"
        )));
    }
    Ok(())
}

/// The paths that a command prints, and whether values were found at them.
pub(crate) struct PathSelection<'p> {
    paths: Vec<SelectedPath<'p>>,
}

struct SelectedPath<'p> {
    path: &'p Path,
    is_found: bool,
    /// The first missing segment, in the value that contains the longest start of the path.
    missing: Option<MissingPath>,
}

impl<'p> PathSelection<'p> {
    pub(crate) fn new(paths: impl IntoIterator<Item = &'p Path>) -> Self {
        let selected = |path| SelectedPath {
            path,
            is_found: false,
            missing: None,
        };
        Self {
            paths: paths.into_iter().map(selected).collect(),
        }
    }

    /// Calls `each` with the value at each path that exists.
    pub(crate) fn each(
        &mut self,
        decoded: &DecodedPaths,
        mut each: impl FnMut(AnyRef<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, selected) in self.paths.iter_mut().enumerate() {
            let (value, rest) = decoded.at(index, selected.path);
            if let Some(value) = value.at_path(rest) {
                selected.is_found = true;
                each(value)?;
            } else if let Some(part) = value.component_at_path(rest) {
                selected.is_found = true;
                each((&part).into())?;
            } else {
                let known = selected.path.segments().len() - rest.segments().len();
                let missing = MissingPath::of(value, selected.path, known);
                let length = |missing: &MissingPath| missing.start.segments().count();
                let known = selected.missing.as_ref().map_or(0, length);
                if known < length(&missing) {
                    selected.missing = Some(missing);
                }
            }
        }
        Ok(())
    }

    /// Returns a failure if a path was found in no value.
    pub(crate) fn end(&self, file: &FileArgs) -> Result<(), Failure> {
        let mut paths = self.paths.iter().filter(|selected| !selected.is_found);
        let missing = paths.find_map(|it| it.missing.as_ref());
        missing.map_or(Ok(()), |missing| Err(file.failure(no_value(missing))))
    }
}
