//! Any layout's Variant, seen by what its body is made of: for what treats all layouts and all types of one body alike.

use crate::fields::{Component, FieldSink, FieldWriter, Fields};
use crate::{Dictionary, Kind, Object, Segment};
use core::fmt::Display;
use core::hash::Hash;

/// How a key stands in a path.
pub(crate) fn segment_of<V: Viewed + Display>(key: &V) -> Segment {
    match key.view() {
        View::Text(_, text) => Segment::name(text),
        _ => Segment::key(&alloc::format!("{key}")),
    }
}

/// A Variant that can be seen as a [`View`]; generated for each layout.
pub trait Viewed: Sized {
    /// A string of a PoolStringArray.
    type Text: AsRef<str> + Eq + Hash;

    /// A NodePath.
    type Path: Display + Eq + Hash;

    /// The value by what its body is made of.
    fn view(&self) -> View<'_, Self>;

    /// The text of a String.
    fn string(&self) -> Option<&str>;
}

/// A value by what its body is made of.
pub enum View<'v, V: Viewed> {
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
    PoolText(&'v [V::Text]),
    /// A NodePath.
    NodePath(&'v V::Path),
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
    /// The value; a float of 32 bits is widened.
    pub value: f64,
    /// The bits on the wire, which also tell one NaN from another; zero above those that the component has.
    pub bits: u64,
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

    /// Calls `visit` for the components of one element.
    fn element(&self, index: usize, visit: &mut dyn FnMut(Number));
}

/// Hands components on as numbers.
pub(crate) struct Visitor<'a>(pub(crate) &'a mut dyn FnMut(Number));

impl FieldSink for Visitor<'_> {
    fn put<C: Component>(&mut self, component: C) {
        let is_narrow = size_of::<C>() <= size_of::<f32>();
        let mut bits = [0; size_of::<u64>()];
        FieldWriter::new(&mut bits).put(component);
        let bits = u64::from_le_bytes(bits);
        (self.0)(Number {
            value: component.to_f64(),
            bits,
            is_whole: C::IS_WHOLE,
            is_narrow,
        });
    }
}

impl<T: Fields> Numbers for T {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        self.put(&mut Visitor(visit));
    }

    fn elements(&self) -> usize {
        1
    }

    fn element(&self, _index: usize, visit: &mut dyn FnMut(Number)) {
        self.visit(visit);
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

    fn element(&self, index: usize, visit: &mut dyn FnMut(Number)) {
        if let Some(element) = self.get(index) {
            element.put(&mut Visitor(visit));
        }
    }
}
