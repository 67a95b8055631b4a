//! `FrameDecoder`: input in pieces, excessive lengths, and truncated streams.
#![cfg(feature = "godot3")]

use crate::common::bytes;
use gdvariant::any::AnyReader;
use gdvariant::detect::Framing;
use gdvariant::framing::{FrameDecoder, FrameOptions};
use gdvariant::schema::layout_named;
use gdvariant::{ReadError, godot3};

/// Three frames: 42, an empty frame, and "abc".
const STREAM: &str = "08000000 020000002a000000 00000000 0c000000 040000000300000061626300";

/// Returns all frames of a stream that arrives in pieces of this length.
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
fn decodes_pieces_of_every_length() {
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

/// Checks frames of all small lengths, and of lengths around those of the decoder's buffer: its first
/// piece of 1 KiB, and the capacity of 64 KiB that it keeps.
#[test]
fn decodes_frames_of_every_length_from_any_pieces() {
    let small: Vec<usize> = (0..=24).collect();
    let large = [
        0, 1023, 1024, 1025, 1, 65_535, 65_536, 65_537, 2, 1024, 70_000, 3,
    ];
    let big_pieces = [
        1, 5, 1020, 1023, 1024, 1025, 1028, 65_535, 65_536, 65_540, 300_000,
    ];
    let cases = (1..=40).map(|piece| (&small[..], piece));
    for (lengths, piece) in cases.chain(big_pieces.map(|piece| (&large[..], piece))) {
        let expected: Vec<Vec<u8>> = lengths
            .iter()
            .map(|length| (0..=u8::MAX).cycle().take(*length).collect())
            .collect();
        for is_big_endian in [false, true] {
            let mut stream = Vec::new();
            for frame in &expected {
                let length = u32::try_from(frame.len()).expect("a short frame");
                let little = length.to_le_bytes();
                stream.extend(if is_big_endian {
                    length.to_be_bytes()
                } else {
                    little
                });
                stream.extend(frame);
            }
            let options = FrameOptions::packets().big_endian(is_big_endian);
            let mut decoder = FrameDecoder::new(options);
            let found = frames(&stream, piece, &mut decoder).expect("whole frames");
            assert!(found == expected, "{lengths:?} in pieces of {piece}");
            assert_eq!(decoder.position(), stream.len() as u64);
            decoder.finish().expect("the end of a frame");
            let mut reader = gdvariant::framing::Frames::new(Pieces(&stream, piece), options);
            for frame in &expected {
                let found = reader.next_frame().expect("a frame");
                assert!(
                    found == Some(frame),
                    "{} bytes in pieces of {piece}",
                    frame.len()
                );
            }
            assert!(reader.next_frame().expect("no frame").is_none());
            let framing = if is_big_endian {
                Framing::BigEndian
            } else {
                Framing::LittleEndian
            };
            let layout = layout_named("godot3").expect("a layout");
            let pieces = Pieces(&stream, piece);
            let mut ahead = AnyReader::with_layout(pieces, layout, framing, options);
            let mut start = 4;
            for frame in &expected {
                let found = ahead.next_bytes().expect("a frame");
                let length = frame.len();
                assert!(
                    found == Some((start, frame)),
                    "{length} bytes, read ahead in pieces of {piece}"
                );
                start += length as u64 + 4;
            }
            assert!(ahead.next_bytes().expect("no frame").is_none());
        }
    }
}

#[test]
fn iterators_continue_after_an_invalid_value() {
    // 42, a bool that is 2, "abc", and a truncated frame.
    let stream = bytes(
        "08000000 020000002a000000 08000000 0100000002000000 0c000000 040000000300000061626300 0800",
    );
    for piece in 1..=stream.len() {
        let mut values = godot3::iter_framed::<godot3::Variant>(Pieces(&stream, piece));
        let mut next = || {
            values
                .next()
                .map(|value| value.map_err(|it| it.to_string()))
        };
        assert_eq!(next(), Some(Ok(42.into())));
        let error = next().expect("a value").expect_err("an invalid bool");
        assert!(error.starts_with("0x0014: "), "{error}");
        assert_eq!(next(), Some(Ok("abc".into())));
        let error = next().expect("a value").expect_err("a truncated frame");
        assert!(error.starts_with("0x0028: "), "{error}");
        assert_eq!(next(), None);
    }
}

/// A reader that returns at most this many bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn consumes_exactly_one_frame() {
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
fn streams_end_between_frames() {
    let stream = bytes(STREAM);
    // The end of the stream, the offset of the truncated part, the needed bytes, the bytes left.
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
            Err(ReadError::UnexpectedEnd {
                offset: at,
                needed: need,
                left: have,
                ..
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
fn packets_have_the_engines_limit() {
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    let input = bytes("00008000");
    assert!(
        matches!(decoder.next_frame(&mut &input[..]), Ok(None)),
        "8 MiB are awaited"
    );
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    // The error is permanent, because the next frame cannot be found.
    for piece in ["04000000 00000000 01008000", "04000000"] {
        let error = frames(&bytes(piece), 5, &mut decoder).expect_err("a byte more");
        assert_eq!(
            error.to_string(),
            "0x0008: a length of 8388609 bytes, expected at most 8388608"
        );
    }
    let error = decoder.finish().expect_err("broken");
    assert!(
        matches!(
            error,
            ReadError::TooLong {
                offset: 8,
                length: 0x0080_0001,
                limit: 0x0080_0000,
                ..
            }
        ),
        "{error:?}"
    );
}

#[test]
fn only_the_length_is_big_endian() {
    let mut decoder = FrameDecoder::new(FrameOptions::packets().big_endian(true));
    assert_eq!(
        frames(&bytes("00000008 0200000001000000"), 1, &mut decoder).expect("a frame"),
        [bytes("0200000001000000")]
    );
}

/// Checks that memory is allocated as bytes arrive, even without a limit below that of engines.
#[test]
fn announced_lengths_allocate_nothing() {
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
                ReadError::UnexpectedEnd {
                    offset: 4,
                    needed: 0x7fff_ffff,
                    left: 4,
                    ..
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

/// Returns a frame of this length that contains a PackedByteArray.
fn large_frame(length: usize) -> Vec<u8> {
    let value =
        godot3::to_vec(&gdvariant::Packed(vec![7_u8; length - 8])).expect("it can be encoded");
    let length = u32::try_from(value.len()).expect("a short value");
    [&length.to_le_bytes()[..], &value].concat()
}

#[test]
fn an_idle_decoder_keeps_little_after_a_large_frame() {
    let frame = large_frame(8 << 20);
    for piece_length in [frame.len(), 65_536, 1_000] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        let info = allocation_counter::measure(|| {
            for mut piece in frame.chunks(piece_length) {
                let mut frames = 0;
                while let Some(frame) = decoder.next_frame(&mut piece).expect("a valid stream") {
                    assert_eq!(frame.len(), 8 << 20);
                    frames += 1;
                }
                assert!(frames <= 1);
            }
        });
        assert!(
            info.bytes_current <= 64 << 10,
            "{} bytes are kept after pieces of {piece_length}",
            info.bytes_current
        );
        assert_eq!(decoder.position(), frame.len() as u64);
        decoder.finish().expect("the end of a frame");
    }
}

/// Checks that the buffer grows neither beyond the frame nor to the announced length at once.
#[test]
fn the_buffer_grows_to_the_frame_and_no_further() {
    let frame = large_frame(8 << 20);
    for piece_length in [1_000, 65_536, 3 << 20] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        let mut arrived = 0;
        let info = allocation_counter::measure(|| {
            for mut piece in frame.chunks(piece_length) {
                let info = allocation_counter::measure(|| {
                    let _ = decoder.next_frame(&mut piece).expect("a valid stream");
                });
                arrived += piece_length;
                assert!(
                    info.bytes_max <= 2 * arrived as u64 + 64,
                    "{} bytes for {arrived}",
                    info.bytes_max
                );
            }
        });
        assert_eq!(
            info.bytes_current,
            i64::try_from(frame.len()).expect("a short frame"),
            "pieces of {piece_length}"
        );
    }
}

#[test]
fn small_frames_reuse_the_buffer() {
    let frame = large_frame(60 << 10);
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    let mut read = |count: u64| {
        allocation_counter::measure(|| {
            (0..count).for_each(|_| {
                let read = decoder.next_frame(&mut &frame[..]);
                assert!(read.expect("a valid stream").is_some());
            });
        })
    };
    read(1);
    assert_eq!(read(100).count_total, 0);
}

#[test]
fn idle_readers_keep_little_after_a_large_frame() {
    let stream = [large_frame(8 << 20), bytes(STREAM)].concat();
    let mut frames = gdvariant::framing::Frames::new(&stream[..], FrameOptions::packets());
    let info = allocation_counter::measure(|| {
        let frame = frames.next_frame().expect("a valid stream");
        assert_eq!(frame.map(<[u8]>::len), Some(8 << 20));
    });
    assert_eq!(info.bytes_current, (8 << 20) + 4, "no more than the frame");
    let info = allocation_counter::measure(|| {
        assert_eq!(
            frames
                .next_frame()
                .expect("a valid stream")
                .map(<[u8]>::len),
            Some(8)
        );
    });
    assert_eq!(info.bytes_current, (64 << 10) - (8 << 20) - 4);

    let mut values = gdvariant::framing::Frames::new(&stream[..], FrameOptions::packets())
        .values::<gdvariant::Godot3, gdvariant::Ignored>();
    let info = allocation_counter::measure(|| {
        values.next().expect("a value").expect("a valid one");
    });
    assert!(info.bytes_current <= 64 << 10, "{}", info.bytes_current);
}
