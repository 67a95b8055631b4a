//! Strategies for arbitrary values of every type. Floats have any bits; strings may start with a
//! byte order mark.

use gdvariant::table::Body;
use gdvariant::{
    Callable, Dictionary, ElementType, Encode, KeyEquality, Kind, Layout, NodePath, Object, Rid,
    Signal, StringName, TypedArray, TypedDictionary, generic,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

/// A type with arbitrary values.
pub(crate) trait Arb: Sized + std::fmt::Debug + Clone + 'static {
    fn arb() -> BoxedStrategy<Self>;

    /// Returns a strategy for values without nested values; `None` for containers.
    fn leaf() -> Option<BoxedStrategy<Self>> {
        Some(Self::arb())
    }

    /// Returns a strategy for pool arrays of the type; `None` if a list of the type is an Array.
    fn list() -> Option<BoxedStrategy<Vec<Self>>> {
        Some(vec(Self::arb(), 0..6).boxed())
    }
}

impl Arb for bool {
    fn arb() -> BoxedStrategy<Self> {
        any::<bool>().boxed()
    }
}

impl Arb for i64 {
    fn arb() -> BoxedStrategy<Self> {
        // Ints beyond these bounds are encoded in 64 bits.
        let end = prop_oneof![Just(i64::from(i32::MIN)), Just(i64::from(i32::MAX))];
        prop_oneof![
            any::<Self>(),
            any::<i32>().prop_map(Self::from),
            (end, -2..=2_i64).prop_map(|(end, near)| end + near)
        ]
        .boxed()
    }
}

impl Arb for f64 {
    fn arb() -> BoxedStrategy<Self> {
        let special = [
            0.0,
            -0.0,
            1.5,
            0.1,
            f64::NAN,
            -f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            1e-40,
            f64::MIN_POSITIVE,
        ];
        prop_oneof![
            any::<u64>().prop_map(Self::from_bits),
            any::<f32>().prop_map(Self::from),
            proptest::sample::select(special.to_vec()),
        ]
        .boxed()
    }
}

impl Arb for f32 {
    fn arb() -> BoxedStrategy<Self> {
        let special = [
            0.0,
            -0.0,
            1.0,
            Self::NAN,
            -Self::NAN,
            Self::INFINITY,
            Self::NEG_INFINITY,
        ];
        prop_oneof![
            any::<u32>().prop_map(Self::from_bits),
            proptest::sample::select(special.to_vec())
        ]
        .boxed()
    }
}

impl Arb for String {
    fn arb() -> BoxedStrategy<Self> {
        let sign = prop_oneof![
            proptest::char::range('\u{1}', '\u{7f}'),
            proptest::char::range('\u{80}', '\u{10ffff}'),
            Just('\u{feff}'),
            Just('/'),
            Just(':'),
        ];
        vec(sign, 0..7)
            .prop_map(|signs| signs.into_iter().collect())
            .boxed()
    }
}

impl Arb for StringName {
    fn arb() -> BoxedStrategy<Self> {
        String::arb().prop_map(Into::into).boxed()
    }
}

impl Arb for Rid {
    fn arb() -> BoxedStrategy<Self> {
        // Only Godot 4 encodes ids, and the vectors of Godot 4 cover them.
        Just(Self::default()).boxed()
    }
}

impl Arb for Callable {
    fn arb() -> BoxedStrategy<Self> {
        Just(Self).boxed()
    }
}

impl Arb for Signal {
    fn arb() -> BoxedStrategy<Self> {
        (String::arb(), any::<u64>())
            .prop_map(|(name, id)| Self { name, id })
            .boxed()
    }
}

impl Arb for NodePath {
    fn arb() -> BoxedStrategy<Self> {
        let names = || vec(String::arb(), 0..4);
        (any::<bool>(), names(), names())
            .prop_map(|(absolute, names, subnames)| Self::new(absolute, names, subnames))
            .boxed()
    }
}

impl Arb for u8 {
    fn arb() -> BoxedStrategy<Self> {
        any::<Self>().boxed()
    }
}

impl Arb for i32 {
    fn arb() -> BoxedStrategy<Self> {
        any::<Self>().boxed()
    }
}

/// Lists are pool arrays if the element type has a pool array, and Arrays otherwise.
impl<T: Arb> Arb for Vec<T> {
    fn arb() -> BoxedStrategy<Self> {
        T::list().expect("a pool array")
    }

    fn leaf() -> Option<BoxedStrategy<Self>> {
        T::list()
    }
}

impl<T: Arb> Arb for Box<T> {
    fn arb() -> BoxedStrategy<Self> {
        T::arb().prop_map(Box::new).boxed()
    }

    fn leaf() -> Option<BoxedStrategy<Self>> {
        T::leaf().map(|leaf| leaf.prop_map(Box::new).boxed())
    }
}

/// Implements `Arb` for containers; [`nested`] builds containers from leaves.
macro_rules! containers {
    ($($container:ident),*) => {$(
        impl<V: Arb> Arb for $container<V> {
            fn arb() -> BoxedStrategy<Self> {
                unreachable!("made of leaves")
            }

            fn leaf() -> Option<BoxedStrategy<Self>> {
                None
            }
        }
    )*};
}

containers!(Dictionary, Object, TypedArray);

/// Implements `Arb` for types that consist of components.
macro_rules! component_types {
    ($($type:path: $($part:ident)+;)*) => {$(
        impl Arb for $type {
            fn arb() -> BoxedStrategy<Self> {
                component_types!(@ $type; $($part)+)
            }
        }
    )*};
    (@ $type:path; $($part:ident)+) => {
        ($(component_types!(@any $part)),+,).prop_map(|($($part),+,)| { use $type as Type; Type { $($part),+ } }).boxed()
    };
    (@any $part:ident) => { Arb::arb() };
}

component_types! {
    gdvariant::Vector2: x y;
    gdvariant::Vector2i: x y;
    gdvariant::Vector3: x y z;
    gdvariant::Vector3i: x y z;
    gdvariant::Vector4: x y z w;
    gdvariant::Vector4i: x y z w;
    gdvariant::Rect2: position size;
    gdvariant::Rect2i: position size;
    gdvariant::Plane: normal d;
    gdvariant::Quat: x y z w;
    gdvariant::Aabb: position size;
    gdvariant::Basis: x y z;
    gdvariant::Transform: basis origin;
    gdvariant::Transform2D: x y origin;
    gdvariant::Projection: x y z w;
    gdvariant::Color: r g b a;
}

#[cfg(feature = "double")]
component_types! {
    gdvariant::double::Vector2: x y;
    gdvariant::double::Vector3: x y z;
    gdvariant::double::Vector4: x y z w;
    gdvariant::double::Rect2: position size;
    gdvariant::double::Plane: normal d;
    gdvariant::double::Quat: x y z w;
    gdvariant::double::Aabb: position size;
    gdvariant::double::Basis: x y z;
    gdvariant::double::Transform: basis origin;
    gdvariant::double::Transform2D: x y origin;
    gdvariant::double::Projection: x y z w;
    gdvariant::double::Color: r g b a;
}

/// Returns a strategy that nests the leaves in Arrays, Dictionaries and Objects.
pub(crate) fn nested<L, V>(leaf: BoxedStrategy<V>) -> BoxedStrategy<V>
where
    L: Layout<Variant = V>,
    V: Arb + KeyEquality + Encode<L> + From<Vec<V>> + From<Dictionary<V>> + From<Object<V>>,
{
    leaf.prop_recursive(4, 24, 5, |inner| {
        let class = String::arb().prop_map(|rest| format!("C{rest}"));
        let containers = [
            vec(inner.clone(), 0..5).prop_map(V::from).boxed(),
            vec((inner.clone(), inner.clone()), 0..5)
                .prop_map(|pairs| V::from(pairs.into_iter().collect::<Dictionary<V>>()))
                .boxed(),
            (class, vec((String::arb(), inner.clone()), 0..4))
                .prop_map(|(class, properties)| V::from(Object::full(class, properties)))
                .boxed(),
        ];
        let typed = typed_arrays::<L, V>(&inner);
        let typed = typed.into_iter().chain(typed_dictionaries::<L, V>(&inner));
        Union::new(containers.into_iter().chain(typed))
    })
    .boxed()
}

/// Returns a strategy for the declared types of values of a kind. Objects can declare a class and,
/// if `has_scripts` is set, a script.
fn declared(kind: Kind, has_scripts: bool) -> BoxedStrategy<ElementType> {
    let own = Just(ElementType::from(kind)).boxed();
    if kind != Kind::Object {
        return own;
    }
    let class = String::arb().prop_map(ElementType::Class).boxed();
    let script = String::arb().prop_map(ElementType::Script).boxed();
    let count = if has_scripts { 3 } else { 2 };
    Union::new([own, class, script].into_iter().take(count)).boxed()
}

/// Returns the kind of a value, according to the header of its encoding.
fn kind_of<L: Layout<Variant = V>, V: Encode<L>>(value: &V) -> Kind {
    let bytes = generic::to_vec::<L, V>(value).expect("it can be encoded");
    L::TYPES[usize::from(bytes[0])].kind
}

/// Returns a strategy for a declared type with values of this type.
fn of_one_type<L, V>(inner: &BoxedStrategy<V>) -> BoxedStrategy<(ElementType, Vec<V>)>
where
    L: Layout<Variant = V>,
    V: Arb + KeyEquality + Encode<L>,
{
    let has_scripts = has_declared_types::<L>();
    let values = (inner.clone(), vec(inner.clone(), 0..5));
    let strategy = values.prop_flat_map(move |(first, mut values)| {
        let kind = kind_of::<L, V>(&first);
        values.retain(|value| kind_of::<L, V>(value) == kind);
        values.push(first);
        (declared(kind, has_scripts), Just(values))
    });
    strategy.boxed()
}

/// Returns whether Arrays and Dictionaries of the layout can declare types.
fn has_declared_types<L: Layout<Variant: KeyEquality>>() -> bool {
    let none = TypedDictionary {
        key: ElementType::Any,
        value: ElementType::Any,
        entries: Dictionary::new(),
    };
    L::typed_dictionary(none).is_some()
}

/// Returns a strategy for Dictionaries with declared types; `None` if the layout has no such type.
fn typed_dictionaries<L, V>(inner: &BoxedStrategy<V>) -> Option<BoxedStrategy<V>>
where
    L: Layout<Variant = V>,
    V: Arb + KeyEquality + Encode<L>,
{
    let members = (of_one_type::<L, V>(inner), of_one_type::<L, V>(inner));
    let strategy = members.prop_map(|((key, keys), (value, values))| {
        let entries = keys.into_iter().zip(values).collect();
        let dictionary = TypedDictionary {
            key,
            value,
            entries,
        };
        L::typed_dictionary(dictionary).expect("the layout has it")
    });
    has_declared_types::<L>().then(|| strategy.boxed())
}

/// Returns a strategy for typed arrays of every element type; `None` if the layout has no such
/// type.
fn typed_arrays<L, V>(inner: &BoxedStrategy<V>) -> Option<BoxedStrategy<V>>
where
    L: Layout<Variant = V>,
    V: Arb + KeyEquality + Encode<L>,
{
    let typed_arrays: Vec<_> = L::TYPES
        .iter()
        .filter(|table| {
            let is_declared = table.body == Body::Array && has_declared_types::<L>();
            table.body == Body::TypedArray || is_declared
        })
        .map(|table| table.kind)
        .collect();
    if typed_arrays.is_empty() {
        return None;
    }
    let typed_array = (select(typed_arrays), of_one_type::<L, V>(inner));
    let strategy = typed_array.prop_map(|(kind, (element, values))| {
        L::typed_array(kind, TypedArray { element, values }).expect("the layout has it")
    });
    Some(strategy.boxed())
}
