//! `gdvariant grep`: searches for values that match a pattern.

mod print;

use crate::args::layouts;
use crate::args::{GrepArgs, InputArgs};
use crate::commands::decoder::Decoder;
use crate::terminal::failure::Failure;
use crate::terminal::input::InputEntries;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::parallel;
use crate::terminal::styles;
use gdvariant::Escaped;
use gdvariant_files::display::{DisplayOptions, Trail};
use gdvariant_files::open::Purpose;
use gdvariant_files::search::{Match, Pattern, Query};
use print::MatchLocation;
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
    match Grep::of(args).and_then(|grep| grep.files()) {
        Ok(Status {
            has_failed: true, ..
        }) => ExitCode::from(2),
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
    fn of(args: &'a GrepArgs) -> Result<Self, Failure> {
        args.check()?;
        let kind = args.type_name.as_ref().map(|name| {
            let tables = layouts::types(args.layout.requested())?;
            let kind = tables.iter().find(|table| table.name == name);
            let layout = args
                .layout
                .requested()
                .map_or("auto", |layout| layout.name());
            let kind = kind.map(|table| table.kind);
            kind.ok_or_else(|| layouts::no_such_type(layout, name))
        });
        let kind = kind.transpose()?;
        let pattern = Pattern::new(&args.pattern, args.fixed, args.ignore_case);
        let pattern = pattern.map_err(|error| {
            let pattern = &args.pattern;
            Failure::usage(format!(
                "invalid pattern {pattern:?}: {error}; --fixed searches for it as a string"
            ))
        })?;
        let (has_keys, has_values) = (args.searches_keys(), args.searches_values());
        Ok(Self {
            args,
            query: Query::new(pattern, has_keys, has_values, kind),
            shown: DisplayOptions::up_to(MAX_CHARS, args.full),
        })
    }

    /// Searches all files. A file that cannot be read is reported, and the search continues.
    fn files(&self) -> Result<Status, Failure> {
        let inputs = self.args.inputs();
        let mut output = Output::colored(self.args.reads_stdin());
        let mut status = Status::default();
        let threads = self.args.threads.count(inputs.len());
        let search = |input: &InputArgs, output: &mut Output| self.search(input, output);
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
    fn search(&self, input: &InputArgs, output: &mut Output) -> SearchResult {
        let label = input.file.label();
        let file = self.args.names_files().then_some(label.as_str());
        let mut count = 0;
        let result = self.file(input, file, output, &mut count);
        let result = result.and_then(|()| self.summary(&label, file, count, output));
        (count > 0, result)
    }

    /// Searches the values of a file, and counts the matches.
    fn file(
        &self,
        input: &InputArgs,
        file: Option<&str>,
        output: &mut Output,
        count: &mut usize,
    ) -> Result<(), Failure> {
        let (args, query, shown) = (self.args, &self.query, self.shown);
        let (mut layout, mut input) = (args.layout.clone(), input.clone());
        let mut opened = open::open(&mut layout, &mut input, Purpose::Search)?;
        let mut written = Ok(());
        let mut report = |number, trail: &Trail<'_>, found: &Match<'_>| {
            *count += 1;
            if args.quiet || args.files_with_matches {
                return ControlFlow::Break(());
            }
            if args.count {
                return ControlFlow::Continue(());
            }
            let place = MatchLocation { file, number };
            written = output.value(|out| {
                if args.json {
                    print::object(out, shown, place, trail, found)
                } else {
                    print::line(out, shown, place, trail, found)
                }
            });
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        if let Some(mut sections) = opened.sections.take() {
            let prints = !args.count && !args.quiet && !args.files_with_matches;
            let is_shortened = !(prints && (args.json || args.full));
            let report = &mut |trail: &Trail<'_>, found: &Match<'_>| report(None, trail, found);
            let searched = query.search_sections(&mut sections, is_shortened, report);
            searched.map_err(|error| open::failure(&input, opened.unreadable(&error)))?;
            return written;
        }
        let mut entries = InputEntries::of(&input, opened);
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
        while let Some(entry) = entries.next()? {
            let can_match = entry.bytes().is_ok_and(|bytes| query.can_match(bytes));
            if decoder.is_strict() && !can_match {
                decoder.check(&entry)?;
                continue;
            }
            let value = decoder.decode(&entry)?;
            let number = input.has_several().then_some(entry.number);
            let report = &mut |trail: &Trail<'_>, found: &Match<'_>| report(number, trail, found);
            if query.search((&value).into(), report).is_break() {
                break;
            }
        }
        written
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
