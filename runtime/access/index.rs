//! The indexes of a Variant: keys, names and positions.

use crate::value::editable::{Editable, ViewMut};
use crate::value::view::{AsView, View};
use crate::{Dictionary, Object};
use alloc::string::String;

/// An index of a `Variant`, for `get`, `get_mut` and the index operator.
///
/// | index | of an Array | of a Dictionary | of a full object |
/// | --- | --- | --- | --- |
/// | `str`, `String` | | the value of a String key | the value of a property |
/// | `usize` | an element | the value of an int key | |
/// | `Variant` | an element, if it is an int | the value of this key | |
///
/// The trait is sealed.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::VariantIndex;
/// use gdvariant::godot3::{Variant, variant};
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
    /// Returns the indexed value, or `None` if there is none.
    #[doc(hidden)]
    fn index_into<'v>(&self, value: &'v V) -> Option<&'v V>;
}

/// An index of a `Variant` that can be changed; every [`VariantIndex`] of an owned `Variant` is
/// one.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::VariantIndexMut;
/// use gdvariant::godot3::{Variant, variant};
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
    /// Returns a mutable reference to the indexed value, or `None` if there is none.
    #[doc(hidden)]
    fn index_into_mut<'v>(&self, value: &'v mut V) -> Option<&'v mut V>;

    /// Returns a mutable reference to the indexed value, which a Dictionary inserts if necessary.
    ///
    /// # Panics
    ///
    /// Panics if the value cannot have such an index.
    #[doc(hidden)]
    fn index_or_insert<'v>(&self, value: &'v mut V) -> &'v mut V;
}

mod sealed {
    pub trait Sealed<V> {}

    impl<V: super::AsView> Sealed<V> for str {}
    impl<V: super::AsView> Sealed<V> for usize {}
    impl<V: super::AsView> Sealed<V> for V {}
}

fn property<'v, V: AsView>(value: &'v V, name: &str) -> Option<&'v V> {
    let View::Object(Object::Full(object)) = value.view() else {
        return None;
    };
    let mut properties = object.properties.iter();
    let (_, value) = properties.find(|(present, _)| present == name)?;
    Some(value)
}

/// Turns Nil into an empty Dictionary.
fn fill<V: Editable>(value: &mut V) {
    if matches!(value.view_mut(), ViewMut::Nil) {
        *value = Dictionary::new().into();
    }
}

impl<V: AsView> VariantIndex<V> for str {
    fn index_into<'v>(&self, value: &'v V) -> Option<&'v V> {
        match value.view().entries() {
            Some(entries) => entries.get(self),
            None => property(value, self),
        }
    }
}

impl<V: Editable> VariantIndexMut<V> for str {
    fn index_into_mut<'v>(&self, value: &'v mut V) -> Option<&'v mut V> {
        match value.view_mut().undeclared() {
            ViewMut::Dictionary(entries) => entries.get_mut(self),
            ViewMut::Object(Object::Full(object)) => {
                let mut properties = object.properties.iter_mut();
                let (_, value) = properties.find(|(name, _)| name == self)?;
                Some(value)
            }
            _ => None,
        }
    }

    #[track_caller]
    fn index_or_insert<'v>(&self, value: &'v mut V) -> &'v mut V {
        fill(value);
        let name = value.kind().name();
        match value.view_mut().undeclared() {
            ViewMut::Dictionary(entries) => &mut entries[self],
            ViewMut::Object(Object::Full(object)) => {
                let properties = &mut object.properties;
                let found = properties.iter().position(|(name, _)| name == self);
                let index = found.unwrap_or_else(|| {
                    properties.push((self.into(), V::default()));
                    properties.len() - 1
                });
                &mut properties[index].1
            }
            _ => panic!("cannot index a value of the type {name} with the key {self:?}"),
        }
    }
}

/// Returns the int key of an index.
fn int<V: From<i64>>(index: usize) -> Option<V> {
    i64::try_from(index).ok().map(V::from)
}

impl<V: AsView> VariantIndex<V> for usize {
    fn index_into<'v>(&self, value: &'v V) -> Option<&'v V> {
        match value.view().elements() {
            Some(elements) => elements.get(*self),
            None => value.view().entries()?.get(&i64::try_from(*self).ok()?),
        }
    }
}

impl<V: Editable> VariantIndexMut<V> for usize {
    fn index_into_mut<'v>(&self, value: &'v mut V) -> Option<&'v mut V> {
        match value.view_mut().undeclared() {
            ViewMut::Array(elements) => elements.get_mut(*self),
            ViewMut::Dictionary(entries) => entries.get_mut(&int::<V>(*self)?),
            _ => None,
        }
    }

    #[track_caller]
    fn index_or_insert<'v>(&self, value: &'v mut V) -> &'v mut V {
        let name = value.kind().name();
        match (value.view_mut().undeclared(), int::<V>(*self)) {
            (ViewMut::Array(elements), _) => {
                let count = elements.len();
                let element = elements.get_mut(*self);
                element.unwrap_or_else(|| {
                    panic!("the index {self} is out of bounds of an Array of {count} elements")
                })
            }
            (ViewMut::Dictionary(entries), Some(key)) => entries.entry(key).or_default(),
            _ => panic!("cannot index a value of the type {name} with the number {self}"),
        }
    }
}

/// Returns the index of an element that a key stands for.
fn position<V: AsView>(key: &V) -> Option<usize> {
    match key.view() {
        View::Int(index) => usize::try_from(index).ok(),
        _ => None,
    }
}

impl<V: AsView> VariantIndex<V> for V {
    fn index_into<'v>(&self, value: &'v V) -> Option<&'v V> {
        match value.view().entries() {
            Some(entries) => entries.get(self),
            None => position(self)?.index_into(value),
        }
    }
}

impl<V: Editable + Clone> VariantIndexMut<V> for V {
    fn index_into_mut<'v>(&self, value: &'v mut V) -> Option<&'v mut V> {
        match (value.view_mut().undeclared(), position(self)) {
            (ViewMut::Dictionary(entries), _) => entries.get_mut(self),
            (ViewMut::Array(elements), Some(index)) => elements.get_mut(index),
            _ => None,
        }
    }

    #[track_caller]
    fn index_or_insert<'v>(&self, value: &'v mut V) -> &'v mut V {
        fill(value);
        match position(self) {
            Some(index) if value.view().entries().is_none() => index.index_or_insert(value),
            _ => match value.view_mut().undeclared() {
                ViewMut::Dictionary(entries) => entries.entry(self.clone()).or_default(),
                _ => panic!("only a Dictionary can be indexed with any key"),
            },
        }
    }
}

/// Implements the traits for types that lead to another index.
macro_rules! forwarded {
    ($([$($bound:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<V: AsView> sealed::Sealed<V> for $from {}

        impl<V: AsView> VariantIndex<V> for $from {
            fn index_into<'v>(&self, value: &'v V) -> Option<&'v V> {
                <$to as VariantIndex<V>>::index_into(self, value)
            }
        }

        impl<V: Editable $($bound)*> VariantIndexMut<V> for $from {
            fn index_into_mut<'v>(&self, value: &'v mut V) -> Option<&'v mut V> {
                <$to as VariantIndexMut<V>>::index_into_mut(self, value)
            }

            #[track_caller]
            fn index_or_insert<'v>(&self, value: &'v mut V) -> &'v mut V {
                <$to as VariantIndexMut<V>>::index_or_insert(self, value)
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
