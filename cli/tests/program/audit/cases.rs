//! Tests each rule with a value that it reports, and with a similar value that no rule reports.

use super::{findings, ids, rules};
use crate::common::bytes;
use gdvariant::schema::DEFECTS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A rule, options, a reported value in hex, a similar value that is not reported, and the offset
/// and path of the finding.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    usize,
    &'static str,
);

const CASES: &[Case] = &[
    // An unknown type number.
    ("invalid-value", "", "1b000000", "00000000", 0, ""),
    // A surrogate, and the character of a surrogate pair.
    (
        "invalid-string",
        "--layout godot4",
        "04000000 03000000 eda08000",
        "04000000 04000000 f09f9880",
        8,
        "text",
    ),
    // An object with the path of a script, and with Nil instead.
    (
        "object-script",
        "--ignore object --ignore resource-path",
        "11000000 04000000 4e6f6465 01000000 06000000 73637269 70740000 04000000 08000000 7265733a 2f2f612e",
        "11000000 04000000 4e6f6465 01000000 06000000 73637269 70740000 00000000",
        36,
        "script",
    ),
    (
        "script-source",
        "--ignore object",
        "11000000 08000000 47445363 72697074 01000000 0d000000 73637269 70742f73 6f757263 65000000 04000000 03000000 782b3100",
        "11000000 08000000 47445363 72697074 01000000 0d000000 73637269 70742f73 6f757263 65000000 04000000 00000000",
        48,
        "[\"script/source\"]",
    ),
    // An Array that declares the script res://../a.gd, and one that declares the class Node.
    (
        "outside-code",
        "--layout godot4",
        "1c000300 0d000000 7265733a 2f2f2e2e 2f612e67 64000000 00000000",
        "1c000200 04000000 4e6f6465 00000000",
        8,
        "",
    ),
    // A Dictionary whose keys have the script res://a.gd, and one whose keys are Strings.
    (
        "game-code",
        "--layout godot4",
        "1b000300 0a000000 7265733a 2f2f612e 67640000 00000000",
        "1b000100 04000000 00000000",
        8,
        "",
    ),
    // A ProjectSettings, and a class with another name.
    (
        "engine-crash",
        "--layout godot4 --ignore object",
        "18000000 0f000000 50726f6a 65637453 65747469 6e677300 00000000",
        "18000000 0f000000 50726f6a 65637453 65747469 6e677a00 00000000",
        8,
        "",
    ),
    // The load_path of a StreamTexture, and of another class.
    (
        "file-access",
        "--layout godot3 --ignore object",
        "11000000 0d000000 53747265 616d5465 78747572 65000000 01000000 09000000 6c6f6164 5f706174 68000000 04000000 01000000 61000000",
        "11000000 0d000000 53747265 616d5465 78747572 7a000000 01000000 09000000 6c6f6164 5f706174 68000000 04000000 01000000 61000000",
        52,
        "load_path",
    ),
    // A GDNativeLibrary, and a class with another name.
    (
        "native-library",
        "--ignore object",
        "11000000 0f000000 47444e61 74697665 4c696272 61727900 00000000",
        "11000000 0f000000 47444e61 74697665 4c696272 61727a00 00000000",
        8,
        "",
    ),
    // The property resource_path with the path a, and with an empty path.
    (
        "resource-cache",
        "--ignore object",
        "11000000 08000000 47726164 69656e74 01000000 0d000000 7265736f 75726365 5f706174 68000000 04000000 01000000 61000000",
        "11000000 08000000 47726164 69656e74 01000000 0d000000 7265736f 75726365 5f706174 68000000 04000000 00000000",
        48,
        "resource_path",
    ),
    // The property resource_path as a NodePath.
    (
        "resource-cache",
        "--ignore object",
        "11000000 08000000 47726164 69656e74 01000000 0d000000 7265736f 75726365 5f706174 68000000 0f000000 01000080 00000000 00000000 01000000 61000000",
        "11000000 08000000 47726164 69656e74 01000000 0d000000 7265736f 75726365 5f706174 68000000 0f000000 00000080 00000000 00000000",
        60,
        "resource_path[0]",
    ),
    // `Object(A)` and `Objects(A)`.
    (
        "object-text",
        "",
        "04000000 09000000 4f626a65 63742841 29000000",
        "04000000 0a000000 4f626a65 63747328 41290000",
        8,
        "",
    ),
    // A control character and a comment before the parenthesis, and a letter instead of the control
    // character.
    (
        "object-text",
        "",
        "04000000 0c000000 4f626a65 6374013b 0a284129",
        "04000000 0c000000 4f626a65 6374783b 0a284129",
        8,
        "",
    ),
    // `/etc` and `etc/`.
    (
        "absolute-path",
        "",
        "04000000 04000000 2f657463",
        "04000000 04000000 6574632f",
        8,
        "",
    ),
    (
        "absolute-path",
        "",
        "04000000 04000000 433a2f61",
        "04000000 03000000 633a6100",
        8,
        "",
    ),
    // `//etc` and `// et`.
    (
        "absolute-path",
        "",
        "04000000 05000000 2f2f6574 63000000",
        "04000000 05000000 2f2f2065 74000000",
        8,
        "",
    ),
    // `\a\b` and `\a`.
    (
        "absolute-path",
        "",
        "04000000 04000000 5c615c62",
        "04000000 02000000 5c610000",
        8,
        "",
    ),
    // A path of 40 letters and slashes, and a JPEG image in Base64.
    (
        "absolute-path",
        "",
        "04000000 28000000 2f686f6d 652f6161 61616161 61616161 61616161 61616161 61616161 61616161 61616161 61616161",
        "04000000 28000000 2f396a2f 34414161 61616161 61616161 61616161 61616161 61616161 61616161 61616161 61616161",
        8,
        "",
    ),
    // `a/../b` and `a/..b`.
    (
        "parent-path",
        "",
        "04000000 06000000 612f2e2e 2f620000",
        "04000000 05000000 612f2e2e 62000000",
        8,
        "",
    ),
    (
        "file-url",
        "",
        "04000000 08000000 46496c65 3a2f2f61",
        "04000000 08000000 66696c65 3a2f6161",
        8,
        "",
    ),
    // A full object, and the id 0 of a null object.
    (
        "object",
        "",
        "11000000 04000000 4e6f6465 00000000",
        "11000100 00000000 00000000",
        8,
        "",
    ),
    ("object", "", "11000000 00000000", "00000000", 4, ""),
    (
        "object-id",
        "",
        "11000100 08050000 00000000",
        "11000100 00000000 00000000",
        4,
        "",
    ),
    (
        "object-id",
        "--layout godot4",
        "17000000 07000000 00000000",
        "17000000 00000000 00000000",
        4,
        "",
    ),
    // `user://a` and `user:/aa`.
    (
        "user-path",
        "",
        "04000000 08000000 75736572 3a2f2f61",
        "04000000 08000000 75736572 3a2f6161",
        8,
        "",
    ),
    (
        "resource-path",
        "",
        "13000000 01000000 04000000 07000000 7265733a 2f2f6100",
        "13000000 01000000 04000000 07000000 5265733a 2f2f6100",
        16,
        "[0]",
    ),
    // `/root` and `root`.
    (
        "node-path-absolute",
        "",
        "0f000000 01000080 00000000 01000000 04000000 726f6f74",
        "0f000000 01000080 00000000 00000000 04000000 726f6f74",
        20,
        "[0]",
    ),
    // `a/../..` and `a/..`.
    (
        "node-path-parent",
        "",
        "0f000000 03000080 00000000 00000000 01000000 61000000 02000000 2e2e0000 02000000 2e2e0000",
        "0f000000 02000080 00000000 00000000 01000000 61000000 02000000 2e2e0000",
        36,
        "[2]",
    ),
    // `./..` and `./a`.
    (
        "node-path-parent",
        "",
        "0f000000 02000080 00000000 00000000 01000000 2e000000 02000000 2e2e0000",
        "0f000000 02000080 00000000 00000000 01000000 2e000000 01000000 61000000",
        28,
        "[1]",
    ),
    // `..` as a name, and as a subname, which does not leave the node.
    (
        "node-path-parent",
        "",
        "0f000000 01000080 00000000 00000000 02000000 2e2e0000",
        "0f000000 00000080 01000000 00000000 02000000 2e2e0000",
        20,
        "[0]",
    ),
    // `{"a": 1, "a": 2}` and `{"a": 1, "b": 2}`.
    (
        "duplicate-key",
        "",
        "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000",
        "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 62000000 02000000 02000000",
        28,
        "a",
    ),
    // The keys 1 and 1, and the keys 1 and 1.0, which differ.
    (
        "duplicate-key",
        "",
        "12000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000",
        "12000000 02000000 02000000 01000000 00000000 03000000 0000803f 00000000",
        20,
        "[1]",
    ),
    // Duplicate keys in a nested Dictionary, and the same key in a Dictionary and in a nested one.
    (
        "duplicate-key",
        "",
        "13000000 01000000 12000000 02000000 00000000 00000000 00000000 00000000",
        "12000000 01000000 00000000 12000000 01000000 00000000 00000000",
        24,
        "[0][null]",
    ),
    // An Array[int] with a bool, and with an int.
    (
        "not-declared",
        "--layout godot4",
        "1c000100 02000000 01000000 01000000 01000000",
        "1c000100 02000000 01000000 02000000 01000000",
        12,
        "[0]",
    ),
    (
        "string-nul",
        "",
        "04000000 04000000 61006263",
        "04000000 04000000 61626364",
        9,
        "",
    ),
    // Strings in a PackedStringArray have a final NUL, which is not reported.
    (
        "string-nul",
        "",
        "17000000 01000000 04000000 61006200",
        "17000000 01000000 04000000 61626300",
        13,
        "[0]",
    ),
    (
        "string-byte-order-mark",
        "",
        "04000000 04000000 efbbbf61",
        "04000000 04000000 61efbbbf",
        8,
        "",
    ),
    // The letter P in three bytes.
    (
        "string-overlong",
        "",
        "04000000 04000000 61e08190",
        "04000000 04000000 61e28190",
        9,
        "",
    ),
    ("nan", "", "03000000 0000c07f", "03000000 0000803f", 4, ""),
    (
        "nan",
        "",
        "16000000 02000000 00000000 0000c0ff",
        "16000000 02000000 00000000 00000080",
        12,
        "[1]",
    ),
    (
        "infinity",
        "",
        "05000000 00000000 0000807f",
        "05000000 00000000 ffff7f7f",
        8,
        "",
    ),
    (
        "padding",
        "",
        "04000000 01000000 61000042",
        "04000000 01000000 61000000",
        9,
        "",
    ),
    // Unused bits of the header of a Vector2, of a count, and of the flags of a NodePath.
    (
        "unused-bits",
        "",
        "05000100 00000000 00000000",
        "05000000 00000000 00000000",
        0,
        "",
    ),
    (
        "unused-bits",
        "",
        "13000000 00000080",
        "13000000 00000000",
        4,
        "",
    ),
    (
        "unused-bits",
        "",
        "0f000000 00000080 00000000 04000000",
        "0f000000 00000080 00000000 00000000",
        12,
        "",
    ),
    (
        "bool-number",
        "",
        "01000000 02000000",
        "01000000 01000000",
        4,
        "",
    ),
    (
        "negative-count",
        "",
        "17000000 ffffffff",
        "17000000 00000000",
        4,
        "",
    ),
    (
        "negative-count",
        "--ignore object",
        "11000000 01000000 41000000 ffffffff",
        "11000000 01000000 41000000 00000000",
        12,
        "",
    ),
    (
        "other-precision",
        "--layout godot4",
        "05000100 00000000 00000000 00000000 00000000",
        "05000000 00000000 00000000",
        0,
        "",
    ),
    (
        "other-precision",
        "--layout godot4-double",
        "05000000 00000000 00000000",
        "05000100 00000000 00000000 00000000 00000000",
        0,
        "",
    ),
    ("trailing-bytes", "", "00000000 ff", "00000000", 4, ""),
    // A PackedByteArray without its padding.
    (
        "not-written",
        "",
        "14000000 01000000 ff",
        "14000000 01000000 ff000000",
        9,
        "padding",
    ),
    // A Vector4 in an Array, and a Vector4 that is not nested.
    (
        "engine-defect",
        "--layout pandemonium",
        "1a000000 01000000 0b000000 00000000 00000000 00000000 00000000",
        "0b000000 00000000 00000000 00000000 00000000",
        8,
        "[0]",
    ),
    // A packed array with elements, and an empty one.
    (
        "engine-defect",
        "--layout pandemonium",
        "23000000 02000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
        "23000000 00000000",
        8,
        "[0]",
    ),
    // NodePath("/").
    (
        "engine-defect",
        "",
        "0f000000 00000080 00000000 01000000",
        "0f000000 00000080 00000000 00000000",
        12,
        "",
    ),
    (
        "engine-defect",
        "",
        "04000000 04000000 f09f9880",
        "04000000 03000000 efbfbd00",
        8,
        "",
    ),
    (
        "not-restored",
        "--layout godot4",
        "19000000",
        "00000000",
        0,
        "",
    ),
    ("not-restored", "", "10000000", "00000000", 0, ""),
];

#[test]
fn each_rule_reports_only_its_own_values() {
    for (rule, args, reported, harmless, offset, path) in CASES {
        let found = findings(args, &bytes(reported));
        assert_eq!(ids(&found), [*rule], "{reported}: {found:?}");
        let place = (found[0]["offset"].as_u64(), found[0]["path"].as_str());
        assert_eq!(place, (Some(*offset as u64), Some(*path)), "{found:?}");
        let none = findings(args, &bytes(harmless));
        assert!(none.is_empty(), "{rule}: {harmless}: {none:?}");
    }
}

/// Checks that the rule about defects follows the list of the schema in each layout.
#[test]
fn defects_are_reported_in_each_layout() {
    let conformance = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/defects");
    let mut count = 0;
    for layout in [
        "godot3",
        "godot4",
        "pandemonium3",
        "pandemonium",
        "pandemonium5",
    ] {
        let lines = fs::read_to_string(conformance.join(format!("{layout}.jsonl")));
        for line in lines.expect("the defects of the layout").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let Some(hex) = line["hex"].as_str() else {
                continue;
            };
            let found = findings(&format!("--layout {layout}"), &bytes(hex));
            let found = found
                .iter()
                .filter(|finding| finding["id"] == "engine-defect");
            let found: Vec<&str> = found.filter_map(|it| it["message"].as_str()).collect();
            let expected = DEFECTS.iter().filter(|defect| line["id"] == defect.id);
            let expected: Vec<String> = expected
                .flat_map(|defect| defect.layouts.iter().map(move |of| (defect, of)))
                .filter(|(_, (module, _))| *module == layout)
                .map(|(defect, (_, versions))| {
                    let effect = defect.effect;
                    format!("known defect of the engine, versions {versions}: {effect}")
                })
                .collect();
            assert_eq!(found, expected, "{layout}: {line}");
            count += expected.len();
        }
    }
    let listed = DEFECTS.iter().map(|defect| defect.layouts.len());
    assert_eq!(count, listed.sum::<usize>());
}

#[test]
fn every_rule_has_a_test() {
    let special = [
        "too-deep",
        "not-examined",
        "large-string",
        "large-value",
        "large-array",
        "wrapper",
        "invalid-input",
    ];
    let texts = super::text::CASES.iter().map(|case| case.0);
    let tested = CASES.iter().map(|case| case.0).chain(texts);
    let tested: BTreeSet<&str> = tested.chain(special).collect();
    let listed = rules();
    assert_eq!(ids(&listed).into_iter().collect::<BTreeSet<_>>(), tested);
    assert_eq!(listed.len(), tested.len(), "ids are distinct");
}

/// Checks each byte of padding of strings and bytes of every length modulo 4.
#[test]
fn each_byte_of_padding_is_reported() {
    for length in 1..=8_u8 {
        let padding = usize::from(length.next_multiple_of(4) - length);
        for head in ["04000000", "14000000"] {
            let start = [
                bytes(head),
                vec![length, 0, 0, 0],
                vec![b'x'; length.into()],
            ]
            .concat();
            let clean = [&start[..], &vec![0; padding]].concat();
            assert_eq!(findings("", &clean).len(), 0, "{head}, {length}");
            for at in start.len()..clean.len() {
                let mut odd = clean.clone();
                odd[at] = 1;
                let found = findings("", &odd);
                assert_eq!(ids(&found), ["padding"], "{head}, {length}, byte {at}");
            }
        }
    }
}
