//! `AnyReader`, with every framing: memory is bounded by one value, not by the length of the input.

use crate::budget::allowed;
use crate::common::{TestLayout, cases, encode, in_each_kind_of_layout};
use crate::words::words;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::layout_named;
use gdvariant::{DecodeOptions, EncodeOptions, IgnoredAny, generic};
use gdvariant_files::AnyReader;
use gdvariant_files::detect::Framing;
use proptest::prelude::*;
use std::io::{self, Read};

/// The framings of inputs that can have several values.
const FRAMINGS: [Framing; 3] = [
    Framing::Concatenated,
    Framing::LittleEndian,
    Framing::BigEndian,
];

const OPTIONS: DecodeOptions = DecodeOptions::engine().allow_objects(true);

/// The length of the long inputs, in bytes.
const LENGTH: usize = 1 << 20;

/// The maximum memory of a reader, in bytes, for values of this length.
fn buffered(length: usize) -> u64 {
    4 * (length as u64).max(64 << 10)
}

/// Returns a value with its length prefix, if the framing has one.
fn framed(value: &[u8], framing: Framing) -> Vec<u8> {
    let length = u32::try_from(value.len()).expect("a short value");
    match framing {
        Framing::LittleEndian => [&length.to_le_bytes()[..], value].concat(),
        Framing::BigEndian => [&length.to_be_bytes()[..], value].concat(),
        _ => value.to_vec(),
    }
}

/// An input that repeats bytes, and returns at most 1,000 of them in one call.
struct Repeated<'b> {
    bytes: &'b [u8],
    rest: &'b [u8],
    left: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.left > 0 {
            self.rest = self.bytes;
            self.left -= 1;
        }
        self.rest.by_ref().take(1000).read(buffer)
    }
}

fn reader<E: TestLayout, R: Read>(input: R, framing: Framing) -> AnyReader<R> {
    let options = FrameOptions::new().decode_options(OPTIONS);
    AnyReader::with_layout(
        input,
        layout_named(E::LAYOUT.name).expect("a layout"),
        framing,
        options,
    )
}

/// Reads all values and returns their number and the largest amount of memory in use.
fn read_all<E: TestLayout>(input: impl Read, framing: Framing) -> (usize, u64) {
    let mut count = 0;
    let info = allocation_counter::measure(|| {
        let mut values = reader::<E, _>(input, framing);
        while let Ok(Some((_, value))) = values.next_bytes() {
            assert!(generic::from_slice::<E, IgnoredAny>(value, OPTIONS).is_ok());
            count += 1;
        }
    });
    (count, info.bytes_max)
}

fn many_values_need_the_memory_of_one<E: TestLayout>() {
    let texts = ["Ada".to_owned(), "x".repeat(100_000)];
    let samples = texts.map(|text| encode::<E>(&text.into()));
    let cases = samples
        .iter()
        .flat_map(|it| FRAMINGS.map(|framing| (it, framing)));
    for (value, framing) in cases {
        let bytes = framed(value, framing);
        let times = LENGTH / bytes.len();
        let input = Repeated {
            bytes: &bytes,
            rest: &[],
            left: times,
        };
        let (count, memory) = read_all::<E>(input, framing);
        assert_eq!(count, times, "{framing:?}, {} bytes", value.len());
        let limit = buffered(value.len());
        assert!(memory <= limit, "{framing:?}: {memory} > {limit}");
    }
}

/// Checks that reading and decoding an input stays within the documented limit.
fn check<E: TestLayout>(input: &[u8]) {
    for framing in [Framing::Bare].into_iter().chain(FRAMINGS) {
        let info = allocation_counter::measure(|| {
            for value in reader::<E, _>(input, framing) {
                let _: Result<AnyVariant, _> = std::hint::black_box(value);
            }
        });
        let total = info.bytes_total;
        assert!(
            total <= allowed(input.len()),
            "{framing:?}: {input:x?}: {total}"
        );
    }
}

/// Reads every type of the layout with exaggerated counts and lengths, after valid values.
fn exaggerated_values_stay_within_the_limit<E: TestLayout>() {
    for number in 0..42 {
        for claim in [1, 1000, 0x7fff_ffff, 0x8000_0001] {
            for length in [2, 100] {
                let mut value = vec![number, claim, claim];
                value.resize(length, claim);
                let input = [words(&[0, 0]), words(&value)].concat();
                check::<E>(&input);
                check::<E>(&[&4_u32.to_le_bytes()[..], &input[..4], &input].concat());
            }
        }
    }
}

/// Splits the input into values as one buffer with all bytes is split.
fn split<E: TestLayout>(mut input: &[u8]) -> Vec<Vec<u8>> {
    let mut values = Vec::new();
    while !input.is_empty() {
        let decoded = generic::from_slice_prefix::<E, IgnoredAny>(input, OPTIONS);
        let length = decoded.map_or(input.len(), |(_, length)| length);
        let (value, rest) = input.split_at(length);
        values.push(value.to_vec());
        input = rest;
    }
    values
}

/// Compares values that straddle the pieces in which the input is read, some of them damaged.
fn pieces_do_not_change_values<E: TestLayout>() {
    let values = proptest::collection::vec(E::arb(), 1..8);
    proptest!(cases(10), |(values in values, filler in 65_300..65_600_usize, padding in 0..2_usize, end in 0..8_usize)| {
        let filler = generic::to_vec::<E, str>(&"x".repeat(filler), EncodeOptions::new()).expect("a string");
        let mut input = filler.clone();
        for value in &values {
            let bytes = encode::<E>(value);
            // Some engines omit padding.
            input.extend(&bytes[..bytes.len() - padding]);
        }
        input.extend(filler);
        input.truncate(input.len() - end);
        let mut reader = reader::<E, _>(input.as_slice(), Framing::Concatenated);
        let mut read = Vec::new();
        let mut offset = 0;
        while let Some((start, value)) = reader.next_bytes().expect("a slice") {
            prop_assert_eq!(start, offset);
            offset += value.len() as u64;
            read.push(value.to_vec());
        }
        prop_assert!(read == split::<E>(&input));
    });
}

/// An endless input of invalid bytes is read up to the limit.
fn an_invalid_value_ends_the_input<E: TestLayout>() {
    let options = FrameOptions::new().max_length(100_000);
    let input = io::repeat(0xff);
    let mut values = AnyReader::with_layout(
        input,
        layout_named(E::LAYOUT.name).expect("a layout"),
        Framing::Concatenated,
        options,
    );
    let rest = values.next_bytes().expect("bytes").expect("bytes");
    assert_eq!((rest.0, rest.1.len()), (0, 100_000));
    assert_eq!(values.next_bytes().expect("the end"), None);
}

in_each_kind_of_layout!(
    many_values_need_the_memory_of_one,
    exaggerated_values_stay_within_the_limit,
    pieces_do_not_change_values,
    an_invalid_value_ends_the_input,
);
