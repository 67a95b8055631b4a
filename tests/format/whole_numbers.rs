//! Numbers and bools that span the whole input, which are decoded without a reader.

use gdvariant::godot4::{self, Variant};
use gdvariant::{DecodeOptions, Godot4, generic};

/// Compares decoding the whole input with decoding a prefix, which always uses a reader.
fn compare(bytes: &[u8]) {
    // As the engines do, lenient decoding ignores bytes after the value.
    for (options, ignores_rest) in [
        (DecodeOptions::new(), false),
        (DecodeOptions::engine(), true),
    ] {
        let whole = generic::from_slice::<Godot4, Variant>(bytes, options);
        let prefix = generic::from_slice_prefix::<Godot4, Variant>(bytes, options);
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
fn compare_variations(value: &Variant) {
    let bytes = godot4::to_vec(value).expect("a value");
    let longer = [&bytes[..], &[0]].concat();
    for length in 0..=longer.len() {
        compare(&longer[..length]);
    }
    for index in 0..bytes.len() {
        for byte in [0, 1, 2, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[index] = byte;
            compare(&changed);
        }
    }
}

#[test]
fn numbers_equal_those_of_a_reader() {
    let wide = i64::from(i32::MAX) + 1;
    let ints = [-1, 0, i64::from(i32::MAX), wide, i64::MIN].map(Variant::from);
    let floats = [-0.0, 0.1, f64::MAX, f64::INFINITY, f64::NAN].map(Variant::from);
    let bools = [false, true].map(Variant::from);
    for value in ints.into_iter().chain(floats).chain(bools) {
        compare_variations(&value);
    }
}
