//! The order of keys in a sorted Dictionary.

use crate::Kind;
use crate::value::view::{AsView, View};
use core::cmp::Ordering;

/// Compares keys: numbers by value, strings of any type by their characters, other values by their
/// types. An int precedes the float that it is rounded to.
pub(super) fn compare<V: AsView>(one: &V, other: &V) -> Ordering {
    match (one.view(), other.view()) {
        (View::Text(_, a), View::Text(_, b)) => a.cmp(b),
        (View::Bool(a), View::Bool(b)) => a.cmp(&b),
        (a, b) => match (number(&a), number(&b)) {
            (Some((a, exact_a)), Some((b, exact_b))) => a.total_cmp(&b).then(exact_a.cmp(&exact_b)),
            _ => (group(one.kind()) as usize).cmp(&(group(other.kind()) as usize)),
        },
    }
}

/// Returns the kind that stands for all kinds which are compared by value.
fn group(kind: Kind) -> Kind {
    match kind {
        Kind::Float => Kind::Int,
        Kind::StringName => Kind::String,
        other => other,
    }
}

/// Returns a number as a float, and what orders numbers that are the same float: ints by value, then
/// floats. Without this order, a float could be equal to two different ints.
#[expect(
    clippy::cast_precision_loss,
    reason = "the exact number decides between equal floats"
)]
fn number<V: AsView>(view: &View<'_, V>) -> Option<(f64, (bool, i64))> {
    match view {
        View::Int(value) => Some((*value as f64, (false, *value))),
        View::Float(value) => Some((*value, (true, 0))),
        _ => None,
    }
}
