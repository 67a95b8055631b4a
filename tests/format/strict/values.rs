//! Values that strict decoding rejects for their content, and padding, whose content is ignored.

use crate::common::{bytes, hex};
use crate::strict::check_everywhere;
use gdvariant::DecodeErrorKind as Kind;
use gdvariant::godot3::{self, Variant};

#[test]
fn rejects_invalid_bools() {
    for value in [2_u32, 0xff, 0x100, 0x8000_0000, u32::MAX] {
        let input = format!("01000000 {}", hex(&value.to_le_bytes()));
        let (kind, path) = (is!(InvalidBool { value: value }), "value");
        check_everywhere(&input, 4, path, &kind);
    }
}

#[test]
fn rejects_invalid_utf8() {
    for (input, offset, path) in [
        ("04000000 01000000 ff000000", 8, "text"),
        ("04000000 03000000 6162ff00", 10, "text"),
        ("04000000 02000000 c0800000", 8, "text"),
        ("04000000 03000000 eda08000", 8, "text"),
        ("04000000 04000000 61e28200", 9, "text"),
        ("17000000 01000000 03000000 61ff0000", 13, "[0].text"),
        (
            "0f000000 01000080 00000000 00000000 02000000 61800000",
            21,
            "[0].name",
        ),
    ] {
        check_everywhere(input, offset, path, &|kind| *kind == Kind::InvalidString);
    }
}

#[test]
fn rejects_nul_within_strings() {
    for (input, offset, path) in [
        ("04000000 01000000 00000000", 8, "text"),
        ("04000000 03000000 61006200", 9, "text"),
        ("17000000 01000000 03000000 61006200", 13, "[0].text"),
        ("17000000 01000000 03000000 61000000", 13, "[0].text"),
        (
            "0f000000 01000080 00000000 00000000 02000000 61000000",
            21,
            "[0].name",
        ),
    ] {
        check_everywhere(input, offset, path, &|kind| *kind == Kind::NulInString);
    }
    // The length of a packed string includes its terminating NUL.
    assert!(godot3::from_slice::<Variant>(&bytes("17000000 01000000 02000000 61000000")).is_ok());
}

#[test]
fn rejects_old_node_paths() {
    check_everywhere("0f000000 01000000 61000000", 4, "name_count", &|kind| {
        *kind == Kind::OldNodePath
    });
}

#[test]
fn padding_may_hold_any_bytes() {
    for (odd, plain) in [
        ("04000000 01000000 61010203", "04000000 01000000 61000000"),
        ("14000000 02000000 0102aabb", "14000000 02000000 01020000"),
        (
            "17000000 01000000 03000000 616200ff",
            "17000000 01000000 03000000 61620000",
        ),
        (
            "0f000000 01000080 00000000 00000000 01000000 61ffffff",
            "0f000000 01000080 00000000 00000000 01000000 61000000",
        ),
    ] {
        let [odd, plain] =
            [odd, plain].map(|input| godot3::from_slice::<Variant>(&bytes(input)).expect(input));
        assert_eq!(odd, plain);
    }
}
