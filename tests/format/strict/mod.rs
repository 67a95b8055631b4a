//! Errors of strict decoding: offset, path and kind.
#![cfg(feature = "godot3")]

/// Expands to a closure that returns whether a kind is this variant with these fields.
macro_rules! is {
    ($variant:ident { $($field:ident: $value:expr),* }) => {{
        let expected = ($($value,)*);
        move |kind: &gdvariant::DecodeErrorKind| match kind {
            gdvariant::DecodeErrorKind::$variant { $($field,)* .. } => ($(*$field,)*) == expected,
            _ => false,
        }
    }};
}

mod headers;
mod limits;
mod paths;
mod values;

use crate::common::bytes;
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeError, DecodeErrorKind};

/// Returns the error of decoding the input strictly.
fn error(input: &str) -> DecodeError {
    let bytes = bytes(input);
    let error = godot3::from_slice::<Variant>(&bytes).expect_err(input);
    assert!(error.offset() <= bytes.len(), "{input}: {error}");
    error
}

type IsKind = dyn Fn(&DecodeErrorKind) -> bool;

/// Checks all fields of the error, and that its message names them.
fn check(input: &str, offset: usize, path: &str, is_kind: &IsKind) {
    let error = error(input);
    assert_eq!(
        (error.offset(), &*error.path().to_string()),
        (offset, path),
        "{input}: {error}"
    );
    assert!(is_kind(error.kind()), "{input}: {:?}", error.kind());
    let prefix = if path.is_empty() {
        String::new()
    } else {
        format!("{path}: ")
    };
    assert_eq!(
        error.to_string(),
        format!("{offset:#06x}: {prefix}{}", error.kind())
    );
    assert_eq!(format!("{error:?}"), format!("DecodeError({error:#})"));
}

/// Checks the error of the value by itself, as an element of an Array, and as a value of a
/// Dictionary.
fn check_everywhere(input: &str, offset: usize, path: &str, is_kind: &IsKind) {
    check(input, offset, path, is_kind);
    let dot = if path.is_empty() || path.starts_with('[') {
        ""
    } else {
        "."
    };
    let nested = format!("13000000 02000000 0200000007000000 {input}");
    check(&nested, offset + 16, &format!("[1]{dot}{path}"), is_kind);
    let valued = format!("12000000 01000000 04000000 03000000 6b657900 {input}");
    check(&valued, offset + 20, &format!("key{dot}{path}"), is_kind);
}
