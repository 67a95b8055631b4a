//! Encoding into buffers of the crate `bytes`.
#![cfg(feature = "bytes")]

use crate::common::Fault;
use bytes::{BufMut, BytesMut};
use gdvariant::godot3;

#[test]
fn appends_values_to_the_buffer() {
    let mut packet = BytesMut::from(&[7_u8][..]);
    godot3::encode_into_buf("abc", &mut packet).unwrap();
    godot3::encode_into_buf(&true, &mut packet).unwrap();
    assert_eq!(
        packet[..],
        [
            7, 4, 0, 0, 0, 3, 0, 0, 0, b'a', b'b', b'c', 0, 1, 0, 0, 0, 1, 0, 0, 0
        ]
    );
}

#[test]
fn fills_chunked_buffers() {
    let (mut front, mut back) = ([0; 6], [0; 8]);
    let mut parts = (&mut front[..]).chain_mut(&mut back[..]);
    godot3::encode_into_buf("abc", &mut parts).unwrap();
    assert_eq!(parts.remaining_mut(), 2);
    assert_eq!(
        (front, back),
        ([4, 0, 0, 0, 3, 0], [0, 0, b'a', b'b', b'c', 0, 0, 0])
    );
}

#[test]
fn values_that_do_not_fit_write_nothing() {
    let mut array = [9; 11];
    let mut left = &mut array[..];
    let error = godot3::encode_into_buf("abc", &mut left).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the value takes 12 bytes, but the buffer has 11 left"
    );
    assert_eq!(left.len(), 11);
    assert_eq!(array, [9; 11]);
}

#[test]
fn a_value_that_fits_exactly_fills_the_buffer() {
    let mut array = [9; 12];
    let mut left = &mut array[..];
    godot3::encode_into_buf("abc", &mut left).unwrap();
    assert!(left.is_empty());
    assert_eq!(array[..], godot3::to_vec("abc").unwrap());
}

#[test]
fn values_that_cannot_be_encoded_write_nothing() {
    let mut packet = BytesMut::new();
    let error = godot3::encode_into_buf(&["fine", "n\0t"], &mut packet).unwrap_err();
    assert_eq!(error.fault(), "[1]: NulInString");
    assert!(packet.is_empty());
}
