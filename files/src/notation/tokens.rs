//! Finds the bytes in text: groups of hex digits, numbers, escapes and base64.

use super::{ALL_BYTES, Notation, pair};
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

/// The starts of a string with escapes. In a literal of C or JavaScript, other escapes can have more
/// digits.
const LITERALS: [&str; 8] = [
    "bytearray(b'",
    "b'",
    "b\"",
    "\"\\x",
    "'\\x",
    "\"\\u00",
    "\\x",
    "%",
];

/// Escapes of one character, and their bytes.
const ESCAPES: [(char, u8); 8] = [
    ('\\', b'\\'),
    ('\'', b'\''),
    ('"', b'"'),
    ('n', b'\n'),
    ('r', b'\r'),
    ('t', b'\t'),
    ('b', 8),
    ('f', 12),
];

/// What tools and databases print before all hex digits.
const HEX_PREFIXES: [&str; 3] = ["\\x", "X'", "x'"];

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
pub(super) fn parse(form: Notation, text: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    match form {
        Notation::Base64 => {
            // Base64url, and digits in a URL.
            let plain = rest.replace("%2B", "+").replace("%2F", "/");
            let plain = plain.replace("%3D", "=").replace('\n', "");
            let digits = plain.replace('-', "+").replace('_', "/");
            let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/-_=%\n".contains(c);
            let other = rest.find(|c| !is_digit(c));
            let at = other.map_or(text.len(), |at| start + at);
            *bytes = decode_base64(&digits).ok_or(Unexpected::new(at, "base64"))?;
            Ok(())
        }
        Notation::Dump => {
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
        Notation::Bytes => match literal(text) {
            Some(opening) => escapes(text, start, opening, bytes),
            None => array(&text.replace(CAST, "      "), start, bytes),
        },
        _ if starts_with_offset(rest) => Err(Unexpected::new(start, "bytes without an offset")
            .advise(
                Advice::Notation(Notation::Dump.name())
                    .because("the first digits can be an offset"),
            )),
        _ => {
            let prefix = HEX_PREFIXES.iter().find(|it| rest.starts_with(**it));
            let start = start + prefix.map_or(0, |it| it.len());
            // The last line of a longer list ends with a separator.
            let end = if prefix.is_some() { "';" } else { ",:-" };
            words(text.trim_end_matches(|c| end.contains(c)), start, bytes)
        }
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

/// Appends the bytes that groups of hex digits stand for.
fn words(text: &str, start: usize, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let (mut at, mut separator) = (start, None);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(length);
        // The first group or each byte can start with `0x`, but not each number of several bytes.
        let is_prefixed = (at == start || length == 4) && word.starts_with("0x");
        let prefix = if is_prefixed { 2 } else { 0 };
        let other = |index| Unexpected::new(at + prefix + index, HEX);
        pairs(&word[prefix..], bytes).map_err(other)?;
        at += length;
        if rest.is_empty() {
            return Ok(());
        }
        let length = rest.find(is_word).unwrap_or(rest.len());
        let (found, mark) = (&rest[..length], rest[..length].trim());
        // All separators are alike. More spaces divide the columns of a dump.
        let is_separator = matches!(
            found,
            " " | "\t" | "\n" | "," | ", " | ",\n" | ":" | ":\n" | "-" | "-\n"
        );
        if !is_separator || found != "\n" && *separator.get_or_insert(mark) != mark {
            return Err(Unexpected::new(at, HEX));
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

/// Appends the elements of the array in the last brackets, or of a list without brackets.
fn array(text: &str, start: usize, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let other = Unexpected::new(
        start,
        "an array of bytes such as [18, 0] or byte[] a = {18, 0}, or escapes such as b'\\x12'",
    );
    let Some(open) = text.rfind(OPENING) else {
        let is_list = text[start..].contains([',', ' ']);
        let listed = numbers(text, start, bytes);
        return listed.map_err(|it| if is_list && it.at > start { it } else { other });
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
    if !list.starts_with('<') || text[open..close].contains(',') {
        return numbers(&text[..close], open + 1, bytes);
    }
    let digits = list.strip_prefix("<Buffer ").unwrap_or(&list[1..]);
    words(&text[..close], text.len() - digits.len(), bytes)
}

/// Appends the numbers after `start`. JSON of a `Uint8Array` has the index before each.
fn numbers(text: &str, start: usize, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    const SEPARATORS: [char; 5] = [',', ':', ' ', '\t', '\n'];
    let (mut at, mut is_comment, mut has_number) = (start, false, false);
    for part in text[start..].split_inclusive(SEPARATORS) {
        let element = part.strip_suffix(SEPARATORS).unwrap_or(part);
        let is_index = element == format!("\"{}\"", bytes.len());
        is_comment |= element == "/*";
        let is_missing = part.ends_with(',') && element.is_empty() && !has_number;
        let is_number = !(element.is_empty() || is_index || is_comment);
        if is_missing || is_number {
            let byte = number(element).ok_or(Unexpected::new(at, "a byte from 0 to 255"));
            bytes.push(byte?);
            has_number = true;
        }
        has_number &= !part.ends_with(',');
        is_comment &= element != "*/";
        at += part.len();
    }
    Ok(())
}

/// Returns the start of a string with escapes.
pub(super) fn literal(text: &str) -> Option<&'static str> {
    let mut starts = LITERALS.into_iter();
    starts.find(|it| text.trim_start().starts_with(it))
}

/// Appends the bytes of the characters and escapes of strings that follow one another; the first one
/// starts with `opening` at `start`.
fn escapes(text: &str, start: usize, opening: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    let quote = opening.chars().find(|c| "'\"".contains(*c));
    let before = quote.and_then(|quote| opening.find(quote));
    let mut at = before.map_or(start, |length| start + length + 1);
    let text = text.trim_end_matches([',', ';', ')']);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(c) = rest.chars().next() else {
            let unclosed = quote.map(|_| Unexpected::new(at, "a closing quote"));
            return unclosed.map_or(Ok(()), Err);
        };
        if Some(c) == quote {
            let is_between = |c: char| c.is_whitespace() || "\\+".contains(c);
            let next = rest[1..].trim_start_matches(is_between);
            if next.is_empty() {
                return Ok(());
            }
            if next.starts_with(c) {
                at = text.len() - next.len() + 1;
                continue;
            }
        }
        let (byte, length) = escape(rest, opening);
        let byte = byte.filter(|_| Some(c) != quote);
        bytes.push(byte.ok_or(Unexpected::new(at, ESCAPE))?);
        at += length;
    }
}

/// Returns the byte of the character or the escape at the start of a string, and its length.
fn escape(text: &str, opening: &str) -> (Option<u8>, usize) {
    let digits = |start: usize| text.as_bytes().get(start..start + 2).and_then(pair);
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('%'), _) if opening == "%" => (digits(1), 3),
        (Some('\\'), Some('u')) => (digits(4).filter(|_| text[2..].starts_with("00")), 6),
        (Some('\\'), Some('x')) => {
            // In C, an escape can have more digits.
            let next = text.as_bytes().get(4).is_some_and(u8::is_ascii_hexdigit);
            let is_long = next && opening.starts_with(['"', '\'']);
            (digits(2).filter(|_| !is_long), 4)
        }
        (Some('\\'), next) => {
            let found = ESCAPES.iter().find(|(c, _)| Some(*c) == next);
            (found.map(|(_, byte)| *byte), 2)
        }
        (c, _) => (
            c.filter(char::is_ascii).and_then(|c| u8::try_from(c).ok()),
            1,
        ),
    }
}

/// Parses a row of a dump (an offset, hex digits, and characters) and appends its bytes. The last row
/// can consist of the offset alone.
fn dump_row(line: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    if line == "*" {
        return Err(Unexpected::new(0, "all rows").advise(ALL_BYTES));
    }
    // tcpdump prints a prefix.
    let row = line.strip_prefix("0x").unwrap_or(line);
    let length = row.find(|c: char| !c.is_ascii_hexdigit());
    let (offset, rest) = row.split_at(length.unwrap_or(row.len()));
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
    let expected: String = bytes.iter().copied().map(char::from).collect();
    // tcpdump also prints a dot for a space.
    let graphic = |text: &str| {
        let dotted = text.replace(|c: char| !c.is_ascii_graphic(), ".");
        dotted.trim_matches('.').to_owned()
    };
    let within_bars = shown.strip_prefix('|').and_then(|it| it.strip_suffix('|'));
    let is_same = |shown: &str| graphic(shown) == graphic(&expected);
    graphic(shown).is_empty() || is_same(shown) || within_bars.is_some_and(is_same)
}
