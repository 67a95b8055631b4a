//! The digest of the schema that the checks accepted, in its file `checked`.
//!
//! Builds do not compile the checks, so they compare only this digest.

use crate::load::paths;
use std::fs;
use std::io;
use std::path::Path;

/// The name of the file with the digest.
const CHECKED: &str = "checked";

/// Returns whether the checks accepted the schema of a folder.
#[must_use]
pub fn is_checked(dir: &Path) -> bool {
    fs::read_to_string(dir.join(CHECKED)).is_ok_and(|text| text.trim() == digest(dir))
}

/// Records that the checks accepted the schema of a folder.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn set_checked(dir: &Path) -> io::Result<()> {
    fs::write(dir.join(CHECKED), digest(dir) + "\n")
}

/// Returns the 64-bit FNV-1a hash of the files that code is generated from, for any line ends.
///
/// Translations are not among these files.
fn digest(dir: &Path) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut paths = paths(dir);
    paths.retain(|path| !path.starts_with("locales/"));
    for path in paths {
        let text = fs::read(dir.join(&path)).unwrap_or_default();
        for byte in path.into_bytes().into_iter().chain(text) {
            if byte != b'\r' {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests;
