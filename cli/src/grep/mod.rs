//! `gdvariant grep`: values that have a pattern, with their paths.

mod pattern;
mod print;
mod search;

use crate::any_layout::AnyLayout;
use crate::any_value::{Shown, Trail};
use crate::args::{GrepArgs, InputArgs};
use crate::failure::Failure;
use crate::input::Entries;
use crate::output::Output;
use crate::styles;
use gdvariant::Escaped;
use pattern::Pattern;
use print::Place;
use search::{Found, Query, Search, Stop};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The characters of a value that are shown.
const LIMIT: usize = 120;

/// Runs the command. The status is that of `grep`: 0 if something is found, 1 if not, and 2 for
/// trouble.
pub(crate) fn run(args: &GrepArgs) -> ExitCode {
    match Grep::of(args).and_then(Grep::files) {
        Ok(status) => status.code(),
        // Whoever closed the output has seen something.
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(failure) => failure.report_trouble(),
    }
}

/// What happened in all files.
#[derive(Default)]
struct Status {
    is_found: bool,
    has_failed: bool,
}

impl Status {
    fn code(&self) -> ExitCode {
        match self {
            Self {
                has_failed: true, ..
            } => ExitCode::from(2),
            Self { is_found: true, .. } => ExitCode::SUCCESS,
            _ => ExitCode::from(1),
        }
    }
}

/// The command.
struct Grep<'a> {
    args: &'a GrepArgs,
    layout: AnyLayout,
    query: Query,
    output: Output,
    shown: Shown,
}

impl<'a> Grep<'a> {
    fn of(args: &'a GrepArgs) -> Result<Self, Failure> {
        args.check()?;
        let layout = AnyLayout::of(args.layout.layout)?;
        let kind = args.type_name.as_ref().map(|name| {
            (layout.kind_of)(name).ok_or_else(|| {
                let layout = args.layout.layout.name();
                Failure::Usage(format!(
                    "the layout {layout} has no type {name:?}; `gdvariant types --layout {layout}` lists them"
                ))
            })
        });
        Ok(Self {
            args,
            layout,
            query: Query {
                pattern: Pattern::of(args)?,
                has_keys: args.searches_keys(),
                has_values: args.searches_values(),
                kind: kind.transpose()?,
            },
            output: Output::coloured(args.reads_stdin()),
            shown: Shown {
                is_terminal: io::stdout().is_terminal(),
                limit: if args.full { usize::MAX } else { LIMIT },
            },
        })
    }

    /// Searches all files. One that cannot be read is reported, and the next one follows.
    fn files(mut self) -> Result<Status, Failure> {
        let mut status = Status::default();
        let inputs = self.args.inputs();
        for input in &inputs {
            let label = input.file.label();
            let file = (inputs.len() > 1).then_some(label.as_str());
            let mut count = 0;
            match self.file(input, file, &mut count) {
                Ok(()) | Err(Stop::Enough) => self.summary(&label, file, count)?,
                Err(Stop::Failure(failure @ Failure::Input(_))) => {
                    status.has_failed = true;
                    // The error comes after what was found before it.
                    self.output.flush()?;
                    let _ = failure.report();
                }
                Err(Stop::Failure(failure)) => return Err(failure),
            }
            status.is_found |= count > 0;
            if self.args.quiet && status.is_found {
                return Ok(Status {
                    has_failed: false,
                    ..status
                });
            }
        }
        self.output.end(Ok(()))?;
        Ok(status)
    }

    /// Searches the values of a file, and counts those found.
    fn file(
        &mut self,
        input: &InputArgs,
        file: Option<&str>,
        count: &mut usize,
    ) -> Result<(), Stop> {
        let (args, layout, query) = (self.args, self.layout, &self.query);
        let (output, shown) = (&mut self.output, self.shown);
        let mut entries = Entries::open(input, self.args.layout.layout)?;
        let mut number = 0;
        while let Some(entry) = entries.next()? {
            number += 1;
            let value = (layout.decode)(args.accept.options(), &entry)
                .map_err(|bad| bad.into_failure(input, args.layout.chosen(), &entry))?;
            let number = args.has_several().then_some(number);
            let place = Place { file, number };
            let mut report = |trail: &Trail<'_>, found: &Found<'_>| {
                *count += 1;
                if args.quiet || args.files_with_matches {
                    return Err(Stop::Enough);
                }
                if args.count {
                    return Ok(());
                }
                output.value(|out| {
                    if args.json {
                        print::object(out, shown.is_terminal, place, trail, found)
                    } else {
                        print::line(out, shown, place, trail, found)
                    }
                })?;
                Ok(())
            };
            Search::run(query, &mut report, value.as_ref())?;
        }
        Ok(())
    }

    /// Prints the name of a file, or the number of values found in it.
    fn summary(&mut self, label: &str, file: Option<&str>, count: usize) -> Result<(), Failure> {
        let style = styles::FILE;
        if self.args.files_with_matches && count > 0 {
            let label = Escaped(label);
            return self
                .output
                .value(|out| writeln!(out, "{style}{label}{style:#}"));
        }
        if !self.args.count {
            return Ok(());
        }
        self.output.value(|out| match file {
            Some(file) => writeln!(out, "{style}{}{style:#}: {count}", Escaped(file)),
            None => writeln!(out, "{count}"),
        })
    }
}
