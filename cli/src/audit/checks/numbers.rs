//! Floats that are no numbers.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use gdvariant::inspect::{InspectRow, Value};

pub(in crate::audit) const NAN: Rule = Rule {
    id: "nan",
    severity: Severity::Warning,
    measured: "",
    explanation: "A float that is NaN, alone, in a vector or in an array.",
};

pub(in crate::audit) const INFINITY: Rule = Rule {
    id: "infinity",
    severity: Severity::Note,
    measured: "",
    explanation: "A float that is infinite, alone, in a vector or in an array.",
};

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let number = match row.value {
        Value::Single(number) => f64::from(number),
        Value::Double(number) => number,
        _ => return,
    };
    let name = row.field.name;
    if number.is_nan() {
        sink(&Finding::new(
            &NAN,
            row,
            format_args!(
                "{name} is NaN: engines load it, no comparison with it is true, and it spreads through calculations; replace it"
            ),
        ));
    } else if number.is_infinite() {
        sink(&Finding::new(
            &INFINITY,
            row,
            format_args!(
                "{name} is {number}: engines load it; check that calculations with it are meant"
            ),
        ));
    }
}
