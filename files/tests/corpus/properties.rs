//! Properties of every value and every input, in every layout: no value is lost, and nothing
//! panics.

use crate::bodies;
use crate::common::{Tagged, TestLayout, cases, decode, encode, in_each_kind_of_layout};
use gdvariant::schema::LAYOUTS;
use gdvariant::{DecodeOptions, EncodeOptions, generic};
use proptest::collection::vec;
use proptest::prelude::*;

fn any_value_round_trips<E: TestLayout>() {
    proptest!(cases(60), |(value in E::arb())| {
        let bytes = encode::<E>(&value);
        prop_assert_eq!(bytes.len() % 4, 0);
        prop_assert_eq!(generic::encoded_len::<E, _>(&value, EncodeOptions::new()).expect("it was encoded"), bytes.len());
        let decoded = decode::<E>(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(decoded.to_tag(), value.to_tag());
        prop_assert_eq!(encode::<E>(&decoded), bytes);
    });
}

/// Checks that strict decoding rejects every prefix. Lenient decoding accepts a prefix that lacks
/// only the last padding.
fn any_prefix_is_an_error<E: TestLayout>() {
    proptest!(cases(20), |(value in E::arb())| {
        let bytes = encode::<E>(&value);
        for length in 0..bytes.len() {
            let error = decode::<E>(&bytes[..length]).err();
            prop_assert!(error.is_some_and(|error| error.offset() <= length), "{length} bytes");
            let _ = generic::from_slice::<E, E::Variant>(&bytes[..length], DecodeOptions::engine());
        }
    });
}

/// Calls the bodies of fuzz targets, which check an input in a layout with any options.
fn check_input<E: TestLayout>(input: &[u8]) {
    let mut enabled = LAYOUTS.iter();
    let layout = enabled.position(|layout| layout.name == E::LAYOUT.name);
    let layout = u8::try_from(layout.expect("the layout")).expect("few layouts");
    for options in 0..4 {
        let input = [&[layout * 8 + options], input].concat();
        bodies::owned(&input);
        bodies::borrowed(&input);
        bodies::round_trip(&input);
        bodies::inspect(&input);
    }
}

/// Checks inputs of random bytes, and of small words, which are plausible headers and counts.
fn random_inputs_never_panic<E: TestLayout>() {
    let word = prop_oneof![
        4 => 0..40_u32,
        1 => Just(0xffff_ffff_u32),
        1 => Just(0x8000_0001),
        1 => (0..40_u32).prop_map(|number| number | 0x1_0000),
        1 => any::<u32>(),
    ];
    let words = vec(word, 0..24);
    let words = words.prop_map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
    // Most inputs start with a valid type number, so that decoding passes the header.
    let typed = (0..40_u8, vec(any::<u8>(), 0..120));
    let typed = typed.prop_map(|(number, rest)| [&[number, 0, 0, 0], &rest[..]].concat());
    proptest!(cases(150), |(input in prop_oneof![words, typed])| check_input::<E>(&input));
}

fn mutated_encodings_never_panic<E: TestLayout>() {
    let word = prop_oneof![
        prop::sample::select(vec![0, 1, 3, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]),
        any::<u32>()
    ];
    let mutations = vec((any::<prop::sample::Index>(), any::<u8>(), word), 1..4);
    proptest!(cases(60), |(value in E::arb(), mutations in mutations)| {
        let mut input = encode::<E>(&value);
        for (at, byte, word) in mutations {
            let at = at.index(input.len());
            match byte % 3 {
                0 => input[at] = byte,
                1 => input[at / 4 * 4..at / 4 * 4 + 4].copy_from_slice(&word.to_le_bytes()),
                _ => { input.insert(at, byte); input.truncate(input.len() / 4 * 4); }
            }
        }
        check_input::<E>(&input);
    });
}

in_each_kind_of_layout!(
    any_value_round_trips,
    any_prefix_is_an_error,
    random_inputs_never_panic,
    mutated_encodings_never_panic,
);
