//! Prints findings, and counts them.

use super::finding::Finding;
use super::rule::{Rule, Severity};
use crate::clip::{LONGEST_PATH, clip};
use crate::failure::Failure;
use crate::output::Output;
use crate::styles;
use crate::terminal;
use anstyle::Style;
use gdvariant::Escaped;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The largest number of findings of a rule that are printed for a file.
const MOST: usize = 10;

/// The largest number of characters of a path in a line for people.
const SHORT_PATH: usize = 100;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A line for people, and at most [`MOST`] for a rule and a file.
    Short,
    /// A line for people.
    All,
    /// A line of JSON.
    Json,
}

/// The origin of a finding.
pub(super) struct Place<'p> {
    pub(super) file: &'p str,
    /// The line of the value, where values are lines.
    pub(super) line: Option<usize>,
    /// The number of the value, from 1, where values follow their lengths.
    pub(super) number: Option<usize>,
    /// The offset of the value.
    pub(super) start: usize,
}

/// The findings of a file, to be added to those of others.
pub(super) struct Part {
    printed: Vec<u8>,
    totals: BTreeMap<Severity, usize>,
    files: usize,
    values: usize,
}

/// The findings of all files.
pub(super) struct Report<'a> {
    output: Output,
    form: Form,
    /// Whether the output is a terminal.
    is_terminal: bool,
    /// The ids of the rules whose findings are not reported.
    ignored: &'a [String],
    /// The number of findings of each severity.
    totals: BTreeMap<Severity, usize>,
    /// The number of findings of each rule in the current file.
    counts: BTreeMap<&'static str, usize>,
    pub(super) files: usize,
    pub(super) values: usize,
    /// Whether nobody reads the output any more: findings are only counted for the exit status.
    is_closed: bool,
    failure: Option<Failure>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        output: Output,
        form: Form,
        is_terminal: bool,
        ignored: &'a [String],
    ) -> Self {
        Self {
            output,
            form,
            is_terminal,
            ignored,
            totals: BTreeMap::new(),
            counts: BTreeMap::new(),
            files: 0,
            values: 0,
            is_closed: false,
            failure: None,
        }
    }

    /// Counts a finding, and prints it unless there are many of its rule.
    pub(super) fn add(&mut self, place: &Place<'_>, finding: &Finding<'_>) {
        let Rule { id, severity, .. } = *finding.rule;
        if self.ignored.iter().any(|ignored| ignored == id) {
            return;
        }
        *self.totals.entry(severity).or_default() += 1;
        let count = self.counts.entry(id).or_default();
        *count += 1;
        if self.form == Form::Short && *count > MOST || self.is_silent() {
            return;
        }
        let is_terminal = self.is_terminal;
        let written = match self.form {
            Form::Json => self
                .output
                .value(|out| print_json(out, place, finding, is_terminal)),
            Form::Short | Form::All => self.output.value(|out| print_line(out, place, finding)),
        };
        self.printed(written);
    }

    /// Returns whether nothing can be printed any more.
    fn is_silent(&self) -> bool {
        self.is_closed || self.failure.is_some()
    }

    fn printed(&mut self, written: Result<(), Failure>) {
        match written {
            Ok(()) => {}
            Err(Failure::OutputClosed) => self.is_closed = true,
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Ends the report of one of several files.
    pub(super) fn into_part(self) -> Part {
        Part {
            printed: self.output.collect(),
            totals: self.totals,
            files: self.files,
            values: self.values,
        }
    }

    /// Adds the report of a file.
    pub(super) fn add_part(&mut self, part: &Part) {
        for (&severity, count) in &part.totals {
            *self.totals.entry(severity).or_default() += count;
        }
        self.files += part.files;
        self.values += part.values;
        if !self.is_silent() {
            let written = self.output.value(|out| out.write_all(&part.printed));
            self.printed(written);
        }
    }

    /// Ends a file: prints how many findings were not printed.
    pub(super) fn end_file(&mut self, label: &str) {
        self.files += 1;
        for (id, count) in std::mem::take(&mut self.counts) {
            if self.form != Form::Short || count <= MOST || self.is_silent() {
                continue;
            }
            let more = count - MOST;
            let written = self.output.value(|out| {
                writeln!(
                    out,
                    "{}: {more} more of [{id}]; --all prints them",
                    Escaped(label)
                )
            });
            self.printed(written);
        }
    }

    /// Returns why nothing can be printed any more, once.
    pub(super) fn check(&mut self) -> Result<(), Failure> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Prints the summary, and returns the gravest severity.
    pub(super) fn end(mut self) -> Result<Option<Severity>, Failure> {
        let gravest = self.totals.keys().next_back().copied();
        if self.form != Form::Json && !self.is_silent() {
            let summary = self.summary();
            let written = self.output.value(|out| writeln!(out, "{summary}"));
            self.printed(written);
        }
        self.check()?;
        match self.output.end(Ok(())) {
            Ok(()) | Err(Failure::OutputClosed) => Ok(gravest),
            Err(failure) => Err(failure),
        }
    }

    fn summary(&self) -> String {
        let found = Severity::ALL.into_iter().filter_map(|severity| {
            let count = *self.totals.get(&severity)?;
            Some(counted(count, severity.name()))
        });
        let found: Vec<String> = found.collect();
        let found = if found.is_empty() {
            "no findings".to_owned()
        } else {
            found.join(", ")
        };
        let (files, values) = (counted(self.files, "file"), counted(self.values, "value"));
        format!("{files}, {values}: {found}")
    }
}

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns the color of a severity.
pub(super) fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => styles::ERROR,
        Severity::Warning => styles::NUMBER,
        Severity::Note => styles::DIM,
    }
}

fn print_line(out: &mut impl Write, place: &Place<'_>, finding: &Finding<'_>) -> io::Result<()> {
    let dim = styles::DIM;
    write!(out, "{}: ", Escaped(place.file))?;
    if let Some(line) = place.line {
        write!(out, "line {line}: ")?;
    }
    if let Some(number) = place.number {
        write!(out, "value {number}: ")?;
    }
    let offset = place.start.saturating_add(finding.offset);
    write!(out, "{dim}{offset:#06x}:{dim:#} ")?;
    let path = clipped(finding, SHORT_PATH);
    if !path.is_empty() {
        let style = styles::PATH;
        write!(out, "{style}{path}:{style:#} ")?;
    }
    let Rule { id, severity, .. } = finding.rule;
    let style = style(*severity);
    let message = finding.message.to_string();
    writeln!(
        out,
        "{style}{}:{style:#} {} {dim}[{id}]{dim:#}",
        severity.name(),
        Escaped(&message)
    )
}

/// Returns the path of a finding, without its start if it is longer than this.
fn clipped(finding: &Finding<'_>, longest: usize) -> String {
    let mut path = finding.path.to_string();
    clip(&mut path, longest);
    path
}

fn print_json(
    out: &mut impl Write,
    place: &Place<'_>,
    finding: &Finding<'_>,
    is_terminal: bool,
) -> io::Result<()> {
    let Rule { id, severity, .. } = finding.rule;
    let texts = [
        ("path", clipped(finding, LONGEST_PATH)),
        ("severity", severity.name().to_owned()),
        ("id", (*id).to_owned()),
        ("message", finding.message.to_string()),
    ];
    write!(out, "{{\"file\":")?;
    terminal::write_json(out, place.file, is_terminal)?;
    if let Some(line) = place.line {
        write!(out, ",\"line\":{line}")?;
    }
    if let Some(number) = place.number {
        write!(out, ",\"value\":{number}")?;
    }
    let offset = place.start.saturating_add(finding.offset);
    write!(out, ",\"offset\":{offset}")?;
    for (key, text) in texts {
        write!(out, ",\"{key}\":")?;
        terminal::write_json(out, &text, is_terminal)?;
    }
    out.write_all(b"}\n")
}
