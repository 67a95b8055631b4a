//! Checks properties that hold for every input. cargo-fuzz calls the functions with generated
//! inputs, and `cargo test` with the inputs of `tests/corpus/`. A function panics if a property
//! does not hold.
#![forbid(unsafe_code)]

/// Calls a body with the rest of the input. The first byte selects the layout and the options.
macro_rules! in_chosen_layout {
    ($body:ident, $input:ident) => {
        let Some((&choice, input)) = $input.split_first() else {
            return;
        };
        let bodies: [fn(&[u8], gdvariant::DecodeOptions); 6] = [
            $body::<gdvariant::Godot3>,
            $body::<gdvariant::Godot4>,
            $body::<gdvariant::Godot4Double>,
            $body::<gdvariant::Pandemonium>,
            $body::<gdvariant::Pandemonium3>,
            $body::<gdvariant::Pandemonium5>,
        ];
        let options = super::chosen_options(choice);
        bodies[usize::from(choice / super::OPTIONS) % bodies.len()](input, options);
    };
}

mod arb_files;
mod arb_paths;
mod arb_texts;
mod arb_values;
mod borrowed;
mod buffered;
mod convert;
mod detect;
mod fallback;
mod files;
mod framing;
mod generate;
mod inspect;
mod json;
mod memory;
mod owned;
mod paired;
mod parse;
mod path;
mod round_trip;
mod typed;

pub use arb_files::arb_files;
pub use arb_paths::arb_paths;
pub use arb_texts::arb_texts;
pub use arb_values::arb_values;
pub use borrowed::borrowed;
pub use buffered::buffered;
pub use convert::convert;
pub use detect::detect;
pub use fallback::fallback;
pub use files::files;
pub use framing::framing;
pub use inspect::inspect;
pub use json::json;
pub use owned::owned;
pub use paired::paired;
pub use parse::parse;
pub use path::path;
pub use round_trip::round_trip;
pub use typed::typed;

use gdvariant::{
    DecodeError, DecodeErrorKind, DecodeOptions, Encode, EncodeErrorKind, EncodeOptions, Engine,
    generic,
};

/// A depth limit that small inputs can exceed.
const LOW_DEPTH: u32 = 3;

/// The number of combinations of options. The first byte of the input, divided by this number,
/// selects the layout.
const OPTIONS: u8 = 8;

fn chosen_options(choice: u8) -> DecodeOptions {
    let options = if choice & 1 == 0 {
        DecodeOptions::new()
    } else {
        DecodeOptions::engine()
    };
    let options = options.allow_objects(choice & 2 != 0);
    if choice & 4 == 0 {
        options
    } else {
        options.max_depth(LOW_DEPTH)
    }
}

/// Checks that the offset of an error is within the input, and that its message is not empty.
fn check_error(error: &DecodeError, input: &[u8]) {
    assert!(
        error.offset() <= input.len(),
        "{error}: beyond the {} bytes of the input",
        input.len()
    );
    assert!(!error.kind().to_string().is_empty());
}

/// Returns whether an error reports an element that engines convert to a declared type in a way
/// that the library does not support. Decoding returns this error only if decoding converts
/// elements.
fn is_unconverted(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::UnsupportedConversion { .. })
}

/// Encodes a decoded value. Returns `None` if a Dictionary has a value that is not of the declared
/// type: engines decode such a value, but encoding rejects it.
fn encoded<E: Engine, T: Encode<E>>(value: &T) -> Option<Vec<u8>> {
    match generic::to_vec::<E, _>(value, EncodeOptions::new()) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            assert!(
                matches!(error.kind(), EncodeErrorKind::NotDeclared { .. }),
                "{error}"
            );
            None
        }
    }
}

/// Changes, truncates, inserts or removes bytes, as the change describes. Returns the same bytes if
/// there are none.
fn edited(mut bytes: Vec<u8>, [choice, low, high, bits]: [u8; 4]) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    let at = usize::from(u16::from_le_bytes([low, high])) % bytes.len();
    match choice & 6 {
        0 => bytes[at] ^= bits,
        2 => bytes.truncate(at),
        4 => drop(bytes.splice(at..at, [bits; 4])),
        _ => drop(bytes.drain(at..(at + usize::from(bits)).min(bytes.len()))),
    }
    bytes
}

/// Calls [`edited`] for half of the changes, and returns the same bytes for the others.
fn perhaps_edited(bytes: Vec<u8>, change: [u8; 4]) -> Vec<u8> {
    if change[0] & 1 == 0 {
        bytes
    } else {
        edited(bytes, change)
    }
}
