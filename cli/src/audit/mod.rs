//! `gdvariant audit`: what to know of values before a game loads them.

mod checks;
mod defects;
mod file;
mod finding;
mod keys;
mod listing;
mod nested;
mod report;
mod rule;
mod rules;
mod value;

use crate::args::{AuditArgs, FailOn, InputArgs, ReportArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::parallel;
use defects::Defects;
use report::{Form, Report};
use rule::{Rule, Severity};
use rules::RULES;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Runs the command. The status is 1 for findings, and 2 for trouble.
pub(crate) fn run(args: &AuditArgs) -> ExitCode {
    match audit(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure @ Failure::Reported { .. }) => failure.report(),
        Err(failure) => failure.report_trouble(),
    }
}

/// Returns the rules: the id, the severity, the explanation and the measured versions of each.
pub(crate) fn rules() -> impl Iterator<Item = [&'static str; 4]> {
    let rule = |rule: &&Rule| {
        [
            rule.id,
            rule.severity.name(),
            rule.explanation,
            rule.measured,
        ]
    };
    RULES.iter().map(rule)
}

fn audit(args: &AuditArgs) -> Result<(), Failure> {
    check_ids(&args.report.ignore)?;
    if args.report.list_rules {
        return list_rules(args.report.json);
    }
    let inputs = args.inputs();
    for input in &inputs {
        input.check()?;
    }
    let defects = Defects::of_layouts()?;
    let threads = args.threads.count(inputs.len());
    let mut report = new_report(args, Output::coloured(false));
    let mut is_unreadable = false;
    if threads == 1 {
        for input in inputs {
            let result = file::audit(args, input, &defects, &mut report);
            is_unreadable |= is_bad(result)?;
        }
    } else {
        is_unreadable = several(args, &inputs, &defects, &mut report)?;
    }
    let gravest = report.end()?;
    match least(args.report.fail_on) {
        _ if is_unreadable => Err(Failure::Reported { status: 2 }),
        Some(least) if gravest >= Some(least) => Err(Failure::Reported { status: 1 }),
        _ => Ok(()),
    }
}

fn new_report(args: &AuditArgs, output: Output) -> Report<'_> {
    let is_terminal = io::stdout().is_terminal();
    Report::new(output, form(&args.report), is_terminal, &args.report.ignore)
}

/// Audits several files at once, and reports in their order. Returns whether one could not be read.
fn several(
    args: &AuditArgs,
    inputs: &[InputArgs],
    defects: &[Defects],
    report: &mut Report<'_>,
) -> Result<bool, Failure> {
    let audit = |input: &InputArgs| {
        let mut report = new_report(args, Output::collected());
        let result = file::audit(args, input.clone(), defects, &mut report);
        (report.into_part(), result)
    };
    let mut is_unreadable = false;
    let threads = args.threads.count(inputs.len());
    parallel::in_order(inputs, threads, audit, &mut |(part, result)| {
        report.add_part(&part);
        report.check()?;
        is_unreadable |= is_bad(result)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(is_unreadable)
}

/// Reports a file that cannot be read; the others are examined all the same.
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

/// Returns the least severity that the exit status reports.
fn least(fail_on: FailOn) -> Option<Severity> {
    match fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Note => Some(Severity::Note),
        FailOn::Never => None,
    }
}

fn form(args: &ReportArgs) -> Form {
    match (args.json, args.all) {
        (true, _) => Form::Json,
        (false, true) => Form::All,
        (false, false) => Form::Short,
    }
}

fn list_rules(is_json: bool) -> Result<(), Failure> {
    let mut output = Output::coloured(false);
    output.value(|out| {
        if is_json {
            listing::print_json(out)
        } else {
            listing::print(out)
        }
    })?;
    output.end(Ok(()))
}

/// Rejects ids that no rule has.
fn check_ids(ids: &[String]) -> Result<(), Failure> {
    let is_known = |id: &&String| RULES.iter().any(|rule| rule.id == id.as_str());
    match ids.iter().find(|id| !is_known(id)) {
        None => Ok(()),
        Some(id) => Err(Failure::Usage(format!(
            "no rule has the id {id:?}; `gdvariant audit --list-rules` lists them"
        ))),
    }
}
