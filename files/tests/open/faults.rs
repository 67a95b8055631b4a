//! Readers that fail at each byte, and damaged files.

use crate::common::{bytes, conformance, key, layout, options, save};
use gdvariant::framing::FrameOptions;
use gdvariant_files::detect::Framing;
use gdvariant_files::error::ErrorKind as OpenErrorKind;
use gdvariant_files::layer::{Layer, Size, SizeOf};
use gdvariant_files::notation::Notation;
use gdvariant_files::open::{OpenFile, OpenOptions, open};
use gdvariant_files::{Compression, Encryption};
use std::error::Error;
use std::io::{self, ErrorKind, Read};

/// Returns one byte at a time with an interruption before each, and fails after a number of bytes.
struct Failing<'b> {
    bytes: &'b [u8],
    left: usize,
    is_interrupted: bool,
    has_failed: bool,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let left = self.left.checked_sub(1);
        self.has_failed |= left.is_none();
        self.left = left.ok_or(ErrorKind::ConnectionReset)?;
        self.bytes.read(&mut buffer[..1])
    }
}

/// Returns the kind of the error of reading that an error is, or that caused it.
fn io_kind(error: &(dyn Error + 'static)) -> Option<ErrorKind> {
    let of_source = error.source().and_then(io_kind);
    of_source.or_else(|| Some(error.downcast_ref::<io::Error>()?.kind()))
}

/// Returns the values of a file as text.
fn values(file: impl Read) -> Result<Vec<String>, Box<dyn Error>> {
    let values = open(file, &options())?.into_reader(FrameOptions::new())?;
    let shown = values.map(|value| Ok(value?.to_string()));
    shown.collect()
}

/// Returns the save in every form of file.
fn files() -> Vec<Vec<u8>> {
    let save = save();
    let size = Size::new(SizeOf::Content);
    let sized = Compression::ALL.map(|it| Layer::Stream(vec![size], it));
    let compressed = Compression::ALL.map(|it| Layer::Compressed(it, 4096));
    let encrypted = [Encryption::Godot3, Encryption::Godot4];
    let encrypted = encrypted.map(|it| Layer::Encrypted(it, key()));
    let bare = [
        Layer::from_mode(Compression::Deflate),
        Layer::from_mode(Compression::FastLz),
        Layer::from_mode(Compression::Gzip),
    ];
    let layers = bare
        .iter()
        .chain(&sized)
        .chain(&compressed)
        .chain(&encrypted);
    let files = layers.map(|it| it.wrap(&save).expect("a vector"));
    let mut files: Vec<_> = files.chain([save.clone()]).collect();
    let settings = conformance("files/godot-4.6.3/project.binary");
    files.push(std::fs::read(settings).expect("a file"));
    files
}

#[test]
fn open_returns_errors_at_each_byte() {
    for file in files() {
        let failing = |left| Failing {
            bytes: &file,
            left,
            is_interrupted: false,
            has_failed: false,
        };
        let expected = values(failing(usize::MAX)).expect("a valid file");
        let mut failures = 0;
        for length in 0..file.len() {
            let mut reader = failing(length);
            match values(&mut reader) {
                Err(error) => {
                    let kind = io_kind(&*error);
                    assert_eq!(kind, Some(ErrorKind::ConnectionReset), "{length}: {error}");
                    failures += 1;
                }
                // The last bytes of a compressed file can be unnecessary.
                Ok(found) => {
                    assert!(!reader.has_failed, "an error at {length} is ignored");
                    assert_eq!(found, expected);
                }
            }
        }
        assert!(failures * 2 > file.len(), "{failures} failures");
    }
}

#[test]
fn long_content_that_starts_with_a_short_value_is_not_cut() {
    let mut file = bytes("0100000001000000");
    file.resize(17 << 20, 7);
    let options = OpenOptions::new().layout(layout("godot4"));
    let options = options.framing(Framing::Bare);
    let (content, _) = open(&file[..], &options)
        .and_then(OpenFile::into_content)
        .expect("bytes");
    assert!(content == file, "{} bytes", content.len());
}

#[test]
fn bytes_after_a_value_can_be_what_a_longer_file_left() {
    let short = "080000000200000007000000";
    let invalid = "040000003f000000";
    let long = "1000000004000000070000006765726c616e6400";
    let too_long = "a length of 16 bytes, expected at most 8";
    let rest_of_19 = "19 bytes after the last value are not values";
    let rest_of_11 = "11 bytes after the last value are not values";
    for (rest, is_rest, fault) in [
        (vec![long], false, Some(too_long)),
        // A length without its bytes.
        (vec![&long[..long.len() - 2]], true, Some(rest_of_19)),
        // A frame that is no value.
        (vec![invalid, "6d7000"], true, Some(rest_of_11)),
        // Frames that fill the file are values.
        (vec![invalid, short], false, None),
    ] {
        let options = OpenOptions::new().layout(layout("godot4"));
        let options = options.framing(Framing::LittleEndian).max_length(8);
        let file = bytes(&(short.to_owned() + &rest.concat()));
        let mut values = open(&file[..], &options).expect("a file").values();
        values.next_entry().expect("a value");
        let entry = values.next_entry().expect("bytes").expect("an entry");
        let found = entry.fault.map(|fault| fault.kind.to_string());
        assert_eq!((entry.is_rest, found.as_deref()), (is_rest, fault));
    }
}

#[test]
fn text_in_a_form_is_no_document() {
    for (form, text) in [
        (Notation::Hex, "0200000007000000"),
        (Notation::Dump, "00000000: 0200 0000 0700 0000  ........"),
    ] {
        let opened = open(text.as_bytes(), &OpenOptions::new().notation(form));
        let document = opened.and_then(OpenFile::document);
        let is_text =
            matches!(&document, Err(error) if matches!(error.kind(), OpenErrorKind::BytesAsText));
        assert!(is_text, "{form:?}");
    }
}
