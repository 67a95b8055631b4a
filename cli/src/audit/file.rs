//! The findings of one file.

use super::defects::Defects;
use super::finding::{Finding, Sink};
use super::report::{Place, Report};
use super::rule::{Rule, Severity};
use super::value::{Audit, Context};
use crate::args::{AuditArgs, InputArgs};
use crate::auto::{self, Purpose};
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Chosen, LayoutName, dispatch};
use crate::wrapper::Wrapper;
use std::collections::BTreeSet;

pub(super) const INPUT: Rule = Rule {
    id: "invalid-input",
    severity: Severity::Error,
    measured: "",
    explanation: "A length that leads beyond the file, or a line that is not hex or base64.",
};

pub(super) const WRAPPER: Rule = Rule {
    id: "wrapper",
    severity: Severity::Note,
    measured: "",
    explanation: "A compressed or encrypted file, or the settings of a game, whose content was examined.",
};

/// Reports the findings of a file: those of its layout, and those that only another layout has which
/// fits the file as well.
pub(super) fn audit(
    args: &AuditArgs,
    mut input: InputArgs,
    defects: &[Defects],
    report: &mut Report<'_>,
) -> Result<(), Failure> {
    let mut layout = args.layout.clone();
    let mut opened = auto::open(&mut layout, &mut input, Purpose::Print)?;
    let label = &input.file.label();
    for wrapper in &opened.wrappers {
        wrapped(wrapper, label, report);
    }
    let context = |defects| Context {
        defects,
        layout: Chosen {
            layout: defects.layout,
            ..layout.chosen()
        },
        is_raw: !input.has_several(),
    };
    let of = |name: LayoutName| defects.iter().find(|it| it.layout == name).map(context);
    let mut others = std::mem::take(&mut opened.others);
    let chosen = of(opened.layout);
    let mut count = 0;
    let result = input::each(&input, opened, &mut |entry| {
        report.values += 1;
        count += 1;
        let place = Place {
            file: label,
            line: entry.line,
            number: input.frame.has_several().then_some(count),
            start: entry.start,
        };
        match &entry.bytes {
            Ok(bytes) => {
                let mut known = BTreeSet::new();
                if let Some(context) = &chosen {
                    audit_value(bytes, context, &mut |finding| {
                        known.insert((finding.rule.id, finding.offset));
                        report.add(&place, finding);
                    })?;
                }
                others.restrict(bytes);
                for context in others.layouts.iter().copied().filter_map(of) {
                    let name = context.layout.layout.name();
                    audit_value(bytes, &context, &mut |finding| {
                        if known.insert((finding.rule.id, finding.offset)) {
                            let message = format_args!("as {name}: {}", finding.message);
                            report.add(
                                &place,
                                &Finding {
                                    message,
                                    ..*finding
                                },
                            );
                        }
                    })?;
                }
            }
            Err(fault) => unreadable(&place, fault, report),
        }
        report.check()
    });
    let result = result.and_then(|()| report.check());
    report.end_file(label);
    result
}

fn audit_value(bytes: &[u8], context: &Context<'_>, sink: &mut Sink<'_>) -> Result<(), Failure> {
    let audit = Audit {
        bytes,
        context,
        sink,
    };
    dispatch(context.layout.layout, audit)
}

/// Reports what is around the values.
fn wrapped(wrapper: &Wrapper, label: &str, report: &mut Report<'_>) {
    let place = Place {
        file: label,
        line: None,
        number: None,
        start: 0,
    };
    let protection = if wrapper.is_encrypted() {
        "; encryption hides the content, but somebody who knows the key can change it"
    } else {
        ""
    };
    report.add(
        &place,
        &Finding {
            rule: &WRAPPER,
            offset: 0,
            path: &"",
            message: format_args!("{wrapper}; offsets are those of its content{protection}"),
        },
    );
}

/// Reports a value that has no bytes.
fn unreadable(place: &Place<'_>, fault: &input::InvalidInput, report: &mut Report<'_>) {
    // The offset of the fault is that in the file.
    let place = Place { start: 0, ..*place };
    report.add(
        &place,
        &Finding {
            rule: &INPUT,
            offset: fault.offset,
            path: &"",
            message: format_args!("{}", fault.message),
        },
    );
}
