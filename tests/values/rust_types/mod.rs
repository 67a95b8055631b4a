//! Rust's types through `Encode` and `Decode`, conversions from and to Variants, and `Display`.

mod between_layouts;
mod display;
mod every_layout;
mod payloads;
mod variant;

use gdvariant::{Decode, DecodeError, Encode, Layout, generic};

fn to<L: Layout, T: Encode<L> + ?Sized>(value: &T) -> Vec<u8> {
    generic::to_vec::<L, T>(value).expect("the value can be encoded")
}

fn from<'de, L: Layout, T: Decode<'de, L>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    generic::from_slice::<L, T>(bytes, gdvariant::DecodeOptions::new())
}
