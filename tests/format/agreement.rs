//! Everything that reads bytes agrees on them: decoding, borrowing, skipping, inspecting and raw
//! values have the same length or the same error, for vectors, verdicts, prefixes and mutations.

use crate::common::{TestLayout, bytes, step, vector_inputs, verdict_inputs};
use gdvariant::generic::structure::AsView;
use gdvariant::godot3::VariantRef;
use gdvariant::inspect::InspectRow;
use gdvariant::{
    Decode, DecodeError, DecodeErrorKind, DecodeOptions, EncodeOptions, Engine, Godot3, Godot4,
    IgnoredAny, Pandemonium5, RawValueRef, generic,
};

/// Options that accept different inputs.
pub(crate) const OPTIONS: [DecodeOptions; 4] = [
    DecodeOptions::new(),
    DecodeOptions::new().allow_objects(true),
    DecodeOptions::engine(),
    DecodeOptions::engine().allow_objects(true),
];

/// The maximum length of vectors that are truncated and mutated, in bytes.
const MAX_LENGTH: usize = 400;

/// Inspects the value at the start of the input; bytes may follow.
pub(crate) fn inspect_prefix<E: Engine>(
    input: &[u8],
    options: DecodeOptions,
    row: impl FnMut(&InspectRow<'_>),
) -> Result<usize, DecodeError> {
    let end = E::LAYOUT.skip(input, options).unwrap_or(input.len());
    E::LAYOUT.inspect(&input[..end], options, row)
}

/// Decodes a value, and checks that everything that reads bytes agrees.
pub(crate) fn decoded<E: Engine>(
    input: &[u8],
    options: DecodeOptions,
) -> Result<(E::Variant, usize), DecodeError> {
    let decoded = read::<E, E::Variant>(input, options);
    let result = decoded.as_ref().map(|(_, end)| *end).map_err(Clone::clone);
    let mut covered = 0;
    let inspected = inspect_prefix::<E>(input, options, |row| {
        assert_eq!(row.offset, covered, "{input:02x?}");
        assert!(!row.bytes.is_empty(), "{input:02x?}");
        covered += row.bytes.len();
        let bytes = input.get(row.offset..covered);
        assert_eq!(Some(row.bytes), bytes, "{input:02x?}");
    });
    let end = result.as_ref().map_or_else(DecodeError::offset, |end| *end);
    assert_eq!(covered, end, "{input:02x?} {result:?}");
    assert_eq!(inspected, result, "{input:02x?}");
    let skipped = read::<E, IgnoredAny>(input, options).map(|(_, end)| end);
    assert_eq!(skipped, result, "{input:02x?}");

    match (read::<E, E::VariantRef<'_>>(input, options), &decoded) {
        (Ok((borrowed, end)), Ok((owned, _))) => {
            assert_eq!(Ok(end), result, "{input:02x?}");
            assert_eq!(encoded::<E>(&borrowed.into()), encoded::<E>(owned));
        }
        (Err(error), _) if *error.kind() == DecodeErrorKind::CannotBorrow => {
            assert_ne!(options, OPTIONS[0], "strict decoding alters nothing");
        }
        (borrowed, _) => assert_eq!(borrowed.map(|(_, end)| end), result, "{input:02x?}"),
    }

    let raw = read::<E, RawValueRef<'_, E>>(input, options);
    assert_eq!(
        raw.as_ref().map(|(_, end)| *end).map_err(Clone::clone),
        result
    );
    if let (Ok((raw, end)), Ok((value, _))) = (raw, &decoded) {
        assert_eq!(raw.as_bytes(), &input[..end]);
        assert_eq!(raw.kind(), AsView::kind(value));
        assert_eq!(
            generic::to_vec::<E, _>(&raw, EncodeOptions::new()).as_deref(),
            Ok(raw.as_bytes())
        );
        let again = raw.get::<E::Variant>().expect("a checked value");
        assert_eq!(encoded::<E>(&again), encoded::<E>(value));
    }
    decoded
}

fn read<'de, E: Engine, T: Decode<'de, E>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<(T, usize), DecodeError> {
    generic::from_slice_prefix::<E, T>(input, options)
}

fn encoded<E: Engine>(value: &E::Variant) -> Vec<u8> {
    let bytes = generic::to_vec::<E, _>(value, EncodeOptions::engine());
    bytes.expect("a decoded value")
}

fn check<E: TestLayout>() {
    /// The changes to a byte.
    const CHANGES: [fn(u8) -> u8; 4] = [|_| 0, |_| 0xff, |byte| byte ^ 1, |_| 0x17];
    let vectors = vector_inputs::<E>();
    assert!(vectors.len() > 400, "{}", vectors.len());
    for input in verdict_inputs::<E>() {
        for options in OPTIONS {
            let _ = decoded::<E>(&input, options);
        }
    }
    for (index, mut input) in vectors.into_iter().enumerate() {
        let result = decoded::<E>(&input, OPTIONS[1]).map(|(_, end)| end);
        assert_eq!(result, Ok(input.len()), "{input:02x?}");
        if input.len() > MAX_LENGTH {
            continue;
        }
        // Vectors of one type follow each other, so another offset is first in each.
        for at in (index % step(16)..input.len()).step_by(step(16)) {
            let _ = decoded::<E>(&input[..at], OPTIONS[1 + at % 2 * 2]);
            let kept = input[at];
            for change in CHANGES {
                input[at] = change(kept);
                let _ = decoded::<E>(&input, OPTIONS[3]);
            }
            input[at] = kept;
        }
    }
}

#[test]
fn readers_agree_on_bytes_of_godot3() {
    check::<Godot3>();
}

#[test]
fn readers_agree_on_bytes_of_godot4() {
    check::<Godot4>();
}

#[test]
fn readers_agree_on_bytes_of_pandemonium() {
    check::<Pandemonium5>();
}

#[test]
fn strings_that_end_at_a_nul_are_borrowed() {
    let text = bytes("04000000 04000000 61620063");
    let (value, _) = read::<Godot3, VariantRef<'_>>(&text, OPTIONS[2]).expect("a string");
    assert_eq!(value, VariantRef::String("ab"));
    let path = bytes("0f000000 01000080 00000000 00000000 04000000 61620063");
    let error = read::<Godot3, VariantRef<'_>>(&path, OPTIONS[2]).expect_err("another path");
    assert_eq!(*error.kind(), DecodeErrorKind::CannotBorrow);
}
