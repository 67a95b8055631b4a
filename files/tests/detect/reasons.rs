//! The reasons that candidates state.

use crate::common::bytes;
use crate::samples::joined;
use gdvariant_files::detect;
use gdvariant_files::detect::{Candidate, DetectOptions, Detection, Framing};
use gdvariant_files::detect::{detect_reader, detect_values};

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
    assert_eq!(candidate.reasons(), expected);
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
    let shown = format!("godot3, bare: {}%", first.confidence);
    assert_eq!(first.to_string(), shown);
    assert!(first.fits());
}

#[test]
fn values_with_failures() {
    let bad = bytes("13000000 01000000 2d000000");
    let good = bytes(POINT);
    let values = [good.as_slice(), &good, &bad, &good];
    for framing in [Framing::LittleEndian, Framing::BigEndian] {
        check(
            &detect(&joined(&values, framing)),
            framing,
            &[
                "3 of 4 values decode",
                "value 3 at 0x003c: [0]: unknown type 45, expected 0 to 26",
                "16 of 88 bytes are not part of values that decode",
                "6 of 6 floats are plausible",
            ],
        );
    }
    check(
        &detect_values(values, DetectOptions::new()),
        Framing::Bare,
        &[
            "3 of 4 values decode",
            "value 3 at 0x0008: [0]: unknown type 45, expected 0 to 26",
            "12 of 72 bytes are not part of values that decode",
            "6 of 6 floats are plausible",
        ],
    );
    check(
        &detect(&joined(&values, Framing::Bare)),
        Framing::Concatenated,
        &[
            "2 values decode",
            "value 3 at 0x0030: [0]: unknown type 45, expected 0 to 26",
            "32 of 72 bytes are not part of values that decode",
            "2 values follow one another without lengths",
            "4 of 4 floats are plausible",
        ],
    );
    let trailing = detect(&joined(
        &[&good, &bytes("00000000 ffffffff")],
        Framing::LittleEndian,
    ));
    let reasons = candidate(&trailing, "godot3", Framing::LittleEndian).reasons();
    let text = "value 2 at 0x0020: 4 bytes follow the value";
    assert!(reasons.iter().any(|it| it.starts_with(text)), "{reasons:?}");
}

#[test]
fn values_before_the_limit_are_counted() {
    let good = bytes(POINT);
    let long = [bytes("13000000 00001000"), vec![0; 4 << 20]].concat();
    let file = joined(&[&good, &good, &long], Framing::LittleEndian);
    let (_, detection) = detect_reader(file.as_slice(), DetectOptions::new()).expect("it is read");
    let reasons = candidate(&detection, "godot3", Framing::LittleEndian).reasons();
    assert_eq!(reasons[0], "2 of 2 values decode");
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

#[test]
fn double_precision() {
    let number = bytes("03000000 0000c03f");
    let detection = detect(&number);
    let double = candidate(&detection, "godot4_double", Framing::Bare);
    assert!(double.rank > 1);
    let reasons = double.reasons();
    let last = reasons.last().expect("a reason");
    assert_eq!(last, "no engine release writes double precision");
    // Components of 64 bits are stronger evidence than the flag.
    let wide = bytes("1c000000 01000000 05000100 9a9999999999b93f 0000000000000040");
    let detection = detect(&wide);
    assert_eq!(detection.candidates()[0].layout.name, "godot4_double");
}

/// Checks version numbers before frames: an int or a float, and a Dictionary, are also a row.
#[test]
fn a_number_that_is_the_length_of_the_rest_is_a_length() {
    let pair = bytes(PAIR);
    let length = u32::try_from(pair.len()).expect("a short value");
    for version in [1, 2, 38, 65536_u32] {
        let header = [version.to_le_bytes(), length.to_le_bytes()].concat();
        let file = [&*header, &pair].concat();
        let detection = detect(&file);
        let first = &detection.candidates()[0];
        assert_eq!((first.skip, first.framing), (4, Framing::LittleEndian));
        let is_row = |it: &Candidate| it.framing == Framing::Concatenated;
        assert!(!detection.candidates().iter().any(is_row), "{version}");
        detection.choice().expect_err("a header");
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

#[track_caller]
fn check_choice(input: &[u8], layout: &str, framing: Framing) {
    let choice = detect(input).choice().expect("a choice");
    assert_eq!((choice.layout.name, choice.framing), (layout, framing));
}

/// The zeros after `["Zanzibar"]` of Godot 4 are elements of a PackedTypedArray of bools, which the
/// first element, a Vector2i, cannot be in.
#[test]
fn elements_of_another_type_than_the_declared_one_are_failures() {
    let array = bytes("1c000000 01000000 04000000 08000000 5a616e7a69626172");
    for zeros in 12..32 {
        let file = [&array[..], &vec![0; zeros]].concat();
        check_choice(&file, "godot4", Framing::Bare);
    }
    let valid = bytes("1c000000 01000000 02000000 01000000 01000000 01000000 00000000");
    check_choice(&valid, "pandemonium5", Framing::Bare);
}

#[test]
fn a_frame_at_the_start_precedes_values_without_frames() {
    // {"name": 30}, and the end of an older save: all words are also the ints of an array.
    let file = bytes(
        "1c000000 1b000000 01000000 04000000 04000000 6e616d65 02000000 1e000000
         01000000 04000000 02000000 6d700000 02000000 1e000000 04000000 04000000 6e616d65 04000000
         10000000 6120 6c6f 6e67 2074 6578 7420 6865 7265 04000000 06000000 766f6c75 6d650000
         02000000 00000000",
    );
    check_choice(&file, "godot4", Framing::LittleEndian);
    // [1, null], and the end of an older save: all bytes are also five values.
    let file = bytes(
        "14000000 13000000 02000000 02000000 01000000 00000000
         65720000 02000000 dcffffff 04000000 08000000 756e6c6f 636b6564 01000000 00000000
         04000000 04000000 6e616d65",
    );
    check_choice(&file, "godot3", Framing::LittleEndian);
}

/// Checks bare values whose first bytes are also a frame: a type's number can be a length.
#[test]
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
        b"version 3\n",
        line.as_bytes(),
        &[3],
        &[2, 0, 0, 0],
        &digest[..20],
        &digest,
        &[b"SAVE", &digest[..]].concat(),
    ] {
        let detection = detect(&[header, &pair].concat());
        let ambiguous = detection.choice().expect_err("a header");
        let first = &ambiguous.candidates[0];
        let found = (first.layout.name, first.framing, first.skip, first.fits());
        let expected = ("godot3", Framing::Bare, header.len(), true);
        assert_eq!(found, expected, "{header:?}");
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
