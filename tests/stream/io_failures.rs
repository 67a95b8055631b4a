//! Readers and writers that fail at each byte, that are interrupted, and that take one byte at a
//! time, for every function that reads or writes.
#![cfg(all(feature = "compressed", feature = "encrypted"))]

mod memory;

use gdvariant::any::AnyReader;
use gdvariant::files::{
    CompressedReader, Compression, Encryption, FileKey, FileOptions, compress_file, decrypt_file,
    encrypt_file, list_settings, read_settings, write_settings,
};
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::godot3::{self, Variant};
use gdvariant::{Godot3, Godot4, generic, godot4};
use std::error::Error;
use std::io::{self, ErrorKind, Read, Write};

/// Moves one byte at a time with an interruption before each, and fails after a number of bytes.
struct Failing<T> {
    inner: T,
    left: usize,
    is_interrupted: bool,
    has_failed: bool,
}

impl<T> Failing<T> {
    fn new(inner: T, left: usize) -> Self {
        Self {
            inner,
            left,
            is_interrupted: false,
            has_failed: false,
        }
    }

    /// Returns an interruption before each byte, and an error after the last.
    fn next(&mut self, error: ErrorKind) -> io::Result<()> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let left = self.left.checked_sub(1);
        self.has_failed |= left.is_none();
        self.left = left.ok_or(error)?;
        Ok(())
    }
}

impl Read for Failing<&[u8]> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.next(ErrorKind::ConnectionReset)?;
        self.inner.read(&mut buffer[..1])
    }
}

impl Write for Failing<Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(byte) = bytes.first() else {
            return Ok(0);
        };
        self.next(ErrorKind::StorageFull)?;
        self.inner.push(*byte);
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Failure = Box<dyn Error + Send + Sync>;

/// Returns the kind of the error of reading or writing that an error is, or that caused it.
fn io_kind(error: &(dyn Error + 'static)) -> Option<ErrorKind> {
    let of_source = error.source().and_then(io_kind);
    of_source.or_else(|| Some(error.downcast_ref::<io::Error>()?.kind()))
}

/// Reads the input in pieces, and fails at each of its bytes. `read` returns what it has read.
#[track_caller]
fn check_read(
    name: &str,
    input: &[u8],
    read: impl Fn(&mut Failing<&[u8]>) -> Result<String, Failure>,
) {
    let expected = read(&mut Failing::new(input, usize::MAX)).expect(name);
    let mut failures = 0;
    for length in 0..input.len() {
        let mut reader = Failing::new(input, length);
        match read(&mut reader) {
            Err(error) => {
                let expected = Some(ErrorKind::ConnectionReset);
                assert_eq!(io_kind(&*error), expected, "{name}, {length}: {error}");
                failures += 1;
            }
            // The reader did not need the remaining bytes.
            Ok(found) => {
                assert!(!reader.has_failed, "{name}: ignores an error at {length}");
                assert_eq!(found, expected, "{name}, {length}");
            }
        }
    }
    assert!(failures * 2 > input.len(), "{name}: {failures} failures");
}

/// Writes in pieces, and fails at each byte. Returns what is written if nothing fails.
#[track_caller]
fn check_write(
    name: &str,
    write: impl Fn(&mut Failing<Vec<u8>>) -> Result<(), Failure>,
) -> Vec<u8> {
    let mut writer = Failing::new(Vec::new(), usize::MAX);
    write(&mut writer).expect(name);
    let expected = writer.inner;
    assert!(!expected.is_empty(), "{name}");
    for length in 0..expected.len() {
        let mut writer = Failing::new(Vec::new(), length);
        let error = write(&mut writer).expect_err(name);
        let kind = Some(ErrorKind::StorageFull);
        assert_eq!(io_kind(&*error), kind, "{name}, {length}: {error}");
        assert_eq!(writer.inner.len(), length, "{name}");
    }
    expected
}

/// Returns a value with strings, numbers and containers.
fn value() -> Variant {
    godot3::variant!({"name": "Ada", 2: [7, 1.5, "item"], "level": null})
}

fn shown(value: &Variant) -> String {
    format!("{value:#}")
}

/// Returns a stream of three values.
fn framed() -> Vec<u8> {
    let mut stream = Vec::new();
    for value in [value(), Variant::from(1), value()] {
        godot3::write_framed(&mut stream, &value).expect("memory takes all");
    }
    stream
}

#[test]
fn readers_of_values_return_errors_at_each_byte() {
    let bytes = godot3::to_vec(&value()).expect("a value");
    check_read("from_reader", &bytes, |reader| {
        Ok(shown(&godot3::from_reader(reader)?))
    });
    let frame = &framed()[..4 + bytes.len()];
    check_read("read_framed", frame, |reader| {
        let value = generic::read_framed::<Godot3, Variant>(reader, FrameOptions::new());
        Ok(shown(&value?))
    });
    check_read("Frames", &framed(), |reader| {
        let mut frames = Frames::new(reader, FrameOptions::new());
        let mut lengths = Vec::new();
        while let Some(frame) = frames.next_frame()? {
            lengths.push(frame.len());
        }
        Ok(format!("{lengths:?}"))
    });
    check_read("iter_framed", &framed(), |reader| {
        let values: Result<Vec<Variant>, _> = godot3::iter_framed(reader).collect();
        Ok(values?.iter().map(shown).collect())
    });
    check_read("AnyReader", &framed(), |reader| {
        let values = AnyReader::open(reader)?;
        let values: Result<Vec<_>, _> = values.collect();
        Ok(format!("{:?}", values?))
    });
}

/// Returns short content that compresses.
fn content() -> Vec<u8> {
    b"gdvariant ".repeat(20)
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// Reads all content, and returns it as text.
fn text(mut reader: impl Read) -> Result<String, Failure> {
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn files_return_errors_at_each_byte() {
    let options = FileOptions::new();
    for compression in Compression::ALL {
        let name = format!("{compression:?}");
        let file = compress_file(&content(), compression, 4096).expect("a file");
        check_read(&name, &file, |reader| {
            text(CompressedReader::new(reader, options)?)
        });
    }
    for encryption in [Encryption::Godot3, Encryption::Godot4] {
        let name = format!("{encryption:?}");
        let file = encrypt_file(&content(), encryption, &key()).expect("random numbers");
        check_read(&name, &file, |reader| {
            text(decrypt_file(reader, &key(), options)?.1.as_slice())
        });
    }
    let settings = godot4::variant!({"application/name": "Ada", "level": [1, 2]});
    let file = write_settings::<Godot4>(&settings).expect("settings");
    check_read("list_settings", &file, |reader| {
        Ok(format!("{:?}", list_settings(reader, options)?))
    });
    check_read("read_settings", &file, |reader| {
        Ok(format!("{:?}", read_settings::<Godot4>(reader, options)?))
    });
}

#[test]
fn writers_of_values_return_errors_at_each_byte() {
    let bytes = check_write("to_writer", |writer| {
        Ok(godot3::to_writer(writer, &value())?)
    });
    assert_eq!(bytes, godot3::to_vec(&value()).expect("a value"));
    let frame = check_write("write_framed", |writer| {
        Ok(godot3::write_framed(writer, &value())?)
    });
    assert_eq!(frame[4..], bytes);
    check_write("generic::write_framed", |writer| {
        let options = FrameOptions::new().big_endian(true);
        Ok(generic::write_framed::<Godot4, _>(writer, "text", options)?)
    });
}
