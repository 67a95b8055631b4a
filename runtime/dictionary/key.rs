use crate::Kind;
use crate::kinds::MOST_COMPONENTS;
use crate::view::{Numbers, View, Viewed};
use core::hash::{Hash, Hasher};

/// Tells whether two values are one key of a [`Dictionary`](crate::Dictionary), as the engine does.
///
/// Equal values of one type are one key. So are all NaNs, and 0.0 and -0.0, as components as well;
/// 1 and 1.0 are two keys.
/// A Dictionary is never the same key as another, nor is an Object, unless both are null: the
/// engine compares their addresses. A PoolRealArray is the same key as another when they are equal
/// to the bit and hold no NaN.
///
/// Source: measured in Godot 3.2.3 for every type, and this crate follows that version. Godot 3.6.2
/// differs in one case: there two equal PoolRealArrays that hold a NaN are one key, so a Dictionary
/// with both has one entry less than here.
pub trait Key {
    /// Whether the two are one key.
    fn is_same_key(&self, other: &Self) -> bool;

    /// Feeds the hasher the same for every two values that are one key.
    fn hash_key<H: Hasher>(&self, hasher: &mut H);
}

impl<V: Viewed> Key for V {
    #[inline]
    fn is_same_key(&self, other: &Self) -> bool {
        match (self.string(), other.string()) {
            // What most keys are.
            (Some(a), Some(b)) => a == b,
            (None, None) => is_same_value(self, other),
            _ => false,
        }
    }

    fn hash_key<H: Hasher>(&self, hasher: &mut H) {
        match self.view() {
            View::Bool(value) => value.hash(hasher),
            View::Int(value) => value.hash(hasher),
            View::Float(value) => hash_float(value, hasher),
            View::Text(kind, text) => hash_text(kind, text, hasher),
            // Keys that differ in a sign of zero alone would all have one hash.
            View::Pool(Kind::PoolRealArray, numbers) => {
                Kind::PoolRealArray.hash(hasher);
                numbers.visit(&mut |number| hasher.write_u64(number.value.to_bits()));
            }
            View::Fields(kind, numbers) | View::Pool(kind, numbers) => {
                kind.hash(hasher);
                numbers.visit(&mut |number| hash_float(number.value, hasher));
            }
            View::PoolText(texts) => texts.hash(hasher),
            View::NodePath(path) => path.hash(hasher),
            View::Array(elements) => {
                elements.len().hash(hasher);
                for element in elements {
                    element.hash_key(hasher);
                }
            }
            View::Nil | View::Rid | View::Object(_) | View::Dictionary(_) => {}
        }
    }
}

/// Whether two values that are no Strings are one key.
fn is_same_value<V: Viewed>(one: &V, other: &V) -> bool {
    match (one.view(), other.view()) {
        (View::Nil, View::Nil) | (View::Rid, View::Rid) => true,
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int(a), View::Int(b)) => a == b,
        (View::Float(a), View::Float(b)) => is_same_float(a, b),
        (View::Text(kind, a), View::Text(other, b)) => kind == other && a == b,
        (View::Pool(Kind::PoolRealArray, a), View::Pool(Kind::PoolRealArray, b)) => {
            is_same_numbers(a, b, |a, b| !a.is_nan() && a.to_bits() == b.to_bits())
        }
        (View::Fields(kind, a), View::Fields(other, b))
        | (View::Pool(kind, a), View::Pool(other, b)) => {
            kind == other && is_same_numbers(a, b, is_same_float)
        }
        (View::PoolText(a), View::PoolText(b)) => a == b,
        (View::NodePath(a), View::NodePath(b)) => a == b,
        (View::Object(a), View::Object(b)) => a.is_null() && b.is_null(),
        (View::Array(a), View::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same_key(b))
        }
        _ => false,
    }
}

/// Hashes as a key that is text does.
pub(crate) fn hash_text<H: Hasher>(kind: Kind, text: &str, hasher: &mut H) {
    kind.hash(hasher);
    text.hash(hasher);
}

#[expect(clippy::float_cmp, reason = "the engine compares exactly, too")]
fn is_same_float(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

fn hash_float<H: Hasher>(value: f64, hasher: &mut H) {
    // One value for all NaNs; and -0.0 + 0.0 is 0.0.
    let same = if value.is_nan() {
        f64::NAN
    } else {
        value + 0.0
    };
    hasher.write_u64(same.to_bits());
}

fn is_same_numbers(
    one: &dyn Numbers,
    other: &dyn Numbers,
    is_same: impl Fn(f64, f64) -> bool,
) -> bool {
    if one.elements() != other.elements() {
        return false;
    }
    // Element by element: a buffer for all of them would let hostile keys allocate with every comparison.
    (0..one.elements()).all(|index| {
        let mut values = [0.0; MOST_COMPONENTS];
        let mut free = values.iter_mut();
        one.element(index, &mut |number| {
            if let Some(slot) = free.next() {
                *slot = number.value;
            }
        });
        let mut rest = values.iter();
        let mut all_same = true;
        other.element(index, &mut |number| {
            all_same = all_same
                && rest
                    .next()
                    .is_some_and(|value| is_same(*value, number.value));
        });
        all_same
    })
}
