//! Checks that rows cover every byte of vectors, verdicts and mutations, in each layout.

use super::OPTIONS;
use crate::common::{TestLayout, in_each_layout, vector_inputs, verdict_inputs};
use gdvariant::inspect::{InspectRow, RowKind, inspect, inspect_prefix};
use gdvariant::table::{Length, Offset, Row, TypeTable};
use gdvariant::{DecodeError, DecodeOptions, Layout, generic};
use proptest::collection::vec;
use proptest::prelude::*;

/// The maximum length of vectors that are truncated and mutated, in bytes.
const MAX_LENGTH: usize = 400;

/// Inspects an input; checks that rows have no gaps and that the result is that of decoding.
fn checked<L: Layout>(input: &[u8], options: DecodeOptions) -> Result<usize, DecodeError> {
    let mut covered = 0;
    let result = inspect_prefix::<L>(input, options, |row| {
        assert_eq!(row.offset, covered, "{input:x?}");
        assert!(!row.bytes.is_empty(), "{input:x?}");
        covered += row.bytes.len();
        assert_eq!(
            Some(row.bytes),
            input.get(row.offset..covered),
            "{input:x?}"
        );
    });
    assert_eq!(
        covered,
        result.as_ref().map_or_else(DecodeError::offset, |end| *end),
        "{input:x?} {result:?}"
    );
    let decoded = generic::from_slice_prefix::<L, L::Variant>(input, options).map(|(_, end)| end);
    assert_eq!(result, decoded, "{input:x?}");
    result
}

fn every_byte_of_a_vector_has_one_row<L: TestLayout>() {
    let inputs = vector_inputs::<L>();
    assert!(inputs.len() > 400, "{}", inputs.len());
    for input in inputs {
        assert_eq!(
            checked::<L>(&input, OPTIONS[1]),
            Ok(input.len()),
            "{input:x?}"
        );
    }
}

fn inspecting_verdicts_agrees_with_decoding<L: TestLayout>() {
    for input in verdict_inputs::<L>() {
        for options in OPTIONS {
            let _ = checked::<L>(&input, options);
        }
    }
}

fn inspecting_prefixes_agrees_with_decoding<L: TestLayout>() {
    for input in vector_inputs::<L>()
        .iter()
        .filter(|input| input.len() <= MAX_LENGTH)
    {
        for end in 0..input.len() {
            let _ = checked::<L>(&input[..end], OPTIONS[1]);
            let _ = checked::<L>(&input[..end], OPTIONS[3]);
        }
    }
}

fn inspecting_mutations_agrees_with_decoding<L: TestLayout>() {
    /// The changes to a byte.
    const CHANGES: [fn(u8) -> u8; 6] = [
        |_| 0,
        |_| 0xff,
        |byte| byte ^ 0x80,
        |byte| byte ^ 1,
        |byte| byte.wrapping_add(1),
        |_| 0x13,
    ];
    let inputs = vector_inputs::<L>().into_iter();
    for mut input in inputs.filter(|input| input.len() <= MAX_LENGTH) {
        for at in 0..input.len() {
            let kept = input[at];
            for change in CHANGES {
                input[at] = change(kept);
                let _ = checked::<L>(&input, OPTIONS[1]);
                let _ = checked::<L>(&input, OPTIONS[3]);
            }
            input[at] = kept;
        }
    }
}

fn inspecting_random_bytes_agrees_with_decoding<L: TestLayout>() {
    let byte = prop_oneof![Just(0), 0..40_u8, any::<u8>()];
    proptest!(|(bytes in vec(byte, 0..96), options in 0..OPTIONS.len())| {
        let _ = checked::<L>(&bytes, OPTIONS[options]);
    });
}

/// Returns whether a row is at an offset of one of the type's rows.
fn is_in(ty: &TypeTable, row: &InspectRow<'_>) -> bool {
    let is_there = |field: &Row| match (field.offset, field.length) {
        (Offset::At(offset), Length::Fixed(length)) => {
            (offset as usize, length as usize) == (row.offset, row.bytes.len())
        }
        (Offset::At(offset), Length::Counted) => offset as usize == row.offset,
        (Offset::Element { first, stride }, _) => row
            .offset
            .checked_sub(first as usize)
            .is_some_and(|offset| offset % stride as usize == 0),
        (Offset::Part(_) | Offset::After, _) => true,
    };
    ty.tables
        .iter()
        .flat_map(|table| table.rows)
        .any(|field| *field == row.field && is_there(field))
}

fn every_row_is_in_the_schema<L: TestLayout>() {
    let mut seen = vec![false; L::TYPES.len()];
    for input in vector_inputs::<L>() {
        inspect::<L>(&input, OPTIONS[1], |row| {
            if row.kind == RowKind::Field && row.path.depth() == 0 {
                assert!(is_in(row.ty, row), "{row:?}");
            }
            seen[usize::from(row.ty.number)] = true;
        })
        .expect("a vector");
    }
    assert!(!seen.contains(&false), "{seen:?}");
}

in_each_layout!(
    every_byte_of_a_vector_has_one_row,
    inspecting_verdicts_agrees_with_decoding,
    inspecting_prefixes_agrees_with_decoding,
    inspecting_mutations_agrees_with_decoding,
    inspecting_random_bytes_agrees_with_decoding,
    every_row_is_in_the_schema,
);
