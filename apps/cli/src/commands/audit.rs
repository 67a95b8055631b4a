//! `gdvariant audit`: reports what to check before a game loads a file.

use crate::args::{AuditArgs, InputArgs};
use crate::terminal::failure::{Failure, render};
use crate::terminal::output::{Output, Writer};
use crate::terminal::styles::{self, TableLine};
use crate::terminal::{open, parallel, source};
use anstyle::Style;
use gdvariant::{Advice, Escaped};
use gdvariant_files::audit::{
    AuditOptions, AuditRow, FileAudit, RULES, Rule, Severity, audit_examined, rule, with_start,
};
use gdvariant_files::display::counted;
use gdvariant_files::display::{clip, escape};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
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
    let is_short = !report.json && !report.all;
    let max_rows = if is_short { MAX_PRINTED } else { usize::MAX };
    let mut options = AuditOptions::new().max_rows(max_rows);
    for rule in report.ignore.iter().filter_map(|id| rule(id)) {
        options = options.ignore(rule);
    }
    if report.list_rules {
        return list_rules(report.json);
    }
    let (inputs, unreadable) = args.inputs();
    for input in &inputs {
        input.check()?;
    }
    let threads = args.threads.count(inputs.len());
    let mut output = Output::colored(false);
    let mut audits = Audits(Vec::new());
    for (label, reason) in unreadable {
        let mut report = Report::new(args, &mut output);
        let mut audit = FileAudit::default();
        report.not_examined(&label, reason, &mut audit);
        report.check()?;
        audits.0.push((label, audit));
    }
    let audit = |input: &InputArgs, output: &mut Output| {
        let (label, mut audit) = (input.file.label(), FileAudit::default());
        let mut report = Report::new(args, output);
        let result = audit_input(input, &options, &label, &mut report, &mut audit);
        ((label, audit), result)
    };
    parallel::each_file(
        &inputs,
        threads,
        &mut output,
        audit,
        &mut |(audit, result), written| {
            audits.0.push(audit);
            unless_closed(written)?;
            result?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    audits.report_duplicates(args, &mut output)?;
    if !report.json {
        unless_closed(output.value(|out| audits.print(out, report.all)))?;
    }
    unless_closed(output.end(Ok(())))?;
    let highest = audits.findings().into_keys().next_back();
    match report.fail_on {
        _ if audits.are_partial() => Err(Failure::Reported { status: 2 }),
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

/// Audits an input, and reports if it is not examined.
fn audit_input(
    input: &InputArgs,
    options: &AuditOptions,
    label: &str,
    report: &mut Report<'_>,
    audit: &mut FileAudit,
) -> Result<(), Failure> {
    match audit_file(input, options, label, report, audit) {
        Ok(()) => {}
        Err(Failure::Input(message) | Failure::Ambiguous(message)) => {
            let reason = message.strip_prefix(&format!("{label}: "));
            report.not_examined(label, reason.unwrap_or(&message).to_owned(), audit);
        }
        Err(failure) => return Err(failure),
    }
    report.check()
}

/// Audits a file, and passes its findings to the report.
fn audit_file(
    input: &InputArgs,
    options: &AuditOptions,
    label: &str,
    report: &mut Report<'_>,
    audit: &mut FileAudit,
) -> Result<(), Failure> {
    let opened = with_start(source::open(&input.file)?);
    let (start, opened) = opened.map_err(|error| input.file.unreadable(&error))?;
    let layout = &report.args.layout;
    let examined = open::examine(layout.requested(), input, opened)?;
    let opening = open::options(input)?.layout(layout.requested());
    let options = options.clone().open(opening);
    let is_strict = layout.detection.strict_detect;
    let render = |advice: &Advice| render(advice, "--layout");
    let add = &mut |row| report.row(label, row);
    let result = audit_examined(examined, &start, &options, is_strict, &render, audit, add);
    report.end(label, audit);
    result.map_err(|error| open::failure(input, &error))
}

/// The maximum number of findings of a rule to print for a file.
const MAX_PRINTED: usize = 10;

/// The maximum length of a path in text output, in characters.
const MAX_TEXT_PATH_CHARS: usize = 100;

/// The maximum number of files to print that are not examined for the same reason.
const MAX_PRINTED_FILES: usize = 3;

/// A finding as it is printed.
#[derive(Serialize)]
struct PrintedFinding<'p> {
    file: &'p str,
    #[serde(flatten)]
    row: AuditRow,
}

/// Prints the findings of one file.
struct Report<'a> {
    output: &'a mut Output,
    args: &'a AuditArgs,
    is_terminal: bool,
    /// The failure after which nothing is printed. Findings are still counted, for the exit status.
    failure: Option<Failure>,
}

impl<'a> Report<'a> {
    fn new(args: &'a AuditArgs, output: &'a mut Output) -> Self {
        Self {
            output,
            args,
            is_terminal: io::stdout().is_terminal(),
            failure: None,
        }
    }

    /// Notes that a file is not examined. Text output groups such files at the end.
    fn not_examined(&mut self, file: &str, reason: String, audit: &mut FileAudit) {
        if self.args.report.json {
            self.row(file, AuditRow::not_examined(&reason));
        }
        audit.not_examined = Some(reason);
    }

    /// Prints a row.
    fn row(&mut self, file: &str, row: AuditRow) {
        let (is_json, is_terminal) = (self.args.report.json, self.is_terminal);
        let mut printed = PrintedFinding { file, row };
        self.print(|out| {
            if is_json {
                escape::write_json(out, &printed, is_terminal)?;
                return out.write_all(b"\n");
            }
            clip(&mut printed.row.path, MAX_TEXT_PATH_CHARS);
            printed.line(out)
        });
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

    /// Prints the number of omitted findings of each rule.
    fn end(&mut self, label: &str, audit: &FileAudit) {
        let label = Escaped(label);
        for (id, count) in audit.counts.iter().filter(|_| audit.omitted > 0) {
            if let Some(more @ 1..) = count.checked_sub(MAX_PRINTED) {
                let more = counted(more, "more finding");
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

/// The name of each file, and its audit.
struct Audits(Vec<(String, FileAudit)>);

impl Audits {
    /// Returns the numbers of findings.
    fn findings(&self) -> BTreeMap<Severity, usize> {
        let mut findings = BTreeMap::new();
        for (id, count) in self.0.iter().flat_map(|(_, audit)| &audit.counts) {
            if let Some(rule) = rule(id) {
                *findings.entry(rule.severity).or_default() += count;
            }
        }
        findings
    }

    /// Returns whether files, or parts of files, are not examined.
    fn are_partial(&self) -> bool {
        let mut files = self.0.iter();
        files.any(|(_, audit)| audit.not_examined.is_some())
    }

    /// Returns the files that are not examined, with the reasons. A part of a file is a finding.
    fn not_examined(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.0.iter();
        let files = files.filter(|(_, audit)| !audit.counts.contains_key("not-examined"));
        files.filter_map(|(file, audit)| Some((&**file, audit.not_examined.as_deref()?)))
    }

    /// Reports unique ids that several files have.
    fn report_duplicates(&mut self, args: &AuditArgs, output: &mut Output) -> Result<(), Failure> {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for (file, audit) in &mut self.0 {
            let Some((id, mut row)) = audit.unique_id.take() else {
                continue;
            };
            let Some(other) = known.get(&id).filter(|other| *other != file) else {
                known.insert(id, file);
                continue;
            };
            if args.report.ignore.iter().any(|it| it == row.rule.id) {
                continue;
            }
            *audit.counts.entry(row.rule.id).or_default() += 1;
            row.message += other;
            row.message += ": Godot 4 loads one of the files for both; remove one id, and the editor writes a new one";
            let mut report = Report::new(args, output);
            report.row(file, row);
            report.check()?;
        }
        Ok(())
    }

    /// Prints the files that are not examined by the reason, then the summary.
    fn print(&self, out: &mut Writer, prints_all: bool) -> io::Result<()> {
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (file, reason) in self.not_examined() {
            by_reason.entry(reason).or_default().push(file);
        }
        for (reason, files) in by_reason {
            let count = if prints_all {
                files.len()
            } else {
                MAX_PRINTED_FILES
            };
            for file in files.iter().take(count) {
                let AuditRow { rule, message, .. } = AuditRow::not_examined(reason);
                write!(out, "{}: ", Escaped(file))?;
                write_message(out, rule, &message)?;
            }
            if let Some(more @ 1..) = files.len().checked_sub(count) {
                let (more, reason) = (counted(more, "more file"), Escaped(reason));
                writeln!(
                    out,
                    "omitted {more} not examined: {reason}; --all prints all files"
                )?;
            }
        }
        writeln!(out, "{}", self.summary())
    }

    fn summary(&self) -> String {
        let values = self.0.iter().map(|(_, audit)| audit.values).sum::<u64>();
        let values = counted(usize::try_from(values).unwrap_or(usize::MAX), "value");
        let files = counted(self.0.len(), "file");
        let found = self.findings().into_iter().rev();
        let found = found.map(|(severity, count)| counted(count, severity.name()));
        let found = found.collect::<Vec<_>>().join(", ");
        let not_examined = self.not_examined().count();
        let not_examined =
            (not_examined > 0).then(|| format!("{} not examined", counted(not_examined, "file")));
        let found = Some(found).filter(|found| !found.is_empty());
        let found: Vec<_> = found.into_iter().chain(not_examined).collect();
        match found.join("; ") {
            none if none.is_empty() => format!("{files}, {values}: no findings"),
            found => format!("{files}, {values}: {found}"),
        }
    }
}

impl PrintedFinding<'_> {
    /// Writes the finding as a line of text.
    fn line(&self, out: &mut impl Write) -> io::Result<()> {
        let (dim, style) = (styles::DIM, styles::PATH);
        let Self { file, row } = self;
        write!(out, "{}: ", Escaped(file))?;
        if let Some(line) = row.line {
            write!(out, "line {line}")?;
            if let Some(column) = row.column {
                write!(out, ", column {column}")?;
            }
            write!(out, ": ")?;
        }
        if let Some(number) = row.value {
            write!(out, "value {number}: ")?;
        }
        // The line and the column are enough for text.
        if row.column.is_none() {
            write!(out, "{dim}{:#06x}:{dim:#} ", row.offset)?;
        }
        if !row.path.is_empty() {
            write!(out, "{style}{}:{style:#} ", row.path)?;
        }
        write_message(out, row.rule, &row.message)
    }
}

/// Writes the severity, the message and the rule of a finding.
fn write_message(out: &mut impl Write, rule: &Rule, message: &str) -> io::Result<()> {
    let (name, dim, style) = (rule.severity.name(), styles::DIM, style(rule.severity));
    let (message, id) = (Escaped(message), rule.id);
    writeln!(out, "{style}{name}:{style:#} {message} {dim}[{id}]{dim:#}")
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
