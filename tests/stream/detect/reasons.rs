//! The reasons that candidates state.
#![cfg(all(feature = "godot3", feature = "godot4"))]

use crate::common::bytes;
use crate::detect::samples::joined;
use gdvariant::detect;
use gdvariant::detect::{Candidate, DetectOptions, Detection, Framing};
use gdvariant::detect::{detect_reader, detect_values};
#[cfg(feature = "double")]
use gdvariant::detect::{detect_values_with, detect_with};

/// `{"a": [1, 2.5]}` in Godot 3.
const PAIR: &str = "12000000 01000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 03000000 00002040";
/// `[Vector2(1, 2)]` in Godot 3.
const POINT: &str = "13000000 01000000 05000000 0000803f 00000040";

#[track_caller]
fn candidate<'d>(detection: &'d Detection, layout: &str, framing: Framing) -> &'d Candidate {
    let is_it = |it: &&Candidate| (it.layout.name, it.framing) == (layout, framing);
    detection
        .candidates()
        .iter()
        .find(is_it)
        .expect("a candidate")
}

#[track_caller]
fn check(detection: &Detection, framing: Framing, expected: &[&str]) {
    let candidate = candidate(detection, "godot3", framing);
    let reasons: Vec<_> = candidate.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(reasons, expected);
}

#[test]
fn one_value() {
    let detection = detect(&bytes(PAIR));
    check(
        &detection,
        Framing::Bare,
        &[
            "the value decodes",
            "1 of 1 floats are plausible",
            "1 of 1 strings are printable",
        ],
    );
    let first = candidate(&detection, "godot3", Framing::Bare);
    assert_eq!(
        first.to_string(),
        format!("godot3, bare: {}%", first.confidence)
    );
    assert!(first.fits);
}

#[test]
fn values_with_failures() {
    let bad = bytes("13000000 01000000 2d000000");
    let good = bytes(POINT);
    let values = [good.as_slice(), &good, &bad, &good];
    let expected = [
        "3 of 4 values decode",
        "value 3 at 0x003c: [0]: unknown type 45, expected 0 to 26",
        "16 of 88 bytes are not part of values that decode",
        "6 of 6 floats are plausible",
    ];
    check(
        &detect(&joined(&values, Framing::LittleEndian)),
        Framing::LittleEndian,
        &expected,
    );
    check(
        &detect(&joined(&values, Framing::BigEndian)),
        Framing::BigEndian,
        &expected,
    );
    let separate = [
        "3 of 4 values decode",
        "value 3 at 0x0008: [0]: unknown type 45, expected 0 to 26",
        "12 of 72 bytes are not part of values that decode",
        "6 of 6 floats are plausible",
    ];
    check(&detect_values(values), Framing::Bare, &separate);
    let concatenated = [
        "2 values decode",
        "value 3 at 0x0030: [0]: unknown type 45, expected 0 to 26",
        "32 of 72 bytes are not part of values that decode",
        "2 values follow one another without lengths",
        "4 of 4 floats are plausible",
    ];
    check(
        &detect(&joined(&values, Framing::Bare)),
        Framing::Concatenated,
        &concatenated,
    );
}

#[test]
fn values_before_the_limit_are_counted() {
    let good = bytes(POINT);
    let long = [bytes("13000000 00001000"), vec![0; 4 << 20]].concat();
    let file = joined(&[&good, &good, &long], Framing::LittleEndian);
    let (_, detection) = detect_reader(file.as_slice(), DetectOptions::new()).expect("it is read");
    let reasons = &candidate(&detection, "godot3", Framing::LittleEndian).reasons;
    assert_eq!(reasons[0].to_string(), "2 of 2 values decode");
}

#[test]
fn trailing_bytes_have_their_offset_in_the_input() {
    let good = bytes(POINT);
    let long = bytes("00000000 ffffffff");
    let detection = detect(&joined(&[&good, &long], Framing::LittleEndian));
    let candidate = candidate(&detection, "godot3", Framing::LittleEndian);
    let reasons: Vec<_> = candidate.reasons.iter().map(ToString::to_string).collect();
    let trailing = "value 2 at 0x0020: 4 bytes follow the value";
    assert!(
        reasons.iter().any(|reason| reason.starts_with(trailing)),
        "{reasons:?}"
    );
}

#[test]
fn truncated_values() {
    let value = bytes(PAIR);
    let cut = &value[..value.len() - 2];
    check(
        &detect(cut),
        Framing::Bare,
        &[
            "no value decodes",
            "value 1 at 0x0028: a[1].value: expected 4 bytes, found 2",
            "42 of 42 bytes are not part of values that decode",
            "1 of 1 strings are printable",
        ],
    );
    let framed = joined(&[&value, &value], Framing::LittleEndian);
    check(
        &detect(&framed[..framed.len() - 2]),
        Framing::LittleEndian,
        &[
            "1 of 2 values decode",
            "value 2 at 0x0034: expected 44 bytes, found 42",
            "46 of 94 bytes are not part of values that decode",
            "1 of 1 floats are plausible",
            "2 of 2 strings are printable",
        ],
    );
}

#[test]
fn unusual_values() {
    let detection = detect(&bytes(
        "13000000 04000000 02000100 0700000000000000 03000100 000000000000f87f 04000000 01000000 07ffffff 04000000 01000000 61000000",
    ));
    check(
        &detection,
        Framing::Bare,
        &[
            "the value decodes",
            "engines would encode 1 value with another length",
            "0 of 1 floats are plausible",
            "1 of 2 strings are printable",
            "padding is not zero in 1 place",
        ],
    );
}

#[cfg(feature = "double")]
#[test]
fn double_precision() {
    let number = bytes("03000000 0000c03f");
    let detection = detect(&number);
    let double = candidate(&detection, "godot4_double", Framing::Bare);
    assert!(double.rank > 1);
    assert_eq!(
        double.reasons.last().expect("a reason").to_string(),
        "no engine release writes double precision"
    );
    // Components of 64 bits are stronger evidence than the flag.
    let wide = bytes("1c000000 01000000 05000100 9a9999999999b93f 0000000000000040");
    let detection = detect(&wide);
    assert_eq!(detection.candidates()[0].layout.name, "godot4_double");
}

/// Checks double precision of Godot 3, which no build of the engine writes.
#[cfg(feature = "double")]
#[test]
fn unimplemented_layouts_are_proposed_on_request() {
    let all = DetectOptions::new().all_layouts(true);
    let wide = bytes("13000000 01000000 05000000 9a9999999999b93f 0000000000000040");
    for (detection, on_request) in [
        (detect(&wide), detect_with(&wide, all)),
        (detect_values([&*wide]), detect_values_with([&*wide], all)),
    ] {
        let name = |candidate: &Candidate| candidate.layout.name == "godot3_double";
        assert!(!detection.candidates().iter().any(name));
        assert_eq!(detection.matches().count(), 0);
        let first = &on_request.candidates()[0];
        assert_eq!((first.layout.name, first.rank), ("godot3_double", 1));
        assert_eq!(
            first.reasons.last().expect("a reason").to_string(),
            "no build of an engine reads or writes the layout"
        );
    }
    let implemented = gdvariant::schema::LAYOUTS.iter();
    let not = implemented.filter(|layout| !layout.is_implemented);
    let names: Vec<_> = not.map(|layout| layout.name).collect();
    assert_eq!(names, ["godot3_double", "pandemonium_double"]);
}

/// Checks version numbers before frames: an int or a float, and a Dictionary, are also a row.
#[test]
fn a_number_that_is_the_length_of_the_rest_is_a_length() {
    let pair = bytes(PAIR);
    let length = u32::try_from(pair.len()).expect("a short value");
    for version in [1, 2, 3, 10, 38, 100, 65536_u32] {
        let header = [version.to_le_bytes(), length.to_le_bytes()].concat();
        let file = [&*header, &pair].concat();
        let detection = detect(&file);
        let first = &detection.candidates()[0];
        assert_eq!((first.skip, first.framing), (4, Framing::LittleEndian));
        let is_row = |it: &Candidate| it.framing == Framing::Concatenated;
        assert!(!detection.candidates().iter().any(is_row), "{version}");
        assert_eq!(
            detection.choice().expect_err("a header").candidates[0].skip,
            4
        );
    }
    // A number that is not the length of the rest is a value.
    let file = [&bytes("02000000 38000000"), &*pair, &bytes("00000000")].concat();
    assert_eq!(detect(&file).candidates()[0].framing, Framing::Concatenated);
}

#[test]
fn truncated_frames_precede_nonsense() {
    let texts = ["the quick brown fox jumps over the lazy dog"; 8];
    let value = gdvariant::godot4::to_vec(&texts.map(|text| (text, 7, 0.5))).expect("bytes");
    let length = u32::try_from(value.len()).expect("a short value");
    let file = [&length.to_le_bytes()[..], &value].concat();
    for end in 4..file.len() {
        let choice = detect(&file[..end]).choice().expect("a choice");
        assert_eq!(choice.framing, Framing::LittleEndian, "{end} bytes");
        if end >= 8 {
            assert_eq!(choice.layout.name, "godot4", "{end} bytes");
        }
    }
}

/// The zeros after `["Zanzibar"]` of Godot 4 are elements of a PackedTypedArray of bools, which the
/// first element, a Vector2i, cannot be in.
#[cfg(feature = "pandemonium5")]
#[test]
fn elements_of_another_type_than_the_declared_one_are_failures() {
    let array = bytes("1c000000 01000000 04000000 08000000 5a616e7a69626172");
    for zeros in 12..32 {
        let file = [&array[..], &vec![0; zeros]].concat();
        let choice = detect(&file).choice().expect("a choice");
        let found = (choice.layout.name, choice.framing);
        assert_eq!(found, ("godot4", Framing::Bare), "{zeros} zeros");
    }
    let valid = bytes("1c000000 01000000 02000000 01000000 01000000 01000000 00000000");
    let choice = detect(&valid).choice().expect("a choice");
    assert_eq!(choice.layout.name, "pandemonium5");
}

#[test]
fn a_frame_at_the_start_precedes_one_array_of_all_bytes() {
    // {"name": 30}, and the end of an older save: all words are also the ints of an array.
    let file = bytes(
        "1c000000 1b000000 01000000 04000000 04000000 6e616d65 02000000 1e000000
         01000000 04000000 02000000 6d700000 02000000 1e000000 04000000 04000000 6e616d65 04000000
         10000000 6120 6c6f 6e67 2074 6578 7420 6865 7265 04000000 06000000 766f6c75 6d650000
         02000000 00000000",
    );
    let detection = detect(&file);
    let first = &detection.candidates()[0];
    let found = (first.layout.name, first.framing, first.rank);
    assert_eq!(found, ("godot4", Framing::LittleEndian, 1));
    let choice = detection.choice().expect("a choice");
    assert_eq!(
        (choice.layout.name, choice.framing),
        ("godot4", Framing::LittleEndian)
    );
}

#[test]
fn a_frame_without_strings_precedes_concatenated_values() {
    // [1, null], and the end of an older save: all bytes are also five values.
    let file = bytes(
        "14000000 13000000 02000000 02000000 01000000 00000000
         65720000 02000000 dcffffff 04000000 08000000 756e6c6f 636b6564 01000000 00000000
         04000000 04000000 6e616d65",
    );
    let choice = detect(&file).choice().expect("a choice");
    assert_eq!(
        (choice.layout.name, choice.framing),
        ("godot3", Framing::LittleEndian)
    );
}

/// Checks bare values whose first bytes are also a frame: a type's number can be a length.
#[test]
#[cfg(feature = "pandemonium")]
fn bare_values_that_start_like_frames_are_kept() {
    for value in [
        "08000000 02000000 05000000 0a000000 0a000000", // Rect2i, or 5 after its length
        "0c000000 06000000 0a000000 14000000 1e000000", // Vector4i, or Vector2i
    ] {
        let choice = detect(&bytes(value)).choice().expect("a choice");
        assert_eq!(choice.framing, Framing::Bare);
    }
}

#[test]
fn a_bare_value_after_a_header_is_a_candidate() {
    let pair = bytes(PAIR);
    let digest: Vec<u8> = (0..32)
        .map(|byte: u8| byte.wrapping_mul(151) ^ 0x5a)
        .collect();
    let line = format!("{}\n", "a line ".repeat(20));
    for header in [
        &b"SAVE"[..],
        b"SAVEGAME",
        b"version 3\n",
        b"MyGame\0",
        line.as_bytes(),
        &[3],
        &[2, 0, 0, 0],
        &[100, 0, 0, 0],
        &digest[..16],
        &digest[..20],
        &digest,
        &[b"SAVE", &digest[..]].concat(),
    ] {
        let detection = detect(&[header, &pair].concat());
        let ambiguous = detection.choice().expect_err("a header");
        let first = &ambiguous.candidates[0];
        let found = (first.layout.name, first.framing, first.skip, first.fits);
        assert_eq!(
            found,
            ("godot3", Framing::Bare, header.len(), true),
            "{header:?}"
        );
    }
}

#[test]
fn only_values_longer_than_their_header_follow_it() {
    let string = gdvariant::godot4::to_vec("Grace").expect("bytes");
    let has_header = |header: &[u8]| {
        let detection = detect(&[header, &string].concat());
        detection.candidates().iter().any(|it| it.skip > 0)
    };
    assert!(has_header(b"SAVE"));
    assert!(!has_header(b"\x1bSAVE and more than the value"));
}
