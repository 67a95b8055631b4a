//! Compares and hashes Variants as keys, and looks up strings and ints among keys.

use super::equality::KeyEquality;
use super::index::low_half;
use super::{Dictionary, Lookup};
use crate::Kind;
use crate::error::kinds::MOST_COMPONENTS;
use crate::table::key_rule::KeyRule;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Numbers, View, is_nan};
use crate::wire::number::Number;
use core::hash::{Hash, Hasher};

impl<V: AsView> KeyEquality for V {
    #[inline]
    fn is_same_key(&self, other: &Self, rule: KeyRule) -> bool {
        match (self.text(), other.text()) {
            // Fast path: most keys are Strings. This saves a quarter of the instructions in the
            // benchmark `snapshot/decode dynamic, borrowed`.
            (Some(a), Some(b)) => a == b && (rule.is_by_value() || self.kind() == other.kind()),
            (None, None) => is_same_value(self, other, rule),
            _ => false,
        }
    }

    #[inline]
    fn fingerprint(&self) -> u32 {
        match self.text() {
            Some(text) => text_fingerprint(text),
            None => other_fingerprint(self),
        }
    }

    #[inline]
    fn is_same_key_as_itself(&self, rule: KeyRule) -> bool {
        // Most keys are text: this check saves 4% of the time in the benchmark
        // `keys/decode dynamic, borrowed`.
        self.text().is_some() || is_same_value_as_itself(self, rule)
    }

    #[inline]
    fn hash_key<H: Hasher>(&self, hasher: &mut H, rule: KeyRule) {
        match self.text() {
            Some(text) => text.hash(hasher),
            None => hash_value(self, hasher, rule),
        }
    }
}

/// Hashes a value that is not text.
///
/// The hasher is dynamic, so that this function is compiled once for each type of values.
fn hash_value<V: AsView>(value: &V, mut hasher: &mut dyn Hasher, rule: KeyRule) {
    let hasher = &mut hasher;
    match value.view() {
        View::Bool(value) => value.hash(hasher),
        View::Int(value) => value.hash(hasher),
        View::Float(value) => hash_float(value, hasher),
        View::Fields(kind, numbers) | View::Packed(kind, numbers) => {
            let is_bitwise = is_bitwise(kind, rule);
            (kind, numbers.elements()).hash(hasher);
            numbers.visit(&mut |number| match number {
                // Keys that are compared bit by bit are hashed bit by bit: 0.0 and -0.0 differ.
                _ if is_bitwise => hasher.write_u64(number.bits()),
                Number::Int(value) => hasher.write_i64(value),
                float => hash_float(float.to_f64(), hasher),
            });
        }
        View::PackedText(texts) => texts.hash(hasher),
        View::NodePath(path) => path.hash(hasher),
        View::TypedArray(kind, array) if kind != Kind::Array => {
            (kind, &array.element).hash(hasher);
            hash_elements(&array.values, *hasher, rule);
        }
        View::Record(kind, record) => {
            kind.hash(hasher);
            record.fields().for_each(|(_, value)| match value {
                RecordField::Text(text) => text.hash(hasher),
                RecordField::Int(value) => value.hash(hasher),
            });
        }
        // The declared type of an Array is not part of the key.
        view => match (view.elements(), view.entries()) {
            (Some(elements), _) => hash_elements(elements, *hasher, rule),
            (_, Some(entries)) if rule.is_by_value() => {
                entries.storage.digest().hash(hasher);
            }
            // Nil, Objects, and Dictionaries that are compared by identity have nothing to
            // hash.
            _ => {}
        },
    }
}

/// Returns a fingerprint of a string: a combination of its length and its first and last bytes.
#[inline]
fn text_fingerprint(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let word = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
    let ends = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => word(first) ^ word(last).rotate_left(u32::BITS / 2),
        _ => bytes
            .iter()
            .fold(0, |all, byte| all << u8::BITS | u32::from(*byte)),
    };
    ends ^ low_half(bytes.len() as u64)
}

/// Returns the fingerprint of a value that is not text.
fn other_fingerprint<V: AsView>(value: &V) -> u32 {
    match value.view() {
        View::Int(value) => low_half(value.cast_unsigned()),
        _ => 0,
    }
}

/// Returns whether the floats of a key of this kind are compared bit by bit.
fn is_bitwise(kind: Kind, rule: KeyRule) -> bool {
    !rule.is_by_value() && kind == Kind::PackedFloat32Array
}

/// Returns whether two values that are not text are the same key.
fn is_same_value<V: AsView>(one: &V, other: &V, rule: KeyRule) -> bool {
    if one.kind() != other.kind() {
        return false;
    }
    match (one.view(), other.view()) {
        (View::Nil, View::Nil) => true,
        (View::Record(_, a), View::Record(_, b)) => a.fields().eq(b.fields()),
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int(a), View::Int(b)) => a == b,
        (View::Float(a), View::Float(b)) => is_same_float(a, b),
        (View::Fields(kind, a), View::Fields(_, b))
        | (View::Packed(kind, a), View::Packed(_, b)) => {
            are_same_numbers(a, b, is_bitwise(kind, rule))
        }
        (View::PackedText(a), View::PackedText(b)) => a == b,
        (View::NodePath(a), View::NodePath(b)) => a == b,
        (View::Object(a), View::Object(b)) => a.is_null() && b.is_null(),
        (View::TypedArray(kind, a), View::TypedArray(_, b)) if kind != Kind::Array => {
            a.element == b.element && are_same_elements(&a.values, &b.values, rule)
        }
        // The declared type of an Array is not part of the key.
        (a, b) => {
            if let (Some(a), Some(b)) = (a.elements(), b.elements()) {
                return are_same_elements(a, b, rule);
            }
            let mut both = a.entries().into_iter().zip(b.entries());
            rule.is_by_value() && both.any(|(a, b)| are_same_entries(a, b))
        }
    }
}

/// Returns whether a value that is not text is the same key as its copy.
fn is_same_value_as_itself<V: AsView>(value: &V, rule: KeyRule) -> bool {
    let view = value.view();
    match (view.elements(), view.entries()) {
        (Some(elements), _) => {
            let is_same = |element| is_same_element_as_itself(element, rule);
            elements.iter().all(is_same)
        }
        (_, Some(entries)) => rule.is_by_value() && entries.storage.digest().is_some(),
        _ if matches!(view, View::Packed(kind, _) if !is_bitwise(kind, rule)) => true,
        _ => is_same_value(value, value, rule),
    }
}

fn are_same_elements<V: AsView>(one: &[V], other: &[V], rule: KeyRule) -> bool {
    let mut elements = one.iter().zip(other);
    one.len() == other.len() && elements.all(|(a, b)| is_same_element(a, b, rule))
}

/// Returns whether two Dictionaries are the same key by value.
fn are_same_entries<V: AsView>(one: &Dictionary<V>, other: &Dictionary<V>) -> bool {
    let rule = KeyRule::ByValue;
    let is_same = |((key, a), (other, b)): ((&V, _), (&V, _))| {
        key.is_same_key(other, rule) && is_same_element(a, b, rule)
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Returns whether two elements of Arrays, or values of Dictionaries, are equal within a key.
fn is_same_element<V: AsView>(one: &V, other: &V, rule: KeyRule) -> bool {
    let differ = rule.is_by_value() && (is_nan(one) || one.kind() != other.kind());
    !differ && one.is_same_key(other, rule)
}

/// Returns whether an element of an Array, or a value of a Dictionary, equals its copy within a
/// key.
fn is_same_element_as_itself<V: AsView>(value: &V, rule: KeyRule) -> bool {
    !(rule.is_by_value() && is_nan(value)) && value.is_same_key_as_itself(rule)
}

fn hash_elements<V: AsView>(elements: &[V], mut hasher: &mut dyn Hasher, rule: KeyRule) {
    elements.len().hash(&mut hasher);
    for element in elements {
        // Elements of different types are never the same.
        element.kind().hash(&mut hasher);
        // `hash_key` would wrap the hasher once more at each level.
        match element.text() {
            Some(text) => text.hash(&mut hasher),
            None => hash_value(element, hasher, rule),
        }
    }
}

#[expect(clippy::float_cmp, reason = "the engine compares exactly")]
fn is_same_float(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

fn is_same_number(one: Number, other: Number, is_bitwise: bool) -> bool {
    match (one, other) {
        _ if is_bitwise => !one.is_nan() && one.bits() == other.bits(),
        (Number::Int(a), Number::Int(b)) => a == b,
        _ => is_same_float(one.to_f64(), other.to_f64()),
    }
}

fn hash_float<H: Hasher>(value: f64, hasher: &mut H) {
    // All NaNs have the same hash, as do both zeros: -0.0 + 0.0 is 0.0.
    let same = if value.is_nan() {
        f64::NAN
    } else {
        value + 0.0
    };
    hasher.write_u64(same.to_bits());
}

fn are_same_numbers(one: &dyn Numbers, other: &dyn Numbers, is_bitwise: bool) -> bool {
    if one.elements() != other.elements() {
        return false;
    }
    // Compares one element at a time: with a buffer for all elements, hostile keys could cause an
    // allocation on every comparison.
    (0..one.elements()).all(|index| {
        let numbers = components(one, index).into_iter();
        numbers
            .zip(components(other, index))
            .all(|(one, other)| is_same_number(one, other, is_bitwise))
    })
}

/// Returns the components of an element, padded with zeros.
fn components(numbers: &dyn Numbers, index: usize) -> [Number; MOST_COMPONENTS] {
    let mut components = [Number::Int(0); MOST_COMPONENTS];
    let mut free = components.iter_mut();
    numbers.element(index, &mut |number| {
        if let Some(slot) = free.next() {
            *slot = number;
        }
    });
    components
}

impl<V: AsView> Lookup<V> for str {
    fn is_key(&self, key: &V, rule: KeyRule) -> bool {
        key.text() == Some(self) && (rule.is_by_value() || key.kind() == Kind::String)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher, _: KeyRule) {
        self.hash(&mut hasher);
    }
}

/// Looks up an int key.
impl<V: AsView> Lookup<V> for i64 {
    fn is_key(&self, key: &V, _: KeyRule) -> bool {
        matches!(key.view(), View::Int(value) if value == *self)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher, _: KeyRule) {
        self.hash(&mut hasher);
    }
}

impl<V: AsView> Lookup<V> for alloc::string::String {
    fn is_key(&self, key: &V, rule: KeyRule) -> bool {
        Lookup::<V>::is_key(self.as_str(), key, rule)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher, _: KeyRule) {
        self.hash(&mut hasher);
    }
}
