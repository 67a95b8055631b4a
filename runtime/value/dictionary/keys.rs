//! Keys: equality, hashes, lookups, order, digests.

use super::Dictionary;
use super::hash::{SeededHasher, low_half};
use crate::Kind;
use crate::error::kinds::MOST_COMPONENTS;
use crate::table::key_rule::KeyRule;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Numbers, View, is_nan};
use crate::wire::fields::Number;
use core::hash::{Hash, Hasher};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{self, AtomicU32};

/// Compares and hashes keys of a [`Dictionary`](crate::Dictionary), by the rule of an engine.
///
/// Equal values of one type are the same key. All NaNs are the same key, as are 0.0 and -0.0; this
/// also applies to components. 1 and 1.0 are different keys. Objects are compared by identity, so
/// two Objects are never the same key unless both are null. The declared types of a TypedArray are
/// part of the key, those of an Array or a Dictionary are not. [`KeyRule`] lists the differences
/// between the engines.
///
/// The rule that a caller passes applies to the whole key: a Dictionary within the key has a rule
/// for its own entries, which does not matter here.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Variant;
/// use gdvariant::dictionary::{KeyEquality, KeyRule};
///
/// let rule = KeyRule::ByIdentity;
/// assert!(Variant::from(f64::NAN).is_same_key(&f64::NAN.into(), rule));
/// assert!(!Variant::from(1).is_same_key(&1.0.into(), rule));
/// # }
/// ```
pub trait KeyEquality {
    /// Returns whether the two values are the same key.
    fn is_same_key(&self, other: &Self, rule: KeyRule) -> bool;

    /// Returns whether the value is the same key as its copy.
    fn is_same_key_as_itself(&self, rule: KeyRule) -> bool {
        self.is_same_key(self, rule)
    }

    /// Returns a number that is the same for values that are the same key by any rule, at a
    /// fraction of the cost of a hash.
    #[doc(hidden)]
    fn fingerprint(&self) -> u32 {
        0
    }

    /// Hashes the value; values that are the same key have the same hash.
    fn hash_key<H: Hasher>(&self, hasher: &mut H, rule: KeyRule);
}

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
            let is_same = |element: &V| {
                !(rule.is_by_value() && is_nan(element)) && element.is_same_key_as_itself(rule)
            };
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

/// A value by which a [`Dictionary`](super::Dictionary) of `V` looks up a key.
///
/// Such a value is the key itself, a `str` or `String` for a String key, or an `i64` for an int
/// key.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{Dictionary, Variant};
///
/// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
/// assert_eq!(scores.get("Ada"), scores.get(&Variant::from("Ada")));
/// # }
/// ```
pub trait Lookup<V: ?Sized> {
    /// Returns whether this value stands for `key`.
    fn is_key(&self, key: &V, rule: KeyRule) -> bool;

    /// Hashes the value like the key that it stands for.
    fn hash_lookup(&self, hasher: &mut dyn Hasher, rule: KeyRule);
}

impl<V: KeyEquality> Lookup<V> for V {
    fn is_key(&self, key: &V, rule: KeyRule) -> bool {
        self.is_same_key(key, rule)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher, rule: KeyRule) {
        self.hash_key(&mut hasher, rule);
    }
}

/// A Variant that can be a key of a `HashMap` or an element of a `HashSet`.
///
/// Keys are equal by the rule of an engine: see [`KeyEquality`]. Keys with different rules are never
/// equal. A Variant itself implements neither `Eq` nor `Hash`, because its `==` compares floats as
/// Rust does.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::dictionary::Key;
/// use gdvariant::godot4::{Variant, variant};
/// use std::collections::HashSet;
///
/// let tags = variant!(["red", 1, "red", 1.0, f64::NAN, f64::NAN]);
/// let tags = tags.as_array().unwrap().iter().cloned();
/// let distinct: HashSet<Key<Variant>> = tags.filter_map(|tag| Key::new(tag).ok()).collect();
/// assert_eq!(distinct.len(), 4, "1 and 1.0 are different keys");
/// # }
/// ```
///
/// Clippy's lint `mutable_key_type` reports collections with such keys, because Dictionaries cache
/// a digest of their entries. The cache does not affect the equality or the hash of keys, so the
/// lint can be allowed.
#[derive(Debug, Clone)]
pub struct Key<V> {
    value: V,
    rule: KeyRule,
}

impl<V: KeyEquality> Key<V> {
    /// Creates a key by the rule of Godot 4 from a value that is the same key as its copy.
    ///
    /// # Errors
    ///
    /// Returns the value itself if the value and its copy are not the same key: see
    /// [`KeyEquality`]. An example is a non-null Object.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// assert_eq!(Key::new(Variant::from(7)).unwrap().into_inner(), 7);
    /// # }
    /// ```
    pub fn new(value: V) -> Result<Self, V> {
        Self::with_rule(value, KeyRule::default())
    }

    /// Creates a key by the rule of an engine from a value that is the same key as its copy.
    ///
    /// # Errors
    ///
    /// Returns the value itself if the value and its copy are not the same key: see
    /// [`KeyEquality`]. Examples are a non-null Object, and a Dictionary in Godot 3.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::variant;
    /// use gdvariant::dictionary::{Key, KeyRule};
    ///
    /// let cell = variant!({"x": 1});
    /// assert!(Key::with_rule(cell.clone(), KeyRule::ByValue).is_ok());
    /// assert_eq!(Key::with_rule(cell.clone(), KeyRule::ByIdentity).unwrap_err(), cell);
    /// # }
    /// ```
    pub fn with_rule(value: V, rule: KeyRule) -> Result<Self, V> {
        if value.is_same_key_as_itself(rule) {
            Ok(Self { value, rule })
        } else {
            Err(value)
        }
    }
}

impl<V> Key<V> {
    /// Returns a reference to the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// let key = Key::new(Variant::from("Ada")).unwrap();
    /// assert_eq!(key.get().as_str(), Some("Ada"));
    /// # }
    /// ```
    pub const fn get(&self) -> &V {
        &self.value
    }

    /// Returns the value, consuming the key.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// let key = Key::new(Variant::from("Ada")).unwrap();
    /// assert_eq!(key.into_inner(), "Ada");
    /// # }
    /// ```
    pub fn into_inner(self) -> V {
        self.value
    }
}

impl<V: KeyEquality> PartialEq for Key<V> {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule && self.value.is_same_key(&other.value, self.rule)
    }
}

impl<V: KeyEquality> Eq for Key<V> {}

impl<V: KeyEquality> Hash for Key<V> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.value.hash_key(hasher, self.rule);
    }
}

/// The state of a digest that has not been computed.
#[cfg(target_has_atomic = "ptr")]
const UNKNOWN: u32 = 0;
/// The state of a digest whose dictionary is not the same key as its copy.
const UNEQUAL: u32 = 1;

/// Returns the hash of a dictionary's entries in order, as a key by value.
///
/// The dictionary's own rule has no effect, so that changing the rule keeps a cached digest valid.
/// Returns `None` if the dictionary is not the same key as its copy.
pub(super) fn digest_of<V: AsView>(pairs: &[[V; 2]]) -> Option<u32> {
    let mut hasher = SeededHasher::for_process();
    let mut is_equal = true;
    for [key, value] in pairs {
        // A String and a StringName are the same key.
        let kind = key.text().map_or(key.kind(), |_| Kind::String);
        kind.hash(&mut hasher);
        is_equal &= feed(key, &mut hasher);
        is_equal &= feed_element(value, &mut hasher);
    }
    pairs.len().hash(&mut hasher);
    is_equal.then(|| low_half(hasher.finish()).max(UNEQUAL + 1))
}

/// Hashes a value, and returns whether the value is the same key as its copy.
///
/// A separate check would visit every nested value twice at each level, in exponential time.
fn feed<V: AsView>(value: &V, hasher: &mut SeededHasher) -> bool {
    let view = value.view();
    if let Some(entries) = view.entries() {
        let digest = entries.storage.digest();
        digest.hash(hasher);
        return digest.is_some();
    }
    let Some(elements) = view.elements() else {
        value.hash_key(hasher, KeyRule::ByValue);
        return value.is_same_key_as_itself(KeyRule::ByValue);
    };
    elements.len().hash(hasher);
    let feed = |is_equal, element| feed_element(element, hasher) && is_equal;
    elements.iter().fold(true, feed)
}

/// Hashes an element of an Array or a value of a Dictionary.
fn feed_element<V: AsView>(value: &V, hasher: &mut SeededHasher) -> bool {
    value.kind().hash(hasher);
    let is_equal = feed(value, hasher);
    is_equal && !is_nan(value)
}

/// A digest that is computed on first use.
///
/// Targets without atomics compute the digest on each use, because shared values cannot cache it.
#[derive(Debug, Default)]
pub(super) struct CachedDigest {
    #[cfg(target_has_atomic = "ptr")]
    state: AtomicU32,
}

impl CachedDigest {
    /// Returns the digest; concurrent first calls may each compute it.
    pub(super) fn get_or_init(&self, digest: impl FnOnce() -> Option<u32>) -> Option<u32> {
        #[cfg(target_has_atomic = "ptr")]
        let digest = || {
            let mut cached = self.state.load(atomic::Ordering::Relaxed);
            if cached == UNKNOWN {
                cached = digest().unwrap_or(UNEQUAL);
                self.state.store(cached, atomic::Ordering::Relaxed);
            }
            (cached != UNEQUAL).then_some(cached)
        };
        digest()
    }
}

impl Clone for CachedDigest {
    fn clone(&self) -> Self {
        Self {
            #[cfg(target_has_atomic = "ptr")]
            state: AtomicU32::new(self.state.load(atomic::Ordering::Relaxed)),
        }
    }
}
