//! Elements of a list are encoded and decoded in bulk, with the results and errors of single
//! elements.

use gdvariant::godot3::{self, Variant, VariantRef};
use gdvariant::{
    Decode, DecodeError, DecodeOptions, Encode, EncodeError, Godot3, Packed, Reader, Writer,
    generic,
};
use std::fmt::Debug;

/// An element with the required methods only, so that lists encode and decode each element by
/// itself.
#[derive(Debug, Clone, PartialEq)]
struct Single<T>(T);

impl<T: Encode<Godot3>> Encode<Godot3> for Single<T> {
    fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
        self.0.encode(writer)
    }
}

impl<'de, T: Decode<'de, Godot3>> Decode<'de, Godot3> for Single<T> {
    fn decode(reader: &mut Reader<'de, Godot3>) -> Result<Self, DecodeError> {
        T::decode(reader).map(Single)
    }
}

/// Returns strings with lengths around every threshold of encoding and decoding.
///
/// The thresholds are words, blocks, short strings, and strings validated in one pass.
fn texts() -> Vec<String> {
    let lengths = [
        0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 120, 127, 128, 129, 130, 300, 4095,
        4097, 1, 2,
    ];
    let mut texts: Vec<_> = lengths
        .iter()
        .map(|length| "abcdefghij".chars().cycle().take(*length).collect())
        .collect();
    texts.extend((0..200).map(|index| format!("item_{index}_ñ日🎮")));
    texts
}

fn ints() -> Vec<i64> {
    let mut ints: Vec<_> = (0..40).collect();
    ints.extend([
        i64::from(i32::MAX),
        i64::from(i32::MIN),
        i64::from(i32::MAX) + 1,
        i64::MIN,
        7,
        8,
        i64::MAX,
    ]);
    ints.extend(0..17);
    ints
}

fn mixed() -> Vec<Variant> {
    let mut values: Vec<Variant> = ints().into_iter().map(Variant::Int).collect();
    values.extend(texts().into_iter().map(Variant::String));
    for (text, int) in texts().into_iter().zip(ints()) {
        values.extend([
            text.into(),
            int.into(),
            Variant::Nil,
            0.5.into(),
            0.1.into(),
        ]);
    }
    values.extend([
        "a".into(),
        "b".into(),
        vec![Variant::from("c"), "d".into()].into(),
        "e".into(),
    ]);
    values
}

fn singles<T: Clone>(elements: &[T]) -> Vec<Single<T>> {
    elements.iter().cloned().map(Single).collect()
}

fn assert_encoded_like_singles<T: Encode<Godot3> + Clone + Debug>(elements: &[T]) {
    // Each start shifts the runs of elements that are encoded in bulk.
    for start in 0..elements.len().min(40) {
        let (in_bulk, singles) = (&elements[start..], singles(&elements[start..]));
        let expected = godot3::to_vec(&singles).expect("it can be written");
        assert_eq!(
            godot3::to_vec(in_bulk).expect("it can be written"),
            expected,
            "from {start}"
        );
        assert_eq!(
            godot3::encoded_len(in_bulk).expect("it can be counted"),
            expected.len(),
            "from {start}"
        );
    }
}

#[test]
fn lists_are_encoded_like_their_elements() {
    assert_encoded_like_singles(&texts());
    assert_encoded_like_singles(&ints());
    assert_encoded_like_singles(&[0_u8, 1, 255, 7].repeat(9));
    assert_encoded_like_singles(&mixed());
}

#[test]
fn rejects_a_nul_in_any_string_of_a_list() {
    let texts: Vec<_> = texts()
        .into_iter()
        .filter(|text| text.len() < 200)
        .collect();
    for index in 0..texts.len() {
        for at in [0, texts[index].len() / 2, texts[index].len()] {
            let mut texts = texts.clone();
            // The strings contain characters of several bytes.
            let at = (0..=at)
                .rev()
                .find(|at| texts[index].is_char_boundary(*at))
                .expect("0 is a boundary");
            texts[index].insert(at, '\0');
            let expected = godot3::to_vec(&singles(&texts))
                .expect_err("a NUL")
                .to_string();
            assert_eq!(
                godot3::to_vec(&texts).expect_err("a NUL").to_string(),
                expected
            );
            assert_eq!(
                godot3::to_vec(&Packed(texts.clone()))
                    .expect_err("a NUL")
                    .to_string(),
                expected,
                "in a packed array"
            );
            let values: Vec<_> = texts.into_iter().map(Variant::String).collect();
            assert_eq!(
                godot3::to_vec(&values).expect_err("a NUL").to_string(),
                expected,
                "as Variants"
            );
        }
    }
}

/// The length of the list's header, in bytes.
const HEADER: usize = 4;

/// Compares decoding a list of `T` with decoding a list of `Single<T>`.
fn assert_decoded_like_singles<'de, T: Decode<'de, Godot3> + PartialEq + Debug>(
    bytes: &'de [u8],
    what: &str,
) {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let in_bulk = generic::from_slice::<Godot3, Vec<T>>(bytes, options);
        let singles = generic::from_slice::<Godot3, Vec<Single<T>>>(bytes, options);
        match (in_bulk, singles) {
            (Ok(in_bulk), Ok(singles)) => {
                // A NaN does not equal itself.
                let singles: Vec<_> = singles.into_iter().map(|Single(element)| element).collect();
                assert!(
                    in_bulk == singles || format!("{in_bulk:?}") == format!("{singles:?}"),
                    "{what}"
                );
            }
            (Err(in_bulk), Err(singles)) => {
                assert_eq!(
                    (in_bulk.to_string(), in_bulk.offset()),
                    (singles.to_string(), singles.offset()),
                    "{what}"
                );
            }
            (in_bulk, singles) => panic!("{what}: {in_bulk:?} where it is {singles:?} singles"),
        }
    }
}

/// Compares decoding all prefixes and single-byte changes of an Array, for each type of element.
fn assert_changes_decoded_like_singles(bytes: &[u8]) {
    let read = |bytes: &[u8], what: &str| {
        assert_decoded_like_singles::<Variant>(bytes, what);
        assert_decoded_like_singles::<VariantRef<'_>>(bytes, what);
        assert_decoded_like_singles::<String>(bytes, what);
        assert_decoded_like_singles::<&str>(bytes, what);
        assert_decoded_like_singles::<i64>(bytes, what);
        assert_decoded_like_singles::<u8>(bytes, what);
    };
    read(bytes, "as it is");
    // The header is not changed, so that the bytes remain an Array.
    for at in HEADER..bytes.len() {
        read(&bytes[..at], &format!("cut at {at}"));
        for value in [0, 1, 2, 4, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.to_vec();
            changed[at] = value;
            read(&changed, &format!("{value} at {at}"));
        }
    }
}

#[test]
fn lists_are_decoded_like_their_elements() {
    for list in [
        mixed(),
        texts().into_iter().map(Variant::String).collect(),
        ints().into_iter().map(Variant::Int).collect(),
    ] {
        let bytes = godot3::to_vec(&list).expect("it can be written");
        assert_eq!(
            godot3::from_slice::<Vec<Variant>>(&bytes).as_ref(),
            Ok(&list)
        );
        assert_decoded_like_singles::<Variant>(&bytes, "Variant");
        assert_decoded_like_singles::<VariantRef<'_>>(&bytes, "VariantRef");
    }
}

#[test]
fn changed_lists_are_decoded_like_their_elements() {
    let texts: Vec<Variant> = (0..12)
        .map(|index| format!("item_{index}_ñ").into())
        .collect();
    let ints: Vec<Variant> = [1, 255, 256, i64::MAX, 3, 4].map(Variant::Int).into();
    let mixed = vec![
        Variant::from("ab"),
        "cde".into(),
        7.into(),
        "f".into(),
        0.5.into(),
        "g".into(),
        "hi".into(),
        8.into(),
    ];
    for list in [texts, ints, mixed] {
        assert_changes_decoded_like_singles(&godot3::to_vec(&list).expect("it can be written"));
    }
}

#[test]
fn changed_packed_strings_are_decoded_alike() {
    let bytes = godot3::to_vec(&Packed(
        (0..9)
            .map(|index| format!("item_{index}_ñ"))
            .collect::<Vec<_>>(),
    ))
    .expect("it can be written");
    for at in 0..bytes.len() {
        for value in [0, 1, 4, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] = value;
            let read = godot3::from_slice::<Vec<String>>(&changed);
            let variant = godot3::from_slice::<Variant>(&changed);
            if let (Ok(texts), Ok(variant)) = (&read, &variant) {
                assert_eq!(
                    Some(texts.as_slice()),
                    variant.as_packed_string_array(),
                    "{value} at {at}"
                );
            }
            // Changes of the header would affect the two types of list differently.
            if at >= HEADER {
                assert_eq!(
                    read.map_err(|error| error.to_string()).err(),
                    variant.map_err(|error| error.to_string()).err(),
                    "{value} at {at}"
                );
            }
        }
    }
}
