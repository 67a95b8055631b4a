//! Macros that define the accessors of `Variant` and `VariantRef` for one type of values.
//!
//! If another payload contains such a value in a field, as in `TypedArray.values`, the accessors
//! return the field.

/// Defines the accessors that only an owned `Variant` has.
macro_rules! owned {
    (
        $(#[$alias:meta])* $name:literal $is:ident $as_mut:ident $into:ident: $payload:ty =
            $variant:ident $(or $other:ident.$field:ident)?, $value:ident => $unboxed:expr
    ) => {
        #[doc = concat!("Returns whether this is of the type ", $name, " ([example](Self#accessors)).")]
        $(#[$alias])*
        #[must_use]
        #[inline]
        pub const fn $is(&self) -> bool {
            matches!(self, Self::$variant(_) $(| Self::$other(_))?)
        }

        #[doc = concat!("Returns a mutable reference to the value if this is of the type ", $name, " ([example](Self#accessors)).")]
        $(#[$alias])*
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
        $(#[$alias])*
        #[inline]
        pub fn $into(self) -> Result<$payload, Self> {
            match self {
                Self::$variant($value) => Ok($unboxed),
                $(Self::$other(value) => Ok(value.$field),)?
                other => Err(other),
            }
        }
    };
}

/// Defines an accessor such as `as_vector2`.
macro_rules! by_reference {
    (
        $(#[$alias:meta])* $name:literal $note:literal $method:ident: $result:ty =
            $variant:ident $(or $other:ident.$field:ident)?, $value:ident => $returned:expr
    ) => {
        #[doc = concat!("Returns the value if this is of the type ", $name, " ([example](Self#accessors)).\n\n", $note)]
        $(#[$alias])*
        #[must_use]
        #[inline]
        pub fn $method(&self) -> Option<$result> {
            match self {
                Self::$variant($value) => Some($returned),
                $(Self::$other(value) => Some(&value.$field),)?
                _ => None,
            }
        }
    };
}

pub(crate) use {by_reference, owned};
