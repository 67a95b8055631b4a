//! Names contents that are not values.
//!
//! Only contents that no layout decodes are named: nearly all bytes start with some small value, and
//! the values in a truncated or damaged file are not raw numbers.

use crate::LENIENT;
use crate::detect::{DetectOptions, Framing, MAX_BYTES, MIN_SAVED, UNLIKELY, detect_with};
use crate::layer::{OTHERS, has_zlib_header};
use crate::notation::without_byte_order_mark;
use crate::text::TextDocument;
use crate::text::TextKind;
use crate::text::json::{is_engine_text, is_json};
use crate::text::syntax::is_resource;
use gdvariant::format;
use gdvariant::inspect::RowValue;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Advice, DecodeError, DecodeErrorKind, EncodeOptions};

/// Contents that are not values.
#[derive(Debug)]
pub struct Contents {
    /// The contents, such as `a zip archive, not values`.
    pub format: String,
    /// What to do with them.
    pub advice: Option<Advice>,
    /// The kind of text, if the contents are text in UTF-8.
    pub text: Option<TextKind>,
    /// The offset from which zeros are in the place of the end of the text.
    pub zeros: Option<usize>,
}

/// What lenient decoding does with text before zeros.
pub const KEEPS_TEXT: &str = "keeps the text before them";

impl Contents {
    fn new(name: &str, advice: &'static str) -> Self {
        Self {
            format: format!("{name}, not values"),
            advice: (!advice.is_empty()).then(|| advice.into()),
            text: None,
            zeros: None,
        }
    }

    fn from_kind(text: TextKind, name: &str) -> Self {
        let has_values = text.has_values();
        let encoded = if has_values { "encoded " } else { "" };
        Self {
            format: format!("{name}, not {encoded}values"),
            advice: Some(Advice::AsText { has_values }),
            text: Some(text),
            zeros: None,
        }
    }

    /// Describes bytes that were read as text.
    pub(crate) fn lost_bytes(at: usize) -> Self {
        Self {
            format: replacement(at),
            ..Self::new("", "")
        }
    }

    /// Describes text of which only the first `end` bytes are left, before `zeros` bytes.
    pub(crate) fn before_zeros(self, end: usize, zeros: Option<usize>) -> Self {
        let name = self.format.split(", not ").next().unwrap_or_default();
        let name = name.split(" up to ").next().unwrap_or_default();
        let zeros = match zeros {
            Some(1) => "a zero".into(),
            Some(count) => format!("{count} zeros"),
            None => "zeros".into(),
        };
        Self {
            format: format!("{name} up to {end:#06x}, then {zeros}"),
            advice: Some(Advice::Lenient(KEEPS_TEXT)),
            zeros: Some(end),
            ..self
        }
    }

    /// Describes bytes as text by the advice about them.
    pub(crate) fn from_advice(advice: Advice) -> Self {
        let (format, advice) = match advice {
            Advice::Found(found, advice) => (found, Some(*advice)),
            advice => (advice.to_string(), None),
        };
        Self {
            format,
            advice,
            ..Self::new("", "")
        }
    }

    /// Describes unknown contents by their first bytes.
    pub(crate) fn unknown(start: &[u8]) -> Self {
        let bytes = start.iter().take(8);
        let bytes: Vec<_> = bytes.map(|byte| format!("{byte:02x}")).collect();
        Self {
            format: format!("no values: the first bytes are {}", bytes.join(" ")),
            ..Self::new("", "")
        }
    }
}

/// Returns the contents that a start identifies with near certainty.
///
/// `is_complete` states that the start is everything.
pub(crate) fn known(start: &[u8], is_complete: bool) -> Option<Contents> {
    let mut others = OTHERS.iter();
    if let Some((_, name, advice)) = others.find(|(magic, ..)| start.starts_with(magic)) {
        return Some(Contents::new(name, advice));
    }
    if let Some(text) = text(start, is_complete) {
        return Some(of_text(text, is_complete));
    }
    // Engines write the control characters of Strings as they are.
    if let Some(text) = utf8(start, is_complete).filter(|text| !text.contains('\0')) {
        let contents = of_text(text, is_complete);
        if contents.text.is_some_and(TextKind::has_values) {
            return Some(contents);
        }
    }
    let end = end_of_bytes(start);
    let zeros = start.len() - end;
    if let Some(text) = text(&start[..end], false).filter(|_| zeros > 0) {
        let contents = of_text(text, false);
        // Any number can start with a letter.
        if zeros >= MIN_ZEROS || contents.text.is_some_and(TextKind::has_values) {
            return Some(contents.before_zeros(end, is_complete.then_some(zeros)));
        }
    }
    let name = match start {
        _ if has_zlib_header(start) => "a truncated or damaged zlib stream",
        [b'M', b'Z', ..] => "a program or a library (EXE, DLL)",
        _ if start.iter().all(|byte| *byte == 0) => "zeros",
        _ if is_uid_cache(start, is_complete) => "a cache of UIDs (uid_cache.bin)",
        _ if start.get(257..).is_some_and(|it| it.starts_with(b"ustar")) => "a tar archive",
        _ if is_complete && is_godot2(start) => {
            return Some(Contents {
                format: "a value of Godot 2; values of Godot 3.0 and later are supported".into(),
                ..Contents::new("", "")
            });
        }
        _ if is_utf16(start) => "UTF-16 text",
        _ => numbers(start)?,
    };
    Some(Contents::new(name, ""))
}

/// Returns the text in bytes, which can end within a character unless they are complete.
pub(crate) fn text(start: &[u8], is_complete: bool) -> Option<&str> {
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
    utf8(start, is_complete).filter(|text| text.chars().all(is_text))
}

/// Returns the characters in bytes without the white space around them, if there are any.
fn utf8(start: &[u8], is_complete: bool) -> Option<&str> {
    let text = match str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if !is_complete && error.error_len().is_none() => {
            str::from_utf8(start.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let text = without_byte_order_mark(text).trim();
    (!text.is_empty()).then_some(text)
}

fn of_text(text: &str, is_complete: bool) -> Contents {
    /// The maximum number of characters that are shown.
    const MAX_CHARS: usize = 40;
    if is_resource(text) {
        return Contents::from_kind(TextKind::Resource, TextKind::Resource.name());
    }
    if is_json(text, is_complete) {
        return Contents::from_kind(TextKind::Json, TextKind::Json.name());
    }
    if is_engine_text(text, is_complete) {
        return Contents::from_kind(TextKind::Values, TextKind::Values.name());
    }
    if is_sections(text) {
        let name = match text {
            _ if text.starts_with("[remap]") => "an .import or .remap file",
            _ if text.contains("\nconfig_version=") => "the settings of a project (project.godot)",
            _ => TextKind::Config.name(),
        };
        return Contents::from_kind(TextKind::Config, name);
    }
    // Assignments of a short script are also keys of a ConfigFile.
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut code_lines = lines.skip_while(|line| line.starts_with('#'));
    if let Some(name) = code_lines.next().and_then(code) {
        return Contents::from_kind(TextKind::Other, name);
    }
    if let Some(kind) = is_complete.then(|| kind_of_document(text)).flatten() {
        return Contents::from_kind(kind, kind.name());
    }
    if let Some(name) = code(text) {
        return Contents::from_kind(TextKind::Other, name);
    }
    let words: Vec<_> = text.split_whitespace().take(MAX_CHARS).collect();
    let words = words.join(" ");
    let mut shown: String = words.chars().take(MAX_CHARS).collect();
    if shown.len() < words.len() {
        shown += "...";
    }
    Contents {
        format: format!("text, not values: \"{shown}\""),
        text: Some(TextKind::Other),
        ..Contents::new("", "")
    }
}

/// Returns the name of code that engines compile.
fn code(text: &str) -> Option<&'static str> {
    const STARTS: [(&str, &str); 8] = [
        ("extends ", "a script (GDScript)"),
        ("class_name ", "a script (GDScript)"),
        ("func ", "a script (GDScript)"),
        ("static func ", "a script (GDScript)"),
        ("@tool", "a script (GDScript)"),
        ("shader_type ", "a shader"),
        ("using Godot", "a script (C#)"),
        ("public partial class ", "a script (C#)"),
    ];
    let starts = |line: &str| STARTS.iter().find(|(start, _)| line.starts_with(start));
    text.lines().find_map(starts).map(|(_, name)| *name)
}

/// Returns whether text has sections and keys, and starts with one of them.
fn is_sections(text: &str) -> bool {
    let lines = text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with([';', '#']));
    let is_name = |name: &str| !name.contains(['[', ']', '{', '}', '"', ',']);
    let is_section = |line: &str| {
        let name = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'));
        name.is_some_and(is_name)
    };
    let is_key = |line: &str| line.split_once('=').is_some_and(|(name, _)| is_name(name));
    let first = lines.next().unwrap_or_default();
    (is_section(first) && lines.any(is_key)) || (is_key(first) && lines.any(is_section))
}

/// Returns the kind of a whole text that contains values of the engine.
fn kind_of_document(text: &str) -> Option<TextKind> {
    let document = TextDocument::parse(text, None).ok()?;
    let kind = document.kind();
    // Prose can also be parsed as an unfinished key, and a list of numbers as values.
    let marks: &[char] = match kind {
        TextKind::Config if !document.has_only_headers() => &['='],
        _ => &['{', '[', '(', '"'],
    };
    text.contains(marks).then_some(kind)
}

/// Returns the length of bytes without the zeros at their end.
pub(crate) fn end_of_bytes(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|byte| *byte != 0);
    last.map_or(0, |last| last + 1)
}

/// The minimum number of zeros after other bytes that a crash leaves.
const MIN_ZEROS: usize = 64;

/// Returns where the first replacement character is in bytes that were read as UTF-8, which has
/// replaced others of them.
pub(crate) fn replaced(bytes: &[u8]) -> Option<usize> {
    const CHARACTER: &[u8] = "\u{fffd}".as_bytes();
    utf8(bytes, false).filter(|text| text.contains('\0'))?;
    let mut places = bytes.windows(CHARACTER.len());
    places.position(|it| it == CHARACTER)
}

pub(crate) fn replacement(at: usize) -> String {
    format!(
        "bytes that were read as UTF-8 text, which lost some: ef bf bd replaces the first at \
         {at:#06x}; send them as bytes or base64"
    )
}

/// Advice for a file of which a part is lost.
pub(crate) const RESTORE: &str = "restore the file from a copy";

/// Returns where the first replacement character is, unless it is in a string of the value.
pub(crate) fn lost(layout: &'static Layout, bytes: &[u8]) -> Option<usize> {
    let at = replaced(bytes)?;
    let mut is_text = false;
    let _ = layout.inspect(bytes, LENIENT, |row| {
        let range = row.offset..row.offset + row.bytes.len();
        is_text |= matches!(row.value, RowValue::Text(_)) && range.contains(&at);
    });
    (!is_text).then_some(at)
}

/// Returns the offset from which zeros are in the place of the end of a value in a frame.
///
/// Games also write zeros after a value, but not into its frame. Without a frame, zeros that follow a
/// value are no sign of damage.
pub(crate) fn zeros_from(layout: &'static Layout, bytes: &[u8]) -> Option<usize> {
    let end = end_of_bytes(bytes);
    if end == 0 || bytes.len() - end < MIN_ZEROS {
        return None;
    }
    let end = end.next_multiple_of(format::ALIGNMENT as usize);
    let inspected = layout.inspect(bytes, LENIENT, |_| {});
    let is_before = |error: DecodeError| error.offset() < end;
    (!inspected.is_err_and(is_before)).then_some(end)
}

/// Returns whether bytes are ASCII text in UTF-16.
fn is_utf16(start: &[u8]) -> bool {
    let is_ascii = |c: &[u8; 2]| c[1] == 0 && matches!(c[0], b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let (chars, rest) = start.as_chunks();
    chars.len() > 3 && rest.is_empty() && chars.iter().all(is_ascii)
}

/// Splits a little-endian word from the start of bytes.
fn word(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (word, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*word), rest))
}

/// Returns whether bytes are a count, and for each entry a 64-bit number and a path.
fn is_uid_cache(start: &[u8], is_complete: bool) -> bool {
    const ID_LENGTH: usize = size_of::<u64>();
    let Some((count, mut rest)) = word(start) else {
        return false;
    };
    for number in 0..count {
        let entry = rest.get(ID_LENGTH..).and_then(word);
        let path = entry.and_then(|(length, rest)| rest.split_at_checked(length as usize));
        match path {
            Some((path, after)) if path.starts_with(b"res://") => rest = after,
            Some(_) => return false,
            None => return !is_complete && number > 0,
        }
    }
    count > 0 && rest.is_empty()
}

/// Returns whether bytes are a Dictionary or an Array of Godot 2, with or without its length.
fn is_godot2(bytes: &[u8]) -> bool {
    const DICTIONARY: u32 = 20;
    const ARRAY: u32 = 21;
    /// The sizes of the types from Vector2 to Color, in bytes.
    const SIZES: [usize; 10] = [8, 16, 12, 24, 16, 16, 24, 36, 48, 16];
    let framed = word(bytes).filter(|(length, rest)| *length as usize == rest.len());
    let mut rest = framed.map_or(bytes, |(_, rest)| rest);
    if !word(rest).is_some_and(|(number, _)| matches!(number, DICTIONARY | ARRAY)) {
        return false;
    }
    let mut left = 1_u64;
    while left > 0 {
        left -= 1;
        let Some((number, after)) = word(rest) else {
            return false;
        };
        let count = word(after).map_or(0, |(count, _)| count & format::COUNT_MASK);
        let length = match number {
            0 => 0,
            1..=3 => size_of::<u32>(),
            5..=14 => SIZES[number as usize - 5],
            DICTIONARY | ARRAY => {
                left += u64::from(count) * if number == ARRAY { 1 } else { 2 };
                size_of::<u32>()
            }
            // Strings and raw bytes, ints and reals, after their count.
            4 | 22 => (count as usize).next_multiple_of(format::ALIGNMENT as usize) + 4,
            23 | 24 => (count as usize + 1).saturating_mul(size_of::<u32>()),
            _ => return false,
        };
        let Some(skipped) = after.get(length..) else {
            return false;
        };
        rest = skipped;
    }
    rest.is_empty()
}

/// Returns the name of raw numbers.
///
/// The evidence of a kind of numbers is the number of bits by which its usual numbers differ from
/// arbitrary bytes.
fn numbers(start: &[u8]) -> Option<&'static str> {
    /// The maximum number of examined bytes.
    const MAX_LENGTH: usize = 4096;
    /// The evidence that excludes arbitrary bytes.
    const ENOUGH: u32 = 24;
    /// Small integers could also be the lengths and counts of a damaged value.
    const MANY: u32 = 2 * ENOUGH;
    let start = start.get(..MAX_LENGTH).unwrap_or(start);
    let ((words, rest), (doubles, half)) = (start.as_chunks(), start.as_chunks());
    if !rest.is_empty() {
        return None;
    }
    let sum = |evidence: Option<u32>| evidence.unwrap_or(0);
    let float32 = |it: &_| float(f32::from_le_bytes(*it).into(), f32::MANTISSA_DIGITS, 3);
    let float64 = |it: &_| float(f64::from_le_bytes(*it), f64::MANTISSA_DIGITS, 5);
    let floats = sum(words.iter().map(float32).sum());
    let doubles = doubles.iter().filter(|_| half.is_empty());
    let doubles = sum(doubles.map(float64).sum());
    if floats.max(doubles) >= ENOUGH {
        return Some(if floats >= doubles {
            "raw floats (PackedFloat32Array.to_byte_array)"
        } else {
            "raw floats of 64 bits (PackedFloat64Array.to_byte_array)"
        });
    }
    let big = words.iter().map(|it| int(i32::from_be_bytes(*it)));
    if sum(big.sum()) >= ENOUGH {
        return Some("big-endian integers");
    }
    let small = words.iter().map(|it| int(i32::from_le_bytes(*it)));
    // A value starts with its type, or with its length and its type.
    let mut first = words.iter().take(2).map(|it| u32::from_le_bytes(*it));
    let is_many = sum(small.sum()) >= MANY && first.all(|number| !is_type(number));
    is_many.then_some("raw integers (PackedInt32Array.to_byte_array)")
}

/// Returns whether a number is that of a type in some layout.
pub(crate) fn is_type(number: u32) -> bool {
    LAYOUTS
        .iter()
        .any(|it| (number as usize) < it.types().len())
}

/// The magnitudes of usual floats, which few bit patterns have.
const USUAL: std::ops::Range<f64> = 1e-5..1e6;

/// Returns the evidence for a float of a usual magnitude with a mantissa of `digits` bits: bits for
/// the exponent, and the zeros at the end of the mantissa.
fn float(number: f64, digits: u32, exponent: u32) -> Option<u32> {
    if number == 0.0 {
        return Some(0);
    }
    let zeros = number.to_bits().trailing_zeros();
    let zeros = zeros.saturating_sub(f64::MANTISSA_DIGITS - digits);
    let is_usual = USUAL.contains(&number.abs());
    is_usual.then_some(exponent + zeros.min(digits - 1))
}

/// Returns the evidence for a small integer, which is not small in the other byte order.
fn int(number: i32) -> Option<u32> {
    const BITS: u32 = 20;
    let is_small = |number: i32| number.unsigned_abs() < 1 << BITS;
    match (is_small(number), is_small(number.swap_bytes())) {
        (true, true) => Some(0),
        (is_small, _) => is_small.then_some(i32::BITS - BITS),
    }
}

/// Returns whether an engine decodes bytes with an error to a value that is plausible, so that
/// accepting what engines accept can be advised.
pub fn is_plausible(layout: &'static Layout, bytes: &[u8], error: &DecodeError) -> bool {
    let bytes = bytes.get(..MAX_BYTES).unwrap_or(bytes);
    let value = layout.decode(bytes, LENIENT).ok();
    let encoded = value.and_then(|value| value.to_vec(EncodeOptions::new()).ok());
    encoded.is_some_and(|encoded| {
        let least = match error.kind() {
            DecodeErrorKind::NulInString => UNLIKELY,
            DecodeErrorKind::UnknownFlags { .. } => MIN_SAVED,
            _ if encoded.len() < bytes.len() => MIN_SAVED,
            _ => UNLIKELY,
        };
        let options = DetectOptions::new().layout(layout).framing(Framing::Bare);
        let detection = detect_with(&encoded, options);
        detection.matches().any(|it| it.score >= least)
    })
}
