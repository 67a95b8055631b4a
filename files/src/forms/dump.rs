//! Parses dumps of xxd, `hexdump -C`, `od -t x1` and Wireshark.

use super::line_reader::{LineReader, TextLine};
use super::pair;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, Cursor, Read};

/// The maximum number of characters in a row. xxd prints up to 256 bytes per row.
const MAX_ROW_CHARS: u64 = 4096;

/// The maximum number of repeated rows that are returned in one call.
const MAX_ROWS: u64 = 1024;

/// Reads the bytes of a dump, row by row.
pub struct Dump<R> {
    lines: LineReader<R>,
    format: Option<DumpFormat>,
    /// The offset after the parsed rows.
    offset: u64,
    /// The bytes of the last row.
    row: Vec<u8>,
    /// The number of repeated bytes to return before the next row.
    repeated: u64,
    next: Option<Vec<u8>>,
    /// Whether the last line was a `*`, which repeats the preceding row.
    is_star: bool,
    /// The number of bytes that further `*` lines can stand for.
    left: u64,
    /// The maximum number of bytes that all `*` lines together can stand for.
    max_repeated: u32,
    /// Whether the last line, which contains only the end offset, has been parsed.
    is_ended: bool,
    block: Cursor<Vec<u8>>,
    /// The fault after the current block; all further calls return this fault.
    fault: Option<DumpFault>,
}

/// A fault in a dump, as the content of an error of reading.
#[derive(Debug, Clone)]
pub(crate) struct DumpFault {
    pub(crate) message: String,
    /// Whether repeated rows exceed the limit.
    pub(crate) is_long: bool,
}

impl From<String> for DumpFault {
    fn from(message: String) -> Self {
        let is_long = false;
        Self { message, is_long }
    }
}

impl Display for DumpFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for DumpFault {}

/// The program that printed a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DumpFormat {
    /// `00000000: 1200 0000  ....`
    Xxd,
    /// `00000000  12 00 00 00  |....|` of hexdump, `0000   12 00 00 00   ....` of Wireshark.
    Columns,
    /// `0000000 12 00 00 00`, with octal offsets.
    Od,
    /// `000000 12 00 00 00` of `od -A x`, with hexadecimal offsets.
    OdHex,
}

/// A line of a dump. The last line can consist of an offset alone.
struct DumpRow {
    format: DumpFormat,
    offset: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> Dump<R> {
    /// Creates a reader of a dump whose `*` lines stand for at most `max_repeated` bytes.
    pub fn new(reader: R, max_repeated: u32) -> Self {
        Self {
            lines: LineReader::new(reader, MAX_ROW_CHARS),
            format: None,
            offset: 0,
            row: Vec::new(),
            repeated: 0,
            next: None,
            is_star: false,
            left: max_repeated.into(),
            max_repeated,
            is_ended: false,
            block: Cursor::default(),
            fault: None,
        }
    }

    /// Returns the next bytes; no bytes at the end.
    fn next_block(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some(fault) = &self.fault {
                return Err(io::Error::other(fault.clone()));
            }
            if self.repeated > 0 {
                let length = self.row.len() as u64;
                let rows = (self.repeated / length).min(MAX_ROWS);
                self.repeated -= rows * length;
                return Ok(self.row.repeat(usize::try_from(rows).unwrap_or(1)));
            }
            if let Some(next) = self.next.take() {
                self.row.clone_from(&next);
                return Ok(next);
            }
            let Some(TextLine { number, text }) = self.lines.next()? else {
                if self.is_star {
                    let message = "the dump ends with a *; include the next line with its offset";
                    self.fault = Some(message.to_owned().into());
                    continue;
                }
                return Ok(Vec::new());
            };
            let line = text.map(|text| String::from_utf8_lossy(text).into_owned());
            let added = match line {
                Some(line) => self.add(line.trim()),
                None => Err(unknown(&format!("more than {MAX_ROW_CHARS} characters")).into()),
            };
            if let Err(fault) = added {
                let message = format!("line {number}: {}", fault.message);
                self.fault = Some(DumpFault { message, ..fault });
            }
        }
    }

    /// Parses a line.
    fn add(&mut self, line: &str) -> Result<(), DumpFault> {
        if line.is_empty() {
            return Ok(());
        }
        if self.is_ended {
            let message =
                format!("expected the end of the dump after its last offset, found {line:?}");
            return Err(message.into());
        }
        if line == "*" && !self.is_star && !self.row.is_empty() {
            self.is_star = true;
            return Ok(());
        }
        let DumpRow {
            format,
            offset,
            bytes,
        } = row(line, self.format)?;
        self.format = Some(format);
        let is_star = std::mem::take(&mut self.is_star);
        let is_next = |repeated: &u64| {
            *repeated == 0 || is_star && repeated.is_multiple_of(self.row.len() as u64)
        };
        let repeated = offset.checked_sub(self.offset).filter(is_next);
        let repeated = repeated.ok_or_else(|| {
            let expected = self.offset;
            let rows = if is_star {
                " or that of a later row"
            } else {
                ""
            };
            format!(
                "expected the offset {expected:#x}{rows}, found {offset:#x}; check for missing lines"
            )
        })?;
        self.left = self.left.checked_sub(repeated).ok_or_else(|| {
            let max_repeated = self.max_repeated;
            DumpFault {
                message: format!("lines of * stand for more than {max_repeated} bytes"),
                is_long: true,
            }
        })?;
        self.repeated = repeated;
        self.offset = offset.saturating_add(bytes.len() as u64);
        self.is_ended = bytes.is_empty();
        self.next = Some(bytes).filter(|bytes| !bytes.is_empty());
        Ok(())
    }
}

impl<R: BufRead> Read for Dump<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.block.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        self.block = Cursor::new(self.next_block()?);
        self.block.read(buffer)
    }
}

/// Parses a row. `known` is the format of preceding rows.
fn row(line: &str, known: Option<DumpFormat>) -> Result<DumpRow, String> {
    let end = line.find(|c: char| !c.is_ascii_hexdigit());
    let (digits, rest) = line.split_at(end.unwrap_or(line.len()));
    let format = match (rest, known) {
        ("", Some(known)) => Some(known),
        _ if rest.starts_with(": ") => Some(DumpFormat::Xxd),
        _ if rest.starts_with("  ") => Some(DumpFormat::Columns),
        // Offsets of a long dump have more digits than those of the first row.
        (_, Some(DumpFormat::Od | DumpFormat::OdHex)) => known.filter(|_| rest.starts_with(' ')),
        _ if rest.starts_with(' ') && digits.len() == 6 => Some(DumpFormat::OdHex),
        _ if rest.starts_with(' ') && digits.len() == 7 => Some(DumpFormat::Od),
        _ => None,
    };
    let format = format.filter(|format| known.is_none_or(|known| known == *format));
    let format = format.filter(|_| digits.len() >= 4);
    let format = format.ok_or_else(|| unknown(&format!("{line:?}")))?;
    let radix = if format == DumpFormat::Od { 8 } else { 16 };
    let offset = u64::from_str_radix(digits, radix);
    let offset = offset.map_err(|_| format!("expected an offset, found {digits:?}"))?;
    let rest = rest.trim_start_matches(':');
    let is_columns = format == DumpFormat::Columns;
    // Two spaces precede the characters, or three if two spaces divide the bytes.
    let gaps: &[&str] = if is_columns { &["   ", "  |"] } else { &["  "] };
    let data = rest.trim_start();
    let gap = gaps.iter().filter_map(|gap| data.find(gap)).min();
    let (data, characters) = data.split_at(gap.unwrap_or(data.len()));
    let bytes = bytes(data, format)?;
    check_characters(characters.trim(), &bytes)?;
    Ok(DumpRow {
        format,
        offset,
        bytes,
    })
}

/// Parses the digits of a row.
fn bytes(data: &str, format: DumpFormat) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let first = data.find(' ').unwrap_or(data.len());
    let width = if format == DumpFormat::Xxd && first == 4 {
        4
    } else {
        2
    };
    let is_middle = |bytes: &[u8]| format == DumpFormat::Columns && bytes.len() == 8;
    for word in data.split(' ').filter(|_| !data.is_empty()) {
        if word.is_empty() && is_middle(&bytes) {
            continue;
        }
        // Only the last group can be shorter.
        let is_group = word.len() == width || format == DumpFormat::Xxd && word.len() == 2;
        let is_group = is_group && bytes.len().is_multiple_of(width / 2);
        let pairs = word.as_bytes().chunks(2).map(pair);
        let pairs: Option<Vec<u8>> = pairs.collect();
        let pairs = pairs.filter(|_| is_group).ok_or_else(|| {
            let digits = if format == DumpFormat::Xxd {
                "2 or 4"
            } else {
                "2"
            };
            let advice = if word.len() > 2 && word.bytes().all(|c| c.is_ascii_hexdigit()) {
                "; use xxd, hexdump -C or od -t x1, because the byte order of words is unknown"
            } else {
                ""
            };
            format!("expected {digits} hex digits, found {word:?}{advice}")
        })?;
        bytes.extend(pairs);
    }
    Ok(bytes)
}

/// Checks the characters beside the bytes, if there are any.
///
/// The characters distinguish dumps of bytes from dumps of words, such as those of `xxd -e`.
fn check_characters(shown: &str, bytes: &[u8]) -> Result<(), String> {
    let character = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    let expected: String = bytes.iter().map(character).collect();
    let within_bars = shown.strip_prefix('|').and_then(|it| it.strip_suffix('|'));
    let is_same = |shown: &str| shown.trim() == expected.trim();
    if shown.is_empty() || is_same(shown) || within_bars.is_some_and(is_same) {
        return Ok(());
    }
    Err(format!(
        "expected the characters {expected:?} of the bytes, found {shown:?}; delete the characters if the bytes are correct"
    ))
}

fn unknown(found: &str) -> String {
    format!("expected a row of xxd, hexdump -C, od -t x1 or Wireshark, found {found}")
}
