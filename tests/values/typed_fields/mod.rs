//! `#[variant(typed)]`: fields encoded as typed Arrays and Dictionaries of Godot 4.

mod attributes;
mod checks;
mod decoding;
mod engine;

use crate::common::{bytes, hex};
use gdvariant::godot4::{self, Variant};
use gdvariant::{DecodeOwned, Encode, Godot4};

/// Returns the text of a value in the syntax of scripts.
#[track_caller]
fn text_of(value: &impl Encode<Godot4>) -> String {
    let bytes = godot4::to_vec(value).expect("the value can be encoded");
    let seen: Variant = godot4::from_slice(&bytes).expect("the value can be decoded");
    seen.to_string().replace('\n', "")
}

/// Checks that the value is encoded as the Variant with this text, and decoded from it.
#[track_caller]
fn is_written<T: Encode<Godot4> + DecodeOwned<Godot4> + PartialEq + std::fmt::Debug>(
    value: &T,
    text: &str,
) {
    assert_eq!(text_of(value), text);
    let bytes = godot4::to_vec(value).expect("the value can be encoded");
    assert_eq!(godot4::encoded_len(value), Ok(bytes.len()));
    assert_eq!(
        &godot4::from_slice::<T>(&bytes).expect("the value can be decoded"),
        value
    );
}
