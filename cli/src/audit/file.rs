//! The findings of one file.

use super::finding::Finding;
use super::report::{Place, Report};
use super::rule::{Rule, Severity};
use super::value::{self, Context};
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::input;
use crate::layouts::JsonLayout;
use crate::wrapper::Wrapper;

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

/// Reports the findings of a file.
pub(super) fn audit<L: JsonLayout>(
    args: &InputArgs,
    context: &Context,
    report: &mut Report<'_>,
) -> Result<(), Failure> {
    let label = &args.file.label();
    let opened = input::open_wrapped(args, Some(context.layout.layout))?;
    for wrapper in &opened.wrappers {
        wrapped(wrapper, label, report);
    }
    let mut count = 0;
    let result = input::each_of(args, opened.input, &mut |entry| {
        report.values += 1;
        count += 1;
        let place = Place {
            file: label,
            line: entry.line,
            number: args.frame.framed.then_some(count),
            start: entry.start,
        };
        match &entry.bytes {
            Ok(bytes) => value::audit::<L>(bytes, context, &mut |finding| {
                report.add(&place, finding);
            }),
            Err(fault) => unreadable(&place, fault, report),
        }
        report.check()
    });
    let result = result.and_then(|()| report.check());
    report.end_file(label);
    result
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
