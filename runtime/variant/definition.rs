//! The macros that define `Variant` and `VariantRef` with their accessors, from the list of variants
//! that the schema states.

/// Defines both enums and their accessors.
macro_rules! define {
    ($(
        $description:literal [$($alias:literal)*] $variant:ident $name:literal
        [$is:ident $as:ident $as_mut:ident $into:ident]
        ($held:ty) ($payload:ty) ($($returned:tt)*)
        ($borrowed:ty) ($($copied:tt)*) $(or $typed:ident.$contents:ident)?;
    )*) => {
        #[doc = include_str!("variant.md")]
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum Variant {
            /// No value: null.
            #[default]
            Nil,
            $(
                #[doc = $description]
                $(#[doc(alias = $alias)])*
                $variant($held),
            )*
            /// A Dictionary with declared types.
            TypedDictionary(Box<TypedDictionary>),
            /// An Array with a declared type.
            TypedArray(Box<TypedArray>),
        }

        #[doc = include_str!("variant_ref.md")]
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum VariantRef<'de> {
            /// No value: null.
            #[default]
            Nil,
            $(
                #[doc = $description]
                $(#[doc(alias = $alias)])*
                $variant($borrowed),
            )*
            /// A Dictionary with declared types.
            TypedDictionary(Box<TypedDictionaryRef<'de>>),
            /// An Array with a declared type.
            TypedArray(Box<TypedArrayRef<'de>>),
        }

        impl Variant {
            define!(@kind $($variant)*);
            $(
                accessor!([$($alias)*] $name $as ($($returned)*) $variant $(or $typed.$contents)?);
                owned_accessors!(
                    [$($alias)*] $name $is $as_mut $into: $payload = $variant $(or $typed.$contents)?
                );
            )*
            accessor!([] "Dictionary with declared types" as_typed_dictionary (&TypedDictionary) TypedDictionary);
            owned_accessors!(
                [] "Dictionary with declared types" is_typed_dictionary as_typed_dictionary_mut
                into_typed_dictionary: TypedDictionary = TypedDictionary
            );
            accessor!([] "Array with a declared type" as_typed_array (&TypedArray) TypedArray);
            owned_accessors!(
                [] "Array with a declared type" is_typed_array as_typed_array_mut
                into_typed_array: TypedArray = TypedArray
            );
        }

        impl<'de> VariantRef<'de> {
            define!(@kind $($variant)*);
            $(accessor!([$($alias)*] $name $as ($($copied)*) $variant $(or $typed.$contents)?);)*
        }
    };
    (@kind $($variant:ident)*) => {
        /// Returns the kind of the value.
        ///
        /// ```
        /// use gdvariant::{Kind, Variant, VariantRef};
        ///
        /// assert_eq!(Variant::from(7).kind(), Kind::Int);
        /// assert_eq!(VariantRef::String("Ada").kind(), Kind::String);
        /// ```
        #[inline]
        pub const fn kind(&self) -> crate::Kind {
            match self {
                Self::Nil => crate::Kind::Nil,
                $(Self::$variant(_) => crate::Kind::$variant,)*
                Self::TypedDictionary(_) => crate::Kind::Dictionary,
                Self::TypedArray(_) => crate::Kind::Array,
            }
        }
    };
}

/// Defines an accessor such as `as_vector2`, which returns a reference (`&`) or a copy (`*`).
///
/// If another payload contains such a value in a field, as in `TypedArray.values`, the accessors
/// return the field.
macro_rules! accessor {
    ($aliases:tt $name:literal $method:ident (& $returned:ty) $($variant:tt)*) => {
        accessor!(@define $aliases $name $method &$returned, value => value, $($variant)*);
    };
    ($aliases:tt $name:literal $method:ident (* $returned:ty) $($variant:tt)*) => {
        accessor!(@define $aliases $name $method $returned, value => *value, $($variant)*);
    };
    (
        @define [$($alias:literal)*] $name:literal $method:ident $returned:ty,
        $value:ident => $accessed:expr, $variant:ident $(or $other:ident.$field:ident)?
    ) => {
        #[doc = concat!("Returns the value if this is of the type ", $name, " ([example](Self#accessors)).")]
        $(#[doc(alias = $alias)])*
        #[must_use]
        #[inline]
        pub fn $method(&self) -> Option<$returned> {
            match self {
                Self::$variant($value) => Some($accessed),
                $(Self::$other(value) => Some(&value.$field),)?
                _ => None,
            }
        }
    };
}

/// Defines the accessors that only an owned `Variant` has.
macro_rules! owned_accessors {
    (
        [$($alias:literal)*] $name:literal $is:ident $as_mut:ident $into:ident: $payload:ty =
            $variant:ident $(or $other:ident.$field:ident)?
    ) => {
        #[doc = concat!("Returns whether this is of the type ", $name, " ([example](Self#accessors)).")]
        $(#[doc(alias = $alias)])*
        #[must_use]
        #[inline]
        pub const fn $is(&self) -> bool {
            matches!(self, Self::$variant(_) $(| Self::$other(_))?)
        }

        #[doc = concat!("Returns a mutable reference to the value if this is of the type ", $name, " ([example](Self#accessors)).")]
        $(#[doc(alias = $alias)])*
        #[must_use]
        #[inline]
        pub fn $as_mut(&mut self) -> Option<&mut $payload> {
            match self {
                Self::$variant(value) => Some(value),
                $(Self::$other(value) => Some(&mut value.$field),)?
                _ => None,
            }
        }

        #[doc = concat!("Converts the Variant to its value if this is of the type ", $name, " ([example](Self#accessors)).")]
        $(
            ///
            #[doc = concat!("The declared type of a ", stringify!($other), " is dropped.")]
        )?
        ///
        /// # Errors
        ///
        /// Returns the Variant itself if it is of another type.
        $(#[doc(alias = $alias)])*
        #[inline]
        pub fn $into(self) -> Result<$payload, Self> {
            match self {
                Self::$variant(value) => Ok(crate::variant::Held::<$payload>::into_payload(value)),
                $(Self::$other(value) => Ok(value.$field),)?
                other => Err(other),
            }
        }
    };
}
