//! Checks that `Reader::skip` accepts and rejects the same bytes as decoding.

use crate::common::{TestLayout, bytes, in_each_layout, lines};
use gdvariant::{DecodeError, DecodeOptions, Ignored, Layout, Packed, Reader, generic};

pub(crate) fn all_options() -> [DecodeOptions; 4] {
    let (strict, engine) = (DecodeOptions::new(), DecodeOptions::engine());
    [
        strict,
        strict.allow_objects(true),
        engine,
        engine.allow_objects(true),
    ]
}

fn skipped<L: Layout>(input: &[u8], options: DecodeOptions) -> Result<usize, DecodeError> {
    let mut reader = Reader::<L>::new(input, options);
    reader.skip().map(|()| reader.position())
}

fn decoded<L: Layout>(input: &[u8], options: DecodeOptions) -> Result<usize, DecodeError> {
    generic::from_slice_prefix::<L, L::Variant>(input, options).map(|(_, length)| length)
}

/// Compares skipping with decoding for all vectors and verdicts, and for all prefixes of short
/// inputs.
fn skipping_agrees_with_decoding<L: TestLayout>() {
    let files = [
        "vectors/godot3.jsonl",
        "vectors/pandemonium.jsonl",
        "vectors/pandemonium5.jsonl",
        "verdicts/godot3.jsonl",
        "verdicts/pandemonium.jsonl",
        "verdicts/godot4.jsonl",
        "verdicts/godot4-typed.jsonl",
    ];
    let mut inputs = 0;
    for line in files.iter().flat_map(|file| lines(file)) {
        let input = bytes(line["hex"].as_str().expect("hex"));
        for end in (0..input.len().min(100)).chain([input.len()]) {
            for options in all_options() {
                let input = &input[..end];
                assert_eq!(
                    skipped::<L>(input, options),
                    decoded::<L>(input, options),
                    "{input:02x?}"
                );
            }
        }
        inputs += 1;
    }
    assert_eq!(inputs, 714 + 731 + 460 + 1500 + 1280 + 1500 + 1200);
}

fn builds_nothing<L: TestLayout>() {
    let value: L::Variant = Packed(vec![String::from("a text that is not short"); 1000]).into();
    let value = vec![
        value.clone(),
        L::Variant::from(vec![L::Variant::from("text"), value]),
    ]
    .into();
    let bytes = generic::to_vec::<L, L::Variant>(&value).expect("it can be encoded");
    let info = allocation_counter::measure(|| {
        generic::from_slice::<L, Ignored>(&bytes, DecodeOptions::new()).expect("it can be decoded");
    });
    assert_eq!(info.count_total, 0);
}

in_each_layout!(skipping_agrees_with_decoding, builds_nothing);
