//! Flags, type numbers and objects that strict decoding rejects by their header.

use crate::common::bytes;
use crate::strict::check_everywhere;
use gdvariant::godot3;
use gdvariant::{DecodeErrorKind as Kind, NodePath};

#[test]
fn rejects_unknown_flags() {
    for (header, flags) in [
        ("00000100", 0x0001_0000),
        ("00010000", 0x0000_0100),
        ("01000100 01000000", 0x0001_0000),
        ("01ff0000 01000000", 0x0000_ff00),
        ("02000200 01000000", 0x0002_0000),
        ("02000300 0100000000000000", 0x0002_0000),
        ("03000180 0100000000000000", 0x8000_0000),
        ("11000300 0100000000000000", 0x0002_0000),
        ("04000100 00000000", 0x0001_0000),
        ("13000100 00000000", 0x0001_0000),
    ] {
        check_everywhere(header, 0, "", &is!(UnknownFlags { flags: flags }));
    }
    let shared = is!(UnknownFlags { flags: 0x8000_0000 });
    check_everywhere("13000000 00000080", 4, "count", &shared);
    check_everywhere("12000000 00000080", 4, "count", &shared);
    for (flags, number) in [
        ("04000000", 4_u32),
        ("01000080", 0x8000_0000),
        ("f3ffffff", 0xffff_fff0),
    ] {
        let input = format!("0f000000 00000080 00000000 {flags}");
        check_everywhere(&input, 12, "flags", &is!(UnknownFlags { flags: number }));
    }
    // The obsolete flag is accepted in strict mode, too.
    assert!(
        godot3::from_slice::<NodePath>(&bytes(
            "0f000000 00000080 00000000 02000000 01000000 61000000"
        ))
        .is_ok()
    );
}

#[test]
fn rejects_unknown_types() {
    for number in [27_u8, 28, 255] {
        check_everywhere(
            &format!("{number:02x}000000"),
            0,
            "",
            &is!(UnknownType {
                number: number,
                types: 27
            }),
        );
    }
}

#[test]
fn full_objects_need_permission() {
    check_everywhere("11000000 00000000", 0, "", &|kind| {
        *kind == Kind::ObjectsNotAllowed
    });
    check_everywhere("11000000 01000000 41000000 00000000", 0, "", &|kind| {
        *kind == Kind::ObjectsNotAllowed
    });
    check_everywhere("11000000", 0, "", &|kind| *kind == Kind::ObjectsNotAllowed);
}
