use super::memory;
use gdvariant::ReadError;
use gdvariant::framing::{FrameDecoder, FrameOptions, Frames};

/// Checks that all readers find the same frames in a stream, whatever the lengths of its pieces.
pub fn framing(input: &[u8]) {
    let [choice, piece, ref stream @ ..] = *input else {
        return;
    };
    let options = FrameOptions::packets()
        .big_endian(choice & 1 != 0)
        .max_length(if choice & 2 == 0 { u32::MAX } else { 64 });
    let (frames, end) = memory::within_limit(stream, || read(stream, options));
    for length in [1, usize::from(piece) + 1, stream.len() + 1] {
        let found = memory::within_limit(stream, || in_pieces(stream, length, options));
        assert_eq!(
            found,
            (frames.clone(), end.clone()),
            "in pieces of {length} bytes"
        );
        assert_eq!(
            with_codec(stream, length, options),
            (frames.len(), end.clone()),
            "in pieces of {length} bytes"
        );
    }
}

/// The end and the length of each frame, and the error that ends the stream.
type Found = (Vec<(u64, usize)>, Option<String>);

fn read(stream: &[u8], options: FrameOptions) -> Found {
    let mut frames = Frames::new(stream, options);
    let mut found = Vec::new();
    loop {
        match frames.next_frame().map(|frame| frame.map(<[u8]>::len)) {
            Ok(Some(length)) => found.push((frames.position(), length)),
            Ok(None) => return (found, None),
            Err(error) => return (found, Some(error.to_string())),
        }
    }
}

fn in_pieces(stream: &[u8], length: usize, options: FrameOptions) -> Found {
    let mut decoder = FrameDecoder::new(options);
    let mut found = Vec::new();
    let result = stream.chunks(length).try_for_each(|mut piece| {
        while let Some(frame) = decoder.next_frame(&mut piece)?.map(<[u8]>::to_vec) {
            let end =
                usize::try_from(decoder.position()).expect("the position is within the stream");
            assert_eq!(frame, stream[end - frame.len()..end]);
            found.push((decoder.position(), frame.len()));
        }
        assert!(piece.is_empty());
        Ok::<_, ReadError>(())
    });
    let result = result.and_then(|()| decoder.finish());
    (found, result.err().map(|error| error.to_string()))
}

/// Returns the number of frames that a codec finds, with or without a valid value.
fn with_codec(stream: &[u8], length: usize, options: FrameOptions) -> (usize, Option<String>) {
    use tokio_util::codec::Decoder;
    let mut codec = gdvariant::framing::Codec::<gdvariant::Godot3>::with_options(options);
    let mut received = bytes::BytesMut::new();
    let mut count = 0;
    let result = stream.chunks(length).try_for_each(|piece| {
        received.extend_from_slice(piece);
        while codec.decode(&mut received)?.is_some() {
            count += 1;
        }
        Ok::<_, ReadError>(())
    });
    let result = result.and_then(|()| codec.decode_eof(&mut received));
    (count, result.err().map(|error| error.to_string()))
}
