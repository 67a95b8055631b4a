//! The order of keys in a sorted Dictionary.

use crate::Kind;
use crate::value::view::{AsView, View};
use core::cmp::Ordering;

/// Compares numbers by value, strings of any type by their characters, and other keys by type.
///
/// An int precedes the float that the int rounds to.
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

/// Returns a common kind for kinds whose values are compared with each other.
fn group(kind: Kind) -> Kind {
    match kind {
        Kind::Float => Kind::Int,
        Kind::StringName => Kind::String,
        other => other,
    }
}

/// Returns a number as a float, and a tiebreaker for numbers that round to the same float.
///
/// Tiebreakers order ints by value, followed by floats. Without a tiebreaker, a float could be
/// equal to two different ints.
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
