//! Numbers and bools that span the whole input, which are decoded without a reader.
#![cfg(all(feature = "godot3", feature = "godot4"))]

use gdvariant::{DecodeOptions, Layout, generic, godot3, godot4};

/// Compares decoding the whole input with decoding a prefix, which always uses a reader.
fn compare<L: Layout>(bytes: &[u8]) {
    // As the engines do, lenient decoding ignores bytes after the value.
    for (options, ignores_rest) in [
        (DecodeOptions::new(), false),
        (DecodeOptions::engine(), true),
    ] {
        let whole = generic::from_slice::<L, L::Variant>(bytes, options);
        let prefix = generic::from_slice_prefix::<L, L::Variant>(bytes, options);
        let shown = format!("{whole:?}");
        match prefix {
            Ok((value, length)) if length == bytes.len() || ignores_rest => {
                assert_eq!(shown, format!("Ok({value:?})"), "{bytes:?}");
            }
            Ok((_, length)) => {
                let error = whole.expect_err("bytes follow the value");
                assert_eq!(error.offset(), length, "{bytes:?}");
            }
            Err(error) => {
                assert_eq!(whole.expect_err("an error"), error, "{bytes:?}");
            }
        }
    }
}

/// Compares all prefixes of an encoded value, the value with another byte after it, and the value
/// with each byte changed.
fn compare_variations<L: Layout>(value: &L::Variant) {
    let bytes = generic::to_vec::<L, L::Variant>(value).expect("a value");
    let decoded = generic::from_slice::<L, L::Variant>(&bytes, DecodeOptions::new());
    assert_eq!(
        format!("{decoded:?}"),
        format!("Ok({value:?})"),
        "{bytes:?}"
    );
    let longer = [&bytes[..], &[0]].concat();
    for length in 0..=longer.len() {
        compare::<L>(&longer[..length]);
    }
    for index in 0..bytes.len() {
        for byte in [0, 1, 2, 3, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[index] = byte;
            compare::<L>(&changed);
        }
    }
}

#[test]
fn numbers_equal_those_of_a_reader() {
    let narrow = [i32::MIN, -1, 0, 1, i32::MAX].map(i64::from);
    let wide = [i64::from(i32::MAX) + 1, i64::MIN, i64::MAX];
    for int in narrow.into_iter().chain(wide) {
        compare_variations::<gdvariant::Godot3>(&godot3::Variant::from(int));
        compare_variations::<gdvariant::Godot4>(&godot4::Variant::from(int));
    }
    for float in [0.0, -0.0, 0.5, 0.1, f64::MAX, f64::INFINITY, f64::NAN] {
        compare_variations::<gdvariant::Godot3>(&godot3::Variant::from(float));
        compare_variations::<gdvariant::Godot4>(&godot4::Variant::from(float));
    }
    for bool in [false, true] {
        compare_variations::<gdvariant::Godot3>(&godot3::Variant::from(bool));
        compare_variations::<gdvariant::Godot4>(&godot4::Variant::from(bool));
    }
}
