use crate::{
    Dictionary, Engine, Kind, NodePath, NodePathRef, Object, Packed, PackedElement, PackedView,
    StringName,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A type that a typed container of the engine `E` can declare for its elements, keys or values.
///
/// With the attribute `#[variant(typed)]` of the derive macro, a `Vec<f32>` becomes an
/// `Array[float]`. The macro implements the trait for types whose values are all of one kind. A
/// type that implements [`Encode`](crate::Encode) by hand also has to implement this trait.
///
/// ```
/// # #[cfg(all(feature = "derive", feature = "godot4"))] {
/// use gdvariant::{DeclaredType, Encode, EncodeError, Engine, Kind, Variant, Writer, godot4};
///
/// struct Celsius(f64);
///
/// impl<E: Engine> Encode<E> for Celsius {
///     fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
///         self.0.encode(writer)
///     }
/// }
///
/// impl<E: Engine> DeclaredType<E> for Celsius {
///     const DECLARED: Kind = Kind::Float;
/// }
/// # impl<'de, E: Engine> gdvariant::Decode<'de, E> for Celsius {
/// #     fn decode(reader: &mut gdvariant::Reader<'de, E>) -> Result<Self, gdvariant::DecodeError> {
/// #         f64::decode(reader).map(Celsius)
/// #     }
/// # }
///
/// #[derive(Variant)]
/// struct Week {
///     #[variant(typed)]
///     highs: Vec<Celsius>,
/// }
///
/// let bytes = godot4::to_vec(&Week { highs: vec![Celsius(21.5)] })?;
/// let seen: godot4::Variant = godot4::from_slice(&bytes)?;
/// assert_eq!(seen["highs"].to_string(), "Array[float]([21.5])");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no declared type in the layout `{E}`",
    label = "a typed container of the layout `{E}` cannot hold this",
    note = "a typed container cannot hold typed containers; use `Vec<Variant>`, `Dictionary` or `Packed<Vec<T>>`, whose elements need no declared type",
    note = "an `Option`, or an enum whose variants are encoded as different types, has no declared type",
    note = "only a typed container of Objects, or of `Variant`, can also hold Nil",
    note = "a type that implements `Encode<E>` by hand also has to implement `DeclaredType<E>`"
)]
pub trait DeclaredType<E: Engine> {
    /// The kind of all values of this type; [`Kind::Nil`] if they can be of any kind.
    ///
    /// Encoding a value of another kind in a typed container is an error.
    const DECLARED: Kind;
}

macro_rules! declared {
    (@each [$($generics:tt)*] $ty:ty, $kind:expr) => {
        impl<E: Engine, $($generics)*> DeclaredType<E> for $ty {
            const DECLARED: Kind = $kind;
        }
    };
    ($($generics:tt $($ty:ty),* => $kind:expr;)*) => {
        $($(declared!(@each $generics $ty, $kind);)*)*
    };
}

declared! {
    [] bool => Kind::Bool;
    [] i8, i16, i32, i64, isize, u8, u16, u32, u64, usize => Kind::Int;
    [] f32, f64 => Kind::Float;
    [] str, String, char => Kind::String;
    [] StringName => Kind::StringName;
    [] NodePath, NodePathRef<'_> => Kind::NodePath;
    [V] Dictionary<V> => Kind::Dictionary;
    // `None` is encoded as Nil, which stands for a null Object.
    [V] Object<V>, Option<Object<V>> => Kind::Object;
    [T: DeclaredType<E> + ?Sized] &T, &mut T, Box<T>, Rc<T> => T::DECLARED;
    [T: DeclaredType<E> + ToOwned + ?Sized] Cow<'_, T> => T::DECLARED;
    [T: PackedElement<E>] Packed<Vec<T>>, Packed<&[T]>, Packed<&Vec<T>>, PackedView<'_, T> => T::KIND;
    [T: PackedElement<E>, const N: usize] Packed<[T; N]> => T::KIND;
}

#[cfg(target_has_atomic = "ptr")]
declared! {
    [T: DeclaredType<E> + ?Sized] Arc<T> => T::DECLARED;
}

/// Implements [`DeclaredType`] for a type that is named like its kind.
macro_rules! declared_as {
    ($name:ident) => {
        impl<E: crate::Engine> crate::DeclaredType<E> for $name {
            const DECLARED: crate::Kind = crate::Kind::$name;
        }
    };
}

pub(crate) use declared_as;

typed_notes! {
/// A layout with typed Arrays and Dictionaries, which declare the type of their values.
///
/// A type that uses the derive macro's `#[variant(typed)]` can be encoded only in these layouts.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::TypedLayout;
///
/// fn is_typed<E: TypedLayout>() {}
/// is_typed::<gdvariant::Godot4>();
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no typed containers",
    label = "a field with `#[variant(typed)]` cannot be encoded in the layout `{Self}`",
    note = "without `#[variant(typed)]` the field is an Array or a Dictionary, which every layout has"
)]
pub trait TypedLayout: Engine {}
}

/// Implements [`DeclaredType`] for the Variants of a layout, and for lists of Variants.
macro_rules! any_value {
    ($marker:ident) => {
        crate::codec::declared_type::any_value!($marker: Variant, VariantRef<'_>);
    };
    ($marker:ident: $($value:ty),+) => {$(
        impl crate::DeclaredType<$marker> for $value {
            const DECLARED: crate::Kind = crate::Kind::Nil;
        }

        impl crate::DeclaredType<$marker> for Vec<$value> {
            const DECLARED: crate::Kind = crate::Kind::Array;
        }
    )+};
}

pub(crate) use any_value;
