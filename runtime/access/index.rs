//! Indexes into a Variant: keys, names and positions.

use crate::error::Count;
use crate::value::editable::{Editable, ViewMut};
use crate::value::view::{AsView, View};
use crate::{Dictionary, Kind, Object};
use alloc::string::String;

/// An index into a `Variant`, for `get`, `get_mut` and the index operator.
///
/// | index | of an Array | of a Dictionary | of a full object |
/// | --- | --- | --- | --- |
/// | `str`, `String` | | the value of a String key | the value of a property |
/// | `usize` | an element | the value of an int key | |
/// | `Variant` | an element, for an int | the value of this key | |
///
/// The trait is sealed.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::access::VariantIndex;
/// use gdvariant::godot4::{Variant, variant};
///
/// fn text<I: VariantIndex<Variant>>(value: &Variant, index: I) -> Option<&str> {
///     value.get(index)?.as_str()
/// }
///
/// let names = variant!({"first": "Ada", 2: "Grace"});
/// assert_eq!([text(&names, "first"), text(&names, 2)], [Some("Ada"), Some("Grace")]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait VariantIndex<V>: sealed::Sealed<V> {
    /// Returns the position of the indexed element, entry or property, or `None` if there is none.
    ///
    /// The position of an element can be out of bounds.
    #[doc(hidden)]
    fn number_in(&self, value: &V) -> Option<usize>;
}

/// An index for mutable access to a `Variant`; the access may insert a missing key.
///
/// Every [`VariantIndex`] of an owned `Variant` implements this trait.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::access::VariantIndexMut;
/// use gdvariant::godot4::{Variant, variant};
///
/// fn clear<I: VariantIndexMut<Variant>>(value: &mut Variant, index: I) {
///     value[index] = Variant::Nil;
/// }
///
/// let mut names = variant!({"first": "Ada"});
/// clear(&mut names, "first");
/// assert!(names["first"].is_nil());
/// # }
/// ```
pub trait VariantIndexMut<V>: VariantIndex<V> {
    /// Inserts Nil into a Dictionary or a full object, and returns the position of the new entry.
    ///
    /// # Panics
    ///
    /// Panics if the value cannot have such an index.
    #[doc(hidden)]
    fn insert_into(&self, value: &mut V) -> usize;
}

mod sealed {
    pub trait Sealed<V> {}

    impl<V: super::AsView> Sealed<V> for str {}
    impl<V: super::AsView> Sealed<V> for usize {}
    impl<V: super::AsView> Sealed<V> for V {}
}

/// Returns the element, or the value of the entry or property, at a position.
pub(super) fn member<V: AsView>(value: &V, number: usize) -> Option<&V> {
    match value.view() {
        View::Object(Object::Full(object)) => object.properties.get(number).map(|(_, value)| value),
        view => match view.elements() {
            Some(elements) => elements.get(number),
            None => view.entries()?.pair(number).map(|[_, value]| value),
        },
    }
}

/// Returns a mutable reference to the same value as [`member`].
pub(super) fn member_mut<V: Editable>(value: &mut V, number: usize) -> Option<&mut V> {
    match value.view_mut().undeclared() {
        ViewMut::Array(elements) => elements.get_mut(number),
        ViewMut::Dictionary(entries) => entries.value_mut(number),
        ViewMut::Object(Object::Full(object)) => {
            object.properties.get_mut(number).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// Returns the indexed value, or `None` if there is none.
pub(crate) fn get<'v, V: AsView>(value: &'v V, index: &impl VariantIndex<V>) -> Option<&'v V> {
    member(value, index.number_in(value)?)
}

/// Returns a mutable reference to the indexed value, or `None` if there is none.
pub(crate) fn get_mut<'v, V: Editable>(
    value: &'v mut V,
    index: &impl VariantIndex<V>,
) -> Option<&'v mut V> {
    let number = index.number_in(value)?;
    member_mut(value, number)
}

/// Returns a mutable reference to the indexed value, inserting Nil for a missing key or property.
///
/// # Panics
///
/// Panics if the value cannot have such an index.
#[track_caller]
pub(crate) fn get_or_insert<'v, V: Editable>(
    value: &'v mut V,
    index: &impl VariantIndexMut<V>,
) -> &'v mut V {
    let number = match index.number_in(value) {
        Some(number) => number,
        None => index.insert_into(value),
    };
    let count = value.view().elements().map_or(0, <[V]>::len);
    match member_mut(value, number) {
        Some(member) => member,
        None => panic!(
            "the index {number} is out of bounds of an Array of {}",
            Count(count, "element")
        ),
    }
}

/// Inserts Nil for a missing key, and returns the position of the new entry.
fn insert<V: Editable>(entries: &mut Dictionary<V>, key: impl Into<V>) -> usize {
    entries.insert(key, V::default());
    entries.len() - 1
}

/// Replaces Nil with an empty Dictionary.
fn fill<V: Editable>(value: &mut V) {
    if value.kind() == Kind::Nil {
        *value = Dictionary::new().into();
    }
}

impl<V: AsView> VariantIndex<V> for str {
    fn number_in(&self, value: &V) -> Option<usize> {
        match value.view() {
            View::Object(Object::Full(object)) => {
                let mut properties = object.properties.iter();
                properties.position(|(name, _)| name == self)
            }
            view => view.entries()?.position(self),
        }
    }
}

impl<V: Editable> VariantIndexMut<V> for str {
    #[track_caller]
    fn insert_into(&self, value: &mut V) -> usize {
        fill(value);
        let name = value.kind().name();
        match value.view_mut().undeclared() {
            ViewMut::Dictionary(entries) => insert(entries, String::from(self)),
            ViewMut::Object(Object::Full(object)) => {
                object.properties.push((self.into(), V::default()));
                object.properties.len() - 1
            }
            _ => panic!("cannot index a value of the type {name} with the key {self:?}"),
        }
    }
}

impl<V: AsView> VariantIndex<V> for usize {
    fn number_in(&self, value: &V) -> Option<usize> {
        let view = value.view();
        match view.entries() {
            Some(entries) => entries.position(&i64::try_from(*self).ok()?),
            None => view.elements().map(|_| *self),
        }
    }
}

impl<V: Editable> VariantIndexMut<V> for usize {
    #[track_caller]
    fn insert_into(&self, value: &mut V) -> usize {
        let name = value.kind().name();
        match (value.view_mut().undeclared(), i64::try_from(*self)) {
            (ViewMut::Dictionary(entries), Ok(key)) => insert(entries, key),
            _ => panic!("cannot index a value of the type {name} with the number {self}"),
        }
    }
}

/// Converts an int to the index of an element, or returns `None` for any other value.
fn int<V: AsView>(index: &V) -> Option<usize> {
    match index.view() {
        View::Int(index) => usize::try_from(index).ok(),
        _ => None,
    }
}

impl<V: AsView> VariantIndex<V> for V {
    fn number_in(&self, value: &V) -> Option<usize> {
        match value.view().entries() {
            Some(entries) => entries.position(self),
            None => int(self)?.number_in(value),
        }
    }
}

impl<V: Editable + Clone> VariantIndexMut<V> for V {
    #[track_caller]
    fn insert_into(&self, value: &mut V) -> usize {
        fill(value);
        match (value.view_mut().undeclared(), int(self)) {
            (ViewMut::Dictionary(entries), _) => insert(entries, self.clone()),
            (_, Some(index)) => index.insert_into(value),
            _ => panic!("only a Dictionary accepts a key of any type"),
        }
    }
}

macro_rules! forwarded {
    ($([$($bound:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<V: AsView> sealed::Sealed<V> for $from {}

        impl<V: AsView> VariantIndex<V> for $from {
            fn number_in(&self, value: &V) -> Option<usize> {
                <$to as VariantIndex<V>>::number_in(self, value)
            }
        }

        impl<V: Editable $($bound)*> VariantIndexMut<V> for $from {
            #[track_caller]
            fn insert_into(&self, value: &mut V) -> usize {
                <$to as VariantIndexMut<V>>::insert_into(self, value)
            }
        }
    )*};
}

forwarded! {
    [] String => str;
    [] &str => str;
    [] &String => str;
    [+ Clone] &V => V;
}
