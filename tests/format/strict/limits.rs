//! Truncated input, trailing bytes, and values nested too deeply.

use crate::common::{bytes, hex};
use crate::strict::{check, check_everywhere};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeErrorKind, DecodeOptions};

#[test]
fn rejects_trailing_bytes() {
    for (input, offset, left) in [
        ("00000000 00", 4, 1),
        ("0100000001000000 00000000", 8, 4),
        ("14000000 01000000 ff000000 ffffff", 12, 3),
        ("1300000000000000 0200000001000000", 8, 8),
    ] {
        check(input, offset, "", &is!(TrailingBytes { left: left }));
        assert!(
            godot3::from_slice_prefix::<Variant>(&bytes(input))
                .is_ok_and(|(_, length)| length == offset)
        );
    }
}

#[test]
fn rejects_counts_that_exceed_the_input() {
    // Type number, field, count, bytes of an element, bytes left.
    for (number, field, count, each, left) in [
        ("13", "count", 1_u32, 4, 0),
        ("13", "count", 3, 4, 8),
        ("13", "count", 0x7fff_ffff, 4, 8),
        ("12", "count", 2, 8, 12),
        ("14", "length", 5, 1, 4),
        ("15", "length", 2, 4, 4),
        ("16", "length", 0x7fff_ffff, 4, 4),
        ("17", "length", 2, 4, 4),
        ("18", "length", 2, 8, 12),
        ("19", "length", 1, 12, 8),
        ("1a", "length", 0x1000_0000, 16, 12),
    ] {
        let input = format!(
            "{number}000000 {} {}",
            hex(&count.to_le_bytes()),
            "00".repeat(left)
        );
        check_everywhere(
            &input,
            4,
            field,
            &is!(CountTooLarge {
                count: u64::from(count),
                each: each,
                left: left
            }),
        );
    }
}

/// Checks counts of a NodePath whose sum wraps to zero in the engine's 32 bits.
#[test]
fn rejects_node_path_counts_that_wrap() {
    let kind = is!(CountTooLarge {
        count: 0x1_0000_0000,
        each: 4,
        left: 0
    });
    check(
        "0f000000 ffffffff 01000080 00000000",
        4,
        "name_count",
        &kind,
    );
}

#[test]
fn rejects_negative_lengths() {
    for (input, offset, path, length) in [
        ("04000000 ffffffff", 4, "length", -1),
        ("04000000 00000080", 4, "length", i32::MIN),
        ("14000000 ffffffff", 4, "length", -1),
        ("17000000 ffffffff", 4, "length", -1),
        ("1a000000 feffffff", 4, "length", -2),
        ("17000000 01000000 ffffffff", 8, "[0].length", -1),
        (
            "0f000000 01000080 00000000 00000000 ffffffff",
            16,
            "[0].length",
            -1,
        ),
    ] {
        check_everywhere(input, offset, path, &is!(NegativeLength { length: length }));
    }
}

#[test]
fn rejects_missing_padding() {
    // Input, offset, path, bytes needed, bytes left.
    for (input, offset, path, needed, left) in [
        ("04000000 01000000 61", 8, "text", 4, 1),
        ("04000000 05000000 61616161 6100", 8, "text", 8, 6),
        ("14000000 01000000 ff", 9, "padding", 3, 0),
        ("14000000 05000000 ffffffff ff0000", 13, "padding", 3, 2),
        ("17000000 01000000 01000000 00", 12, "[0].text", 4, 1),
        (
            "0f000000 01000080 00000000 00000000 01000000 6100",
            20,
            "[0].name",
            4,
            2,
        ),
        (
            "0f000000 00000080 01000000 00000000 01000000 61",
            20,
            "[0].name",
            4,
            1,
        ),
    ] {
        check_everywhere(
            input,
            offset,
            path,
            &is!(UnexpectedEnd {
                needed: needed,
                left: left
            }),
        );
    }
}

#[test]
fn rejects_truncated_bodies() {
    for (input, offset, path, needed, left) in [
        ("", 0, "", 4, 0),
        ("000000", 0, "", 4, 3),
        ("01000000", 4, "value", 4, 0),
        ("02000100 01000000", 4, "value", 8, 4),
        ("03000000 0000", 4, "value", 4, 2),
        ("04000000 0000", 4, "length", 4, 2),
        ("05000000 0000803f", 8, "y", 4, 0),
        ("07000000 0000803f 000000", 8, "y", 4, 3),
        ("0c000000 0000803f", 8, "y.x", 4, 0),
        (
            "0d000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00",
            40,
            "origin.x",
            4,
            1,
        ),
        ("0f000000 00000080 00000000", 12, "flags", 4, 0),
        ("0f000000 000000", 4, "name_count", 4, 3),
        ("11000100 01000000", 4, "id", 8, 4),
        ("13000000 0000", 4, "count", 4, 2),
    ] {
        check_everywhere(
            input,
            offset,
            path,
            &is!(UnexpectedEnd {
                needed: needed,
                left: left
            }),
        );
    }
}

#[test]
fn nesting_depth_is_limited() {
    let options = DecodeOptions::new().max_depth(1);
    assert!(
        godot3::from_slice_with::<Variant>(&bytes("13000000 01000000 13000000 00000000"), options)
            .is_ok()
    );
    let deep = "13000000 01000000 13000000 01000000 00000000";
    let error = godot3::from_slice_with::<Variant>(&bytes(deep), options).expect_err(deep);
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::TooDeep { limit: 1, .. }
    ));
    assert_eq!((error.offset(), &*error.path().to_string()), (16, "[0]"));
    assert!(godot3::from_slice_with::<Variant>(&bytes(deep), options.max_depth(2)).is_ok());
    assert!(godot3::from_slice_with::<Variant>(&bytes("00000000"), options.max_depth(0)).is_ok());
}
