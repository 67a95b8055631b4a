//! Prints findings and rules, and counts findings.

use crate::args::ReportArgs;
use crate::failure::Failure;
use crate::output::{Output, Writer};
use crate::styles::{self, TableLine};
use anstyle::Style;
use gdvariant::Escaped;
use gdvariant_files::audit::{Finding, RULES, Rule, Severity};
use gdvariant_files::display::escape;
use gdvariant_files::display::{MAX_PATH_CHARS, clip};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

/// The maximum number of findings of a rule to print for a file.
const MAX_PRINTED: usize = 10;

/// The maximum length of a path in text output, in characters.
const MAX_TEXT_PATH_CHARS: usize = 100;

/// The file and the value in which a finding is.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct FindingLocation<'p> {
    pub(super) file: &'p str,
    /// The line number of the value, if each line is a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// The number of the value, from 1, if the input can have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<u64>,
    /// The offset of the value in the input.
    #[serde(skip)]
    pub(super) start: usize,
    /// The layout in which the value is decoded, if it is not the detected one.
    #[serde(skip)]
    pub(super) layout: Option<&'static str>,
}

/// A finding as it is printed.
#[derive(Serialize)]
struct PrintedFinding<'p> {
    #[serde(flatten)]
    place: FindingLocation<'p>,
    offset: usize,
    path: String,
    severity: &'static str,
    #[serde(skip)]
    style: Style,
    id: &'static str,
    message: String,
}

/// The numbers of findings, files and values.
#[derive(Default)]
pub(super) struct Totals {
    findings: BTreeMap<Severity, usize>,
    files: usize,
    values: usize,
}

/// The findings of one file.
pub(super) struct FileReport<'a> {
    output: &'a mut Output,
    args: &'a ReportArgs,
    is_terminal: bool,
    pub(super) totals: Totals,
    /// The number of findings of each rule.
    counts: BTreeMap<&'static str, usize>,
    /// The failure after which nothing is printed. Findings are still counted, for the exit status.
    failure: Option<Failure>,
}

impl<'a> FileReport<'a> {
    pub(super) fn new(args: &'a ReportArgs, output: &'a mut Output) -> Self {
        Self {
            output,
            args,
            is_terminal: io::stdout().is_terminal(),
            totals: Totals::default(),
            counts: BTreeMap::new(),
            failure: None,
        }
    }

    pub(super) fn add_value(&mut self) {
        self.totals.values += 1;
    }

    /// Counts a finding, and prints it unless the limit for its rule is reached.
    pub(super) fn add(&mut self, place: FindingLocation<'_>, finding: &Finding<'_>) {
        let Rule { id, severity, .. } = *finding.rule;
        if self.args.ignore.iter().any(|ignored| ignored == id) {
            return;
        }
        *self.totals.findings.entry(severity).or_default() += 1;
        let count = self.counts.entry(id).or_default();
        *count += 1;
        if *count > MAX_PRINTED && self.is_short() {
            return;
        }
        let (is_json, is_terminal) = (self.args.json, self.is_terminal);
        self.print(|out| {
            let mut path = finding.path.to_string();
            clip(
                &mut path,
                if is_json {
                    MAX_PATH_CHARS
                } else {
                    MAX_TEXT_PATH_CHARS
                },
            );
            let printed = PrintedFinding {
                place,
                offset: place.start.saturating_add(finding.offset),
                path,
                severity: severity.name(),
                style: style(severity),
                id,
                message: match place.layout {
                    Some(layout) => format!("as {layout}: {}", finding.message),
                    None => finding.message.to_string(),
                },
            };
            if is_json {
                escape::write_json(out, &printed, is_terminal)?;
                out.write_all(b"\n")
            } else {
                printed.line(out)
            }
        });
    }

    /// Returns whether the number of printed findings per rule is limited.
    fn is_short(&self) -> bool {
        !self.args.json && !self.args.all
    }

    /// Prints to the output, unless printing has failed.
    fn print(&mut self, write: impl FnOnce(&mut Writer) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = self.output.value(write).err();
        }
    }

    /// Returns the failure to print, unless the output is merely closed.
    pub(super) fn check(&mut self) -> Result<(), Failure> {
        match self
            .failure
            .take_if(|failure| !matches!(failure, Failure::OutputClosed))
        {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Ends the file: prints the number of omitted findings of each rule.
    pub(super) fn end(&mut self, label: &str) {
        self.totals.files += 1;
        let label = Escaped(label);
        for (id, count) in std::mem::take(&mut self.counts) {
            if count > MAX_PRINTED && self.is_short() {
                let more = counted(count - MAX_PRINTED, "more finding");
                self.print(|out| {
                    writeln!(
                        out,
                        "{label}: omitted {more} of [{id}]; --all prints all findings"
                    )
                });
            }
        }
    }
}

impl Totals {
    /// Adds the totals of a file.
    pub(super) fn add(&mut self, other: &Self) {
        for (&severity, count) in &other.findings {
            *self.findings.entry(severity).or_default() += count;
        }
        self.files += other.files;
        self.values += other.values;
    }

    pub(super) fn highest_severity(&self) -> Option<Severity> {
        self.findings.keys().next_back().copied()
    }

    pub(super) fn summary(&self) -> String {
        let (files, values) = (counted(self.files, "file"), counted(self.values, "value"));
        let found = self.findings.iter().rev();
        let found = found.map(|(severity, count)| counted(*count, severity.name()));
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

impl PrintedFinding<'_> {
    /// Writes the finding as a line of text.
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
        let (name, style) = (self.severity, self.style);
        let (message, id) = (Escaped(&self.message), self.id);
        writeln!(out, "{style}{name}:{style:#} {message} {dim}[{id}]{dim:#}")
    }
}

/// Returns the color of a severity.
fn style(severity: Severity) -> Style {
    match severity {
        Severity::Note => styles::DIM,
        Severity::Warning => styles::NUMBER,
        _ => styles::ERROR,
    }
}

/// A rule as it is printed.
#[derive(Serialize)]
struct PrintedRule {
    id: &'static str,
    severity: &'static str,
    measured: &'static str,
    explanation: &'static str,
}

/// Lists the rules as a table, or as a line of JSON for each rule.
pub(super) fn list_rules(is_json: bool) -> Result<(), Failure> {
    let mut output = Output::colored(false);
    let id_width = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in RULES {
        output.value(|out| {
            let name = rule.severity.name();
            if is_json {
                let printed = PrintedRule {
                    id: rule.id,
                    severity: name,
                    measured: rule.measured,
                    explanation: rule.explanation,
                };
                escape::write_json(out, &printed, false)?;
                return out.write_all(b"\n");
            }
            let mut line = TableLine::new(out, 0);
            line.cell(Style::new(), rule.id, id_width)?;
            line.cell(style(rule.severity), name, "warning".len())?;
            line.part(Style::new(), rule.explanation)?;
            line.end()
        })?;
    }
    output.end(Ok(()))
}
