//! Properties of every value and every input, in every layout: no value is lost, and nothing
//! panics.
#![cfg(feature = "std")]

use crate::common::{Tagged, TestLayout, cases, decode, encode, in_each_layout};
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, EncodeErrorKind, Ignored, generic};
use proptest::prelude::*;

fn strict_options() -> [DecodeOptions; 2] {
    let strict = DecodeOptions::new();
    [strict, strict.allow_objects(true)]
}

fn all_options() -> impl Iterator<Item = DecodeOptions> {
    let engine = DecodeOptions::engine();
    let engine = [engine, engine.allow_objects(true)];
    strict_options().into_iter().chain(engine)
}

fn any_value_round_trips<L: TestLayout>() {
    proptest!(cases(100), |(value in L::arb())| {
        let bytes = encode::<L>(&value);
        prop_assert_eq!(bytes.len() % 4, 0);
        prop_assert_eq!(generic::encoded_len::<L, _>(&value).expect("it was encoded"), bytes.len());
        let decoded = decode::<L>(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(decoded.to_tag(), value.to_tag());
        prop_assert_eq!(encode::<L>(&decoded), bytes);
    });
}

/// Checks that the tagged form of the tests is lossless, so that comparing forms compares values.
fn tagged_values_round_trip<L: TestLayout>() {
    proptest!(cases(40), |(value in L::arb())| {
        let tag = value.to_tag();
        prop_assert_eq!(L::from_tag(&tag).to_tag(), tag);
    });
}

/// Checks that strict decoding rejects every prefix. Lenient decoding accepts a prefix that lacks
/// only the last padding.
fn any_prefix_is_an_error<L: TestLayout>() {
    proptest!(cases(40), |(value in L::arb())| {
        let bytes = encode::<L>(&value);
        for length in 0..bytes.len() {
            let error = decode::<L>(&bytes[..length]).err();
            prop_assert!(error.is_some_and(|error| error.offset() <= length), "{length} bytes");
            for options in all_options() {
                let _ = generic::from_slice::<L, L::Variant>(&bytes[..length], options);
            }
        }
    });
}

/// Checks that an accepted input round-trips in canonical form, and that an error is within the
/// input.
fn check_input<L: TestLayout>(input: &[u8]) -> Result<(), TestCaseError> {
    for options in all_options() {
        let decoded = generic::from_slice_prefix::<L, L::Variant>(input, options);
        let skipped =
            generic::from_slice_prefix::<L, Ignored>(input, options).map(|(_, length)| length);
        // Skipping does not convert elements, so it accepts elements that decoding cannot convert.
        let is_unsupported = |error: &DecodeError| {
            matches!(error.kind(), DecodeErrorKind::UnsupportedConversion { .. })
        };
        match &decoded {
            Err(error) if is_unsupported(error) => {
                prop_assert!(!strict_options().contains(&options), "{}", error);
                let skipped_to = match &skipped {
                    Ok(length) => *length,
                    Err(error) => error.offset(),
                };
                prop_assert!(skipped_to >= error.offset(), "{:?} {}", skipped, error);
            }
            _ => prop_assert_eq!(
                skipped,
                decoded
                    .as_ref()
                    .map(|(_, length)| *length)
                    .map_err(Clone::clone)
            ),
        }
        match decoded {
            Ok((value, length)) => {
                prop_assert!(length <= input.len());
                let _ = (
                    value.to_string(),
                    format!("{value:?}"),
                    value == value.clone(),
                );
                let canonical = match generic::to_vec::<L, _>(&value) {
                    Ok(canonical) => canonical,
                    // In a Dictionary, engines keep a value that is not of the declared type.
                    Err(error) => {
                        let is_value = matches!(error.kind(), EncodeErrorKind::NotDeclared { .. });
                        prop_assert!(
                            is_value && !strict_options().contains(&options),
                            "{}",
                            error
                        );
                        continue;
                    }
                };
                match generic::from_slice_prefix::<L, L::VariantRef<'_>>(input, options) {
                    Ok((borrowed, borrowed_length)) => {
                        prop_assert_eq!(borrowed_length, length);
                        prop_assert_eq!(
                            generic::to_vec::<L, _>(&borrowed).expect("it was decoded"),
                            &*canonical
                        );
                        prop_assert_eq!(borrowed.to_string(), value.to_string());
                        prop_assert_eq!(
                            Into::<L::Variant>::into(borrowed).to_tag(),
                            value.to_tag()
                        );
                    }
                    Err(error) => prop_assert_eq!(error.kind(), &DecodeErrorKind::CannotBorrow),
                }
                let again = decode::<L>(&canonical)
                    .map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(encode::<L>(&again), &*canonical);
                prop_assert_eq!(again.to_tag(), value.to_tag());
            }
            Err(error) => {
                prop_assert!(error.offset() <= input.len(), "{}", error);
                prop_assert!(!error.to_string().is_empty());
                // A string that cannot be borrowed may precede the error.
                let borrowed =
                    generic::from_slice_prefix::<L, L::VariantRef<'_>>(input, options).err();
                let same = |other: &DecodeError| {
                    *other == error || *other.kind() == DecodeErrorKind::CannotBorrow
                };
                prop_assert!(
                    borrowed.as_ref().is_some_and(same),
                    "{:?} {:?}",
                    borrowed,
                    error
                );
            }
        }
    }
    Ok(())
}

fn random_bytes_never_panic<L: TestLayout>() {
    // Most inputs start with a valid type number, so that decoding passes the header.
    let input =
        (0..40_u8, proptest::collection::vec(any::<u8>(), 0..120)).prop_map(|(number, rest)| {
            let mut input = vec![number, 0, 0, 0];
            input.extend(rest);
            input
        });
    proptest!(cases(150), |(input in prop_oneof![input, proptest::collection::vec(any::<u8>(), 0..60)])| {
        check_input::<L>(&input)?;
    });
}

/// Checks inputs of small words, which are plausible headers and counts.
fn small_words_never_panic<L: TestLayout>() {
    let word = prop_oneof![
        4 => 0..40_u32,
        1 => Just(0xffff_ffff_u32),
        1 => Just(0x8000_0001),
        1 => (0..40_u32).prop_map(|number| number | 0x1_0000),
        1 => any::<u32>(),
    ];
    proptest!(cases(250), |(words in proptest::collection::vec(word, 0..24))| {
        let input: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        check_input::<L>(&input)?;
    });
}

fn mutated_encodings_never_panic<L: TestLayout>() {
    let word = prop_oneof![
        Just(0_u32),
        Just(1),
        Just(3),
        Just(0x7fff_ffff),
        Just(0x8000_0000),
        Just(0xffff_ffff),
        any::<u32>()
    ];
    let mutations =
        proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), word), 1..4);
    proptest!(cases(100), |(value in L::arb(), mutations in mutations)| {
        let mut input = encode::<L>(&value);
        for (at, byte, word) in mutations {
            let at = at.index(input.len());
            match byte % 3 {
                0 => input[at] = byte,
                1 => input[at / 4 * 4..at / 4 * 4 + 4].copy_from_slice(&word.to_le_bytes()),
                _ => { input.insert(at, byte); input.truncate(input.len() / 4 * 4); }
            }
        }
        check_input::<L>(&input)?;
    });
}

in_each_layout!(
    any_value_round_trips,
    tagged_values_round_trip,
    any_prefix_is_an_error,
    random_bytes_never_panic,
    small_words_never_panic,
    mutated_encodings_never_panic,
);
