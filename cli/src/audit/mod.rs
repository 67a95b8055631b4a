//! `gdvariant audit`: what to know of values before a game loads them.

mod defects;
mod fields;
mod file;
mod keys;
mod nested;
mod node_paths;
mod objects;
mod paths;
mod report;
mod rule;
mod rules;
mod sizes;
mod strings;
mod value;

use crate::args::{AuditArgs, FailOn, InputArgs, ReportArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::parallel;
use crate::shipped;
use defects::Defects;
use report::Report;
use rule::{Rule, Severity};
use rules::RULES;
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
        let severity = rule.severity.shown().0;
        [rule.id, severity, rule.explanation, rule.measured]
    };
    RULES.iter().map(rule)
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
        return Err(Failure::Usage(format!(
            "no rule has the id {id:?}; `gdvariant audit --list-rules` lists them"
        )));
    }
    if *list_rules {
        return report::list_rules(*json);
    }
    let inputs = args.inputs();
    for input in &inputs {
        input.check()?;
    }
    let schema = shipped::schema()?;
    let defects = &Defects::of_layouts(&schema);
    let threads = args.threads.count(inputs.len());
    let mut report = Report::new(&args.report, Output::coloured(false));
    let mut is_unreadable = false;
    if threads == 1 {
        for input in inputs {
            is_unreadable |= is_bad(file::audit(args, input, defects, &mut report))?;
        }
    } else {
        let audit = |input: &InputArgs| {
            let mut report = Report::new(&args.report, Output::collected());
            let result = file::audit(args, input.clone(), defects, &mut report);
            (report.into_part(), result)
        };
        parallel::in_order(&inputs, threads, audit, &mut |(part, result)| {
            report.add_part(&part);
            report.check()?;
            is_unreadable |= is_bad(result)?;
            Ok(ControlFlow::Continue(()))
        })?;
    }
    let gravest = report.end()?;
    let least = match fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Note => Some(Severity::Note),
        FailOn::Never => None,
    };
    match least {
        _ if is_unreadable => Err(Failure::Reported { status: 2 }),
        Some(least) if gravest >= Some(least) => Err(Failure::Reported { status: 1 }),
        _ => Ok(()),
    }
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
