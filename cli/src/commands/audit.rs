//! `gdvariant audit`: reports values to check before a game loads a file.

mod report;

use crate::args::{AuditArgs, FailOn, InputArgs, ReportArgs};
use crate::failure::Failure;
use crate::hints;
use crate::input;
use crate::layouts::Selection;
use crate::open;
use crate::output::Output;
use crate::parallel;
use gdvariant::DecodeOptions;
use gdvariant_files::audit::rules::{INVALID_INPUT, WRAPPER};
use gdvariant_files::audit::{Finding, RULES, Severity, audit_with_advice};
use gdvariant_files::open::Purpose;
use report::{FileReport, FindingLocation, Totals};
use std::collections::BTreeSet;
use std::io::Write;
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
    let ReportArgs {
        ignore,
        list_rules,
        json,
        fail_on,
        ..
    } = &args.report;
    let is_known = |id: &&String| RULES.iter().any(|rule| rule.id == id.as_str());
    if let Some(id) = ignore.iter().find(|id| !is_known(id)) {
        return Err(Failure::usage(format!(
            "unknown rule {id:?}; `gdvariant audit --list-rules` lists all rules"
        )));
    }
    if *list_rules {
        return report::list_rules(*json);
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
        let mut report = FileReport::new(&args.report, output);
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
    if !json {
        unless_closed(output.value(|out| writeln!(out, "{}", totals.summary())))?;
    }
    unless_closed(output.end(Ok(())))?;
    let highest = totals.highest_severity();
    let least = match fail_on {
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
        Err(failure @ (Failure::Input(_) | Failure::Unclear(_))) => {
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
        report.add_value();
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
                let message = input::fault_message(fault);
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
            let advice = || hints::hint(bytes, !input.has_several(), selection);
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
