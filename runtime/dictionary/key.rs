use crate::Kind;
use crate::kinds::MOST_COMPONENTS;
use crate::view::{Number, Numbers, View, Viewed};
use core::hash::{Hash, Hasher};

/// Key equality of a [`Dictionary`](crate::Dictionary), by the engine's rules.
///
/// Equal values of one type are the same key. All NaNs are the same key, as are 0.0 and -0.0; this
/// also applies to components. 1 and 1.0 are different keys. Two PoolRealArrays are the same key if
/// they are bitwise equal and contain no NaN. The engine compares a Dictionary or an Object by
/// identity, so two of them are never the same key, except for null Objects. Typed arrays follow the
/// rule of Arrays, and their element types have to be equal too.
///
/// Source: measured in Godot 3.2.3 for every type; this crate follows that version. Godot 3.6.2
/// differs in one case: there two equal PoolRealArrays that contain a NaN are the same key.
pub trait Key {
    /// Returns whether the two values are the same key.
    fn is_same_key(&self, other: &Self) -> bool;

    /// Hashes the value; values that are the same key have the same hash.
    fn hash_key<H: Hasher>(&self, hasher: &mut H);
}

impl<V: Viewed> Key for V {
    #[inline]
    fn is_same_key(&self, other: &Self) -> bool {
        match (self.string(), other.string()) {
            // Fast path: most keys are Strings.
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
            // Zeros of either sign differ here, so they must not share a hash.
            View::Pool(Kind::PoolRealArray, numbers) => {
                Kind::PoolRealArray.hash(hasher);
                numbers.visit(&mut |number| hasher.write_u64(number.bits()));
            }
            View::Fields(kind, numbers) | View::Pool(kind, numbers) => {
                kind.hash(hasher);
                numbers.visit(&mut |number| hash_number(number, hasher));
            }
            View::PoolText(texts) => texts.hash(hasher),
            View::NodePath(path) => path.hash(hasher),
            View::Array(elements) => hash_elements(elements, hasher),
            View::TypedArray(kind, array) => {
                (kind, &array.element).hash(hasher);
                hash_elements(&array.values, hasher);
            }
            View::Nil | View::Rid | View::Object(_) | View::Dictionary(_) => {}
        }
    }
}

/// Returns whether two values that are not Strings are the same key.
fn is_same_value<V: Viewed>(one: &V, other: &V) -> bool {
    match (one.view(), other.view()) {
        (View::Nil, View::Nil) | (View::Rid, View::Rid) => true,
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int(a), View::Int(b)) => a == b,
        (View::Float(a), View::Float(b)) => is_same_float(a, b),
        (View::Text(kind, a), View::Text(other, b)) => kind == other && a == b,
        (View::Pool(Kind::PoolRealArray, a), View::Pool(Kind::PoolRealArray, b)) => {
            are_same_numbers(a, b, |a, b| !a.is_nan() && a.bits() == b.bits())
        }
        (View::Fields(kind, a), View::Fields(other, b))
        | (View::Pool(kind, a), View::Pool(other, b)) => {
            kind == other && are_same_numbers(a, b, is_same_number)
        }
        (View::PoolText(a), View::PoolText(b)) => a == b,
        (View::NodePath(a), View::NodePath(b)) => a == b,
        (View::Object(a), View::Object(b)) => a.is_null() && b.is_null(),
        (View::Array(a), View::Array(b)) => are_same_elements(a, b),
        (View::TypedArray(kind, a), View::TypedArray(other, b)) => {
            kind == other && a.element == b.element && are_same_elements(&a.values, &b.values)
        }
        _ => false,
    }
}

fn are_same_elements<V: Viewed>(one: &[V], other: &[V]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.is_same_key(b))
}

fn hash_elements<V: Viewed, H: Hasher>(elements: &[V], hasher: &mut H) {
    elements.len().hash(hasher);
    for element in elements {
        element.hash_key(hasher);
    }
}

/// Hashes a string like the key of that kind.
pub(crate) fn hash_text<H: Hasher>(kind: Kind, text: &str, hasher: &mut H) {
    kind.hash(hasher);
    text.hash(hasher);
}

#[expect(clippy::float_cmp, reason = "the engine compares exactly")]
fn is_same_float(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

fn is_same_number(one: Number, other: Number) -> bool {
    match (one, other) {
        (Number::Int(a), Number::Int(b)) => a == b,
        (Number::Single(a), Number::Single(b)) => is_same_float(a.into(), b.into()),
        (Number::Double(a), Number::Double(b)) => is_same_float(a, b),
        _ => false,
    }
}

fn hash_number<H: Hasher>(number: Number, hasher: &mut H) {
    match number {
        Number::Int(value) => hasher.write_i64(value),
        Number::Single(value) => hash_float(value.into(), hasher),
        Number::Double(value) => hash_float(value, hasher),
    }
}

fn hash_float<H: Hasher>(value: f64, hasher: &mut H) {
    // All NaNs hash alike, and so do both zeros: -0.0 + 0.0 is 0.0.
    let same = if value.is_nan() {
        f64::NAN
    } else {
        value + 0.0
    };
    hasher.write_u64(same.to_bits());
}

fn are_same_numbers(
    one: &dyn Numbers,
    other: &dyn Numbers,
    is_same: impl Fn(Number, Number) -> bool,
) -> bool {
    if one.elements() != other.elements() {
        return false;
    }
    // One element at a time: a buffer for all of them would let hostile keys allocate with every
    // comparison.
    (0..one.elements()).all(|index| {
        let mut numbers = [Number::Int(0); MOST_COMPONENTS];
        let mut free = numbers.iter_mut();
        one.element(index, &mut |number| {
            if let Some(slot) = free.next() {
                *slot = number;
            }
        });
        let mut rest = numbers.iter();
        let mut all_same = true;
        other.element(index, &mut |number| {
            all_same = all_same && rest.next().is_some_and(|one| is_same(*one, number));
        });
        all_same
    })
}
