//! Values in single precision.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each precision has the same items, whether it needs them or not"
)]

use crate::access::accessors;
use crate::access::conversions as payloads;
use crate::codec::variant::check_kind;
use crate::value::values::*;
pub use crate::variant;
use crate::{Decode, DecodeError, Encode, EncodeError, Layout};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;

const PRECISION: u8 = 0;

type Real = f32;
type Large<T> = T;
type LargeRef<'de, T> = T;
type LargeSingle<T> = T;
type LargeSingleRef<'de, T> = T;

include!(concat!(env!("OUT_DIR"), "/variant.rs"));

#[path = "conversions.rs"]
mod conversions;
#[path = "forms.rs"]
mod forms;
#[path = "methods.rs"]
mod methods;
