//! Error messages that name functions of the packages.

use super::layouts;
use crate::LENIENT;
use crate::clip::{MAX_PATH_CHARS, clip_middle};
use crate::contents;
use crate::wrapper;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, DecodeErrorKind, Path};

/// Returns the message of an error in the bytes of one value, with advice if the bytes are something
/// else.
#[must_use]
pub fn message(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> String {
    with_short_path(&advised(error, layout, bytes), error.path())
}

/// Returns the message of an error, in which `…` replaces the middle of a long path.
///
/// The path has to be the one that the message contains.
#[must_use]
pub fn with_short_path(message: &str, path: &Path) -> String {
    message.replacen(&path.to_string(), &short_path(path), 1)
}

/// Returns a path, in which `…` replaces the middle if the path is long.
#[must_use]
pub fn short_path(path: &Path) -> String {
    clip_middle(&path.to_string(), MAX_PATH_CHARS)
}

fn advised(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> String {
    let kind = error.kind();
    let (reason, message) = (error.to_string(), format!("{error:#}"));
    if is_framed(bytes) {
        return format!("{reason}; the bytes start with their length, which `open` removes");
    }
    if wrapper::effect_of(bytes).is_some() {
        return format!("{reason}; the bytes are a compressed or encrypted file: use `open`");
    }
    match kind {
        DecodeErrorKind::UnknownType { .. } => {
            let other = layouts::all().find(|it| it.check(bytes, LENIENT).is_ok());
            match (other, contents::known(bytes, true)) {
                (Some(other), _) => format!("{reason}; the bytes are a value of {}", other.name),
                (None, Some(contents)) if error.path().is_empty() => {
                    format!("{}; {reason}", contents.format)
                }
                _ => reason,
            }
        }
        _ if kind.is_lenient() => {
            let is_plausible = contents::is_plausible(layout, bytes, error);
            match kind {
                _ if !is_plausible => match contents::known(bytes, true) {
                    Some(contents) if error.path().is_empty() => {
                        format!("{}; {reason}", contents.format)
                    }
                    _ => reason,
                },
                // The advice of the library also names a function of Rust.
                DecodeErrorKind::TrailingBytes { left: 1, .. } => {
                    format!("{reason}; lenient decoding ignores it")
                }
                DecodeErrorKind::TrailingBytes { .. } => {
                    format!("{reason}; lenient decoding ignores them")
                }
                _ => message,
            }
        }
        _ => message,
    }
}

/// Returns whether the first four bytes are the length of the others.
fn is_framed(bytes: &[u8]) -> bool {
    bytes.split_first_chunk().is_some_and(|(length, rest)| {
        [u32::from_le_bytes(*length), u32::from_be_bytes(*length)].contains(&count(rest))
    })
}

fn count(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(0)
}
