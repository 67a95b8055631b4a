//! Indexes into a Variant: keys, names and positions.

use crate::error::Count;
use crate::value::view::{AsView, Build, View, ViewMut};
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
/// Mutable access by `[]` inserts a missing key or property. The trait is sealed.
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
pub trait VariantIndex<V>: sealed::Index<V> {}

impl<V, I: sealed::Index<V> + ?Sized> VariantIndex<V> for I {}

/// The content of an index.
pub enum Key<'i, V> {
    /// The name of a property, or the content of a String key.
    Name(&'i str),
    /// The position of an element, or an int key.
    Number(usize),
    /// A key of any type.
    Value(&'i V),
}

mod sealed {
    use super::{AsView, Key};
    use alloc::string::String;

    pub trait Index<V> {
        fn key(&self) -> Key<'_, V>;
    }

    impl<V: AsView> Index<V> for usize {
        fn key(&self) -> Key<'_, V> {
            Key::Number(*self)
        }
    }

    macro_rules! indexes {
        ($($from:ty => $case:ident;)*) => {$(
            impl<V: AsView> Index<V> for $from {
                fn key(&self) -> Key<'_, V> {
                    Key::$case(self)
                }
            }
        )*};
    }

    indexes! {
        str => Name;
        &str => Name;
        String => Name;
        &String => Name;
        V => Value;
        &V => Value;
    }
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
pub(super) fn member_mut<V: Build>(value: &mut V, number: usize) -> Option<&mut V> {
    match value.view_mut().undeclared() {
        ViewMut::Array(elements) => elements.get_mut(number),
        ViewMut::Dictionary(entries) => entries.value_mut(number),
        ViewMut::Object(Object::Full(object)) => {
            object.properties.get_mut(number).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// Returns the position of the indexed element, entry or property, or `None` if there is none.
///
/// The position of an element can be out of bounds.
pub(super) fn position<V: AsView>(value: &V, key: Key<'_, V>) -> Option<usize> {
    let view = value.view();
    match (view.entries(), key) {
        (Some(entries), Key::Name(name)) => entries.position(name),
        (Some(entries), Key::Number(number)) => entries.position(&i64::try_from(number).ok()?),
        (Some(entries), Key::Value(key)) => entries.position(key),
        (None, Key::Name(name)) => match view {
            View::Object(Object::Full(object)) => {
                let mut properties = object.properties.iter();
                properties.position(|(property, _)| property == name)
            }
            _ => None,
        },
        (None, Key::Number(number)) => view.elements().map(|_| number),
        (None, Key::Value(key)) => view.elements().and_then(|_| int(key)),
    }
}

/// Returns the indexed value, or `None` if there is none.
pub(crate) fn get<'v, V: AsView>(value: &'v V, index: &impl VariantIndex<V>) -> Option<&'v V> {
    member(value, position(value, index.key())?)
}

/// Returns a mutable reference to the indexed value, or `None` if there is none.
pub(crate) fn get_mut<'v, V: Build>(
    value: &'v mut V,
    index: &impl VariantIndex<V>,
) -> Option<&'v mut V> {
    let number = position(value, index.key())?;
    member_mut(value, number)
}

/// Returns a mutable reference to the indexed value, inserting Nil for a missing key or property.
///
/// # Panics
///
/// Panics if the value cannot have such an index.
#[track_caller]
pub(crate) fn get_or_insert<'v, V: Build>(
    value: &'v mut V,
    index: &impl VariantIndex<V>,
) -> &'v mut V {
    let number = match position(value, index.key()) {
        Some(number) => number,
        None => insert(value, &index.key()),
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

/// Inserts Nil for a missing key or property and returns the new entry's position.
///
/// A name or a key of any type turns Nil into a Dictionary.
#[track_caller]
fn insert<V: Build>(value: &mut V, key: &Key<'_, V>) -> usize {
    if value.kind() == Kind::Nil && !matches!(key, Key::Number(_)) {
        *value = Dictionary::new().into();
    }
    if let Ok(position) = add(value, key, V::default()) {
        return position;
    }
    let ty = value.kind().name();
    let number = match key {
        Key::Name(name) => panic!("cannot index a value of the type {ty} with the key {name:?}"),
        Key::Number(number) => Some(*number),
        Key::Value(key) => int(*key),
    };
    match number {
        Some(number) => panic!("cannot index a value of the type {ty} with the number {number}"),
        None => panic!("only a Dictionary accepts a key of any type"),
    }
}

/// Adds an entry to a Dictionary or a property to an object, and returns its position.
///
/// Returns the new value if the key does not fit.
pub(super) fn add<V: Build>(target: &mut V, key: &Key<'_, V>, new: V) -> Result<usize, V> {
    match (target.view_mut().undeclared(), key) {
        (ViewMut::Dictionary(entries), _) => {
            let key = match key {
                Key::Name(name) => String::from(*name).into(),
                Key::Number(number) => match i64::try_from(*number) {
                    Ok(number) => number.into(),
                    Err(_) => return Err(new),
                },
                Key::Value(key) => (*key).clone(),
            };
            entries.insert(key, new);
            Ok(entries.len() - 1)
        }
        (ViewMut::Object(Object::Full(object)), Key::Name(name)) => {
            object.properties.push(((*name).into(), new));
            Ok(object.properties.len() - 1)
        }
        _ => Err(new),
    }
}

/// Converts an int to the index of an element, or returns `None` for any other value.
fn int<V: AsView>(index: &V) -> Option<usize> {
    match index.view() {
        View::Int(index) => usize::try_from(index).ok(),
        _ => None,
    }
}
