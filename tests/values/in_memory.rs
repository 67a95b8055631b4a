//! Checks that copying packed arrays in bulk equals encoding and decoding each element.
#![cfg(feature = "bytemuck")]

use bytemuck::Pod;
use gdvariant::{Color, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, double};
use gdvariant::{
    Decode, DecodeOptions, Encode, Engine, Godot4, Godot4Double, Packed, PackedView, Pandemonium,
    Reader, Writer,
};

const HEADER: usize = 4;

/// The length of the header and the count of a packed array, in bytes.
const HEAD: usize = 2 * HEADER;

/// Returns elements whose bytes are distinct numbers.
fn elements<T: Pod>(count: usize) -> Vec<T> {
    let bytes: Vec<u8> = (1..60).cycle().take(count * size_of::<T>()).collect();
    bytes
        .chunks_exact(size_of::<T>())
        .map(bytemuck::pod_read_unaligned)
        .collect()
}

fn written<E: Engine>(value: &impl Encode<E>) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.encode(&mut Writer::new(&mut bytes)).unwrap();
    bytes
}

/// Returns the bodies of the elements, each encoded as a value of its own.
///
/// Types shorter than a word are encoded as an int, of which only the lowest byte is returned.
fn one_by_one<E: Engine, T: Encode<E> + Pod>(elements: &[T]) -> Vec<u8> {
    elements
        .iter()
        .flat_map(|element| written::<E>(element)[HEADER..][..size_of::<T>()].to_vec())
        .collect()
}

fn read<'de, E: Engine, T: Decode<'de, E>>(bytes: &'de [u8]) -> T {
    T::decode(&mut Reader::new(bytes, DecodeOptions::new())).unwrap()
}

/// The number of tested offsets of an input from a multiple of the largest alignment.
const ALIGNMENTS: usize = 8;

macro_rules! check {
    ($layout:ty => $($element:ty),+) => {$(
        for count in [0, 1, 2, 3, 4, 5, 9, 1000] {
            let elements = elements::<$element>(count);
            let bytes = written::<$layout>(&Packed(&elements[..]));
            let bodies = one_by_one::<$layout, _>(&elements);
            assert_eq!(bytes[HEAD..][..bodies.len()], bodies);
            let mut place = vec![0_u64; bytes.len().div_ceil(ALIGNMENTS) + 1];
            for offset in 0..ALIGNMENTS {
                let place = &mut bytemuck::cast_slice_mut(&mut place)[offset..][..bytes.len()];
                place.copy_from_slice(&bytes);
                assert_eq!(read::<$layout, Vec<$element>>(place), elements, "{offset}");
                let view: PackedView<'_, $element> = read::<$layout, _>(place);
                assert_eq!(view.to_vec(), elements, "{offset}");
                let is_aligned = count == 0 || (offset + HEAD).is_multiple_of(align_of::<$element>());
                let is_seen = cfg!(target_endian = "little") && is_aligned;
                assert_eq!(view.as_slice(), is_seen.then_some(&elements[..]), "{offset}");
            }
        }
    )+};
}

#[test]
fn packed_arrays_of_numbers() {
    check!(Pandemonium => u8, i32, f32);
    check!(Godot4 => i64, f64);
}

#[test]
fn packed_arrays_of_vectors_and_colors() {
    check!(Pandemonium => Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, Color);
}

#[test]
fn packed_arrays_of_double_precision() {
    check!(Godot4Double => f32, double::Vector2, double::Vector3, double::Vector4, Color);
}

#[test]
fn every_value_is_plain_data() {
    fn length<T: Pod>() -> usize {
        size_of::<T>()
    }
    assert_eq!(length::<gdvariant::Transform3D>(), 12 * size_of::<f32>());
    assert_eq!(length::<gdvariant::Projection>(), 16 * size_of::<f32>());
    assert_eq!(length::<double::Aabb>(), 6 * size_of::<f64>());
}
