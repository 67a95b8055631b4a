//! Any layout's Variant, seen by what its body is made of: for what treats all layouts and all types of one body alike.

use crate::fields::{Component, FieldSink, Fields};
use crate::{Dictionary, Kind, NodePath, Object, Segment};
use alloc::string::String;

/// How a key stands in a path.
pub(crate) fn segment_of<V: Viewed + core::fmt::Display>(key: &V) -> Segment {
    match key.view() {
        View::Text(_, text) => Segment::name(text),
        _ => Segment::key(&alloc::format!("{key}")),
    }
}

/// A Variant that can be seen as a [`View`]; generated for each layout.
pub trait Viewed: Sized {
    /// The value by what its body is made of.
    fn view(&self) -> View<'_, Self>;
}

/// A value by what its body is made of.
pub enum View<'v, V> {
    /// Nil.
    Nil,
    /// A RID.
    Rid,
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A float.
    Float(f64),
    /// A String or a StringName.
    Text(Kind, &'v str),
    /// A value of components.
    Fields(Kind, &'v dyn Numbers),
    /// A pool array of components.
    Pool(Kind, &'v dyn Numbers),
    /// A PoolStringArray.
    PoolText(&'v [String]),
    /// A NodePath.
    NodePath(&'v NodePath),
    /// An Object.
    Object(&'v Object<V>),
    /// A Dictionary.
    Dictionary(&'v Dictionary<V>),
    /// An Array.
    Array(&'v [V]),
}

/// A component: its value, exactly, and what it is on the wire.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// The value; a float of 32 bits is widened, and keeps the bits of a NaN.
    pub value: f64,
    /// Whether the component is a whole number in every value of the type.
    pub is_whole: bool,
    /// Whether the component has at most 32 bits.
    pub is_narrow: bool,
}

/// The components of a value, or of the elements of a pool array, in the order of the wire.
pub trait Numbers {
    /// Calls `visit` for each.
    fn visit(&self, visit: &mut dyn FnMut(Number));

    /// How many elements; 1 for a value that is no pool array.
    fn elements(&self) -> usize;
}

struct Visitor<'a>(&'a mut dyn FnMut(Number));

impl FieldSink for Visitor<'_> {
    fn put<C: Component>(&mut self, component: C) {
        let is_narrow = size_of::<C>() <= size_of::<f32>();
        (self.0)(Number { value: component.to_f64(), is_whole: C::IS_WHOLE, is_narrow });
    }
}

impl<T: Fields> Numbers for T {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        self.put(&mut Visitor(visit));
    }

    fn elements(&self) -> usize {
        1
    }
}

impl<T: Fields> Numbers for alloc::vec::Vec<T> {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        let mut visitor = Visitor(visit);
        for element in self {
            element.put(&mut visitor);
        }
    }

    fn elements(&self) -> usize {
        self.len()
    }
}
