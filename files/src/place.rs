//! The values of an original by their places, to find what a new value changed without intention.
//!
//! Elements of an Array can have moved, so an element is compared with all elements of the original
//! Array.

use gdvariant::any::{AnyRef, AnyView};
use gdvariant::schema::LayoutInfo;
use gdvariant::{ElementType, Escaped, Kind};
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Display, Formatter};

/// The magnitude from which a double does not represent every int.
const MAX_EXACT_INT: u64 = 1 << 53;

/// The type of a value: its kind, and the types that a container declares.
#[derive(Clone, Copy)]
pub(crate) struct ValueType<'v> {
    pub(crate) kind: Kind,
    /// The same kind for Arrays with a declared type in all layouts.
    compared: Kind,
    /// The declared types of elements, or of keys and values; Any for other values.
    declared: [&'v ElementType; 2],
    layout: &'static LayoutInfo,
}

impl<'v> ValueType<'v> {
    /// Returns the type of a value with this view.
    pub(crate) fn of(value: AnyRef<'_>, view: &AnyView<'v>) -> Self {
        const ANY: &ElementType = &ElementType::Any;
        let (compared, declared) = match view {
            AnyView::Array { kind, declared, .. } => (*kind, [*declared, ANY]),
            AnyView::Dictionary { declared, .. } => (value.kind(), *declared),
            _ => (value.kind(), [ANY; 2]),
        };
        Self {
            kind: value.kind(),
            compared,
            declared,
            layout: value.layout(),
        }
    }
}

/// Types of values of several layouts can be equal. Nil means no declared type, because both are
/// encoded as 0.
impl PartialEq for ValueType<'_> {
    fn eq(&self, other: &Self) -> bool {
        let mut declared = self.declared.iter().zip(other.declared);
        let is_same = |(one, other): (&&ElementType, &ElementType)| {
            *one == other || one.is_any() && other.is_any()
        };
        self.compared == other.compared && declared.all(is_same)
    }
}

/// Formats the name of the type, such as `Array[int]`.
impl Display for ValueType<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.layout.name_of(self.kind))?;
        if self.declared.iter().all(|declared| declared.is_any()) {
            return Ok(());
        }
        let count = if self.kind == Kind::Dictionary { 2 } else { 1 };
        for (index, declared) in self.declared.iter().take(count).enumerate() {
            f.write_str(if index == 0 { "[" } else { ", " })?;
            match declared {
                ElementType::Kind(kind) if *kind != Kind::Nil => {
                    f.write_str(self.layout.name_of(*kind))?;
                }
                ElementType::Class(name) | ElementType::Script(name) => Escaped(name).fmt(f)?,
                _ => f.write_str("Variant")?,
            }
        }
        f.write_str("]")
    }
}

/// Adds a type, except the type of null and types that are listed already.
fn add_type<'v>(types: &mut Vec<ValueType<'v>>, ty: ValueType<'v>) {
    if ty.kind != Kind::Nil && !types.contains(&ty) {
        types.push(ty);
    }
}

/// The values of the original at one place: at a path with any index in place of the indexes of
/// Arrays.
#[derive(Default)]
pub(crate) struct Place<'v> {
    /// The different types, without that of null.
    pub(crate) types: Vec<ValueType<'v>>,
    /// The different types of the keys of the Dictionaries.
    pub(crate) key_types: Vec<ValueType<'v>>,
    /// The different types of the key of these values.
    pub(crate) own_key_types: Vec<ValueType<'v>>,
    /// Whether values of several types are here, or at a place below.
    pub(crate) is_varied: bool,
    /// Whether ints and floats are here, or at a place below.
    pub(crate) is_mixed: bool,
    /// The ints that a double may not represent.
    pub(crate) large: BTreeSet<i64>,
    /// The elements of the Arrays.
    pub(crate) elements: Option<Box<Self>>,
    /// The values of the Dictionaries, and the properties of the Objects.
    pub(crate) members: HashMap<Key<'v>, Self>,
}

impl<'v> Place<'v> {
    pub(crate) fn of(value: AnyRef<'v>) -> Self {
        let mut place = Self::default();
        place.add(value);
        place
    }

    /// Adds a value, and the values in it.
    pub(crate) fn add(&mut self, value: AnyRef<'v>) {
        let view = value.view();
        add_type(&mut self.types, ValueType::of(value, &view));
        match view {
            AnyView::Int(int) if int.unsigned_abs() >= MAX_EXACT_INT => {
                self.large.insert(int);
            }
            AnyView::Array { length, .. } => {
                let elements = self.elements.get_or_insert_default();
                for element in (0..length).filter_map(|index| value.element(index)) {
                    elements.add(element);
                }
                self.is_mixed |= elements.is_mixed;
                self.is_varied |= elements.is_varied;
            }
            AnyView::Dictionary { entries, .. } => {
                for entry in entries {
                    let key_type = ValueType::of(entry.key, &entry.key.view());
                    add_type(&mut self.key_types, key_type);
                    let member = self.add_member(Key::of(entry.key), entry.value);
                    add_type(&mut member.own_key_types, key_type);
                }
            }
            AnyView::Object(_, properties) => {
                for (name, value) in properties {
                    self.add_member(Key::Text(name), value);
                }
            }
            _ => {}
        }
        self.is_mixed |= self.has(Kind::Int) && self.has(Kind::Float);
        self.is_varied |= self.types.len() > 1;
    }

    /// Returns whether values of this kind are here.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.types.iter().any(|ty| ty.kind == kind)
    }

    /// Returns the values of a key, or of the int that JSON writes as this key.
    pub(crate) fn member(&self, key: &Key<'v>) -> Option<&Self> {
        let int = || match key {
            Key::Text(text) => self.members.get(&Key::Int(text.parse().ok()?)),
            _ => None,
        };
        self.members.get(key).or_else(int)
    }

    fn add_member(&mut self, key: Key<'v>, value: AnyRef<'v>) -> &mut Self {
        let member = self.members.entry(key).or_default();
        member.add(value);
        self.is_mixed |= member.is_mixed;
        self.is_varied |= member.is_varied;
        member
    }
}

/// A key of a Dictionary. Strings and StringNames with the same text are equal, as in Godot 4.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Key<'v> {
    Text(&'v str),
    Int(i64),
    /// The bits of a float.
    Float(u64),
    /// The type and the text of another key.
    Other(Kind, String),
}

impl<'v> Key<'v> {
    pub(crate) fn of(key: AnyRef<'v>) -> Self {
        match key.view() {
            AnyView::Text(text) => Self::Text(text),
            AnyView::Int(int) => Self::Int(int),
            AnyView::Float(float) => Self::Float(float.to_bits()),
            _ => Self::Other(key.kind(), format!("{key:#}")),
        }
    }
}

/// Returns whether at most one element of an Array differs from that at the same index.
pub(crate) fn has_one_change(value: AnyRef<'_>, original: AnyRef<'_>, length: usize) -> bool {
    let is_changed = |index: &usize| match (value.element(*index), original.element(*index)) {
        (Some(value), Some(original)) => !is_same(value, original),
        _ => true,
    };
    (0..length).filter(is_changed).take(2).count() < 2
}

/// Returns whether two values are equal after both were rounded to doubles, and StringNames became
/// Strings, as in another JSON tool.
fn is_same(value: AnyRef<'_>, original: AnyRef<'_>) -> bool {
    match (value.view(), original.view()) {
        (AnyView::Int(int), AnyView::Float(float)) => double(int).total_cmp(&(float + 0.0)).is_eq(),
        (AnyView::Int(int), AnyView::Int(old)) => is_same_double(old, int),
        (AnyView::Text(text), AnyView::Text(old)) => text == old,
        (AnyView::Array { length, .. }, AnyView::Array { length: old, .. }) => {
            let mut indexes = 0..length;
            length == old
                && indexes.all(
                    |index| matches!((value.element(index), original.element(index)), (Some(value), Some(old)) if is_same(value, old)),
                )
        }
        (AnyView::Dictionary { entries, .. }, AnyView::Dictionary { entries: old, .. }) => {
            let mut pairs = entries.iter().zip(&old);
            entries.len() == old.len()
                && pairs.all(|(entry, old)| {
                    is_same(entry.key, old.key) && is_same(entry.value, old.value)
                })
        }
        (AnyView::Int(_) | AnyView::Array { .. } | AnyView::Dictionary { .. }, _) => false,
        _ => value.kind() == original.kind() && format!("{value:#}") == format!("{original:#}"),
    }
}

pub(crate) fn is_same_double(first: i64, second: i64) -> bool {
    double(first).to_bits() == double(second).to_bits()
}

/// Returns the double that is nearest to an int.
#[expect(
    clippy::cast_precision_loss,
    reason = "other JSON tools round in the same way"
)]
pub(crate) fn double(int: i64) -> f64 {
    int as f64
}
