//! Users' types through serde: encoded bytes, decoded values, and errors.

mod buffering;
mod data_model;
mod enums;
mod errors;
mod hostile;
mod json;
mod keys;
mod precision;
mod values;

use crate::common::{Fault, bytes, hex};
use gdvariant::godot3::serde::{from_slice, to_vec};
use gdvariant::serde::Serde;
use gdvariant::{DecodeError, DecodeOptions, EncodeError, EncodeOptions, Engine, Godot3, generic};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// Encodes a value through serde in the layout of an engine.
fn to_vec_in<E: Engine, T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    generic::to_vec::<E, _>(&Serde(value), EncodeOptions::new())
}

/// Decodes a value through serde in the layout of an engine, as the options specify.
fn from_slice_in<'de, E: Engine, T: Deserialize<'de>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    generic::from_slice::<E, Serde<T>>(input, options).map(|Serde(value)| value)
}

fn from_slice_with<'de, T: Deserialize<'de>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    from_slice_in::<Godot3, T>(input, options)
}

/// Checks that a value is encoded as these bytes, and decoded from them.
#[track_caller]
fn is_written<'de, T: Serialize + Deserialize<'de> + PartialEq + Debug>(
    value: &T,
    digits: &'de str,
) {
    let written = to_vec(value).expect("the value can be encoded");
    assert_eq!(hex(&written), digits.replace(' ', ""));
    let read: T = from_slice(written.leak()).expect("the value can be decoded");
    assert_eq!(read, *value);
}

/// Decodes the bytes in hex.
#[track_caller]
fn read<T: serde::de::DeserializeOwned>(digits: &str) -> T {
    from_slice(&bytes(digits)).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the place and the kind of the error of decoding the bytes in hex.
#[track_caller]
fn rejected<T: serde::de::DeserializeOwned + Debug>(digits: &str) -> String {
    from_slice::<T>(&bytes(digits))
        .expect_err("the bytes are no such value")
        .fault()
}
