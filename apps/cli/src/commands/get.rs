//! `gdvariant get`: prints the values at paths.

use crate::args::{FileArgs, GetArgs, ReadArgs};
use crate::terminal::decoder::{self, Decoder, LostTypes};
use crate::terminal::failure::{Failure, edit_error};
use crate::terminal::input::{self, no_such_value};
use crate::terminal::open;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Escaped, Path};
use gdvariant_files::change::EditError;
use gdvariant_files::change::steps;
use gdvariant_files::open::Purpose;
use gdvariant_files::text::TextKind;
use std::io::Write;
use std::ops::ControlFlow;

pub(crate) fn run(mut args: GetArgs) -> Result<(), Failure> {
    let (files, paths) = args.take()?;
    args.print.check()?;
    let is_terminal = args.output.is_terminal();
    files.print(files.output(&args.output)?, |file, name, output| {
        let mut lost = LostTypes::default();
        let result = each_at(&args.read, file, paths.clone(), |_, _, value| {
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
                        lost.add(args.print, value);
                        decoder::print(out, args.print, value, is_terminal)
                    }
                }
            })
        });
        lost.warn(file);
        result
    })
}

/// What is known about the values at a path.
#[derive(Clone, Default)]
struct Found {
    is_found: bool,
    /// The error in the value that contains the longest start of the path, and the number of
    /// segments of this start.
    missing: Option<(usize, EditError)>,
}

/// The value of a file, among which paths select others.
#[derive(Clone, Copy)]
pub(crate) struct ValuePlace {
    /// The number of the value if there are several.
    pub(crate) number: Option<u64>,
    /// The kind of text, if values are written as text.
    pub(crate) text: Option<TextKind>,
}

/// Calls `each` with the paths and values that `paths` select in each value of a file, or only in the
/// value that the options name. Returns a failure if a path was found in no value.
pub(crate) fn each_at(
    args: &ReadArgs,
    file: &FileArgs,
    mut paths: Vec<Path>,
    mut each: impl FnMut(ValuePlace, &Path, AnyRef<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
    args.accept.set(&mut input);
    let opened = open::open(&mut layout, &mut input, Purpose::Print)?;
    if let Some(text) = &opened.text {
        for path in &mut paths {
            *path = text.setting_path(path);
        }
        let checked = text.check_paths(paths.iter());
        checked.map_err(|error| file.failure(error))?;
    }
    let text = opened.text.as_ref().map(|text| text.kind());
    let decoder = Decoder::new(&input, layout.chosen(), &args.accept);
    let options = input.steps(&args.accept);
    let mut states = vec![Found::default(); paths.len()];
    let count = input::each(&input, opened, &mut |entry| {
        if args.value.is_some_and(|chosen| chosen != entry.number) {
            return Ok(());
        }
        let values = decoder.try_decode_at(entry, &paths);
        let values = values.map_err(|bad| decoder.failure(bad, entry))?;
        let number = (!entry.is_only).then_some(entry.number);
        let place = ValuePlace { number, text };
        for ((path, state), (value, rest)) in paths.iter().zip(&mut states).zip(&values) {
            let value = AnyRef::from(&**value);
            let segments = path.segments();
            let known = segments.len() - rest.segments().len();
            let start = segments.take(known).cloned().collect();
            let (mut result, mut is_found) = (Ok(()), false);
            let each = &mut |path: &Path, value: AnyRef<'_>| {
                is_found = true;
                result = each(place, path, value);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            };
            let found = steps::each_selected(&start, value, rest, &[], options, each);
            result?;
            state.is_found |= is_found;
            let (known, error) = match found {
                Ok(()) if is_found => continue,
                Ok(()) => (usize::MAX, EditError::Selected(path.clone(), 0)),
                Err(EditError::Missing(missing)) => {
                    let known = missing.start.segments().len();
                    (known, EditError::Missing(missing))
                }
                Err(error) if error.is_missing() => (usize::MAX, error),
                Err(error) => return Err(file.failure(edit_error(&error))),
            };
            if state.missing.as_ref().map_or(0, |it| it.0) < known {
                state.missing = Some((known, error));
            }
        }
        Ok(())
    })?;
    match args.value {
        Some(chosen) if chosen > count => return Err(no_such_value(file, chosen, count)),
        _ => {}
    }
    let mut missing = states.iter().filter(|it| !it.is_found);
    let missing = missing.find_map(|it| it.missing.as_ref());
    missing.map_or(Ok(()), |(_, error)| Err(file.failure(edit_error(error))))
}
