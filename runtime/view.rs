//! Views of any layout's Variant by the structure of its body, for code that is the same in all layouts.

use crate::fields::{Component, FieldSink, Fields};
use crate::{Dictionary, Kind, Object, Segment, TypedArray};
use core::fmt::Display;
use core::hash::Hash;

/// Returns the path segment of a Dictionary key.
pub(crate) fn segment_of<V: Viewed + Display>(key: &V) -> Segment {
    match key.view() {
        View::Text(_, text) => Segment::name(text),
        _ => Segment::key(&alloc::format!("{key}")),
    }
}

/// A Variant that can be seen as a [`View`]; generated for each layout.
pub trait Viewed: Sized {
    /// An element of a PoolStringArray.
    type Text: AsRef<str> + Eq + Hash;

    /// A NodePath.
    type Path: Display + Eq + Hash;

    /// Returns the value by the structure of its body.
    fn view(&self) -> View<'_, Self>;

    /// Returns the content of a String, or `None` for any other type.
    fn string(&self) -> Option<&str>;
}

/// A value by the structure of its body.
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
    /// A typed array of this kind.
    TypedArray(Kind, &'v TypedArray<V>),
}

/// A component's value, exact in every type.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float in single precision.
    Single(f32),
    /// A float in double precision.
    Double(f64),
}

impl Number {
    /// Returns the bits of the number: all 64 of an integer, or those of the float.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Int(value) => value.cast_unsigned(),
            Self::Single(value) => value.to_bits().into(),
            Self::Double(value) => value.to_bits(),
        }
    }

    /// Returns whether the number is a float that is not a number.
    pub(crate) fn is_nan(self) -> bool {
        match self {
            Self::Int(_) => false,
            Self::Single(value) => value.is_nan(),
            Self::Double(value) => value.is_nan(),
        }
    }
}

/// The components of a value, or of the elements of a pool array, in wire order.
pub trait Numbers {
    /// Calls `visit` for each component.
    fn visit(&self, visit: &mut dyn FnMut(Number));

    /// Returns the number of elements; 1 for a value that is not a pool array.
    fn elements(&self) -> usize;

    /// Calls `visit` for each component of one element.
    fn element(&self, index: usize, visit: &mut dyn FnMut(Number));
}

/// A sink that passes each component to a function as a [`Number`].
pub(crate) struct Visitor<'a>(pub(crate) &'a mut dyn FnMut(Number));

impl FieldSink for Visitor<'_> {
    fn put<C: Component>(&mut self, component: C) {
        (self.0)(component.to_number());
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

/// No layout has an array of 64-bit integers yet, so the tests make one up.
#[cfg(all(test, feature = "godot3"))]
mod tests {
    use super::*;
    use crate::{Godot3, NodePath};
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    /// A Variant that is an array of 64-bit integers.
    #[derive(Debug, PartialEq)]
    struct Ints(Vec<i64>);

    impl Viewed for Ints {
        type Text = String;
        type Path = NodePath;

        fn view(&self) -> View<'_, Self> {
            View::Pool(Kind::PoolIntArray, &self.0)
        }

        fn string(&self) -> Option<&str> {
            None
        }
    }

    impl Display for Ints {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            crate::display::variant::<Godot3, Self>(f, self)
        }
    }

    const LARGEST: i64 = i64::MAX;

    /// As an `f64`, the largest two are the same number.
    #[test]
    fn adjacent_large_integers_are_different_keys() {
        let mut dictionary = Dictionary::new();
        dictionary.insert(Ints([LARGEST].into()), Ints([1].into()));
        dictionary.insert(Ints([LARGEST - 1].into()), Ints([2].into()));
        dictionary.insert(Ints([LARGEST].into()), Ints([3].into()));
        assert_eq!(dictionary.len(), 2);
        for (key, value) in [(LARGEST, 3), (LARGEST - 1, 2)] {
            let found = dictionary.get(&Ints([key].into()));
            assert_eq!(found, Some(&Ints([value].into())));
        }
        assert_eq!(dictionary.get(&Ints([LARGEST - 2].into())), None);
    }

    #[cfg(feature = "std")]
    #[test]
    fn adjacent_large_integers_have_different_hashes() {
        use crate::Key;
        use core::hash::Hasher;

        let hash = |value| {
            let mut hasher = std::hash::DefaultHasher::new();
            Ints([value].into()).hash_key(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(LARGEST), hash(LARGEST));
        assert_ne!(hash(LARGEST), hash(LARGEST - 1));
    }

    #[test]
    fn large_integers_keep_all_digits_in_texts() {
        let value = Ints([LARGEST, LARGEST - 1, i64::MIN].into());
        let digits = "9223372036854775807, 9223372036854775806, -9223372036854775808";
        assert_eq!(
            value.to_string(),
            alloc::format!("PoolIntArray( {digits} )")
        );
        assert_eq!(alloc::format!("{value:#}"), value.to_string());
    }

    #[test]
    fn large_integers_survive_encoding() {
        let values = [LARGEST, LARGEST - 1, -1, i64::MIN];
        let (mut bodies, mut decoded) = (Vec::new(), Vec::<i64>::new());
        crate::fields::put_all(&values, &mut bodies);
        assert_eq!(bodies[..8], LARGEST.to_le_bytes());
        crate::fields::take_all(&bodies, &mut decoded);
        assert_eq!(decoded, values);
    }

    /// Every bit of a NaN is kept, too.
    #[test]
    fn numbers_have_the_bits_of_their_components() {
        let single = f32::from_bits(0x7fa0_0001);
        for (number, bits) in [
            (u8::MAX.to_number(), 0xff),
            ((-1_i32).to_number(), u64::MAX),
            ((LARGEST - 1).to_number(), 0x7fff_ffff_ffff_fffe),
            (single.to_number(), 0x7fa0_0001),
            (1.0_f64.to_number(), 1.0_f64.to_bits()),
        ] {
            assert_eq!(number.bits(), bits);
        }
        assert!(single.to_number().is_nan());
        assert!(!LARGEST.to_number().is_nan());
    }
}
