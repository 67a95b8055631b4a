//! The nesting depth of JSON.

use gdvariant_files::json::{JsonError, LocatedError};

/// The maximum nesting depth of lists and objects. JSON can need four of them for each of the 1024
/// levels that engines accept, but V8's own stack of 1 MB suffices for about 3500.
const LEVELS: usize = 2048;

/// Checks the depth before parsing, because exhausting the stack resets the module and loses the state
/// of opened files and connections.
pub(crate) fn check(text: &str) -> Result<(), JsonError> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        if is_string {
            is_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => is_string = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > LEVELS {
            let before = text.get(..offset).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            return Err(JsonError::Data(LocatedError {
                line: before.matches('\n').count() + 1,
                column: line.chars().count() + 1,
                reason: format!(
                    "nesting exceeds {LEVELS} lists and objects, the limit of the package"
                ),
            }));
        }
    }
    Ok(())
}
