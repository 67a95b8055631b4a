//! Length-prefixed values, as `File.store_var` and `StreamPeer.put_var` write them.

use crate::common::{Fault, bytes, hex};
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeOptions, EncodeErrorKind, Godot3, ReadError, WriteError, generic};
use std::io::{self, Read};

fn engine() -> FrameOptions {
    FrameOptions::new().decode_options(DecodeOptions::engine())
}

fn read_all(input: &[u8], options: FrameOptions) -> Vec<Result<Variant, ReadError>> {
    Frames::new(input, options).values::<Godot3, _>().collect()
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
    assert!(read_all(&[], FrameOptions::new()).is_empty());
}

#[test]
fn only_the_length_is_big_endian() {
    let options = FrameOptions::new().big_endian(true);
    let mut file = Vec::new();
    generic::write_framed::<Godot3, _>(&mut file, &42, options).expect("memory takes all");
    assert_eq!(hex(&file), "00000008020000002a000000");
    let right = read_all(&file, options);
    assert!(matches!(&right[..], [Ok(Variant::Int(42))]));
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
fn rejects_bytes_after_a_value_and_empty_frames() {
    let file = bytes("0a000000 0200000001000000 ffff 00000000 08000000 0200000002000000");
    let shown = |options| {
        let values = read_all(&file, options).into_iter();
        let values = values.map(|value| match value {
            Ok(value) => value.to_string(),
            Err(ReadError::Decode(error)) => error.fault(),
            Err(error) => panic!("{error}"),
        });
        values.collect::<Vec<_>>()
    };
    let empty = "0x0012: UnexpectedEnd";
    assert_eq!(shown(engine()), ["1", empty, "2"]);
    assert_eq!(
        shown(FrameOptions::new()),
        ["0x000c: TrailingBytes", empty, "2"]
    );
}

/// Checks that a value of another Rust type is an error of this value only.
#[test]
fn continues_after_another_type() {
    let file = bytes("0c000000 050000000000803f00000040 08000000 0200000001000000");
    let numbers: Vec<Result<i32, ReadError>> = godot3::iter_framed(&file[..]).collect();
    assert!(matches!(numbers[..], [Err(ReadError::Decode(_)), Ok(1)]));
}

#[test]
fn truncation_is_described() {
    let error = read_all(&bytes("08000000 0200"), FrameOptions::new()).remove(0);
    assert_eq!(
        error.expect_err("a cut").to_string(),
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
    let error =
        generic::write_framed::<Godot3, _>(&mut written, &i64::MAX, options).expect_err("too long");
    let WriteError::Encode(error) = error else {
        panic!("{error:?}");
    };
    assert!(
        matches!(
            error.kind(),
            EncodeErrorKind::ValueTooLong {
                length: 12,
                limit: 8,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(written.is_empty());
    generic::write_framed::<Godot3, _>(&mut written, &1, options).expect("8 bytes");
}

#[test]
fn values_that_cannot_be_encoded_write_nothing() {
    let mut written = Vec::new();
    let error = godot3::write_framed(&mut written, &vec!["fine", "a\0b"]).expect_err("a NUL");
    let WriteError::Encode(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.fault(), "[1]: NulInString");
    assert!(written.is_empty());
}

#[test]
fn frames_borrow_their_bytes() {
    let file = bytes("0c000000 040000000300000061626300 04000000 00000000");
    let mut frames = Frames::new(&file[..], FrameOptions::new());
    assert_eq!(frames.position(), 0);
    let text = frames.next_value::<Godot3, &str>().expect("a text");
    assert_eq!(text, Some("abc"));
    assert_eq!(frames.position(), 16);
    assert_eq!(frames.next_frame().expect("a frame"), Some(&[0; 4][..]));
    assert_eq!(frames.position(), 24);
    assert_eq!(frames.next_value::<Godot3, &str>().expect("the end"), None);
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
