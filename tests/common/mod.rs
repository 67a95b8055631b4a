//! What the tests share: tagged values as the fixtures have them, bytes in hex, and every layout behind one trait.
#![allow(dead_code, reason = "every test uses a part of this")]
#![allow(unused_imports, unused_macros, reason = "every test uses a part of this")]

pub(crate) mod arb;
pub(crate) mod layouts;
pub(crate) mod parts;

use gdvariant::{DecodeError, DecodeOptions, Layout, generic};
pub(crate) use layouts::{AnyVariant, Tested, in_each_layout};
pub(crate) use parts::Tagged;
use serde_json::Value as Json;

/// Bytes from hex digits; spaces are for the reader.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(16).expect("hex")).collect();
    assert!(digits.len().is_multiple_of(2), "half a byte in {hex}");
    digits.chunks_exact(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("two digits are a byte")).collect()
}

/// Hex digits of bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| DIGITS[usize::from(digit)]).collect()
}

/// The lines of a fixture, such as `vectors/godot3.jsonl`.
pub(crate) fn lines(file: &str) -> Vec<Json> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let text = std::fs::read_to_string(&path).expect("the fixture is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a fixture is JSON lines")).collect()
}

/// Decodes strictly, objects allowed.
pub(crate) fn decode<L: Layout>(bytes: &[u8]) -> Result<L::Variant, DecodeError> {
    generic::from_slice::<L, L::Variant>(bytes, DecodeOptions::new().allow_objects(true))
}

/// Encodes what can be encoded.
pub(crate) fn encode<L: Layout>(value: &L::Variant) -> Vec<u8> {
    generic::to_vec::<L, _>(value).expect("the value can be encoded")
}
