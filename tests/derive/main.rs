//! `#[derive(Variant)]`: encoding, decoding and errors, in every layout.
#![allow(
    clippy::items_after_statements,
    clippy::option_option,
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "a type precedes the lines that test it, and fields have types as users write them"
)]

#[path = "../common/mod.rs"]
mod common;

mod attributes;
mod borrowed;
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
use gdvariant::{DecodeOwned, Encode, Godot3, godot3};
use std::fmt::Debug;

/// Checks that each value is encoded as the Variant with its text, and decodes to itself.
#[track_caller]
fn assert_round_trips<T: Encode<Godot3> + DecodeOwned<Godot3> + PartialEq + Debug>(
    rows: &[(T, &str)],
) {
    for (value, text) in rows {
        assert_round_trip(value, text);
    }
}

/// Checks that the value is encoded as the Variant with this text, and decodes to itself.
#[track_caller]
fn assert_round_trip<T: Encode<Godot3> + DecodeOwned<Godot3> + PartialEq + Debug>(
    value: &T,
    text: &str,
) {
    assert_encoded(value, text);
    assert_eq!(&decode::<T>(value), value);
}

/// Checks that the value is encoded as the Variant with this text, ignoring line breaks.
#[track_caller]
fn assert_encoded<T: Encode<Godot3>>(value: &T, text: &str) {
    let seen: godot3::Variant = decode(value);
    let seen = godot3::display(&seen).to_string();
    assert_eq!(seen.replace('\n', " "), text);
}

/// Checks that each value of a script decodes to the value after it.
#[track_caller]
fn assert_decoded<T: DecodeOwned<Godot3> + PartialEq + Debug>(rows: &[(godot3::Variant, T)]) {
    for (sent, value) in rows {
        assert_eq!(&decode::<T>(sent), value, "{sent}");
    }
}

/// Checks the place and the kind of the error from decoding each value as `T`.
#[track_caller]
fn assert_rejected<T: DecodeOwned<Godot3> + Debug>(rows: &[(godot3::Variant, &str)]) {
    for (sent, fault) in rows {
        assert_eq!(&decode_error::<T>(sent), fault, "{sent}");
    }
}

/// Encodes a value as a script would.
fn encode(value: impl Encode<Godot3>) -> Vec<u8> {
    godot3::to_vec(&value).expect("it can be written")
}

/// Decodes a value of a script.
#[track_caller]
fn decode<T: DecodeOwned<Godot3>>(value: impl Encode<Godot3>) -> T {
    godot3::from_slice(&encode(value)).expect("it can be read")
}

/// Returns the place and the kind of the error from decoding the value as `T`.
#[track_caller]
fn decode_error<T: DecodeOwned<Godot3> + Debug>(value: impl Encode<Godot3>) -> String {
    let result = godot3::from_slice::<T>(&encode(value));
    result.expect_err("it is rejected").fault()
}

/// Encodes a Dictionary in which keys can occur twice.
fn encode_entries(entries: &[(&str, godot3::Variant)]) -> Vec<u8> {
    let mut bytes = encode(godot3::Dictionary::new());
    bytes[4] = u8::try_from(entries.len()).expect("few entries");
    for (key, value) in entries {
        bytes.extend([encode(key), encode(value)].concat());
    }
    bytes
}
