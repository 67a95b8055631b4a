//! The findings of one file.

use super::defects::Defects;
use super::report::{Location, Report};
use super::rule::Finding;
use super::rules::{INVALID_INPUT, WRAPPER};
use super::value::{Audit, Context};
use crate::args::{AuditArgs, InputArgs};
use crate::auto::{self, Purpose};
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Chosen, dispatch};
use std::collections::BTreeSet;
use std::iter;

/// Reports the findings of a file: those of its layout, and those that only another layout has which
/// fits the file as well.
pub(super) fn audit(
    args: &AuditArgs,
    mut input: InputArgs,
    defects: &[Defects<'_>],
    report: &mut Report<'_>,
) -> Result<(), Failure> {
    let mut layout = args.layout.clone();
    let mut opened = auto::open(&mut layout, &mut input, Purpose::Audit)?;
    let label = &input.file.label();
    for wrapper in &opened.wrappers {
        let protection = if wrapper.is_encrypted() {
            "; encryption hides the content, but somebody who knows the key can change it"
        } else {
            ""
        };
        let message = format_args!("{wrapper}; offsets are those of its content{protection}");
        report.add(
            Location::of(label),
            &Finding {
                rule: &WRAPPER,
                offset: 0,
                path: &"",
                message,
            },
        );
    }
    let is_raw = !input.has_several();
    let mut others = std::mem::take(&mut opened.others);
    let best = opened.layout;
    let mut count = 0;
    let result = input::each(&input, opened, &mut |entry| {
        report.add_value();
        count += 1;
        let place = Location {
            file: label,
            line: entry.line,
            value: input.frame.has_several().then_some(count),
            start: entry.start,
        };
        let bytes = match &entry.bytes {
            Ok(bytes) => bytes,
            Err(fault) => {
                // The offset of the fault is that in the file.
                let place = Location { start: 0, ..place };
                let finding = Finding {
                    rule: &INVALID_INPUT,
                    offset: fault.offset,
                    path: &"",
                    message: format_args!("{}", fault.message),
                };
                report.add(place, &finding);
                return report.check();
            }
        };
        others.restrict(bytes);
        let mut known = BTreeSet::new();
        for name in iter::once(best).chain(others.layouts.iter().copied()) {
            let Some(defects) = defects.iter().find(|it| it.layout == name) else {
                continue;
            };
            let prefix = if name == best {
                String::new()
            } else {
                format!("as {}: ", name.name())
            };
            let layout = Chosen {
                layout: name,
                ..layout.chosen()
            };
            let audit = Audit {
                bytes,
                context: Context {
                    defects,
                    layout,
                    is_raw,
                },
                sink: &mut |finding| {
                    if known.insert((finding.rule.id, finding.offset)) || name == best {
                        let message = format_args!("{prefix}{}", finding.message);
                        report.add(
                            place,
                            &Finding {
                                message,
                                ..*finding
                            },
                        );
                    }
                },
            };
            dispatch(name, audit)?;
        }
        report.check()
    });
    let result = result.and_then(|()| report.check());
    report.end_file(label);
    result
}
