//! Rust's types through `Encode` and `Decode`, conversions from and to Variants, and `Display`.

mod between_layouts;
mod display;
mod every_layout;
mod payloads;
mod variant;

use gdvariant::{Decode, DecodeError, Encode, EncodeOptions, Engine, generic};

fn to<E: Engine, T: Encode<E> + ?Sized>(value: &T) -> Vec<u8> {
    generic::to_vec::<E, T>(value, EncodeOptions::new()).expect("the value can be encoded")
}

fn from<'de, E: Engine, T: Decode<'de, E>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    generic::from_slice::<E, T>(bytes, gdvariant::DecodeOptions::new())
}
