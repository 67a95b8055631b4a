//! Parses and formats bytes as text: dumps, hex digits, base64, and literals of programming
//! languages.

mod lines;
mod tokens;

pub(crate) use lines::max_chars;
pub use lines::{LineValue, Lines};
pub(crate) use tokens::decode_base64;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The maximum length of a value in bytes, unless another maximum is requested.
pub const MAX_LENGTH: u32 = 64 << 20;

/// The form in which bytes are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// The bytes themselves.
    #[default]
    Raw,
    /// Hex digits, one value per line, or over lines of one width: `12000000 09000000`,
    /// `12:00:00:00` or `0x12, 0x00`.
    Hex,
    /// Base64, also with `-` and `_`, one value per line, or over lines of one width.
    Base64,
    /// A dump of all bytes by xxd, `hexdump -Cv`, `od -v -A x -t x1` or Wireshark.
    Dump,
    /// An array or string of a programming language, one value per line or up to the closing
    /// bracket: `[18, 0]`, `{ 0x12, 0x00 }`, `<Buffer 12 00>`, `b'\x12\x00'` or `\x12\x00`.
    Bytes,
}

impl Notation {
    /// All forms.
    pub const ALL: [Self; 5] = [Self::Raw, Self::Hex, Self::Base64, Self::Dump, Self::Bytes];

    /// Returns the name, such as `hex`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Dump => "dump",
            Self::Bytes => "bytes",
        }
    }

    /// Returns the form called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns whether each line is a value.
    pub fn is_lines(self) -> bool {
        !matches!(self, Self::Raw | Self::Dump)
    }

    /// Returns the form that [`write()`] writes: the closest of raw bytes, hex digits and base64.
    #[must_use]
    pub fn output(self) -> Self {
        match self {
            Self::Raw | Self::Dump => Self::Raw,
            Self::Hex | Self::Bytes => Self::Hex,
            Self::Base64 => Self::Base64,
        }
    }
}

/// The advice for text that has only the first bytes.
pub(crate) const ALL_BYTES: &str =
    "the text omits bytes: print all of them, such as with hexdump -Cv or buffer.toString('hex')";

/// Formats bytes as a line of text, or returns raw bytes unchanged.
///
/// Dumps and arrays can only be parsed: instead of them, the function writes the form that
/// [`Notation::output`] returns.
pub fn write(form: Notation, bytes: &[u8]) -> Vec<u8> {
    let mut line = match form {
        Notation::Raw | Notation::Dump => return bytes.to_vec(),
        Notation::Hex | Notation::Bytes => bytes.iter().copied().flat_map(hex_digits).collect(),
        Notation::Base64 => STANDARD.encode(bytes).into_bytes(),
    };
    line.push(b'\n');
    line
}

/// Returns the first form that an input has, whatever its bytes are.
///
/// ```
/// use gdvariant_files::notation::{Notation, form_of};
///
/// assert_eq!(form_of(b"02000000 07000000"), Some(Notation::Hex));
/// assert_eq!(form_of(b"[2, 0, 0, 0]"), Some(Notation::Bytes));
/// assert_eq!(form_of(b"neither"), None);
/// ```
pub fn form_of(bytes: &[u8]) -> Option<Notation> {
    let mut forms = Notation::ALL.into_iter();
    forms.find(|form| *form != Notation::Raw && is_text(*form, bytes))
}

/// Returns whether all of the input has this form, and each value is at least as long as a header.
fn is_text(form: Notation, bytes: &[u8]) -> bool {
    let mut lines = Lines::new(form, MAX_LENGTH, bytes);
    let mut has_values = false;
    while let Ok(Some(value)) = lines.next_value() {
        has_values = true;
        if !value.bytes.is_ok_and(|bytes| bytes.len() >= 4) {
            return false;
        }
    }
    has_values
}

/// Returns the name of a notation of bytes that is not read, because its numbers are ambiguous.
pub(crate) fn unread_notation(text: &[u8]) -> Option<&'static str> {
    /// The number of zeros that hardly any other text has.
    const MANY: usize = 4;
    let text = text.trim_ascii_start();
    if text.starts_with(b"0000000 ") {
        return Some("a dump of od or hexdump, whose numbers need not be single bytes");
    }
    let zeros = text.windows(2).filter(|it| it == b"\\0").take(MANY);
    (zeros.count() == MANY).then_some("a string with decimal or octal escapes")
}

/// Removes the byte order marks that some editors write at the start of a text. Engines also skip
/// several.
pub fn without_byte_order_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Returns the two hex digits of a byte.
pub fn hex_digits(byte: u8) -> [u8; 2] {
    let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xf)];
    [digit(byte >> 4), digit(byte)]
}

/// Returns the byte of two hex digits.
pub fn pair(digits: &[u8]) -> Option<u8> {
    let [high, low] = *digits else { return None };
    let digit = |c| char::from(c).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

#[cfg(test)]
mod tests;
