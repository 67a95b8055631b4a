//! Checks that `VariantRef` decodes like `Variant`, except for strings that it cannot borrow.

use crate::common::{bytes as from_hex, lines};
use gdvariant::{DecodeErrorKind, DecodeOptions};

/// Returns the inputs of a file of verdicts.
fn verdicts(file: &str) -> Vec<Vec<u8>> {
    let hex = |line: &serde_json::Value| from_hex(line["hex"].as_str().unwrap());
    lines(file).iter().map(hex).collect()
}

/// Returns vectors with one byte changed, for an engine without recorded verdicts.
#[cfg(feature = "pandemonium5")]
fn changed_vectors(file: &str) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for vector in verdicts(file) {
        for at in 0..vector.len().min(48) {
            for byte in [0, 0xff, vector[at] ^ 0x80, vector[at] ^ 1, 0x17] {
                let mut input = vector.clone();
                input[at] = byte;
                inputs.push(input);
            }
        }
    }
    inputs
}

/// Tests the module of a layout. `$malformed` are inputs that may be invalid.
macro_rules! for_layout {
    ($layout:ident, $malformed:expr) => {
        mod $layout {
            use super::*;
            use gdvariant::$layout::{self as layout, Variant, VariantRef};

            #[test]
            fn vectors_round_trip() {
                let options = DecodeOptions::new().allow_objects(true);
                for line in lines(concat!("vectors/", stringify!($layout), ".jsonl")) {
                    let canonical = from_hex(line["hex"].as_str().unwrap());
                    let engine = line["engine_hex"].as_str().map(from_hex);
                    for bytes in [Some(&canonical), engine.as_ref()].into_iter().flatten() {
                        let borrowed: VariantRef<'_> =
                            layout::from_slice_with(bytes, options).unwrap();
                        let owned: Variant = layout::from_slice_with(bytes, options).unwrap();
                        assert_eq!(
                            layout::to_vec(&borrowed).unwrap(),
                            canonical,
                            "{}",
                            line["id"]
                        );
                        assert_eq!(borrowed.to_string(), owned.to_string(), "{}", line["id"]);
                        assert_eq!(borrowed.kind(), owned.kind());
                        assert_eq!(
                            layout::to_vec(&Variant::from(borrowed)).unwrap(),
                            canonical,
                            "{}",
                            line["id"]
                        );
                    }
                }
            }

            #[test]
            fn rejects_the_same_bytes() {
                let malformed = $malformed;
                for options in [
                    DecodeOptions::new(),
                    DecodeOptions::engine(),
                    DecodeOptions::engine().allow_objects(true),
                ] {
                    for bytes in &malformed {
                        let owned = layout::from_slice_with::<Variant>(bytes, options);
                        match layout::from_slice_with::<VariantRef<'_>>(bytes, options) {
                            Ok(borrowed) => {
                                let owned = owned.expect("what can be borrowed can be owned");
                                assert_eq!(layout::to_vec(&borrowed), layout::to_vec(&owned));
                            }
                            Err(error) if *error.kind() == DecodeErrorKind::CannotBorrow => {
                                assert_ne!(
                                    options,
                                    DecodeOptions::new(),
                                    "strict reading changes no text"
                                );
                            }
                            Err(error) => assert_eq!(Err(error), owned),
                        }
                    }
                }
            }

            #[test]
            fn borrows_strings_that_end_at_a_nul() {
                // "ab\0c": the engine ends the string at the NUL.
                let text = layout::to_vec("abxc")
                    .unwrap()
                    .iter()
                    .map(|&byte| if byte == b'x' { 0 } else { byte })
                    .collect::<Vec<_>>();
                let engine = DecodeOptions::engine();
                assert_eq!(
                    layout::from_slice_with(&text, engine),
                    Ok(VariantRef::String("ab"))
                );
                let path = layout::to_vec(&gdvariant::NodePath::from("abxc")).unwrap();
                let path = path
                    .iter()
                    .map(|&byte| if byte == b'x' { 0 } else { byte })
                    .collect::<Vec<_>>();
                let error = layout::from_slice_with::<VariantRef<'_>>(&path, engine).unwrap_err();
                assert_eq!(error.kind(), &DecodeErrorKind::CannotBorrow);
                assert_eq!(
                    layout::from_slice_with::<Variant>(&path, engine).unwrap(),
                    Variant::from(gdvariant::NodePath::from("ab"))
                );
            }
        }
    };
}

#[cfg(feature = "godot3")]
for_layout!(godot3, verdicts("verdicts/godot3.jsonl"));
#[cfg(feature = "pandemonium")]
for_layout!(pandemonium, verdicts("verdicts/pandemonium.jsonl"));
#[cfg(feature = "pandemonium5")]
for_layout!(pandemonium5, changed_vectors("vectors/pandemonium5.jsonl"));
#[cfg(feature = "godot4")]
for_layout!(
    godot4,
    [
        verdicts("verdicts/godot4.jsonl"),
        verdicts("verdicts/godot4-typed.jsonl")
    ]
    .concat()
);
