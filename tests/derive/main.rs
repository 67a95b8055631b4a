//! `#[derive(Variant)]`: what it writes and reads, in every layout.
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
mod other_keys;
mod protocol;
mod recursion;
mod structs;

use gdvariant::{DecodeError, DecodeOwned, Encode, Godot3, godot3};
use std::fmt::Debug;

/// The value on the wire is what a script would have written as this text, and comes back.
#[track_caller]
fn same<T: Encode<Godot3> + DecodeOwned<Godot3> + PartialEq + Debug>(value: &T, text: &str) {
    written(value, text);
    let bytes = godot3::to_vec(value).expect("it can be written");
    assert_eq!(
        &godot3::from_slice::<T>(&bytes).expect("it can be read"),
        value
    );
}

/// The value on the wire is what a script would have written as this text, line breaks aside.
#[track_caller]
fn written<T: Encode<Godot3>>(value: &T, text: &str) {
    let bytes = godot3::to_vec(value).expect("it can be written");
    let seen: godot3::Variant = godot3::from_slice(&bytes).expect("it can be read");
    assert_eq!(seen.to_string().replace('\n', " "), text);
}

/// Returns the bytes that a script would send.
fn sent(value: impl Encode<Godot3>) -> Vec<u8> {
    godot3::to_vec(&value).expect("it can be written")
}

/// A Dictionary as a script writes it.
macro_rules! dictionary {
    ($($key:literal: $value:expr),* $(,)?) => {
        gdvariant::godot3::Dictionary::from_iter::<Vec<(&str, gdvariant::godot3::Variant)>>(
            vec![$(($key, gdvariant::godot3::Variant::from($value))),*]
        )
    };
}
use dictionary;

/// An Array as a script writes it.
macro_rules! list {
    ($($value:expr),* $(,)?) => {
        vec![$(gdvariant::godot3::Variant::from($value)),*]
    };
}
use list;

/// Returns the error of decoding the value as a `T`.
#[track_caller]
fn rejected<T: DecodeOwned<Godot3> + Debug>(value: impl Encode<Godot3>) -> String {
    let result: Result<T, DecodeError> = godot3::from_slice(&sent(value));
    result.expect_err("it is rejected").to_string()
}
