//! Runs of elements of a list are decoded and encoded in one call, with the results and the errors
//! of single elements.

use gdvariant::godot3::{self, Variant, VariantRef};
use gdvariant::{
    Decode, DecodeError, DecodeOptions, Encode, EncodeError, Godot3, Pool, Reader, Writer,
};
use std::fmt::Debug;

/// An element that knows of no others: it has the methods that every element has to have, and none
/// of those that take several.
#[derive(Debug, Clone, PartialEq)]
struct Alone<T>(T);

impl<T: Encode<Godot3>> Encode<Godot3> for Alone<T> {
    fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
        self.0.encode(writer)
    }
}

impl<'de, T: Decode<'de, Godot3>> Decode<'de, Godot3> for Alone<T> {
    fn decode(reader: &mut Reader<'de, Godot3>) -> Result<Self, DecodeError> {
        T::decode(reader).map(Alone)
    }
}

/// Strings of lengths around every threshold: words, blocks, short strings, and those that are
/// scanned in one call.
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

fn alone<T: Clone>(elements: &[T]) -> Vec<Alone<T>> {
    elements.iter().cloned().map(Alone).collect()
}

fn written_as_alone<T: Encode<Godot3> + Clone + Debug>(elements: &[T]) {
    // Every start, so that what is written together begins anywhere.
    for start in 0..elements.len().min(40) {
        let (together, alone) = (&elements[start..], alone(&elements[start..]));
        let expected = godot3::to_vec(&alone).expect("it can be written");
        assert_eq!(
            godot3::to_vec(together).expect("it can be written"),
            expected,
            "from {start}"
        );
        assert_eq!(
            godot3::encoded_len(together).expect("it can be counted"),
            expected.len(),
            "from {start}"
        );
    }
}

#[test]
fn lists_are_written_as_their_elements() {
    written_as_alone(&texts());
    written_as_alone(&ints());
    written_as_alone(&[0_u8, 1, 255, 7].repeat(9));
    written_as_alone(&mixed());
}

#[test]
fn a_nul_is_found_in_every_text_of_a_list() {
    let texts: Vec<_> = texts()
        .into_iter()
        .filter(|text| text.len() < 200)
        .collect();
    for index in 0..texts.len() {
        for at in [0, texts[index].len() / 2, texts[index].len()] {
            let mut texts = texts.clone();
            // The texts have characters of several bytes.
            let at = (0..=at)
                .rev()
                .find(|at| texts[index].is_char_boundary(*at))
                .expect("0 is a boundary");
            texts[index].insert(at, '\0');
            let expected = godot3::to_vec(&alone(&texts))
                .expect_err("a NUL")
                .to_string();
            assert_eq!(
                godot3::to_vec(&texts).expect_err("a NUL").to_string(),
                expected
            );
            assert_eq!(
                godot3::to_vec(&Pool(texts.clone()))
                    .expect_err("a NUL")
                    .to_string(),
                expected,
                "in a pool array"
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

/// Bytes of the list's own header.
const HEADER: usize = 4;

/// Reads these bytes as a list of `T` and as one of `T` that stand alone.
fn read_as_alone<'de, T: Decode<'de, Godot3> + PartialEq + Debug>(bytes: &'de [u8], what: &str) {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let together = godot3::from_slice_with::<Vec<T>>(bytes, options);
        let alone = godot3::from_slice_with::<Vec<Alone<T>>>(bytes, options);
        match (together, alone) {
            (Ok(together), Ok(alone)) => {
                // A NaN is not equal to itself.
                let alone: Vec<_> = alone.into_iter().map(|Alone(element)| element).collect();
                assert!(
                    together == alone || format!("{together:?}") == format!("{alone:?}"),
                    "{what}"
                );
            }
            (Err(together), Err(alone)) => {
                assert_eq!(
                    (together.to_string(), together.offset()),
                    (alone.to_string(), alone.offset()),
                    "{what}"
                );
            }
            (together, alone) => panic!("{what}: {together:?} where it is {alone:?} alone"),
        }
    }
}

/// The bytes, cut and changed at every byte, as an Array of each kind of element.
fn every_change_is_read_as_alone(bytes: &[u8]) {
    let read = |bytes: &[u8], what: &str| {
        read_as_alone::<Variant>(bytes, what);
        read_as_alone::<VariantRef<'_>>(bytes, what);
        read_as_alone::<String>(bytes, what);
        read_as_alone::<&str>(bytes, what);
        read_as_alone::<i64>(bytes, what);
        read_as_alone::<u8>(bytes, what);
    };
    read(bytes, "as it is");
    // Without its header it is no Array, and other lists may be something else.
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
fn lists_are_read_as_their_elements() {
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
        read_as_alone::<Variant>(&bytes, "Variant");
        read_as_alone::<VariantRef<'_>>(&bytes, "VariantRef");
    }
}

#[test]
fn changed_lists_are_read_as_their_elements() {
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
        every_change_is_read_as_alone(&godot3::to_vec(&list).expect("it can be written"));
    }
}

#[test]
fn changed_pool_strings_are_read_alike_by_all() {
    let bytes = godot3::to_vec(&Pool(
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
                    variant.as_pool_string_array(),
                    "{value} at {at}"
                );
            }
            // Other types of a value mean other things to the two.
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
