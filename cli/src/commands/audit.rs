//! `gdvariant audit`: reports values to check before a game loads a file.

use crate::args::layouts::Selection;
use crate::args::{AuditArgs, FailOn, InputArgs, ReportArgs};
use crate::terminal::failure::Failure;
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::{Output, Writer};
use crate::terminal::parallel;
use crate::terminal::styles::{self, TableLine};
use crate::terminal::wording;
use anstyle::Style;
use gdvariant::{DecodeOptions, Escaped};
use gdvariant_files::audit::rules::{INVALID_INPUT, WRAPPER};
use gdvariant_files::audit::{Finding, RULES, Rule, Severity, audit_with_advice};
use gdvariant_files::display::{MAX_PATH_CHARS, clip, escape};
use gdvariant_files::open::Purpose;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Runs the command. The exit status is 1 for findings, and 2 for failures.
pub(crate) fn run(args: &AuditArgs) -> ExitCode {
    match audit(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure @ Failure::Reported { .. }) => failure.report(),
        Err(failure) => failure.report_trouble(),
    }
}

fn audit(args: &AuditArgs) -> Result<(), Failure> {
    let report = &args.report;
    let is_known = |id: &&String| RULES.iter().any(|rule| rule.id == id.as_str());
    if let Some(id) = report.ignore.iter().find(|id| !is_known(id)) {
        return Err(Failure::usage(format!(
            "unknown rule {id:?}; `gdvariant audit --list-rules` lists all rules"
        )));
    }
    if report.list_rules {
        return list_rules(report.json);
    }
    let inputs = args.inputs();
    for input in &inputs {
        input.check()?;
    }
    let threads = args.threads.count(inputs.len());
    let mut output = Output::colored(false);
    let mut totals = Totals::default();
    let mut is_unreadable = false;
    let audit = |input: &InputArgs, output: &mut Output| {
        let mut report = FileReport::new(report, output);
        let result = audit_file(args, input.clone(), &mut report);
        (report.totals, result)
    };
    parallel::each_file(
        &inputs,
        threads,
        &mut output,
        audit,
        &mut |(file, result), written| {
            totals.add(&file);
            unless_closed(written)?;
            is_unreadable |= is_bad(result)?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if !report.json {
        unless_closed(output.value(|out| writeln!(out, "{}", totals.summary())))?;
    }
    unless_closed(output.end(Ok(())))?;
    let highest = totals.highest_severity();
    let least = match report.fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Note => Some(Severity::Note),
        FailOn::Never => None,
    };
    match least {
        _ if is_unreadable => Err(Failure::Reported { status: 2 }),
        Some(least) if highest >= Some(least) => Err(Failure::Reported { status: 1 }),
        _ => Ok(()),
    }
}

/// Ignores a closed output, because findings still determine the exit status.
fn unless_closed(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(Failure::OutputClosed) => Ok(()),
        written => written,
    }
}

/// Reports an input failure and returns `true`, so that the audit continues with the next file.
fn is_bad(result: Result<(), Failure>) -> Result<bool, Failure> {
    match result {
        Ok(()) => Ok(false),
        Err(failure @ (Failure::Input(_) | Failure::Ambiguous(_))) => {
            failure.report();
            Ok(true)
        }
        Err(failure) => Err(failure),
    }
}

/// Audits a file in its detected layout.
///
/// Also reports additional findings in each other layout that decodes the file.
fn audit_file(
    args: &AuditArgs,
    mut input: InputArgs,
    report: &mut FileReport<'_>,
) -> Result<(), Failure> {
    let mut layout = args.layout.clone();
    let mut opened = open::open(&mut layout, &mut input, Purpose::Audit)?;
    let label = &input.file.label();
    for wrapper in &opened.wrappers {
        let protection = if wrapper.is_encrypted() {
            "; encryption hides the content, but anyone who knows the key can change it"
        } else {
            ""
        };
        let message = format_args!("{wrapper}; offsets refer to its content{protection}");
        let place = FindingLocation {
            file: label,
            ..FindingLocation::default()
        };
        report.add(place, &Finding::of_value(&WRAPPER, 0, message));
    }
    let mut others = std::mem::take(&mut opened.others);
    let best = opened.layout;
    let result = input::each(&input, opened, &mut |entry| {
        report.totals.values += 1;
        let place = FindingLocation {
            file: label,
            line: entry.line,
            value: input.frame.has_several().then_some(entry.number),
            start: entry.start,
            layout: None,
        };
        let bytes = match entry.bytes() {
            Ok(bytes) => bytes,
            Err(fault) => {
                // The offset of the fault is relative to the file.
                let place = FindingLocation { start: 0, ..place };
                let message = wording::fault(fault);
                let message = format_args!("{message}");
                report.add(
                    place,
                    &Finding::of_value(&INVALID_INPUT, fault.offset, message),
                );
                return report.check();
            }
        };
        others.restrict(bytes);
        let mut known = BTreeSet::new();
        for candidate in iter::once(best).chain(others.layouts.iter().copied()) {
            let place = FindingLocation {
                layout: (candidate != best).then_some(candidate.name),
                ..place
            };
            let selection = Selection {
                layout: candidate.into(),
                ..layout.chosen()
            };
            let advice = || {
                let hint = wording::hint(bytes, &input, selection);
                hint.or_else(|| wording::known(bytes))
            };
            let options = DecodeOptions::engine().allow_objects(true);
            audit_with_advice(candidate, bytes, options, &advice, &mut |finding| {
                if known.insert((finding.rule.id, finding.offset)) || candidate == best {
                    report.add(place, finding);
                }
            });
        }
        report.check()
    });
    let result = result.and_then(|_| report.check());
    report.end(label);
    result
}

/// The maximum number of findings of a rule to print for a file.
const MAX_PRINTED: usize = 10;

/// The maximum length of a path in text output, in characters.
const MAX_TEXT_PATH_CHARS: usize = 100;

/// The file and the value in which a finding is.
#[derive(Clone, Copy, Default, Serialize)]
struct FindingLocation<'p> {
    file: &'p str,
    /// The line number of the value, if each line is a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The number of the value, from 1, if the input can have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
    /// The offset of the value in the input.
    #[serde(skip)]
    start: usize,
    /// The layout in which the value is decoded, if it is not the detected one.
    #[serde(skip)]
    layout: Option<&'static str>,
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
struct Totals {
    findings: BTreeMap<Severity, usize>,
    files: usize,
    values: usize,
}

/// The findings of one file.
struct FileReport<'a> {
    output: &'a mut Output,
    args: &'a ReportArgs,
    is_terminal: bool,
    totals: Totals,
    /// The number of findings of each rule.
    counts: BTreeMap<&'static str, usize>,
    /// The failure after which nothing is printed. Findings are still counted, for the exit status.
    failure: Option<Failure>,
}

impl<'a> FileReport<'a> {
    fn new(args: &'a ReportArgs, output: &'a mut Output) -> Self {
        Self {
            output,
            args,
            is_terminal: io::stdout().is_terminal(),
            totals: Totals::default(),
            counts: BTreeMap::new(),
            failure: None,
        }
    }

    /// Counts a finding, and prints it unless the limit for its rule is reached.
    fn add(&mut self, place: FindingLocation<'_>, finding: &Finding<'_>) {
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
            let max_chars = if is_json {
                MAX_PATH_CHARS
            } else {
                MAX_TEXT_PATH_CHARS
            };
            clip(&mut path, max_chars);
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
    fn check(&mut self) -> Result<(), Failure> {
        let failure = self
            .failure
            .take_if(|failure| !matches!(failure, Failure::OutputClosed));
        failure.map_or(Ok(()), Err)
    }

    /// Ends the file: prints the number of omitted findings of each rule.
    fn end(&mut self, label: &str) {
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
    fn add(&mut self, other: &Self) {
        for (&severity, count) in &other.findings {
            *self.findings.entry(severity).or_default() += count;
        }
        self.files += other.files;
        self.values += other.values;
    }

    fn highest_severity(&self) -> Option<Severity> {
        self.findings.keys().next_back().copied()
    }

    fn summary(&self) -> String {
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
fn list_rules(is_json: bool) -> Result<(), Failure> {
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
