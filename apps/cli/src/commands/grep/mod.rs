//! `gdvariant grep`: searches for values that match a pattern.

mod print;

use crate::args::layouts::kind_named;
use crate::args::{FrameArgs, GrepArgs, GrepInput, InputArgs};
use crate::terminal::decoder::Decoder;
use crate::terminal::failure::{Failure, edit_error, note};
use crate::terminal::input::InputEntries;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::parallel;
use crate::terminal::source;
use crate::terminal::styles::{self, Location};
use gdvariant::Escaped;
use gdvariant_files::display::{DisplayOptions, WalkPath};
use gdvariant_files::open::{ExaminedFile, Purpose};
use gdvariant_files::search::{Match, Pattern, Query};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The maximum length of a shown value, in characters.
const MAX_CHARS: usize = 120;

/// Runs the command.
///
/// The exit status is that of `grep`: 0 if a value matches, 1 if no value matches, and 2 for
/// failures; an ambiguous layout has the exit status 3.
pub(crate) fn run(args: &GrepArgs) -> ExitCode {
    match Grep::new(args).and_then(|grep| grep.files()) {
        Ok(Status {
            has_failed: true,
            is_found,
        }) if !(args.recursive && is_found) => ExitCode::from(2),
        Ok(Status {
            is_found: false, ..
        }) => ExitCode::from(1),
        // The output was closed after a match.
        Ok(_) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(failure) => failure.report_trouble(),
    }
}

/// The outcome of the search in all files.
#[derive(Default)]
struct Status {
    is_found: bool,
    has_failed: bool,
}

/// Whether a value of a file matches, and whether the search failed.
type SearchResult = (bool, Result<(), Failure>);

/// The search in all files.
struct Grep<'a> {
    args: &'a GrepArgs,
    query: Query,
    shown: DisplayOptions,
}

impl<'a> Grep<'a> {
    fn new(args: &'a GrepArgs) -> Result<Self, Failure> {
        args.check()?;
        let named = |name: &String| kind_named(args.layout.requested(), name);
        let kind = args.type_name.as_ref().map(named).transpose()?;
        let pattern = Pattern::new(&args.pattern, args.fixed, args.ignore_case);
        let pattern = pattern.map_err(|error| {
            let pattern = &args.pattern;
            Failure::usage(format!(
                "invalid pattern {pattern:?}: {error}; --fixed searches for it as a string"
            ))
        })?;
        Ok(Self {
            args,
            query: Query::new(pattern, !args.no_keys, !args.keys, kind),
            shown: DisplayOptions::up_to(MAX_CHARS, args.full),
        })
    }

    /// Searches all files. A file that cannot be read is reported, and the search continues.
    fn files(&self) -> Result<Status, Failure> {
        let (inputs, failures) = self.args.inputs();
        let mut output = Output::colored(self.args.reads_stdin());
        let mut status = Status::default();
        for failure in failures {
            status.has_failed = true;
            failure.report();
        }
        let threads = self.args.threads.count(inputs.len());
        let search = |input: &GrepInput, output: &mut Output| self.search(input, output);
        parallel::each_file(
            &inputs,
            threads,
            &mut output,
            search,
            &mut |searched, written| {
                // Matches before an error are printed before the error.
                written?;
                self.add(searched, &mut status)
            },
        )?;
        output.end(Ok(()))?;
        Ok(status)
    }

    /// Adds the outcome of a file, and breaks if one match decides the result.
    fn add(&self, searched: SearchResult, status: &mut Status) -> Result<ControlFlow<()>, Failure> {
        let (is_found, result) = searched;
        status.is_found |= is_found;
        match result {
            Err(failure @ Failure::Input(_)) => {
                status.has_failed = true;
                failure.report();
            }
            result => result?,
        }
        if self.args.quiet && status.is_found {
            status.has_failed = false;
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Searches a file, and prints its summary.
    fn search(&self, searched: &GrepInput, output: &mut Output) -> SearchResult {
        let label = searched.input.file.label();
        let file = self.args.names_files().then_some(label.as_str());
        let mut count = 0;
        let result = self.file(searched, file, output, &mut count);
        let result = match result {
            Ok(false) => Ok(()),
            Ok(true) => self.summary(&label, file, count, output),
            // Such a file of a folder may have other content than values.
            Err(Failure::Ambiguous(message)) if searched.is_listed => {
                note(&message);
                Ok(())
            }
            Err(failure) => Err(failure),
        };
        (count > 0, result)
    }

    /// Returns an examined file, or `None` if the file was found in a folder and has no values.
    fn examine(&self, searched: &GrepInput) -> Result<Option<ExaminedFile<'static>>, Failure> {
        let input = &searched.input;
        if !searched.is_listed && input.file.path().is_some_and(|path| path.is_dir()) {
            let message = "this is a directory; -r searches its files";
            return Err(input.file.failure(message));
        }
        let layout = self.args.layout.requested();
        let is_known = searched.is_listed && layout.is_some() && input.frame.requested().is_some();
        let mut detected = input.clone();
        if is_known {
            // With a known framing, any bytes would be decoded.
            detected.frame = FrameArgs::default();
        }
        let examined = open::examine(layout, &detected, source::open(&input.file)?)?;
        if searched.is_listed && !open::has_values(&examined, input) {
            return Ok(None);
        }
        Ok(Some(if is_known {
            examined.restricted(&open::options(input)?.layout(layout))
        } else {
            examined
        }))
    }

    /// Searches the values of a file, and counts the matches. Returns whether it is searched.
    fn file(
        &self,
        searched: &GrepInput,
        file: Option<&str>,
        output: &mut Output,
        count: &mut usize,
    ) -> Result<bool, Failure> {
        let (args, query, shown) = (self.args, &self.query, self.shown);
        let (mut layout, mut input) = (args.layout.clone(), searched.input.clone());
        let Some(examined) = self.examine(searched)? else {
            return Ok(false);
        };
        let is_other_text = searched.is_listed
            && open::text_kind(&examined, &input).is_some()
            && !is_engine_text(&input);
        let opened = open::open_examined(&mut layout, &mut input, Purpose::Print, examined);
        let opened = match opened {
            // Sections and values also look like other formats, such as TOML.
            Err(Failure::Input(_)) if is_other_text => return Ok(false),
            opened => opened?,
        };
        if is_other_text && opened.fault().is_some() {
            return Ok(false);
        }
        let mut written = Ok(());
        let mut report = |number, walk_path: &WalkPath<'_>, found: &Match<'_>| {
            *count += 1;
            if args.quiet || args.files_with_matches {
                return ControlFlow::Break(());
            }
            if args.count {
                return ControlFlow::Continue(());
            }
            let place = Location { file, number };
            written = output.value(|out| {
                if args.json {
                    print::object(out, shown, place, walk_path, found)
                } else {
                    print::line(out, shown, place, walk_path, found)
                }
            });
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let path = args.path.as_ref().map(|path| match &opened.text {
            Some(text) => text.setting_path(path),
            None => path.clone(),
        });
        let mut entries = InputEntries::new(&input, opened);
        let decoder = Decoder::new(&input, layout.chosen(), &args.accept);
        while let Some(entry) = entries.next()? {
            let value = decoder.decode(&entry)?;
            let number = (!entry.is_only).then_some(entry.number);
            let report =
                &mut |walk_path: &WalkPath<'_>, found: &Match<'_>| report(number, walk_path, found);
            let value = (&value).into();
            let searched = match &path {
                None => query.search(value, report),
                Some(path) => query
                    .search_at(value, path, input.steps(&args.accept), report)
                    .map_err(|error| input.file.failure(edit_error(&error)))?,
            };
            if searched.is_break() {
                break;
            }
        }
        written.map(|()| true)
    }

    /// Prints the name of a matching file, or the number of its matches, as the options request.
    fn summary(
        &self,
        label: &str,
        file: Option<&str>,
        count: usize,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let style = styles::FILE;
        if self.args.files_with_matches && count > 0 {
            let label = Escaped(label);
            return output.value(|out| writeln!(out, "{style}{label}{style:#}"));
        }
        if !self.args.count {
            return Ok(());
        }
        output.value(|out| match file {
            Some(file) => writeln!(out, "{style}{}{style:#}: {count}", Escaped(file)),
            None => writeln!(out, "{count}"),
        })
    }
}

/// Returns whether the name of a file is that of text which engines write, so that an error in it
/// matters.
fn is_engine_text(input: &InputArgs) -> bool {
    const EXTENSIONS: [&str; 6] = ["cfg", "godot", "import", "remap", "tres", "tscn"];
    let extension = input.file.path().and_then(|path| path.extension());
    extension.is_some_and(|it| EXTENSIONS.iter().any(|name| it.eq_ignore_ascii_case(name)))
}
