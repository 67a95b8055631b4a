//! Bugs of other implementations of the format that no vector and no limit shows.

use crate::common::hex;
use gdvariant::Godot3;
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::godot3::{self, Dictionary, Variant};

/// Guards against counting elements with 16 bits.
#[test]
fn encodes_more_than_65_535_elements() {
    let list = Variant::from(vec![Variant::Nil; 70_000]);
    assert_eq!(
        godot3::from_slice::<Variant>(&godot3::to_vec(&list).unwrap()),
        Ok(list)
    );
}

/// Guards against a length prefix of 16 bits before values over TCP.
#[test]
fn encodes_frames_of_more_than_65_535_bytes() {
    let text = "a".repeat(70_000);
    let mut stream = Vec::new();
    godot3::write_framed(&mut stream, &text).unwrap();
    assert_eq!(hex(&stream[..12]), "781101000400000070110100");
    let read: Result<Vec<String>, _> = Frames::new(&stream[..], FrameOptions::packets())
        .values::<Godot3, _>()
        .collect();
    assert_eq!(read.expect("a frame"), [text]);
}

/// Guards against keys that are special in the implementation's language.
#[test]
fn no_key_is_special() {
    let pairs = [("__proto__", 1), ("constructor", 2), ("__class__", 3)];
    let bytes = godot3::to_vec(&Dictionary::from(pairs)).unwrap();
    let value: Variant = godot3::from_slice(&bytes).unwrap();
    assert_eq!(value["__proto__"], Variant::Int(1));
    assert_eq!(godot3::to_vec(&value).unwrap(), bytes);
}
