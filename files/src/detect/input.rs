//! The start of an input, which is all that detection examines.

use super::{DetectOptions, Detection};
use {super::MAX_BYTES, std::io};

/// The first bytes of an input, and whether they are the whole input.
///
/// A value that continues after the start of a longer input is not truncated: only a complete
/// input can end in the middle of a value.
///
/// ```
/// use gdvariant_files::detect::{DetectOptions, InputStart};
/// use gdvariant::godot4;
///
/// let mut bytes = godot4::to_vec(&["Ada", "Grace"])?;
/// bytes.truncate(20);
/// let start = InputStart { bytes, is_complete: false };
/// assert!(start.detect(DetectOptions::new()).matches().count() > 0);
/// let truncated = InputStart { is_complete: true, ..start };
/// assert_eq!(truncated.detect(DetectOptions::new()).matches().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct InputStart {
    /// The first bytes of the input.
    pub bytes: Vec<u8>,
    /// Whether the input ends after these bytes.
    pub is_complete: bool,
}

impl InputStart {
    /// Ranks the layouts and the framings of the input, as [`detect`](fn@super::detect)
    /// does for an input in memory.
    pub fn detect(&self, options: DetectOptions) -> Detection {
        options.rank(&self.bytes, self.is_complete)
    }

    /// Reads at most `length` bytes, or one more to learn whether the input continues.
    ///
    /// ```
    /// use gdvariant_files::detect::InputStart;
    ///
    /// assert!(InputStart::read(&b"1234"[..], 4)?.is_complete);
    /// assert!(!InputStart::read(&b"12345"[..], 4)?.is_complete);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `reader`.
    pub fn read(reader: impl io::Read, length: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(reader, length as u64 + 1);
        io::Read::read_to_end(&mut limited, &mut bytes)?;
        let is_complete = bytes.len() <= length;
        Ok(Self { bytes, is_complete })
    }
}

/// Reads the start of an input until the choice is sure; returns the start with the ranking.
///
/// At most [`MAX_BYTES`] are examined. A reader that returns few bytes at a time, such as a
/// connection, is not asked for more than necessary.
///
/// ```
/// use gdvariant_files::detect::{DetectOptions, detect_reader};
/// use gdvariant::godot4;
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace", "Edsger"])?;
/// let (start, detection) = detect_reader(file.as_slice(), DetectOptions::new())?;
/// assert_eq!(start.bytes, file);
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of `reader` if it fails before its first byte. A later error ends the
/// detection; the caller's next read encounters it again if it persists.
pub fn detect_reader(
    mut reader: impl io::Read,
    options: DetectOptions,
) -> io::Result<(InputStart, Detection)> {
    /// The number of bytes that are read at first.
    const FIRST: usize = 4 << 10;

    let (mut bytes, mut examined) = (Vec::new(), 0);
    loop {
        let length = bytes.len();
        let end = (2 * length).clamp(FIRST, MAX_BYTES);
        bytes.resize(end, 0);
        let read = match reader.read(&mut bytes[length..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Some(0),
            Err(error) if length == 0 => return Err(error),
            Err(_) => None,
            Ok(read) => (read > 0 && length < MAX_BYTES).then_some(read),
        };
        bytes.truncate(length + read.unwrap_or_default());
        if read.is_none() {
            let is_complete = length < MAX_BYTES;
            let start = InputStart { bytes, is_complete };
            let detection = start.detect(options);
            return Ok((start, detection));
        }
        // Examines a short input again after a quarter more bytes, and a long one after seven times
        // as many, so that the time stays linear. With a quarter for both, a long file whose layout
        // is never sure takes three times as long.
        let more = if examined < FIRST {
            examined / 4
        } else {
            7 * examined
        };
        if bytes.len() > examined + more {
            examined = bytes.len();
            let detection = options.rank(&bytes, false);
            if detection.is_sure() {
                let is_complete = options.length == Some(bytes.len() as u64);
                return Ok((InputStart { bytes, is_complete }, detection));
            }
        }
    }
}
