//! `FrameDecoder`: input in pieces, excessive lengths, and memory.

use crate::common::{Fault, bytes};
use allocation_counter::measure;
use gdvariant::framing::{FrameDecoder, FrameOptions, Frames, FramesAhead};
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

/// Checks frames of all small lengths, and of lengths around those of the decoder's buffer: its first
/// piece of 1 KiB, and the capacity of 64 KiB that it keeps.
#[test]
fn decodes_frames_of_every_length_from_any_pieces() {
    let small: Vec<usize> = (0..=24).collect();
    let large = [0, 1023, 1024, 1025, 1, 65_535, 65_536, 65_537, 2, 70_000];
    let big_pieces = [5, 1020, 1024, 1028, 65_535, 65_540, 300_000];
    let cases = (1..=40).map(|piece| (&small[..], piece));
    for (lengths, piece) in cases.chain(big_pieces.map(|piece| (&large[..], piece))) {
        let frame = |length: &usize| (0..=u8::MAX).cycle().take(*length).collect();
        let expected: Vec<Vec<u8>> = lengths.iter().map(frame).collect();
        for is_big_endian in [false, true] {
            let mut stream = Vec::new();
            for frame in &expected {
                let mut length = u32::try_from(frame.len()).expect("short").to_le_bytes();
                if is_big_endian {
                    length.reverse();
                }
                stream.extend(length);
                stream.extend(frame);
            }
            let options = FrameOptions::packets().big_endian(is_big_endian);
            let mut decoder = FrameDecoder::new(options);
            let found = frames(&stream, piece, &mut decoder).expect("whole frames");
            assert!(found == expected, "{lengths:?} in pieces of {piece}");
            assert_eq!(decoder.position(), stream.len() as u64);
            decoder.finish().expect("the end of a frame");

            let mut reader = Frames::new(Pieces(&stream, piece), options);
            let mut ahead = FramesAhead::from(Frames::new(Pieces(&stream, piece), options));
            let mut start = 0;
            for frame in &expected {
                let length = frame.len();
                let context = format!("{length} bytes in pieces of {piece}");
                let found = reader.next_frame().expect("a frame");
                assert!(found == Some(frame), "{context}");
                assert_eq!(ahead.position(), start);
                let found = ahead.next_frame().expect("a frame");
                assert!(found == Some(frame), "{context}, read ahead");
                start += length as u64 + 4;
            }
            assert!(reader.next_frame().expect("no frame").is_none());
            assert!(ahead.next_frame().expect("no frame").is_none());
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
        let values = godot3::iter_framed::<godot3::Variant>(Pieces(&stream, piece));
        let values: Vec<_> = values.collect();
        let [Ok(int), Err(ReadError::Decode(bool)), Ok(text), Err(cut)] = &values[..] else {
            panic!("{values:?}");
        };
        assert_eq!((int, text), (&42.into(), &"abc".into()));
        // Offsets are relative to the start of the file.
        assert_eq!(bool.fault(), "0x0014: value: InvalidBool");
        assert!(
            matches!(cut, ReadError::UnexpectedEnd { offset: 0x28, .. }),
            "{cut}"
        );
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
    let frame = decoder.next_frame(&mut rest).expect("a frame");
    assert_eq!(frame, Some(&stream[4..12]));
    assert_eq!((rest, decoder.position()), (&stream[12..], 12));
}

/// Checks the ends of streams within and after frames, for the decoder and for a reader.
#[test]
fn streams_end_between_frames() {
    let stream = bytes(STREAM);
    // The end of the stream, the offset of the truncated part, the needed bytes, the bytes left.
    for (end, offset, needed, left) in [
        (1, 0, 4, 1),
        (4, 4, 8, 0),
        (11, 4, 8, 7),
        (18, 16, 4, 2),
        (31, 20, 12, 11),
    ] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        frames(&stream[..end], 3, &mut decoder).expect("no fault before the end");
        let mut reader = Frames::new(&stream[..end], FrameOptions::packets());
        let error = loop {
            match reader.next_frame() {
                Ok(frame) => assert!(frame.is_some(), "{end} bytes"),
                Err(error) => break error,
            }
        };
        for error in [error, decoder.finish().expect_err("within a frame")] {
            let ReadError::UnexpectedEnd {
                offset: at,
                needed: need,
                left: have,
                ..
            } = error
            else {
                panic!("{end} bytes: {error:?}");
            };
            assert_eq!((at, need, have), (offset, needed, left), "{end} bytes");
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
    let start = bytes("00008000");
    let awaited = decoder.next_frame(&mut &start[..]);
    assert!(matches!(awaited, Ok(None)), "8 MiB are awaited");
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    // The error is permanent, because the next frame cannot be found.
    for piece in ["04000000 00000000 01008000", "04000000"] {
        let error = frames(&bytes(piece), 5, &mut decoder).expect_err("a byte more");
        let message = "0x0008: a length of 8388609 bytes, expected at most 8388608";
        assert_eq!(error.to_string(), message);
    }
    assert!(matches!(decoder.finish(), Err(ReadError::TooLong { .. })));
}

/// Checks that memory is allocated as bytes arrive, even without a limit below that of engines.
#[test]
fn announced_lengths_allocate_nothing() {
    let options = FrameOptions::packets().max_length(u32::MAX);
    let input = bytes("ffffff7f 00000000");
    let info = measure(|| {
        let mut decoder = FrameDecoder::new(options);
        assert!(matches!(decoder.next_frame(&mut &input[..]), Ok(None)));
    });
    assert!(info.bytes_total < 256, "{} bytes", info.bytes_total);
    let info = measure(|| {
        let mut frames = Frames::new(&input[..], options);
        assert!(frames.next_frame().is_err());
    });
    assert!(info.bytes_total < 2048, "{} bytes", info.bytes_total);
    // Limits cannot exceed the 31 bits of engines.
    let mut decoder = FrameDecoder::new(options);
    let negative = bytes("fcffffff 00000000");
    let negative = decoder.next_frame(&mut &negative[..]).expect_err("-4");
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
    let value = godot3::to_vec(&gdvariant::Packed(vec![7_u8; length - 8]));
    let length = u32::try_from(length).expect("a short value");
    [&length.to_le_bytes()[..], &value.expect("bytes")].concat()
}

/// Checks that the buffer grows neither beyond the frame nor to the announced length at once, and
/// that an idle decoder keeps little.
#[test]
fn the_buffer_grows_to_the_frame_and_shrinks() {
    let frame = large_frame(8 << 20);
    for piece_length in [1_000, 65_536, 3 << 20, frame.len()] {
        let mut decoder = FrameDecoder::new(FrameOptions::packets());
        let mut arrived = 0;
        let info = measure(|| {
            for mut piece in frame.chunks(piece_length) {
                let info = measure(|| {
                    decoder.next_frame(&mut piece).expect("a valid stream");
                });
                arrived += piece_length;
                let limit = 2 * arrived as u64 + 64;
                assert!(info.bytes_max <= limit, "{} > {limit}", info.bytes_max);
            }
        });
        assert!(
            info.bytes_current <= 8 << 20 | 4,
            "pieces of {piece_length}"
        );
        let idle = measure(|| {
            assert!(decoder.next_frame(&mut &[][..]).expect("the end").is_none());
        });
        let kept = info.bytes_current + idle.bytes_current;
        assert!(
            kept <= 64 << 10,
            "{kept} bytes after pieces of {piece_length}"
        );
        assert_eq!(decoder.position(), frame.len() as u64);
    }
}

#[test]
fn small_frames_reuse_the_buffer() {
    let frame = large_frame(60 << 10);
    let mut decoder = FrameDecoder::new(FrameOptions::packets());
    let mut read = |count: u64| {
        measure(|| {
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
    let mut frames = Frames::new(&stream[..], FrameOptions::packets());
    let mut next = |length| {
        let info = measure(|| {
            let frame = frames.next_frame().expect("a valid stream");
            assert_eq!(frame.map(<[u8]>::len), Some(length));
        });
        info.bytes_current
    };
    assert_eq!(next(8 << 20), (8 << 20) + 4, "no more than the frame");
    assert_eq!(next(8), (64 << 10) - (8 << 20) - 4);

    let mut values = Frames::new(&stream[..], FrameOptions::packets())
        .values::<gdvariant::Godot3, gdvariant::IgnoredAny>();
    let info = measure(|| {
        values.next().expect("a value").expect("a valid one");
    });
    assert!(info.bytes_current <= 64 << 10, "{}", info.bytes_current);
}
