//! The order of keys in a sorted Dictionary.

use crate::Kind;
use crate::view::{View, Viewed};
use core::cmp::Ordering;

/// Compares keys: numbers by value, strings of any type by their characters, other values by their
/// types.
pub(super) fn compare<V: Viewed>(one: &V, other: &V) -> Ordering {
    match (one.view(), other.view()) {
        (View::Text(_, a), View::Text(_, b)) => a.cmp(b),
        (View::Bool(a), View::Bool(b)) => a.cmp(&b),
        (View::Int(a), View::Int(b)) => a.cmp(&b),
        (a, b) => match (float(&a), float(&b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => group(one.kind()).cmp(&group(other.kind())),
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

#[expect(clippy::cast_precision_loss, reason = "an int next to a float")]
fn float<V: Viewed>(view: &View<'_, V>) -> Option<f64> {
    match view {
        View::Int(value) => Some(*value as f64),
        View::Float(value) => Some(*value),
        _ => None,
    }
}
