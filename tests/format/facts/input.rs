//! Unusual input that the engine accepts or rejects.

use crate::common::bytes;
use crate::facts::{ENGINE, accepted, reencode, rejected};
use gdvariant::godot3::{self, Object, Variant};
use gdvariant::{DecodeOptions, Godot3, Packed, generic};

#[test]
fn decodes_headers_like_the_engine() {
    accepted(
        ENGINE,
        &[
            ("01ffffff 01000000", "0100000001000000"),
            ("00000100", "00000000"),
            ("0200feff 05000000", "0200000005000000"),
            ("05ffffff 0000803f 00000040", "050000000000803f00000040"),
            ("01000000 02000000", "0100000001000000"),
            ("01000000 00000080", "0100000001000000"),
        ],
    );
    rejected(
        ENGINE,
        &["", "00", "000000", "1b000000", "ff000000", "ffffffff"],
    );
}

#[test]
fn strings_of_a_packed_array_end_at_its_count() {
    // The first string is not ASCII; the int after the array looks like another string.
    let array = bytes(
        "13000000 02000000 17000000 03000000 02000000 c3a90000 01000000 61000000 01000000 62000000 02000000 61610000",
    );
    let values = godot3::variant!([Packed(vec!["é", "a", "b"]), 0x6161]);
    assert_eq!(godot3::from_slice(&array), Ok(values));
}

#[test]
fn decodes_numbers_like_the_engine() {
    accepted(
        ENGINE,
        &[
            // A 64-bit int is encoded in 32 bits if the value fits.
            ("02000100 0500000000000000", "0200000005000000"),
            ("03000100 000000000000f83f", "030000000000c03f"),
            // A 32-bit NaN is encoded in 64 bits; a signaling NaN becomes quiet.
            ("03000000 0100a07f", "03000100 00000020 0000fc7f"),
            ("03000000 0000c07f", "03000100 00000000 0000f87f"),
            // Other NaNs keep their bits.
            ("03000100 010000000000f07f", "03000100 010000000000f07f"),
            ("05000000 0100a07f 0100a0ff", "05000000 0100a07f 0100a0ff"),
            ("16000000 01000000 0100a07f", "16000000 01000000 0100a07f"),
            // The smallest positive 32-bit float.
            ("03000000 01000000", "03000000 01000000"),
        ],
    );
}

#[test]
fn decodes_strings_like_the_engine() {
    accepted(
        ENGINE,
        &[
            (
                "04000000 05000000 efbbbf6162000000",
                "04000000 02000000 61620000",
            ),
            ("04000000 03000000 efbbbf00", "04000000 00000000"),
            (
                "04000000 05000000 6162006364000000",
                "04000000 02000000 61620000",
            ),
            ("04000000 02000000 00ff0000", "04000000 00000000"),
            ("04000000 01000000 61ffffff", "04000000 01000000 61000000"),
            // Overlong UTF-8, which the engine accepts.
            ("04000000 03000000 e0819000", "04000000 01000000 50000000"),
            ("04000000 04000000 f0808880", "04000000 02000000 c8800000"),
            // Strings of a PackedStringArray, with and without the terminating NUL.
            (
                "17000000 01000000 03000000 61626300",
                "17000000 01000000 04000000 61626300",
            ),
            (
                "17000000 01000000 00000000",
                "17000000 01000000 01000000 00000000",
            ),
            (
                "17000000 01000000 04000000 61006300",
                "17000000 01000000 02000000 61000000",
            ),
        ],
    );
    rejected(
        ENGINE,
        &[
            "04000000 ffffffff",
            "04000000 00000080",
            "04000000 01000000 61",
            "04000000 01000000 616161",
            "04000000 05000000 61616161",
            "04000000 01000000 80000000",
            "04000000 01000000 ff000000",
            "04000000 02000000 c0800000",
            "04000000 02000000 c3200000",
            "04000000 02000000 e2820000",
            "04000000 03000000 e0808000",
            "04000000 04000000 f08087bf",
        ],
    );
    // The engine also accepts these sequences, which encode no character; the library rejects them.
    rejected(
        ENGINE,
        &[
            "04000000 03000000 eda08000",
            "04000000 03000000 edbfbf00",
            "04000000 04000000 f4908080",
            "04000000 04000000 f7bfbfbf",
            "04000000 05000000 f888808080000000",
            "04000000 06000000 fc84808080800000",
        ],
    );
}

#[test]
fn decodes_node_paths_like_the_engine() {
    accepted(
        ENGINE,
        &[
            // An absolute path without names loses its flag. The engine decodes no names if the sum
            // of the counts wraps to zero.
            (
                "0f000000 00000080 00000000 01000000",
                "0f000000 00000080 00000000 00000000",
            ),
            (
                "0f000000 ffffffff 01000080 00000000",
                "0f000000 00000080 00000000 00000000",
            ),
            // The obsolete flag adds one to the number of subnames.
            (
                "0f000000 01000080 00000000 02000000 0100000061000000 0100000078000000",
                "0f000000 01000080 01000000 00000000 0100000061000000 0100000078000000",
            ),
            (
                "0f000000 00000080 00000000 f0ffffff",
                "0f000000 00000080 00000000 00000000",
            ),
            // Empty names, names with separators, and padding with any content.
            (
                "0f000000 01000080 00000000 01000000 00000000",
                "0f000000 01000080 00000000 01000000 00000000",
            ),
            (
                "0f000000 01000080 00000000 00000000 03000000612f3aff",
                "0f000000 01000080 00000000 00000000 03000000612f3a00",
            ),
        ],
    );
    rejected(
        ENGINE,
        &[
            "0f000000 01000000 61000000",
            "0f000000 00000000 00000000 00000000",
            "0f000000 00000080 00000000",
            "0f000000 01000080 00000000 00000000",
            "0f000000 01000080 00000000 00000000 01000000 61",
            "0f000000 00000080 00000000 02000000",
        ],
    );
    // Strict decoding keeps the flag of an absolute path without names.
    assert_eq!(
        reencode("0f000000 00000080 00000000 01000000", DecodeOptions::new()),
        Some("0f000000000000800000000001000000".into())
    );
}

#[test]
fn decodes_objects_like_the_engine() {
    let whole = ENGINE.allow_objects(true);
    let reference =
        "11000000 09000000 5265666572656e6365000000 01000000 06000000 7363726970740000 00000000";
    accepted(
        ENGINE,
        &[("11000100 0805000000000000", "11000100 0805000000000000")],
    );
    accepted(
        whole,
        &[
            (reference, reference),
            // A negative count means no properties.
            (
                "11000000 01000000 41000000 ffffffff",
                "11000000 01000000 41000000 00000000",
            ),
            (
                "11000000 01000000 41000000 00000080",
                "11000000 01000000 41000000 00000000",
            ),
        ],
    );
    rejected(
        ENGINE,
        &[
            reference,
            "11000000 00000000",
            "13000000 01000000 11000000 00000000",
        ],
    );
    rejected(
        whole,
        &[
            "11000000 01000000 41000000 01000000",
            "11000000 01000000 41000000",
            "11000100 00000000",
        ],
    );
}

/// Checks two forms of null objects, which release builds before 3.4 encode.
#[test]
fn null_objects_of_old_release_builds() {
    let none = [] as [(&str, Variant); 0];
    for (form, object) in [
        ("110001000000000000000000", Object::Id(0)),
        ("1100000000000000", Object::full("", none)),
    ] {
        for options in [DecodeOptions::new(), ENGINE] {
            let value = generic::from_slice::<Godot3, _>(&bytes(form), options.allow_objects(true));
            assert_eq!(value, Ok(Variant::Object(object.clone())));
        }
        assert!(object.is_null());
        assert_eq!(godot3::to_vec(&object), Ok(bytes(form)));
        assert_eq!(Variant::Object(object).to_string(), "null");
    }
    // Only the second form needs permission.
    assert!(godot3::from_slice::<Variant>(&bytes("110001000000000000000000")).is_ok());
    assert!(godot3::from_slice::<Variant>(&bytes("1100000000000000")).is_err());
}

#[test]
fn decodes_containers_like_the_engine() {
    accepted(
        ENGINE,
        &[
            ("13000000 01000080 00000000", "13000000 01000000 00000000"),
            ("13000000 00000080", "13000000 00000000"),
            (
                "12000000 01000080 00000000 00000000",
                "12000000 01000000 00000000 00000000",
            ),
            // A duplicate key keeps its first position and its last value.
            (
                "12000000 03000000 0200000001000000 0200000005000000 0200000002000000 0200000006000000 0200000001000000 0200000007000000",
                "12000000 02000000 0200000001000000 0200000007000000 0200000002000000 0200000006000000",
            ),
            ("17000000 ffffffff", "17000000 00000000"),
            // A PackedByteArray at the end of the input may lack its padding.
            ("14000000 01000000 ff", "14000000 01000000 ff000000"),
            ("14000000 01000000 ffabcdef", "14000000 01000000 ff000000"),
            (
                "13000000 01000000 14000000 01000000 ff",
                "13000000 01000000 14000000 01000000 ff000000",
            ),
            (
                "12000000 01000000 00000000 14000000 01000000 ff",
                "12000000 01000000 00000000 14000000 01000000 ff000000",
            ),
            // Lenient decoding ignores bytes after the value.
            ("00000000 ff", "00000000"),
        ],
    );
    rejected(
        ENGINE,
        &[
            // A PackedByteArray before another value needs its padding.
            "13000000 02000000 14000000 01000000 ff",
            "12000000 01000000 14000000 01000000 ff",
            "14000000 04000000 010203",
            "14000000 ffffffff",
            "15000000 ffffffff",
            "1a000000 ffffffff",
            "1a000000 00000010",
            "18000000 00000020",
            "15000000 00000040",
            "13000000 01000000",
            "13000000 ffffff7f",
            "12000000 01000000 00000000",
            "12000000",
        ],
    );
}

/// Checks that lenient decoding consumes a padding that is cut short.
#[test]
fn a_partial_padding_is_consumed() {
    for (input, length) in [
        ("14000000 01000000 ff", 9),
        ("14000000 01000000 ff0000", 11),
        ("14000000 01000000 ff000000 00", 12),
    ] {
        let decoded = generic::from_slice_prefix::<Godot3, Variant>(&bytes(input), ENGINE);
        assert_eq!(decoded.expect(input).1, length, "{input}");
    }
}

/// Checks strings of Pandemonium 3.7, whose engine decodes text as Godot 3.5 does.
#[test]
fn pandemonium3_accepts_overlong_strings() {
    use gdvariant::Pandemonium3;
    use gdvariant::pandemonium3::to_vec;

    for (input, encoded) in [
        ("04000000 03000000 e0819000", "04000000 01000000 50000000"),
        ("04000000 04000000 f0808880", "04000000 02000000 c8800000"),
        ("04000000 03000000 efbbbf00", "04000000 00000000"),
    ] {
        let [input, encoded] = [input, encoded].map(bytes);
        let value: Variant =
            generic::from_slice::<Pandemonium3, _>(&input, ENGINE).expect("the engine accepts it");
        assert_eq!(to_vec(&value).expect("a string"), encoded);
    }
}
