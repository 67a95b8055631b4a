//! Length-prefixed values, as `File.store_var` and `StreamPeer.put_var` write them.
#![cfg(all(feature = "std", feature = "godot3"))]

use crate::common::{bytes, hex};
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeErrorKind, DecodeOptions, Godot3, ReadError, WriteError};
use std::io::{self, Read, Write};

fn engine() -> FrameOptions {
    FrameOptions::new().decode_options(DecodeOptions::engine())
}

fn read_all(input: &[u8], options: FrameOptions) -> Vec<Result<Variant, ReadError>> {
    godot3::iter_framed_with(input, options).collect()
}

/// Checks files that `store_var` of Godot 3.2.3 wrote for null and for 42.
#[test]
fn decodes_files_of_the_engine() {
    let mut file = Vec::new();
    godot3::write_framed(&mut file, &()).expect("memory takes all");
    godot3::write_framed(&mut file, &42).expect("memory takes all");
    assert_eq!(hex(&file), "040000000000000008000000020000002a000000");
    let values: Vec<Variant> = godot3::iter_framed(&file[..])
        .collect::<Result<_, _>>()
        .expect("what was written");
    assert_eq!(values, [Variant::Nil, Variant::Int(42)]);
}

#[test]
fn only_the_length_is_big_endian() {
    let options = FrameOptions::new().big_endian(true);
    let mut file = Vec::new();
    godot3::write_framed_with(&mut file, &42, options).expect("memory takes all");
    assert_eq!(hex(&file), "00000008020000002a000000");
    assert!(matches!(
        &read_all(&file, options)[..],
        [Ok(Variant::Int(42))]
    ));
    // In the other byte order, the length is 128 MiB.
    let wrong = read_all(&file, FrameOptions::new());
    assert!(
        matches!(
            wrong[..],
            [Err(ReadError::TooLong {
                offset: 0,
                length: 0x0800_0000,
                limit: 0x0400_0000,
                ..
            })]
        ),
        "{wrong:?}"
    );
}

#[test]
fn decodes_many_values_of_a_file() {
    let values: Vec<Variant> = (0..1000)
        .map(|index| {
            if index % 3 == 0 {
                "abc".repeat(index).into()
            } else {
                i64::try_from(index).expect("small").into()
            }
        })
        .collect();
    let mut file = Vec::new();
    for value in &values {
        godot3::write_framed(&mut file, value).expect("memory takes all");
    }
    let read: Vec<Variant> = godot3::iter_framed(&file[..])
        .collect::<Result<_, _>>()
        .expect("what was written");
    assert_eq!(read, values);
    assert!(read_all(&[], FrameOptions::new()).is_empty());
}

#[test]
fn rejects_bytes_after_a_value_in_its_frame() {
    let file = bytes("0a000000 0200000001000000 ffff 08000000 0200000002000000");
    let engine = read_all(&file, engine());
    assert!(
        matches!(engine[..], [Ok(Variant::Int(1)), Ok(Variant::Int(2))]),
        "{engine:?}"
    );
    let strict = read_all(&file, FrameOptions::new());
    let [Err(ReadError::Decode(error)), Ok(Variant::Int(2))] = &strict[..] else {
        panic!("{strict:?}")
    };
    assert_eq!(error.offset(), 12);
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::TrailingBytes { left: 2, .. }
    ));
}

#[test]
fn rejects_an_empty_frame() {
    for options in [FrameOptions::new(), engine()] {
        let read = read_all(&bytes("00000000 04000000 00000000"), options);
        let [Err(ReadError::Decode(error)), Ok(Variant::Nil)] = &read[..] else {
            panic!("{read:?}")
        };
        assert_eq!(error.to_string(), "0x0004: expected 4 bytes, found 0");
    }
}

#[test]
fn continues_after_an_invalid_value() {
    let file = bytes(
        "08000000 0200000001000000 08000000 0100000002000000 0c000000 050000000000803f00000040 04000000 ff000000",
    );
    let read = read_all(&file, FrameOptions::new());
    let [
        Ok(Variant::Int(1)),
        Err(ReadError::Decode(second)),
        Ok(Variant::Vector2(_)),
        Err(ReadError::Decode(last)),
    ] = &read[..]
    else {
        panic!("{read:?}")
    };
    // Offsets are relative to the start of the file.
    assert_eq!((second.offset(), last.offset()), (20, 44));
    assert!(matches!(
        second.kind(),
        DecodeErrorKind::InvalidBool { value: 2, .. }
    ));
    assert!(matches!(
        last.kind(),
        DecodeErrorKind::UnknownType {
            number: 255,
            types: 27,
            ..
        }
    ));
    // A value of another Rust type is an error of this value only.
    let numbers: Vec<Result<i32, ReadError>> = godot3::iter_framed(&file[..]).collect();
    assert_eq!(numbers.iter().filter(|number| number.is_ok()).count(), 1);
    assert_eq!(numbers.len(), 4);
}

#[test]
fn truncation_ends_the_values() {
    // Input, offset of the truncated part, bytes needed, bytes left.
    for (cut, offset, needed, left) in [
        ("08", 12, 4, 1),
        ("080000", 12, 4, 3),
        ("08000000", 16, 8, 0),
        ("08000000 02000000 010000", 16, 8, 7),
    ] {
        let file = bytes(&format!("08000000 0200000001000000 {cut}"));
        for options in [FrameOptions::new(), engine()] {
            let mut values = godot3::iter_framed_with::<Variant>(&file[..], options);
            assert!(matches!(values.next(), Some(Ok(Variant::Int(1)))));
            match values.next() {
                Some(Err(ReadError::UnexpectedEnd {
                    offset: at,
                    needed: need,
                    left: have,
                    ..
                })) => {
                    assert_eq!((at, need, have), (offset, needed, left), "{cut}");
                }
                other => panic!("{cut}: {other:?}"),
            }
            assert!(values.next().is_none() && values.next().is_none());
        }
    }
    let error = read_all(&bytes("08000000 0200"), FrameOptions::new())
        .remove(0)
        .expect_err("a cut");
    assert_eq!(
        error.to_string(),
        "0x0004: the input ends in a frame: expected 8 bytes, found 2"
    );
}

#[test]
fn lengths_are_limited() {
    let options = FrameOptions::new().max_length(8);
    let file = bytes(
        "08000000 0200000001000000 0c000000 020001000000000001000000 08000000 0200000001000000",
    );
    let read = read_all(&file, options);
    assert!(
        matches!(
            read[..],
            [
                Ok(_),
                Err(ReadError::TooLong {
                    offset: 12,
                    length: 12,
                    limit: 8,
                    ..
                })
            ]
        ),
        "{read:?}"
    );
    assert_eq!(read_all(&file, options.max_length(12)).len(), 3);
    // The limit applies to writing as well, and nothing is written.
    let mut written = Vec::new();
    let error = godot3::write_framed_with(&mut written, &i64::MAX, options).expect_err("too long");
    assert!(
        matches!(
            error,
            WriteError::TooLong {
                length: 12,
                limit: 8,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(written.is_empty());
    godot3::write_framed_with(&mut written, &1, options).expect("8 bytes");
    // Limits cannot exceed the 32 bits of engines.
    let read = read_all(
        &bytes("ffffffff 00000000"),
        FrameOptions::new().max_length(u32::MAX),
    );
    assert!(
        matches!(
            read[..],
            [Err(ReadError::TooLong {
                offset: 0,
                length: u32::MAX,
                ..
            })]
        ),
        "{read:?}"
    );
}

/// Checks that memory is allocated as bytes arrive.
#[test]
fn announced_lengths_allocate_nothing() {
    let file = bytes("ffffff7f 0200000001000000");
    let info = allocation_counter::measure(|| {
        for options in [
            FrameOptions::new(),
            FrameOptions::new().max_length(u32::MAX),
        ] {
            let mut frames = Frames::new(&file[..], options);
            assert!(frames.next_frame().is_err());
        }
    });
    assert!(info.bytes_total < 4096, "{} bytes", info.bytes_total);
    let mut frames = Frames::new(&file[..], FrameOptions::new().max_length(u32::MAX));
    let cut = frames.next_frame().expect_err("the input ends");
    assert!(
        matches!(
            cut,
            ReadError::UnexpectedEnd {
                offset: 4,
                needed: 0x7fff_ffff,
                left: 8,
                ..
            }
        ),
        "{cut:?}"
    );
}

#[test]
fn values_that_cannot_be_encoded_write_nothing() {
    let mut written = Vec::new();
    let error = godot3::write_framed(&mut written, &vec!["fine", "a\0b"]).expect_err("a NUL");
    assert!(
        matches!(&error, WriteError::Encode(error) if error.path().to_string() == "[1]"),
        "{error:?}"
    );
    assert!(written.is_empty());
}

#[test]
fn frames_borrow_their_bytes() {
    let file = bytes("0c000000 040000000300000061626300 04000000 00000000");
    let mut frames = Frames::new(&file[..], FrameOptions::new());
    assert_eq!(frames.position(), 0);
    assert_eq!(
        frames.next_value::<Godot3, &str>().expect("a text"),
        Some("abc")
    );
    assert_eq!(frames.position(), 16);
    assert_eq!(frames.next_frame().expect("a frame"), Some(&[0; 4][..]));
    assert_eq!(frames.position(), 24);
    assert_eq!(frames.next_frame().expect("the end"), None);
    assert_eq!(frames.next_value::<Godot3, &str>().expect("the end"), None);
}

/// A reader that returns one byte at a time, with an interruption before each.
struct InterruptedReader<'f> {
    rest: &'f [u8],
    is_interrupted: bool,
}

impl Read for InterruptedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.rest.read(&mut buffer[..length])
    }
}

#[test]
fn accepts_interrupted_readers() {
    let mut file = Vec::new();
    for value in ["", "a", "some longer text"] {
        godot3::write_framed(&mut file, value).expect("memory takes all");
    }
    let slow = InterruptedReader {
        rest: &file,
        is_interrupted: false,
    };
    let read: Vec<String> = godot3::iter_framed(slow)
        .collect::<Result<_, _>>()
        .expect("all of it");
    assert_eq!(read, ["", "a", "some longer text"]);
    let one = godot3::to_vec("alone").expect("a text");
    let text: String = godot3::from_reader(InterruptedReader {
        rest: &one,
        is_interrupted: false,
    })
    .expect("all of it");
    assert_eq!(text, "alone");
}

/// A reader that returns some bytes and then an error, and a writer that returns an error.
struct FailingIo<'f>(&'f [u8]);

impl Read for FailingIo<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(io::ErrorKind::ConnectionReset, "pulled")),
            length => Ok(length),
        }
    }
}

impl Write for FailingIo<'_> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn returns_io_errors() {
    let file = bytes("08000000 0200000001000000 08000000 0200");
    let mut values = godot3::iter_framed::<i32>(FailingIo(&file));
    assert!(matches!(values.next(), Some(Ok(1))));
    let error = values
        .next()
        .expect("an error")
        .expect_err("the connection broke");
    assert!(
        matches!(&error, ReadError::Io(error) if error.kind() == io::ErrorKind::ConnectionReset),
        "{error:?}"
    );
    assert_eq!(error.to_string(), "pulled");
    let source = std::error::Error::source(&error);
    let source = source.and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(
        source.map(io::Error::kind),
        Some(io::ErrorKind::ConnectionReset)
    );
    assert!(values.next().is_none());
    assert!(matches!(
        godot3::from_reader::<i32>(FailingIo(&file[4..12])),
        Err(ReadError::Io(_))
    ));
    let full = godot3::write_framed(FailingIo(&[]), &1).expect_err("full");
    assert!(
        matches!(&full, WriteError::Io(error) if error.kind() == io::ErrorKind::StorageFull),
        "{full:?}"
    );
    assert!(matches!(
        godot3::to_writer(FailingIo(&[]), &1),
        Err(WriteError::Io(_))
    ));
}

/// Checks a socket with a timeout, which returns the bytes that arrived, and then `WouldBlock`.
#[test]
fn continues_after_a_timeout() {
    struct TimeoutReader<'f>(Vec<&'f [u8]>);

    impl Read for TimeoutReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.first_mut() else {
                return Ok(0);
            };
            if piece.is_empty() {
                self.0.remove(0);
                return Err(io::ErrorKind::WouldBlock.into());
            }
            piece.read(buffer)
        }
    }

    let file = bytes("08000000 020000002a000000");
    let mut frames = Frames::new(TimeoutReader(file.chunks(5).collect()), FrameOptions::new());
    let mut timeouts = 0;
    let value = loop {
        match frames.next_value::<Godot3, i32>() {
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => timeouts += 1,
            other => break other.expect("the value"),
        }
    };
    assert_eq!((value, timeouts), (Some(42), 2));
}
