//! Values of the layouts in double precision, such as [`Godot4Double`](crate::Godot4Double): as
//! those of the crate's root, with `f64` components.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each precision has the same items, whether it needs them or not"
)]

pub use crate::__double_variant as variant;
pub use crate::Color;
use crate::access::accessors;
use crate::access::conversions as payloads;
use crate::codec::EncodedValue;
use crate::codec::variant::check_kind;
pub use crate::value::double::*;
use crate::{Decode, DecodeError, Encode, EncodeError, Layout};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;

const PRECISION: u8 = 1;

type Real = f64;
type Large<T> = Box<T>;
type LargeRef<'de, T> = EncodedValue<'de, T>;
type LargeSingle<T> = T;
type LargeSingleRef<'de, T> = T;

include!(concat!(env!("OUT_DIR"), "/variant.rs"));

#[path = "conversions.rs"]
mod conversions;
#[path = "forms.rs"]
mod forms;
#[path = "methods.rs"]
mod methods;

/// Widens the components; no number changes.
impl From<crate::Variant> for Variant {
    fn from(value: crate::Variant) -> Self {
        crate::convert::widened(value)
    }
}
