//! Frames out of bytes that come in pieces: one at a time, lengths that lie, streams that stop.
#![cfg(feature = "godot3")]

mod common;

use common::bytes;
use gdvariant::{FrameDecoder, FrameOptions, ReadError, godot3};

/// 42, then nothing at all in a frame, then "abc".
const STREAM: &str = "08000000 020000002a000000 00000000 0c000000 040000000300000061626300";

/// All frames of a stream that comes in pieces of this length.
fn frames(
    stream: &[u8],
    length: usize,
    decoder: &mut FrameDecoder,
) -> Result<Vec<Vec<u8>>, ReadError> {
    let mut frames = Vec::new();
    for mut piece in stream.chunks(length) {
        while let Some(frame) = decoder.next_frame(&mut piece)? {
            frames.push(frame.to_vec());
        }
        assert!(piece.is_empty());
    }
    Ok(frames)
}

#[test]
fn pieces_of_every_length_make_the_same_frames() {
    let stream = bytes(STREAM);
    for length in 1..=stream.len() {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        let frames = frames(&stream, length, &mut decoder).expect("whole frames");
        assert_eq!(frames.len(), 3);
        assert_eq!(godot3::from_slice::<i32>(&frames[0]), Ok(42));
        assert_eq!(frames[1], [0; 0]);
        assert_eq!(godot3::from_slice::<&str>(&frames[2]), Ok("abc"));
        assert_eq!(decoder.position(), 32);
        assert!(decoder.finish().is_ok());
    }
}

#[test]
fn a_frame_is_taken_and_no_byte_more() {
    let stream = bytes(STREAM);
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    let mut rest = &stream[..];
    assert_eq!(
        decoder.next_frame(&mut rest).expect("a frame"),
        Some(&stream[4..12])
    );
    assert_eq!((rest, decoder.position()), (&stream[12..], 12));
}

#[test]
fn a_stream_may_end_between_two_frames_only() {
    let stream = bytes(STREAM);
    // Where the stream ends, where what is cut starts, bytes that it should have, bytes that it has.
    for (end, offset, needed, left) in [
        (1, 0, 4, 1),
        (3, 0, 4, 3),
        (4, 4, 8, 0),
        (11, 4, 8, 7),
        (18, 16, 4, 2),
        (31, 20, 12, 11),
    ] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        frames(&stream[..end], 3, &mut decoder).expect("no fault before the end");
        match decoder.finish() {
            Err(ReadError::Cut {
                offset: at,
                needed: need,
                left: have,
            }) => assert_eq!((at, need, have), (offset, needed, left)),
            other => panic!("{end} bytes: {other:?}"),
        }
    }
    for end in [0, 12, 16, 32] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        frames(&stream[..end], 3, &mut decoder).expect("whole frames");
        decoder.finish().expect("the end of a frame");
    }
}

#[test]
fn packets_have_the_engines_cap() {
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    let input = bytes("00008000");
    assert!(
        matches!(decoder.next_frame(&mut &input[..]), Ok(None)),
        "8 MiB are awaited"
    );
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    // The error stays: what follows cannot be told apart.
    for piece in ["04000000 00000000 01008000", "04000000"] {
        let error = frames(&bytes(piece), 5, &mut decoder).expect_err("a byte more");
        assert_eq!(
            error.to_string(),
            "0x0008: a length of 8388609 bytes, the longest allowed is 8388608; is the input framed, and in this byte order?"
        );
    }
    let error = decoder.finish().expect_err("broken");
    assert!(
        matches!(
            error,
            ReadError::TooLong {
                offset: 8,
                length: 0x0080_0001,
                limit: 0x0080_0000
            }
        ),
        "{error:?}"
    );
}

#[test]
fn the_length_alone_is_big_endian() {
    let mut decoder = FrameDecoder::new(FrameOptions::packets().big_endian(true));
    assert_eq!(
        frames(&bytes("00000008 0200000001000000"), 1, &mut decoder).expect("a frame"),
        [bytes("0200000001000000")]
    );
}

/// No cap but that of the engines' own counting, and still memory is taken as bytes come.
#[test]
fn an_announcement_of_two_gigabytes_costs_nothing() {
    let info = allocation_counter::measure(|| {
        let mut decoder = FrameDecoder::new(FrameOptions::packets().max_length(u32::MAX));
        assert!(matches!(
            decoder.next_frame(&mut &bytes("ffffff7f 00000000")[..]),
            Ok(None)
        ));
        let cut = decoder.finish().expect_err("the stream ends");
        assert!(
            matches!(
                cut,
                ReadError::Cut {
                    offset: 4,
                    needed: 0x7fff_ffff,
                    left: 4
                }
            ),
            "{cut:?}"
        );
    });
    assert!(info.bytes_total < 256, "{} bytes", info.bytes_total);
    let mut decoder = FrameDecoder::new(FrameOptions::packets().max_length(u32::MAX));
    let negative = decoder
        .next_frame(&mut &bytes("fcffffff 00000000")[..])
        .expect_err("-4");
    assert!(
        matches!(
            negative,
            ReadError::TooLong {
                length: 0xffff_fffc,
                limit: 0x7fff_ffff,
                ..
            }
        ),
        "{negative:?}"
    );
}
