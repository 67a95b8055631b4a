//! Facts about Godot 3.2.3: unusual input, and equality of keys.

mod input;
mod keys;

use crate::common::{bytes, hex};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeOptions, Godot3, generic};

const ENGINE: DecodeOptions = DecodeOptions::engine();

/// Decodes the input and encodes the value again; returns `None` if decoding rejects the input.
fn reencode(input: &str, options: DecodeOptions) -> Option<String> {
    let (value, _) = generic::from_slice_prefix::<Godot3, Variant>(&bytes(input), options).ok()?;
    Some(hex(
        &godot3::to_vec(&value).expect("decoded values can be encoded")
    ))
}

/// Checks that each input is accepted, and encoded again as the second string.
fn accepted(options: DecodeOptions, facts: &[(&str, &str)]) {
    for (input, canonical) in facts {
        let expected = Some(canonical.replace(' ', ""));
        assert_eq!(reencode(input, options), expected, "{input}");
        assert_eq!(
            reencode(canonical, options),
            expected,
            "{canonical}, which is canonical"
        );
    }
}

/// Checks that each input is rejected.
fn rejected(options: DecodeOptions, inputs: &[&str]) {
    for input in inputs {
        assert_eq!(reencode(input, options), None, "{input}");
    }
}
