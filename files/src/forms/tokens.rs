//! Finds the bytes in text: groups of hex digits, numbers, escapes and base64.

use super::{ALL_BYTES, ByteForm, pair};
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use gdvariant::Advice;
use std::borrow::Cow;

pub(super) const OPENING: [char; 4] = ['[', '{', '(', '<'];
pub(super) const CLOSING: [char; 4] = [']', '}', ')', '>'];

/// Parts of type names that announce bytes. `Int32Array` is none of them.
const BYTE_TYPES: [&str; 5] = ["byte", "char", "u8", "int8", "buffer"];

/// What Node.js prints before the bytes of a Buffer as JSON.
const JSON_BUFFER: &str = r#"{"type":"Buffer","data":"#;

/// What Java needs before bytes from 128.
const CAST: &str = "(byte)";

const HEX: &str = "pairs of hex digits";
const ESCAPE: &str = "ASCII characters and escapes such as \\x12";

/// Text that is not of the notation.
pub(super) struct Unexpected {
    /// The offset in the text.
    pub(super) at: usize,
    pub(super) expected: Cow<'static, str>,
    pub(super) advice: Option<Advice>,
}

impl Unexpected {
    pub(super) fn new(at: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        Self {
            at,
            expected: expected.into(),
            advice: None,
        }
    }

    pub(super) fn advise(self, advice: impl Into<Advice>) -> Self {
        let advice = Some(advice.into());
        Self { advice, ..self }
    }
}

/// Appends the bytes that `text` contains in `form`.
pub(super) fn parse(form: ByteForm, text: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let start = text.len() - text.trim_start().len();
    match form {
        ByteForm::Base64 => {
            let standard = |c: char| match c {
                '-' => '+',
                '_' => '/',
                c => c,
            };
            let digits = text[start..].chars().filter(|c| *c != '\n');
            let digits: String = digits.map(standard).collect();
            let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/-_=\n".contains(c);
            let other = text[start..].find(|c| !is_digit(c));
            let at = other.map_or(text.len(), |at| start + at);
            *bytes = decode_base64(&digits).ok_or(Unexpected::new(at, "base64"))?;
            Ok(())
        }
        ByteForm::Dump => {
            let mut at = 0;
            for line in text.split_inclusive('\n') {
                at += line.len();
                let row = line.trim_start();
                let start = at - row.len();
                let other = |it: Unexpected| Unexpected {
                    at: start + it.at,
                    ..it
                };
                if !row.is_empty() {
                    dump_row(row.trim_end(), bytes).map_err(other)?;
                }
            }
            Ok(())
        }
        ByteForm::Bytes if is_escaped(text) => escapes(text, start, bytes),
        ByteForm::Bytes => array(&text.replace(CAST, "      "), start, bytes),
        _ if starts_with_offset(&text[start..]) => {
            Err(Unexpected::new(start, "bytes without an offset").advise(
                Advice::Notation(ByteForm::Dump.name())
                    .because("the first digits can be an offset"),
            ))
        }
        // The last line of a longer list ends with a separator.
        _ => words(text.trim_end_matches([',', ':', '-']), start, true, bytes),
    }
}

/// Decodes standard base64, with or without padding.
pub(crate) fn decode_base64(digits: &str) -> Option<Vec<u8>> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&ALPHABET, config).decode(digits).ok()
}

/// Returns whether the first group of digits can be an offset, because it is longer than a byte and
/// differs from the groups of values.
fn starts_with_offset(digits: &str) -> bool {
    let line = digits.lines().next().unwrap_or("");
    let groups = line.split(|c: char| !c.is_ascii_alphanumeric());
    let mut lengths = groups.map(|it| it.strip_prefix("0x").unwrap_or(it).len());
    match (lengths.next(), lengths.next()) {
        (Some(first @ 3..), Some(second)) => second == 2 || first != 4 && first % 8 != 0,
        _ => false,
    }
}

/// Appends the bytes that groups of hex digits or numbers stand for.
fn words(text: &str, start: usize, is_hex: bool, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' && !is_hex;
    let expected = if is_hex { HEX } else { "a byte from 0 to 255" };
    let (mut at, mut separator) = (start, None);
    loop {
        let rest = &text[at..];
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(length);
        if is_hex {
            // The first group or each byte can start with `0x`, but not each number of several bytes.
            let is_prefixed = (at == start || length == 4) && word.starts_with("0x");
            let prefix = if is_prefixed { 2 } else { 0 };
            let other = |index| Unexpected::new(at + prefix + index, HEX);
            pairs(&word[prefix..], bytes).map_err(other)?;
        } else {
            bytes.push(number(word).ok_or(Unexpected::new(at, expected))?);
        }
        at += length;
        if rest.is_empty() {
            return Ok(());
        }
        let length = rest.find(is_word).unwrap_or(rest.len());
        let (found, mark) = (&rest[..length], rest[..length].trim());
        // All separators are alike. More spaces divide the columns of a dump.
        let is_separator = if is_hex {
            matches!(
                found,
                " " | "\t" | "\n" | "," | ", " | ",\n" | ":" | ":\n" | "-" | "-\n"
            )
        } else {
            matches!(mark, "" | ",")
        };
        let is_same = is_hex && found == "\n" || *separator.get_or_insert(mark) == mark;
        if !is_separator || !is_same {
            return Err(Unexpected::new(at, expected));
        }
        at += length;
    }
}

/// Appends a byte per pair of hex digits, or returns the index of the first other pair.
fn pairs(digits: &str, bytes: &mut Vec<u8>) -> Result<(), usize> {
    let mut pairs = digits.as_bytes().chunks(2).enumerate();
    if digits.is_empty() {
        return Err(0);
    }
    pairs.try_for_each(|(index, digits)| {
        bytes.push(pair(digits).ok_or(2 * index)?);
        Ok(())
    })
}

/// Parses a decimal number, which can be a signed byte, or a hexadecimal number after `0x`.
///
/// Decimal numbers with a leading zero are rejected: `00` and `09` are probably hex digits.
fn number(word: &str) -> Option<u8> {
    if let Some(digits) = word.strip_prefix("0x") {
        return u8::from_str_radix(digits, 16).ok();
    }
    let is_padded = word.len() > 1 && word.starts_with('0');
    let signed = || word.parse().ok().map(i8::cast_unsigned);
    let number = word.parse().ok().or_else(signed);
    number.filter(|_| !is_padded)
}

/// Appends the elements of the array in the last brackets.
fn array(text: &str, start: usize, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let other = Unexpected::new(
        start,
        "an array of bytes such as [18, 0] or byte[] a = {18, 0}, or escapes such as b'\\x12'",
    );
    let Some(open) = text.rfind(OPENING) else {
        return Err(other);
    };
    let (head, list) = text.split_at(open);
    let head: String = head.split_whitespace().collect();
    // A call such as `Color(1, 0, 0)` needs the type directly before it.
    let called = text[..=open].rsplit_once('(');
    let name = called.and_then(|(before, _)| before.rsplit(|c: char| !c.is_alphanumeric()).next());
    let name = name.unwrap_or(&head).to_ascii_lowercase();
    let is_named = BYTE_TYPES.iter().any(|part| name.contains(part)) && !head.contains(',');
    if head.contains(char::is_alphanumeric) && !is_named && head != JSON_BUFFER {
        return Err(other);
    }
    let omitted = text.find("...").or_else(|| text.find('…'));
    if let Some(at) = omitted {
        return Err(Unexpected::new(at, "all bytes").advise(ALL_BYTES));
    }
    let close = list.find(CLOSING).map(|length| open + length);
    let close = close.ok_or(Unexpected::new(text.len(), "a closing bracket"))?;
    let is_end = |c: char| CLOSING.contains(&c) || ",;".contains(c) || c.is_whitespace();
    if let Some(length) = text[close..].find(|c| !is_end(c)) {
        return Err(Unexpected::new(close + length, "the end of the array"));
    }
    let is_hex = list.starts_with('<');
    let elements = text[open + 1..close].trim_start();
    let elements = elements.strip_prefix("Buffer ").unwrap_or(elements);
    let start = close - elements.len();
    let end = text[..close].trim_end().trim_end_matches(',').len();
    if end > start {
        words(&text[..end], start, is_hex, bytes)?;
    }
    Ok(())
}

/// Returns whether `text` starts with an escape, or with a bytes literal of Python or Rust.
///
/// In a literal of C or JavaScript, escapes can have more digits.
pub(super) fn is_escaped(text: &str) -> bool {
    let text = text.trim_start();
    ["b'", "b\"", "\\x"].iter().any(|it| text.starts_with(it))
}

/// Appends the bytes of the characters and escapes after `start`.
fn escapes(text: &str, start: usize, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let text = text.trim_end_matches([',', ';']);
    let quote = text[start..]
        .strip_prefix('b')
        .and_then(|it| it.chars().next());
    let (mut at, text) = match quote {
        None => (start, Some(text)),
        Some(quote) => (start + 2, text.strip_suffix(quote)),
    };
    let rest = text.and_then(|text| text.get(at..));
    let mut rest = rest.ok_or(Unexpected::new(at, "a closing quote"))?;
    while let Some(c) = rest.chars().next() {
        let next = rest.as_bytes().get(1).copied();
        let (byte, length) = match (c, next) {
            ('\\', Some(b'x')) => (rest.as_bytes().get(2..4).and_then(pair), 4),
            ('\\', Some(b'n')) => (Some(b'\n'), 2),
            ('\\', Some(b'r')) => (Some(b'\r'), 2),
            ('\\', Some(b't')) => (Some(b'\t'), 2),
            ('\\', next) => (next.filter(|c| b"\\'\"".contains(c)), 2),
            (c, _) => (
                u8::try_from(c)
                    .ok()
                    .filter(|it| it.is_ascii() && Some(c) != quote),
                1,
            ),
        };
        bytes.push(byte.ok_or(Unexpected::new(at, ESCAPE))?);
        at += length;
        rest = &rest[length..];
    }
    Ok(())
}

/// Parses a row of a dump (an offset, hex digits, and characters) and appends its bytes. The last row
/// can consist of the offset alone.
fn dump_row(line: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    if line == "*" {
        return Err(Unexpected::new(0, "all rows").advise(ALL_BYTES));
    }
    let length = line.find(|c: char| !c.is_ascii_hexdigit());
    let (offset, rest) = line.split_at(length.unwrap_or(line.len()));
    let is_column = match offset.len() {
        0..4 => false,
        // Digits before a single space can also be bytes.
        4..6 => rest.is_empty() || [":", "  "].iter().any(|it| rest.starts_with(it)),
        _ => true,
    };
    let number = usize::from_str_radix(offset, 16).ok();
    let Some(number) = number.filter(|_| is_column) else {
        let expected = "an offset and bytes as xxd, hexdump -C and Wireshark print them";
        return Err(Unexpected::new(0, expected));
    };
    if number != bytes.len() {
        let expected = format!("the offset {:#x} in hex", bytes.len());
        return Err(Unexpected::new(0, expected));
    }
    let data = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    let is_xxd = rest.starts_with(':') && data.split(' ').next().is_some_and(|it| it.len() == 4);
    let width = if is_xxd { 4 } else { 2 };
    let gaps = data.match_indices("  ").map(|(at, _)| at);
    let row = gaps.chain([data.len()]).find_map(|end| {
        let (digits, shown) = data.split_at(end);
        groups(digits, width).filter(|row| is_shown(shown.trim(), row))
    });
    bytes.extend(row.ok_or(Unexpected::new(
        line.len() - data.len(),
        "bytes of 2 hex digits and their characters, as xxd -g1 prints them",
    ))?);
    Ok(())
}

/// Parses groups of at most `width` hex digits.
fn groups(digits: &str, width: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in digits.split(' ').filter(|_| !digits.is_empty()) {
        // Two spaces can divide a row in the middle.
        if group.is_empty() && bytes.len() == 8 {
            continue;
        }
        // Only the last group can be shorter. The byte order of longer groups is unknown.
        if group.len() > width || !bytes.len().is_multiple_of(width / 2) {
            return None;
        }
        pairs(group, &mut bytes).ok()?;
    }
    Some(bytes)
}

/// Returns whether `shown` is empty or has the characters of `bytes`.
///
/// The characters tell a dump of bytes from a dump of words, which `xxd -e` prints.
fn is_shown(shown: &str, bytes: &[u8]) -> bool {
    let character = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    let expected: String = bytes.iter().map(character).collect();
    let within_bars = shown.strip_prefix('|').and_then(|it| it.strip_suffix('|'));
    let is_same = |shown: &str| shown.trim() == expected.trim();
    shown.is_empty() || is_same(shown) || within_bars.is_some_and(is_same)
}
