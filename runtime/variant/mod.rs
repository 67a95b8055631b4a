//! The values of all engines: [`Variant`](crate::Variant) and [`VariantRef`](crate::VariantRef).
//!
//! The generated file with both enums is included once for each precision. Its module defines the
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

/// The items of one precision: the generated enums, and their methods.
macro_rules! items {
    () => {
        use crate::access::accessors;
        use crate::access::conversions as payloads;
        use crate::table::layout::AnyEngine;
        use crate::{Decode, DecodeError, Encode, EncodeError, Engine};
        use alloc::boxed::Box;
        use alloc::vec::Vec;
        use core::borrow::Borrow;

        include!(concat!(env!("OUT_DIR"), "/variant.rs"));
        crate::codec::variant_codec!();

        #[path = "conversions.rs"]
        mod conversions;
        #[path = "forms.rs"]
        mod forms;
        #[path = "methods.rs"]
        mod methods;
    };
}

pub(crate) mod single;

#[cfg(feature = "double")]
pub mod double;

/// Decodes a key and returns the path segment of its value, or `None` if it is invalid.
#[cfg(feature = "tools")]
#[cold]
pub(crate) fn segment_of_key(
    reader: &mut crate::Reader<'_, crate::AnyEngine>,
) -> Option<crate::Segment> {
    use crate::value::view::segment_of;

    #[cfg(feature = "double")]
    if reader.layout().is_double {
        return crate::Decode::decode(reader)
            .ok()
            .map(|key: double::Variant| segment_of(&key));
    }
    crate::Decode::decode(reader)
        .ok()
        .map(|key: single::Variant| segment_of(&key))
}
