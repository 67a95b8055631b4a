//! Strings and arrays of bytes of every length modulo 4, and each byte of their padding.

use crate::common::{AnyVariant, TestLayout, encode, in_each_kind_of_layout};
use gdvariant::inspect::{RowKind, RowValue};
use gdvariant::{
    DecodeOptions, Dictionary, EncodeOptions, Kind, NodePath, Packed, PackedElement, generic,
};

/// Returns encoded values, and the number and the padding of their strings of this length.
fn inputs<E: TestLayout>(length: usize) -> Vec<(Vec<u8>, usize, usize)>
where
    u8: PackedElement<E>,
{
    let text = "x".repeat(length);
    let value = || E::Variant::from(text.clone());
    let texts = Packed([&text, "abc", &text].map(str::to_owned).to_vec());
    let mut values = vec![
        (value(), 1),
        (vec![value(), 7.into(), value()].into(), 2),
        (Dictionary::from_iter([(value(), value())]).into(), 2),
        (
            NodePath::new(true, [&text, "abcd", &text], [&text]).into(),
            3,
        ),
    ];
    if E::LAYOUT.type_of(Kind::StringName).is_some() {
        values.push((E::Variant::text_of(Kind::StringName, &text), 1));
    }
    let padding = length.next_multiple_of(4) - length;
    let encoded = values
        .iter()
        .map(|(value, strings)| (encode::<E>(value), *strings, padding));
    let mut inputs: Vec<_> = encoded.collect();
    // The strings of a PackedStringArray end with a NUL.
    let packed_padding = (length + 1).next_multiple_of(4) - (length + 1);
    inputs.push((encode::<E>(&texts.into()), 2, packed_padding));
    let bytes = || Packed(vec![7_u8; length]);
    let bytes = generic::to_vec::<E, _>(&[bytes(), bytes()], EncodeOptions::new()).expect("bytes");
    inputs.push((bytes, 2, padding));
    inputs
}

/// Returns whether each byte of padding is in a row of zeros, by offset.
fn padding<E: TestLayout>(bytes: &[u8]) -> Vec<(usize, bool)> {
    let mut padding = Vec::new();
    let mut next = 0;
    let end = E::LAYOUT.inspect(bytes, DecodeOptions::new(), |row| {
        assert_eq!(row.offset, next, "rows follow each other");
        next += row.bytes.len();
        if let RowValue::Padding { is_zero } = row.value {
            assert_eq!(row.kind, RowKind::Padding);
            padding.extend((row.offset..next).map(|at| (at, is_zero)));
        }
    });
    assert_eq!((end, next), (Ok(bytes.len()), bytes.len()));
    padding
}

fn each_byte_of_padding_counts<E: TestLayout>()
where
    u8: PackedElement<E>,
{
    for length in 0..=5 {
        for (bytes, strings, each) in inputs::<E>(length) {
            assert!(bytes.len().is_multiple_of(4), "{length}");
            let decode =
                |bytes: &[u8], options| generic::from_slice::<E, E::Variant>(bytes, options);
            let value = decode(&bytes, DecodeOptions::new()).expect("a value");
            let clean = padding::<E>(&bytes);
            assert_eq!(clean.len(), strings * each, "{length}: {value}");
            assert!(clean.iter().all(|(_, is_zero)| *is_zero));
            for (index, (at, _)) in clean.iter().enumerate() {
                for byte in [1, 0x80] {
                    let mut odd = bytes.clone();
                    odd[*at] = byte;
                    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
                        assert_eq!(decode(&odd, options).as_ref(), Ok(&value));
                    }
                    // Only the row with the byte is not zero.
                    for (other, (_, is_zero)) in padding::<E>(&odd).iter().enumerate() {
                        assert_eq!(*is_zero, other / each != index / each, "{length}: {value}");
                    }
                }
            }
        }
    }
}

in_each_kind_of_layout!(each_byte_of_padding_counts);
