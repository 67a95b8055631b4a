//! Prints findings and rules, and counts findings.

use super::rules::{Finding, RULES, Rule, Severity};
use crate::any_value::{LONGEST_PATH, clip};
use crate::args::ReportArgs;
use crate::failure::Failure;
use crate::line::Line;
use crate::output::{Output, Writer};
use crate::styles;
use crate::terminal;
use anstyle::Style;
use gdvariant::Escaped;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

/// The largest number of findings of a rule that are printed for a file.
const MOST: usize = 10;

/// The largest number of characters of a path in a line for people.
const SHORT_PATH: usize = 100;

/// The origin of a finding.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Location<'p> {
    pub(super) file: &'p str,
    /// The line of the value, where values are lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// The number of the value, from 1, where values follow their lengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<u64>,
    /// The offset of the value.
    #[serde(skip)]
    pub(super) start: usize,
}

/// A finding as it is printed.
#[derive(Serialize)]
struct Printed<'p> {
    #[serde(flatten)]
    place: Location<'p>,
    offset: usize,
    path: String,
    severity: Severity,
    id: &'static str,
    message: String,
}

/// The numbers of what was found.
#[derive(Default)]
struct Totals {
    findings: BTreeMap<Severity, usize>,
    files: usize,
    values: usize,
}

/// The findings of a file, to be added to those of others.
pub(super) struct FileReport(Vec<u8>, Totals);

/// The findings of all files.
pub(super) struct Report<'a> {
    output: Output,
    args: &'a ReportArgs,
    is_terminal: bool,
    totals: Totals,
    /// The number of findings of each rule in the current file.
    counts: BTreeMap<&'static str, usize>,
    /// Whether nobody reads the output any more: findings are only counted for the exit status.
    is_closed: bool,
    failure: Option<Failure>,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a ReportArgs, output: Output) -> Self {
        Self {
            output,
            args,
            is_terminal: io::stdout().is_terminal(),
            totals: Totals::default(),
            counts: BTreeMap::new(),
            is_closed: false,
            failure: None,
        }
    }

    /// Counts a value.
    pub(super) fn add_value(&mut self) {
        self.totals.values += 1;
    }

    /// Counts a finding, and prints it unless there are many of its rule.
    pub(super) fn add(&mut self, place: Location<'_>, finding: &Finding<'_>) {
        let Rule { id, severity, .. } = *finding.rule;
        if self.args.ignore.iter().any(|ignored| ignored == id) {
            return;
        }
        *self.totals.findings.entry(severity).or_default() += 1;
        let count = self.counts.entry(id).or_default();
        *count += 1;
        if *count > MOST && self.is_short() {
            return;
        }
        let (is_json, is_terminal) = (self.args.json, self.is_terminal);
        self.print(|out| {
            let mut path = finding.path.to_string();
            clip(&mut path, if is_json { LONGEST_PATH } else { SHORT_PATH });
            let printed = Printed {
                place,
                offset: place.start.saturating_add(finding.offset),
                path,
                severity,
                id,
                message: finding.message.to_string(),
            };
            if is_json {
                terminal::write_json(out, &printed, is_terminal)?;
                out.write_all(b"\n")
            } else {
                printed.line(out)
            }
        });
    }

    /// Returns whether only the first findings of a rule are printed.
    fn is_short(&self) -> bool {
        !self.args.json && !self.args.all
    }

    /// Prints something, unless nothing can be printed any more.
    fn print(&mut self, write: impl FnOnce(&mut Writer) -> io::Result<()>) {
        if self.is_closed || self.failure.is_some() {
            return;
        }
        match self.output.value(write) {
            Ok(()) => {}
            Err(Failure::OutputClosed) => self.is_closed = true,
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Ends the report of one of several files.
    pub(super) fn into_file_report(self) -> FileReport {
        FileReport(self.output.collect(), self.totals)
    }

    /// Adds the report of a file.
    pub(super) fn add_file_report(&mut self, FileReport(printed, totals): &FileReport) {
        for (&severity, count) in &totals.findings {
            *self.totals.findings.entry(severity).or_default() += count;
        }
        self.totals.files += totals.files;
        self.totals.values += totals.values;
        self.print(|out| out.write_all(printed));
    }

    /// Ends a file: prints how many findings were not printed.
    pub(super) fn end_file(&mut self, label: &str) {
        self.totals.files += 1;
        let label = Escaped(label);
        for (id, count) in std::mem::take(&mut self.counts) {
            if count > MOST && self.is_short() {
                let more = count - MOST;
                self.print(|out| {
                    writeln!(out, "{label}: {more} more of [{id}]; --all prints them")
                });
            }
        }
    }

    /// Returns why nothing can be printed any more, once.
    pub(super) fn check(&mut self) -> Result<(), Failure> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Prints the summary, and returns the gravest severity.
    pub(super) fn end(mut self) -> Result<Option<Severity>, Failure> {
        let gravest = self.totals.findings.keys().next_back().copied();
        if !self.args.json {
            let summary = self.totals.summary();
            self.print(|out| writeln!(out, "{summary}"));
        }
        self.check()?;
        match self.output.end(Ok(())) {
            Ok(()) | Err(Failure::OutputClosed) => Ok(gravest),
            Err(failure) => Err(failure),
        }
    }
}

impl Totals {
    fn summary(&self) -> String {
        let (files, values) = (counted(self.files, "file"), counted(self.values, "value"));
        let found = self.findings.iter().rev();
        let found = found.map(|(severity, count)| counted(*count, severity.shown().0));
        let found = match found.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "no findings".to_owned(),
            found => found,
        };
        format!("{files}, {values}: {found}")
    }
}

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

impl Printed<'_> {
    /// Writes a line for people.
    fn line(&self, out: &mut impl Write) -> io::Result<()> {
        let (dim, style) = (styles::DIM, styles::PATH);
        write!(out, "{}: ", Escaped(self.place.file))?;
        if let Some(line) = self.place.line {
            write!(out, "line {line}: ")?;
        }
        if let Some(number) = self.place.value {
            write!(out, "value {number}: ")?;
        }
        write!(out, "{dim}{:#06x}:{dim:#} ", self.offset)?;
        if !self.path.is_empty() {
            write!(out, "{style}{}:{style:#} ", self.path)?;
        }
        let (name, style) = self.severity.shown();
        let (message, id) = (Escaped(&self.message), self.id);
        writeln!(out, "{style}{name}:{style:#} {message} {dim}[{id}]{dim:#}")
    }
}

/// Lists the rules: a table, or a line of JSON for each rule.
pub(super) fn list_rules(is_json: bool) -> Result<(), Failure> {
    let mut output = Output::coloured(false);
    let longest = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in RULES {
        output.value(|out| {
            if is_json {
                terminal::write_json(out, rule, false)?;
                return out.write_all(b"\n");
            }
            let (name, style) = rule.severity.shown();
            let mut line = Line::new(out, 0);
            line.cell(Style::new(), rule.id, longest)?;
            line.cell(style, name, "warning".len())?;
            line.part(Style::new(), rule.explanation)?;
            line.end()
        })?;
    }
    output.end(Ok(()))
}
