//! `gdvariant grep`: values that match a pattern, with their paths.

mod print;
mod search;

use crate::any_value::{DisplayOptions, Trail};
use crate::args::{GrepArgs, InputArgs};
use crate::decode::Decoder;
use crate::detect::{self, Purpose};
use crate::failure::Failure;
use crate::failure::Stop;
use crate::input::InputEntries;
use crate::layouts;
use crate::output::Output;
use crate::parallel;
use crate::styles;
use gdvariant::Escaped;
use print::MatchLocation;
use search::{Match, Pattern, Query, Search};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The characters of a value that are shown.
const LIMIT: usize = 120;

/// Runs the command. The status is that of `grep`: 0 if something is found, 1 if not, and 2 for
/// trouble.
pub(crate) fn run(args: &GrepArgs) -> ExitCode {
    match Grep::of(args).and_then(|grep| grep.files()) {
        Ok(Status {
            has_failed: true, ..
        }) => ExitCode::from(2),
        Ok(Status {
            is_found: false, ..
        }) => ExitCode::from(1),
        // Whoever closed the output has seen something.
        Ok(_) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(failure) => failure.report_trouble(),
    }
}

/// What happened in all files.
#[derive(Default)]
struct Status {
    is_found: bool,
    has_failed: bool,
}

/// Whether something was found in a file, and what happened.
type SearchResult = (bool, Result<(), Failure>);

/// The command.
struct Grep<'a> {
    args: &'a GrepArgs,
    query: Query,
    shown: DisplayOptions,
}

impl<'a> Grep<'a> {
    fn of(args: &'a GrepArgs) -> Result<Self, Failure> {
        args.check()?;
        let kind = args.type_name.as_ref().map(|name| {
            let tables = layouts::types(args.layout.stated())?;
            let kind = tables.iter().find(|table| table.name == name);
            let layout = args.layout.stated().map_or("auto", |layout| layout.name());
            let kind = kind.map(|table| table.kind);
            kind.ok_or_else(|| layouts::no_such_type(layout, name))
        });
        Ok(Self {
            args,
            query: Query {
                pattern: Pattern::of(args)?,
                has_keys: args.searches_keys(),
                has_values: args.searches_values(),
                kind: kind.transpose()?,
            },
            shown: DisplayOptions::up_to(LIMIT, args.full),
        })
    }

    /// Searches all files. One that cannot be read is reported, and the next one follows.
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
                // An error comes after what was found before it.
                written?;
                self.add(searched, &mut status)
            },
        )?;
        output.end(Ok(()))?;
        Ok(status)
    }

    /// Adds what happened in a file, and breaks if nothing more is asked for.
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

    /// Searches a file.
    fn search(&self, input: &InputArgs, output: &mut Output) -> SearchResult {
        let label = input.file.label();
        let file = self.args.names_files().then_some(label.as_str());
        let mut count = 0;
        let result = match self.file(input, file, output, &mut count) {
            Ok(()) | Err(Stop::Enough) => self.summary(&label, file, count, output),
            Err(Stop::Failure(failure)) => Err(failure),
        };
        (count > 0, result)
    }

    /// Searches the values of a file, and counts those found.
    fn file(
        &self,
        input: &InputArgs,
        file: Option<&str>,
        output: &mut Output,
        count: &mut usize,
    ) -> Result<(), Stop> {
        let (args, query, shown) = (self.args, &self.query, self.shown);
        let (mut layout, mut input) = (args.layout.clone(), input.clone());
        let opened = detect::open(&mut layout, &mut input, Purpose::Print)?;
        let mut entries = InputEntries::of(&input, opened);
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
        while let Some(entry) = entries.next()? {
            let value = decoder.decode(&entry)?;
            let number = input.has_several().then_some(entry.number);
            let place = MatchLocation { file, number };
            let mut report = |trail: &Trail<'_>, found: &Match<'_>| {
                *count += 1;
                if args.quiet || args.files_with_matches {
                    return Err(Stop::Enough);
                }
                if args.count {
                    return Ok(());
                }
                output.value(|out| {
                    if args.json {
                        print::object(out, shown, place, trail, found)
                    } else {
                        print::line(out, shown, place, trail, found)
                    }
                })?;
                Ok(())
            };
            Search::run(query, &mut report, (&value).into())?;
        }
        Ok(())
    }

    /// Prints the name of a file, or the number of values found in it.
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
