//! The values of all engines: [`Variant`](crate::Variant) and [`VariantRef`](crate::VariantRef).
//!
//! Each precision has a module with both enums and their code, which is generic over the list of types
//! in the schema: `each_variant!` and `each_body!` pass the list to macros. The module defines the
//! types that depend on the precision:
//!
//! | | components of vectors | of colors |
//! | --- | --- | --- |
//! | `single` | `f32` | `f32` |
//! | `double` | `f64` | `f32`, as in double-precision builds of Godot 4 |
//!
//! Values that exceed 24 bytes are boxed, so that a Variant takes at most 32 bytes.
#![allow(
    clippy::duplicate_mod,
    clippy::too_many_lines,
    clippy::useless_conversion,
    clippy::wildcard_imports,
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each precision has the same items, whether it needs them or not"
)]

/// Evaluates an expression with the type of a layout's values; single precision unless `double` is
/// enabled.
macro_rules! with_variant {
    ($layout:expr, $variant:ident => $body:expr) => {
        match $layout.is_double {
            #[cfg(feature = "double")]
            true => {
                type $variant = $crate::double::Variant;
                $body
            }
            _ => {
                type $variant = $crate::Variant;
                $body
            }
        }
    };
}

pub(crate) use with_variant;

#[macro_use]
mod definition;

/// The items of one precision: the enums, and their methods.
macro_rules! items {
    () => {
        use crate::table::layout::AnyEngine;
        use crate::{Engine, NodePath, StringName};
        use alloc::boxed::Box;
        use alloc::string::String;
        use alloc::vec::Vec;

        each_variant!(define);

        /// `Dictionary` with values of this precision.
        pub type Dictionary = crate::Dictionary<Variant>;
        /// `Dictionary` with values of this precision, borrowed from the input.
        pub type DictionaryRef<'de> = crate::Dictionary<VariantRef<'de>>;
        /// `Object` with values of this precision.
        pub type Object = crate::Object<Variant>;
        /// `Object` with values of this precision, borrowed from the input.
        pub type ObjectRef<'de> = crate::Object<VariantRef<'de>>;
        /// `TypedArray` with values of this precision.
        pub type TypedArray = crate::TypedArray<Variant>;
        /// `TypedArray` with values of this precision, borrowed from the input.
        pub type TypedArrayRef<'de> = crate::TypedArray<VariantRef<'de>>;
        /// `TypedDictionary` with values of this precision.
        pub type TypedDictionary = crate::TypedDictionary<Variant>;
        /// `TypedDictionary` with values of this precision, borrowed from the input.
        pub type TypedDictionaryRef<'de> = crate::TypedDictionary<VariantRef<'de>>;

        #[path = "codec.rs"]
        mod codec;
        #[path = "conversions.rs"]
        mod conversions;
        #[path = "forms.rs"]
        mod forms;
        #[path = "methods.rs"]
        mod methods;
        #[path = "view.rs"]
        mod view;
    };
}

pub(crate) mod single;

#[cfg(feature = "double")]
pub mod double;

/// Decodes a key and returns the path segment of its value, or `None` if it is invalid.
#[cfg(feature = "inspect")]
#[cold]
pub(crate) fn segment_of_key(
    reader: &mut crate::Reader<'_, crate::AnyEngine>,
) -> Option<crate::Segment> {
    use crate::value::view::segment_of;

    with_variant!(reader.layout(), V => {
        crate::Decode::decode(reader).ok().map(|key: V| segment_of(&key))
    })
}

/// How a variant holds its payload `T`: as the value, or in a box.
pub(crate) trait Held<T> {
    /// Returns the payload.
    fn into_payload(self) -> T;
}

impl<T> Held<T> for T {
    #[inline]
    fn into_payload(self) -> T {
        self
    }
}

impl<T> Held<T> for alloc::boxed::Box<T> {
    #[inline]
    fn into_payload(self) -> T {
        *self
    }
}
