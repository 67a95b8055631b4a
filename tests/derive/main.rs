//! `#[derive(Variant)]`: encoding, decoding and errors, in every layout.
#![allow(
    clippy::items_after_statements,
    clippy::option_option,
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "a type precedes the lines that test it, and fields have types as users write them"
)]
#![cfg(all(feature = "derive", feature = "std", feature = "godot3"))]

#[path = "../common/mod.rs"]
mod common;

mod attributes;
mod borrowed;
mod compiles;
mod derive_and_serde;
mod enums;
mod errors;
mod generics;
mod hostile;
mod hygiene;
mod in_order;
mod other_keys;
mod recursion;
mod structs;

use common::Fault;
use gdvariant::{DecodeError, DecodeOwned, Encode, Godot3, godot3};
use std::fmt::Debug;

/// Checks that the value is encoded as the Variant with this text, and decodes to itself.
#[track_caller]
fn assert_round_trip<T: Encode<Godot3> + DecodeOwned<Godot3> + PartialEq + Debug>(
    value: &T,
    text: &str,
) {
    assert_encoded(value, text);
    let bytes = godot3::to_vec(value).expect("it can be written");
    assert_eq!(
        &godot3::from_slice::<T>(&bytes).expect("it can be read"),
        value
    );
}

/// Checks that the value is encoded as the Variant with this text, ignoring line breaks.
#[track_caller]
fn assert_encoded<T: Encode<Godot3>>(value: &T, text: &str) {
    let bytes = godot3::to_vec(value).expect("it can be written");
    let seen: godot3::Variant = godot3::from_slice(&bytes).expect("it can be read");
    let seen = godot3::display(&seen).to_string();
    assert_eq!(seen.replace('\n', " "), text);
}

/// Encodes a value as a script would.
fn encode(value: impl Encode<Godot3>) -> Vec<u8> {
    godot3::to_vec(&value).expect("it can be written")
}

/// Builds a Dictionary in the syntax of scripts.
macro_rules! dictionary {
    ($($key:literal: $value:expr),* $(,)?) => {
        gdvariant::godot3::Dictionary::from_iter::<Vec<(&str, gdvariant::godot3::Variant)>>(
            vec![$(($key, gdvariant::godot3::Variant::from($value))),*]
        )
    };
}
use dictionary;

/// Builds an Array in the syntax of scripts.
macro_rules! list {
    ($($value:expr),* $(,)?) => {
        vec![$(gdvariant::godot3::Variant::from($value)),*]
    };
}
use list;

/// Returns the place and the kind of the error from decoding the value as `T`.
#[track_caller]
fn decode_error<T: DecodeOwned<Godot3> + Debug>(value: impl Encode<Godot3>) -> String {
    let result: Result<T, DecodeError> = godot3::from_slice(&encode(value));
    result.expect_err("it is rejected").fault()
}
