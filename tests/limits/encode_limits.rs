//! Limits of encoding: the length of values and of packets.

use crate::common::bytes;
use gdvariant::godot3::{self, Variant};
use gdvariant::{EncodeErrorKind, EncodeOptions, Godot3, format, generic};

#[test]
fn packets_have_the_engines_limit() {
    // The value has a header and a length before the bytes.
    let longest = vec![0_u8; format::MAX_PACKET_LENGTH as usize - 8];
    let packet = |bytes: &Variant| generic::to_vec::<Godot3, _>(bytes, EncodeOptions::packets());
    let longer = Variant::PackedByteArray([&longest[..], &[0]].concat());
    let longest = packet(&Variant::PackedByteArray(longest)).expect("it just fits");
    assert_eq!(longest.len(), 8 << 20);
    let error = packet(&longer).expect_err("padded by four bytes");
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::ValueTooLong {
            length: 0x0080_0004,
            limit: 0x0080_0000,
            ..
        }
    ));
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
    assert!(generic::encode_into::<Godot3, _>("abc", &mut buffer, options).is_err());
    assert_eq!(buffer, bytes("0102030405"));
    generic::encode_into::<Godot3, _>(&1, &mut buffer, options).expect("8 bytes");
    assert_eq!(buffer, bytes("0102030405 0200000001000000"));
}
