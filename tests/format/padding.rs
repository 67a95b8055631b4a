//! Strings and arrays of bytes of every length modulo 4, and each byte of their padding.

use crate::common::{TestLayout, in_each_layout};
use gdvariant::inspect::{RowKind, Value, inspect};
use gdvariant::{DecodeOptions, Dictionary, Kind, NodePath, Packed, PackedElement, generic};

/// Returns encoded values, and the number and the padding of their strings of this length.
fn inputs<L: TestLayout>(length: usize) -> Vec<(Vec<u8>, usize, usize)>
where
    u8: PackedElement<L>,
{
    let text = "x".repeat(length);
    let encode = |value: L::Variant| generic::to_vec::<L, _>(&value).expect("a value");
    let texts = |texts: &[&str]| {
        Packed(
            texts
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    let padding = length.next_multiple_of(4) - length;
    // The strings of a PackedStringArray end with a NUL.
    let packed_padding = (length + 1).next_multiple_of(4) - (length + 1);
    let mut inputs = vec![
        (encode(text.clone().into()), 1, padding),
        (
            encode(vec![text.clone().into(), 7.into(), text.clone().into()].into()),
            2,
            padding,
        ),
        (
            encode(
                Dictionary::from_iter([(
                    L::Variant::from(text.clone()),
                    L::Variant::from(text.clone()),
                )])
                .into(),
            ),
            2,
            padding,
        ),
        (
            encode(NodePath::new(true, [&text, "abcd", &text], [&text]).into()),
            3,
            padding,
        ),
        (
            encode(texts(&[&text, "abc", &text]).into()),
            2,
            packed_padding,
        ),
        (
            generic::to_vec::<L, _>(&Packed(vec![7_u8; length])).expect("bytes"),
            1,
            padding,
        ),
        (
            generic::to_vec::<L, _>(&[Packed(vec![7_u8; length]), Packed(vec![7_u8; length])])
                .expect("bytes"),
            2,
            padding,
        ),
    ];
    if L::table_of(Kind::StringName).is_some() {
        use crate::common::AnyVariant;
        inputs.push((
            encode(L::Variant::text_of(Kind::StringName, &text)),
            1,
            padding,
        ));
    }
    inputs
}

/// Returns whether each byte of padding is in a row of zeros, by offset.
fn padding<L: TestLayout>(bytes: &[u8]) -> Vec<(usize, bool)> {
    let mut padding = Vec::new();
    let mut next = 0;
    let end = inspect::<L>(bytes, DecodeOptions::new(), |row| {
        assert_eq!(row.offset, next, "rows follow each other");
        next += row.bytes.len();
        if let Value::Padding { is_zero } = row.value {
            assert_eq!(row.kind, RowKind::Padding);
            padding.extend((row.offset..next).map(|at| (at, is_zero)));
        }
    });
    assert_eq!((end, next), (Ok(bytes.len()), bytes.len()));
    padding
}

fn each_byte_of_padding_counts<L: TestLayout>()
where
    u8: PackedElement<L>,
{
    for length in 0..=9 {
        for (bytes, strings, each) in inputs::<L>(length) {
            assert!(bytes.len().is_multiple_of(4), "{length}");
            let decode =
                |bytes: &[u8], options| generic::from_slice::<L, L::Variant>(bytes, options);
            let value = decode(&bytes, DecodeOptions::new()).expect("a value");
            let clean = padding::<L>(&bytes);
            assert_eq!(clean.len(), strings * each, "{length}: {value}");
            assert!(clean.iter().all(|(_, is_zero)| *is_zero));
            for (index, (at, _)) in clean.iter().enumerate() {
                for byte in [1, 0x80, 0xff] {
                    let mut odd = bytes.clone();
                    odd[*at] = byte;
                    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
                        assert_eq!(decode(&odd, options).as_ref(), Ok(&value));
                    }
                    // Only the row with the byte is not zero.
                    for (other, (_, is_zero)) in padding::<L>(&odd).iter().enumerate() {
                        assert_eq!(*is_zero, other / each != index / each, "{length}: {value}");
                    }
                }
            }
        }
    }
}

fn truncated_strings_are_errors_at_every_byte<L: TestLayout>()
where
    u8: PackedElement<L>,
{
    for length in 0..=9 {
        for (bytes, ..) in inputs::<L>(length) {
            let value = generic::from_slice::<L, L::Variant>(&bytes, DecodeOptions::new());
            let value = value.expect("a value");
            for end in 0..bytes.len() {
                let cut = &bytes[..end];
                let decoded = generic::from_slice::<L, L::Variant>(cut, DecodeOptions::new());
                let error = decoded.expect_err("a truncated value");
                assert!(error.is_eof() && error.offset() <= end, "{value}: {error}");
                let rows = inspect::<L>(cut, DecodeOptions::new(), |_| {});
                assert_eq!(rows.expect_err("a truncated value"), error, "{value}");
            }
        }
    }
}

in_each_layout!(
    each_byte_of_padding_counts,
    truncated_strings_are_errors_at_every_byte,
);
