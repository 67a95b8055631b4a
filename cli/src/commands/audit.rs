//! `gdvariant audit`: reports what to check before a game loads a file.

use crate::args::{AuditArgs, FailOn, InputArgs, ReportArgs};
use crate::terminal::failure::{Failure, render};
use crate::terminal::output::{Output, Writer};
use crate::terminal::styles::{self, TableLine};
use crate::terminal::{open, parallel, source};
use anstyle::Style;
use gdvariant::{Advice, Escaped};
use gdvariant_files::audit::rules::NOT_EXAMINED;
use gdvariant_files::audit::{
    AuditRow, FileRow, RULES, Rule, Severity, audit_examined, rule, unique_id, with_start,
};
use gdvariant_files::display::counted;
use gdvariant_files::display::{clip, escape};
use gdvariant_files::error::ErrorKind;
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
    if let Some(id) = report.ignore.iter().find(|id| rule(id).is_none()) {
        return Err(Failure::usage(format!(
            "unknown rule {id:?}; `gdvariant audit --list-rules` lists all rules"
        )));
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
    let mut totals = Totals::default();
    for (label, reason) in unreadable {
        let mut file = FileReport::new(report, &mut output);
        file.not_examined(&label, reason);
        file.check()?;
        totals.add(file.totals);
    }
    let audit = |input: &InputArgs, output: &mut Output| {
        let mut report = FileReport::new(report, output);
        let result = audit_input(args, input, &mut report);
        (report.totals, result)
    };
    parallel::each_file(
        &inputs,
        threads,
        &mut output,
        audit,
        &mut |(file, result), written| {
            totals.add(file);
            unless_closed(written)?;
            result?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    report_duplicates(&mut totals, report, &mut output)?;
    if !report.json {
        unless_closed(output.value(|out| totals.print(out, report.all)))?;
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
        _ if !totals.not_examined.is_empty() => Err(Failure::Reported { status: 2 }),
        Some(least) if highest >= Some(least) => Err(Failure::Reported { status: 1 }),
        _ => Ok(()),
    }
}

/// Reports unique ids that several files have.
fn report_duplicates(
    totals: &mut Totals,
    args: &ReportArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for (file, id, mut row) in std::mem::take(&mut totals.unique_ids) {
        let Some(other) = known.get(&id).filter(|other| **other != file) else {
            known.insert(id, file);
            continue;
        };
        row.message += other;
        row.message += ": Godot 4 loads one of the files for both; remove one id, and the editor writes a new one";
        let mut report = FileReport::new(args, output);
        report.add(&file, row.rule, || row);
        report.check()?;
        report.totals.files = 0;
        totals.add(report.totals);
    }
    Ok(())
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
    args: &AuditArgs,
    input: &InputArgs,
    report: &mut FileReport<'_>,
) -> Result<(), Failure> {
    let label = input.file.label();
    let result = audit_file(args, input, &label, report);
    report.end(&label);
    match result {
        Ok(()) => {}
        Err(Failure::Input(message) | Failure::Ambiguous(message)) => {
            let reason = message.strip_prefix(&format!("{label}: "));
            report.not_examined(&label, reason.unwrap_or(&message).to_owned());
        }
        Err(failure) => return Err(failure),
    }
    report.check()
}

/// Audits a file, and passes its findings to the report.
fn audit_file(
    args: &AuditArgs,
    input: &InputArgs,
    label: &str,
    report: &mut FileReport<'_>,
) -> Result<(), Failure> {
    let opened = with_start(source::open(&input.file)?);
    let (start, opened) = opened.map_err(|error| input.file.unreadable(&error))?;
    let id = unique_id(&start).map(|(id, row)| (label.to_owned(), id, row));
    report.totals.unique_ids.extend(id);
    let examined = open::examine(args.layout.requested(), input, opened)?;
    let options = open::options(input)?.layout(args.layout.requested());
    let form = examined.contents().filter(|it| it.text.is_none());
    let form = form.and_then(|_| open::text_form(&examined, input));
    let is_strict = args.layout.detection.strict_detect;
    let render = |advice: &Advice| render(advice, "--layout");
    let mut count = 0;
    let add = &mut |row: FileRow<'_>| report.add(label, row.rule(), || row.to_row());
    let result = audit_examined(
        examined, &start, &options, is_strict, &render, &mut count, add,
    );
    report.totals.values += usize::try_from(count).unwrap_or(usize::MAX);
    result.map_err(|error| match (error.kind(), form) {
        (ErrorKind::OtherFormat { .. }, Some(form)) => input.file.failure(form),
        _ => open::failure(input, &error),
    })
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

/// The numbers of findings, files and values, and the files that are not examined.
#[derive(Default)]
struct Totals {
    findings: BTreeMap<Severity, usize>,
    files: usize,
    values: usize,
    /// The name of each file with a unique id, the id, and the row if another file has it.
    unique_ids: Vec<(String, String, AuditRow)>,
    /// The name of each file that is not examined, and the reason.
    not_examined: Vec<(String, String)>,
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
            totals: Totals {
                files: 1,
                ..Totals::default()
            },
            counts: BTreeMap::new(),
            failure: None,
        }
    }

    /// Counts a finding, and prints it unless the limit for its rule is reached.
    fn add(&mut self, file: &str, rule: &Rule, row: impl FnOnce() -> AuditRow) {
        let mut ignored = self.args.ignore.iter();
        if rule.id != NOT_EXAMINED.id && ignored.any(|ignored| ignored == rule.id) {
            return;
        }
        *self.totals.findings.entry(rule.severity).or_default() += 1;
        let count = self.counts.entry(rule.id).or_default();
        *count += 1;
        if *count > MAX_PRINTED && self.is_short() {
            return;
        }
        self.row(file, row());
    }

    /// Counts a file that is not examined. Text output groups such files at the end.
    fn not_examined(&mut self, file: &str, reason: String) {
        if self.args.json {
            self.row(file, AuditRow::not_examined(&reason));
        }
        self.totals.not_examined.push((file.to_owned(), reason));
    }

    /// Prints a row.
    fn row(&mut self, file: &str, row: AuditRow) {
        let (is_json, is_terminal) = (self.args.json, self.is_terminal);
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

    /// Ends the findings of the file: prints the number of omitted findings of each rule.
    fn end(&mut self, label: &str) {
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
    fn add(&mut self, other: Self) {
        for (severity, count) in other.findings {
            *self.findings.entry(severity).or_default() += count;
        }
        self.files += other.files;
        self.values += other.values;
        self.unique_ids.extend(other.unique_ids);
        self.not_examined.extend(other.not_examined);
    }

    fn highest_severity(&self) -> Option<Severity> {
        self.findings.keys().next_back().copied()
    }

    /// Prints the files that are not examined by the reason, then the summary.
    fn print(&self, out: &mut Writer, prints_all: bool) -> io::Result<()> {
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (file, reason) in &self.not_examined {
            by_reason.entry(reason).or_default().push(file);
        }
        for (reason, files) in by_reason {
            let count = if prints_all {
                files.len()
            } else {
                MAX_PRINTED_FILES
            };
            for file in files.iter().take(count) {
                let row = AuditRow::not_examined(reason);
                let (style, dim) = (style(row.rule.severity), styles::DIM);
                let (name, id) = (row.rule.severity.name(), row.rule.id);
                let (file, message) = (Escaped(file), Escaped(&row.message));
                writeln!(
                    out,
                    "{file}: {style}{name}:{style:#} {message} {dim}[{id}]{dim:#}"
                )?;
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
        let (files, values) = (counted(self.files, "file"), counted(self.values, "value"));
        let found = self.findings.iter().rev();
        let found = found.map(|(severity, count)| counted(*count, severity.name()));
        let found = found.collect::<Vec<_>>().join(", ");
        let not_examined = self.not_examined.len();
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
        let (name, style) = (row.rule.severity.name(), self::style(row.rule.severity));
        let (message, id) = (Escaped(&row.message), row.rule.id);
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
