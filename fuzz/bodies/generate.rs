//! Generates values of every type from the bytes of a fuzzer or of a test's random numbers. Floats
//! have any bits; strings may start with a byte order mark.
//!
//! All bytes generate a value: where they end, lists end, and numbers are zero.

use arbitrary::{Result, Unstructured};
use gdvariant::dictionary::KeyEquality;
use gdvariant::generic::structure::{AsView, Build};
use gdvariant::table::Body;
use gdvariant::{
    Callable, Dictionary, ElementType, Engine, Kind, NodePath, Object, Rid, Signal, StringName,
    TypedArray, TypedDictionary,
};

/// The maximum number of levels of generated containers.
const MAX_LEVELS: u32 = 4;

/// A type whose values are generated.
pub(crate) trait Generate: Sized {
    /// Whether `generate` supports the type; [`container`] generates containers of Variants instead.
    const IS_LEAF: bool = true;

    /// Whether a list of the type is a packed array, and not an Array.
    const HAS_PACKED: bool = true;

    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self>;

    /// Generates a value from all of the bytes.
    #[allow(dead_code, reason = "only the property tests of the library use it")]
    fn from_bytes(bytes: &[u8]) -> Self {
        let value = Self::generate(&mut Unstructured::new(bytes));
        value.expect("all bytes generate a value")
    }
}

/// Generates a list of at most `max` elements.
fn list<T>(
    bytes: &mut Unstructured<'_>,
    max: usize,
    mut element: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = bytes.int_in_range(0..=max)?;
    (0..length).map(|_| element(bytes)).collect()
}

/// Implements `Generate` for types that consist of any bits.
macro_rules! any_bits {
    ($($type:ty),*) => {$(
        impl Generate for $type {
            fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
                bytes.arbitrary()
            }
        }
    )*};
}

any_bits!(bool, u8, i32, u64);

impl Generate for i64 {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        // Ints beyond the bounds of 32 bits are encoded in 64 bits.
        Ok(match bytes.int_in_range(0..=3)? {
            0 => bytes.arbitrary::<i32>()?.into(),
            1 => bytes.arbitrary()?,
            2 => Self::from(i32::MIN) + bytes.int_in_range(-2..=2)?,
            _ => Self::from(i32::MAX) + bytes.int_in_range(-2..=2)?,
        })
    }
}

impl Generate for f64 {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        const SPECIAL: [f64; 11] = [
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
        Ok(match bytes.int_in_range(0..=2)? {
            0 => *bytes.choose(&SPECIAL)?,
            1 => bytes.arbitrary::<f32>()?.into(),
            _ => Self::from_bits(bytes.arbitrary()?),
        })
    }
}

impl Generate for f32 {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        const SPECIAL: [f32; 7] = [
            0.0,
            -0.0,
            1.0,
            f32::NAN,
            -f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        Ok(if bytes.arbitrary()? {
            Self::from_bits(bytes.arbitrary()?)
        } else {
            *bytes.choose(&SPECIAL)?
        })
    }
}

impl Generate for String {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let characters = list(bytes, 6, |bytes| {
            Ok(match bytes.int_in_range(0..=4)? {
                0 => char::from(bytes.int_in_range(1..=0x7f_u8)?),
                1 => bytes.arbitrary::<char>()?,
                2 => '\u{feff}',
                3 => '/',
                _ => ':',
            })
        })?;
        // No engine writes a NUL.
        Ok(characters.into_iter().filter(|c| *c != '\0').collect())
    }
}

impl Generate for StringName {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        String::generate(bytes).map(Into::into)
    }
}

impl Generate for Rid {
    fn generate(_: &mut Unstructured<'_>) -> Result<Self> {
        // Only Godot 4 encodes ids, and the vectors of Godot 4 cover them.
        Ok(Self::default())
    }
}

impl Generate for Callable {
    fn generate(_: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self)
    }
}

impl Generate for Signal {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self {
            name: String::generate(bytes)?,
            id: bytes.arbitrary()?,
        })
    }
}

impl Generate for NodePath {
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let is_absolute = bytes.arbitrary()?;
        let names = list(bytes, 3, String::generate)?;
        Ok(Self::new(
            is_absolute,
            names,
            list(bytes, 3, String::generate)?,
        ))
    }
}

/// Lists are packed arrays if the element type has a packed array, and Arrays otherwise.
impl<T: Generate> Generate for Vec<T> {
    const IS_LEAF: bool = T::HAS_PACKED;

    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        list(bytes, 5, T::generate)
    }
}

impl<T: Generate> Generate for Box<T> {
    const IS_LEAF: bool = T::IS_LEAF;

    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
        T::generate(bytes).map(Box::new)
    }
}

/// Implements `Generate` for containers, which [`container`] generates.
macro_rules! containers {
    ($($container:ident),*) => {$(
        impl<V> Generate for $container<V> {
            const IS_LEAF: bool = false;

            fn generate(_: &mut Unstructured<'_>) -> Result<Self> {
                unreachable!("not a leaf")
            }
        }
    )*};
}

containers!(Dictionary, Object, TypedArray);

/// Implements `Generate` for types that consist of components.
macro_rules! component_types {
    ($($type:path: $($part:ident)+;)*) => {$(
        impl Generate for $type {
            fn generate(bytes: &mut Unstructured<'_>) -> Result<Self> {
                use $type as Type;
                Ok(Type { $($part: Generate::generate(bytes)?),+ })
            }
        }
    )*};
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
    gdvariant::Quaternion: x y z w;
    gdvariant::Aabb: position size;
    gdvariant::Basis: x y z;
    gdvariant::Transform3D: basis origin;
    gdvariant::Transform2D: x y origin;
    gdvariant::Projection: x y z w;
    gdvariant::Color: r g b a;
}

component_types! {
    gdvariant::double::Vector2: x y;
    gdvariant::double::Vector3: x y z;
    gdvariant::double::Vector4: x y z w;
    gdvariant::double::Rect2: position size;
    gdvariant::double::Plane: normal d;
    gdvariant::double::Quaternion: x y z w;
    gdvariant::double::Aabb: position size;
    gdvariant::double::Basis: x y z;
    gdvariant::double::Transform3D: basis origin;
    gdvariant::double::Transform2D: x y origin;
    gdvariant::double::Projection: x y z w;
}

/// Generates a value of one kind.
pub(crate) type Leaf<V> = fn(&mut Unstructured<'_>) -> Result<V>;

/// A `Variant` in one precision.
pub(crate) trait GenerateVariant:
    Clone
    + KeyEquality
    + From<Vec<Self>>
    + From<Dictionary<Self>>
    + From<Object<Self>>
    + From<TypedDictionary<Self>>
    + Build
    + 'static
{
    /// Returns the kinds that are not containers of generated values, each with a function.
    fn leaves() -> Vec<(Kind, Leaf<Self>)>;
}

/// A layout whose values can be generated.
pub(crate) trait GenerateLayout: Engine<Variant: GenerateVariant> {
    /// Generates a value that the layout can encode.
    fn generate(bytes: &mut Unstructured<'_>) -> Result<Self::Variant> {
        let leaves = Self::Variant::leaves().into_iter();
        let leaves = leaves.filter(|(kind, _)| Self::LAYOUT.number_of(*kind).is_some());
        let leaves: Vec<_> = leaves.map(|(_, leaf)| leaf).collect();
        value::<Self>(bytes, &leaves, MAX_LEVELS)
    }

    /// Generates a value from all bytes.
    fn from_bytes(bytes: &[u8]) -> Self::Variant {
        let value = Self::generate(&mut Unstructured::new(bytes));
        value.expect("all bytes generate a value")
    }
}

impl<E: Engine<Variant: GenerateVariant>> GenerateLayout for E {}

/// Returns whether the payload of a variant is a leaf.
fn is_leaf<T: Generate, V>(_: fn(T) -> V) -> bool {
    T::IS_LEAF
}

/// Implements `GenerateVariant` for the `Variant` of each precision.
macro_rules! variants {
    ({} $($kind:ident)*) => {
        variants!(@ gdvariant::Variant: $($kind)*);
        variants!(@ gdvariant::double::Variant: $($kind)*);
    };
    (@ $variant:path: $($kind:ident)*) => {
        impl GenerateVariant for $variant {
            fn leaves() -> Vec<(Kind, Leaf<Self>)> {
                let mut leaves: Vec<(Kind, Leaf<Self>)> = vec![
                    (Kind::Nil, |_| Ok(Self::Nil)),
                    (Kind::Object, |bytes| Ok(Self::Object(Object::Id(bytes.arbitrary()?)))),
                    (Kind::Object, |_| Ok(Self::Object(Object::Id(0)))),
                    (Kind::Object, |_| Ok(Self::from(Object::full("", [] as [(String, Self); 0])))),
                ];
                $(if is_leaf(Self::$kind) {
                    leaves.push((Kind::$kind, |bytes| Generate::generate(bytes).map(Self::$kind)));
                })*
                leaves
            }
        }

        impl Generate for $variant {
            const HAS_PACKED: bool = false;
            const IS_LEAF: bool = false;

            fn generate(_: &mut Unstructured<'_>) -> Result<Self> {
                unreachable!("a layout generates its values")
            }
        }
    };
}

gdvariant::each_kind!(variants {});

/// Generates a leaf, or a container with at most `levels` levels.
fn value<E: GenerateLayout>(
    bytes: &mut Unstructured<'_>,
    leaves: &[Leaf<E::Variant>],
    levels: u32,
) -> Result<E::Variant> {
    // The first values are containers more often. `ratio` is true where the bytes end.
    if levels == 0 || bytes.ratio(MAX_LEVELS + 1 - levels, MAX_LEVELS + 1)? {
        return bytes.choose(leaves)?(bytes);
    }
    container::<E>(bytes, leaves, levels - 1)
}

/// Generates an Array, a Dictionary or an Object, or one with declared types if the layout has it.
fn container<E: GenerateLayout>(
    bytes: &mut Unstructured<'_>,
    leaves: &[Leaf<E::Variant>],
    levels: u32,
) -> Result<E::Variant> {
    let element = |bytes: &mut Unstructured<'_>| value::<E>(bytes, leaves, levels);
    let typed_arrays = typed_arrays::<E>();
    let last = if E::LAYOUT.declares_types(Kind::Array) {
        4
    } else {
        3
    };
    Ok(match bytes.int_in_range(0..=last)? {
        3 if !typed_arrays.is_empty() => {
            let kind = *bytes.choose(&typed_arrays)?;
            let (element, values) = of_one_type::<E>(bytes, leaves, levels)?;
            let array = TypedArray { element, values };
            E::Variant::typed_array(kind, array).expect("the layout has it")
        }
        4 => {
            let (key, keys) = of_one_type::<E>(bytes, leaves, levels)?;
            let (value, values) = of_one_type::<E>(bytes, leaves, levels)?;
            let dictionary = TypedDictionary {
                key,
                value,
                entries: entries::<E>(keys.into_iter().zip(values)),
            };
            dictionary.into()
        }
        2 => {
            let class = format!("C{}", String::generate(bytes)?);
            let property = |bytes: &mut Unstructured<'_>| {
                Ok((String::generate(bytes)?, value::<E>(bytes, leaves, levels)?))
            };
            <E::Variant>::from(Object::full(class, list(bytes, 3, property)?))
        }
        1 => {
            let entry = |bytes: &mut Unstructured<'_>| Ok((element(bytes)?, element(bytes)?));
            <E::Variant>::from(entries::<E>(list(bytes, 4, entry)?))
        }
        _ => <E::Variant>::from(list(bytes, 4, element)?),
    })
}

/// Creates a Dictionary with the rule of the layout.
fn entries<E: GenerateLayout>(
    entries: impl IntoIterator<Item = (E::Variant, E::Variant)>,
) -> Dictionary<E::Variant> {
    let mut dictionary = Dictionary::with_rule(E::LAYOUT.keys);
    dictionary.extend(entries);
    dictionary
}

/// Generates a declared type and values of this type.
fn of_one_type<E: GenerateLayout>(
    bytes: &mut Unstructured<'_>,
    leaves: &[Leaf<E::Variant>],
    levels: u32,
) -> Result<(ElementType, Vec<E::Variant>)> {
    // Most values are leaves of one function, because any values rarely have one kind.
    let leaf = leaves.get(bytes.int_in_range(0..=2 * leaves.len())?);
    let element = |bytes: &mut Unstructured<'_>| match leaf {
        Some(leaf) => leaf(bytes),
        None => value::<E>(bytes, leaves, levels),
    };
    let first = element(bytes)?;
    let kind = AsView::kind(&first);
    let mut values = list(bytes, 4, element)?;
    values.push(first);
    values.retain(|value| AsView::kind(value) == kind);
    Ok((declared::<E>(bytes, kind)?, values))
}

/// Generates a declared type for values of a kind. Objects can declare a class, and in layouts
/// where containers declare types also a script.
fn declared<E: GenerateLayout>(bytes: &mut Unstructured<'_>, kind: Kind) -> Result<ElementType> {
    if kind != Kind::Object {
        return Ok(kind.into());
    }
    let last = if E::LAYOUT.declares_types(Kind::Array) {
        2
    } else {
        1
    };
    Ok(match bytes.int_in_range(0..=last)? {
        0 => kind.into(),
        1 => ElementType::Class(String::generate(bytes)?),
        _ => ElementType::Script(String::generate(bytes)?),
    })
}

/// Returns the kinds of Arrays that declare the type of their elements.
fn typed_arrays<E: GenerateLayout>() -> Vec<Kind> {
    let is_typed = |body| match body {
        Body::TypedArray => true,
        Body::Array => E::LAYOUT.declares_types(Kind::Array),
        _ => false,
    };
    let tables = E::LAYOUT.types().iter();
    let tables = tables.filter(|table| is_typed(table.body));
    tables.map(|table| table.kind).collect()
}
