//! Limits on the bytes that detection examines and allocates.

use crate::common::encode;
use crate::samples::joined;
use gdvariant::godot4::{Dictionary, Variant};
use gdvariant::{Engine, Godot4, Kind};
use gdvariant_files::detect;
use gdvariant_files::detect::{
    DetectOptions, Detection, Framing, MAX_BYTES, MAX_VALUES, detect_values,
};

/// Returns a value that exceeds the number of examined bytes.
fn long_value() -> Vec<u8> {
    let entry = |index: i64| {
        let position = Variant::from(vec![Variant::from(index), (0.5).into()]);
        Variant::from(Dictionary::from([
            ("name", Variant::from("Ada")),
            ("at", position),
        ]))
    };
    let entries: Vec<_> = (0..).take(MAX_BYTES / 60).map(entry).collect();
    let bytes = encode::<Godot4>(&entries.into());
    assert!(bytes.len() > MAX_BYTES);
    bytes
}

/// Returns whether a layout and a framing have the first rank.
fn is_first(detection: &Detection, framing: Framing) -> bool {
    // Without 32-bit floats, the precision is unknown, and the likelier precision is first.
    let base = |name: &str| name.trim_end_matches("_double").to_owned();
    let mut equals = detection.best().iter();
    equals.any(|it| {
        base(it.layout.name) == base(Godot4::LAYOUT.name) && it.framing == framing && it.fits()
    })
}

fn is_limited(detection: &Detection) -> bool {
    let limited = format!("only the first {MAX_BYTES} bytes were examined");
    detection.candidates()[0].reasons().contains(&limited)
}

#[test]
fn only_the_start_is_examined() {
    let value = long_value();
    for framing in Framing::ALL {
        let input = joined(&[&value, &value], framing);
        let mut other = input.clone();
        other[MAX_BYTES..].fill(0xff);
        let detection = detect(&input);
        assert!(is_first(&detection, framing), "{framing:?}");
        assert!(is_limited(&detection));
        assert_eq!(detection, detect(&other));
    }
}

#[test]
fn separate_values_have_the_same_bounds() {
    let value = long_value();
    let small = encode::<Godot4>(&vec![Variant::from(7); 9].into());
    let endless = std::iter::repeat([small.as_slice(), &value]).flatten();
    let detection = detect_values(endless, DetectOptions::new());
    assert!(is_first(&detection, Framing::Bare));
    assert_eq!(detection.candidates()[0].values, 1);
}

#[test]
fn separate_values_have_limits_on_examined_bytes() {
    let small = encode::<Godot4>(&vec![Variant::from(7); 9].into());
    let limited = |count: usize| {
        let detection = detect_values(
            std::iter::repeat_n(small.as_slice(), count),
            DetectOptions::new(),
        );
        assert!(is_first(&detection, Framing::Bare));
        is_limited(&detection)
    };
    let most = MAX_BYTES / small.len();
    assert!(!limited(most));
    assert!(limited(most + 2));
    let nothing = detect_values(
        std::iter::repeat_n(&[][..], 2 * MAX_VALUES),
        DetectOptions::new(),
    );
    assert_eq!(nothing.candidates(), []);
}

/// Checks that memory in use is limited by the number of examined bytes.
#[test]
fn memory_is_bounded() {
    let value = long_value();
    let input = value.repeat(4);
    for input in [
        &input[..],
        &[],
        &value[..100],
        &[b"SAVE", &value[..]].concat(),
        &encode::<Godot4>(&7.into()),
        &vec![0; 2 * MAX_BYTES],
        &vec![Godot4::LAYOUT.number_of(Kind::Array).expect("a type"); MAX_BYTES],
    ] {
        let info = allocation_counter::measure(|| drop(std::hint::black_box(detect(input))));
        let limit = 64 * input.len().min(MAX_BYTES) as u64 + (32 << 10);
        assert!(
            info.bytes_max <= limit,
            "{} bytes at once, {limit} allowed",
            info.bytes_max
        );
        assert_eq!(info.bytes_current, 0);
    }
}
