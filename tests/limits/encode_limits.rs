//! Limits of encoding: the nesting depth, the length of values, and the length of packets.
#![cfg(feature = "godot3")]

use crate::common::bytes;
use gdvariant::godot3::{self, Variant};
use gdvariant::{EncodeErrorKind, EncodeOptions, format};

#[test]
fn packets_have_the_engines_limit() {
    // The value has a header and a length before the bytes.
    let longest = vec![0_u8; format::MAX_PACKET_LENGTH as usize - 8];
    let packet = godot3::to_vec_with(
        &Variant::PackedByteArray(longest.clone()),
        EncodeOptions::packets(),
    )
    .expect("it just fits");
    assert_eq!(packet.len(), 8 << 20);
    let longer = Variant::PackedByteArray([longest, vec![0]].concat());
    let error =
        godot3::to_vec_with(&longer, EncodeOptions::packets()).expect_err("padded by four bytes");
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::ValueTooLong {
            length: 0x0080_0004,
            limit: 0x0080_0000,
            ..
        }
    ));
    assert_eq!(
        error.to_string(),
        "a value of 8388612 bytes, expected at most 8388608"
    );
    // The limit of packets does not apply to files.
    assert_eq!(
        godot3::to_vec(&longer).expect("no packet").len(),
        0x0080_0004
    );
}

#[test]
fn too_long_values_leave_the_buffer_unchanged() {
    let mut buffer = bytes("0102030405");
    let options = EncodeOptions::new().max_length(8);
    assert!(godot3::encode_into_with("abc", &mut buffer, options).is_err());
    assert_eq!(buffer, bytes("0102030405"));
    godot3::encode_into_with(&1, &mut buffer, options).expect("8 bytes");
    assert_eq!(buffer, bytes("0102030405 0200000001000000"));
}

#[test]
fn too_deep_values_name_the_limit_and_the_path() {
    let deep = (0..1025).fold(Variant::Nil, |value, _| vec![value].into());
    let error = godot3::to_vec_with(&deep, EncodeOptions::packets()).expect_err("too deep");
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::TooDeep { limit: 1024, .. }
    ));
    assert!(
        error
            .to_string()
            .ends_with("nesting exceeds 1024 levels, the limit of engines")
    );
}
