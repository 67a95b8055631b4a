use super::io::put_frame;
use super::{FrameDecoder, FrameOptions, KEPT_CAPACITY};
use crate::{
    DecodeError, DecodeOptions, DecodeOwned, Encode, Engine, ReadError, WriteError, codec,
};
use alloc::vec::Vec;
use bytes::{Buf, BytesMut};
use core::fmt;
use core::marker::PhantomData;
use tokio_util::codec::{Decoder, Encoder};

/// Encodes and decodes length-prefixed values for tokio. Requires the feature `tokio`.
///
/// The bytes are those of `StreamPeerTCP.put_var` and `PacketPeerStream.put_var`.
///
/// `Framed<TcpStream, Codec<Godot4>>` is a stream of Variants, and
/// `Framed<TcpStream, Codec<Godot4, Message>>` a stream of your own messages. Either type can send
/// every value that the layout can encode.
///
/// Items are owned, because `Framed` reuses its read buffer: a message has a `String` and not a
/// `&str`. A [`FrameDecoder`] lends the bytes of each frame, from which a value can borrow.
///
/// There are two kinds of errors, because a tokio stream ends with its first error:
///
/// - An item is itself a `Result`. A value that cannot be decoded is an item with a
///   [`DecodeError`], whose offset counts from the start of that value. The stream continues with
///   the next value.
/// - An error of the stream is a [`ReadError`]: the connection failed, ended within a value, or
///   announced a value that is longer than the options allow. The start of the next value is then
///   unknown: close the connection.
///
/// # Memory
///
/// An idle codec keeps at most 128 KiB, whatever has been received and sent. `Framed` owns two more
/// buffers: the codec drains the read buffer with every call, so the buffer keeps its initial 8
/// KiB. The write buffer keeps the capacity of the longest value that was sent. A codec cannot
/// shrink the write buffer: assign `BytesMut::new()` to
/// [`Framed::write_buffer_mut`](tokio_util::codec::Framed::write_buffer_mut) once the buffer has
/// been flushed.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use futures_util::{SinkExt, StreamExt};
/// use gdvariant::framing::Codec;
/// use gdvariant::{DecodeError, Godot4, godot4::Variant};
/// use tokio_util::codec::Framed;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (ours, theirs) = tokio::io::duplex(64); // or a TcpStream
/// let mut server = Framed::new(ours, Codec::<Godot4, i64>::new());
/// let mut client = Framed::new(theirs, Codec::<Godot4>::new());
///
/// client.send("seven").await?;
/// client.send(7).await?;
/// let wrong: DecodeError = server.next().await.expect("a value")?.unwrap_err();
/// assert_eq!(wrong.to_string(), "0x0000: expected int, found String");
/// assert_eq!(server.next().await.expect("a value")?, Ok(7));
///
/// server.send(vec![1, 2]).await?;
/// assert_eq!(client.next().await.expect("a value")??, Variant::from(vec![Variant::Int(1), Variant::Int(2)]));
/// # Ok(()) } main().unwrap(); }
/// ```
pub struct Codec<E: Engine, T = <E as Engine>::Variant> {
    decoder: FrameDecoder,
    /// The buffer for encoding, reused for every value that is sent.
    sent: Vec<u8>,
    /// Decodes a frame. The implementation of `Decoder` needs no bound with this function: else, a
    /// type that cannot be decoded would also be reported at each method of the stream, which then
    /// does not exist.
    decode: fn(&[u8], DecodeOptions) -> Result<T, DecodeError>,
    layout: PhantomData<fn() -> E>,
}

// The bounds are those of the functions: with a bound of the implementation, the compiler would report
// that the functions do not exist.
impl<E: Engine, T> Codec<E, T> {
    /// Creates a codec for [packets](FrameOptions::packets).
    ///
    /// Lengths are little-endian and at most 8 MiB, and decoding is strict.
    pub const fn new() -> Self
    where
        T: DecodeOwned<E>,
    {
        Self::with_options(FrameOptions::packets())
    }

    /// Creates a codec with the given length limit, byte order and decoding options.
    ///
    /// A peer's `PacketPeerStream` accepts no value of more than 65,531 bytes unless its project
    /// raises `network/limits/packet_peer_stream/max_buffer_po2`: a longer value blocks
    /// the peer's stream permanently.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::framing::{Codec, FrameOptions};
    /// use gdvariant::Godot4;
    ///
    /// let codec = Codec::<Godot4, i64>::with_options(FrameOptions::new().big_endian(true));
    /// # }
    /// ```
    pub const fn with_options(options: FrameOptions) -> Self
    where
        T: DecodeOwned<E>,
    {
        Self {
            decoder: FrameDecoder::new(options),
            sent: Vec::new(),
            decode: |frame, options| codec::from_slice::<E, T>(frame, options),
            layout: PhantomData,
        }
    }
}

impl<E: Engine, T: DecodeOwned<E>> Default for Codec<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Engine, T> fmt::Debug for Codec<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec")
            .field("decoder", &self.decoder)
            .finish_non_exhaustive()
    }
}

impl<E: Engine, T> Decoder for Codec<E, T> {
    type Item = Result<T, DecodeError>;
    type Error = ReadError;

    fn decode(&mut self, received: &mut BytesMut) -> Result<Option<Self::Item>, ReadError> {
        let options = self.decoder.options().decode;
        let mut rest = &received[..];
        let next = self.decoder.next_frame(&mut rest);
        let item = next.map(|frame| frame.map(|frame| (self.decode)(frame, options)));
        // Also after an error, because the decoder has consumed these bytes.
        let taken = received.len() - rest.len();
        received.advance(taken);
        let item = item?;
        if item.is_some() {
            self.decoder.release();
        }
        Ok(item)
    }

    fn decode_eof(&mut self, received: &mut BytesMut) -> Result<Option<Self::Item>, ReadError> {
        let item = self.decode(received)?;
        if item.is_none() {
            self.decoder.finish()?;
        }
        Ok(item)
    }
}

impl<E: Engine, T, V: Encode<E>> Encoder<V> for Codec<E, T> {
    type Error = WriteError;

    fn encode(&mut self, value: V, out: &mut BytesMut) -> Result<(), WriteError> {
        self.sent.clear();
        let framed = put_frame::<E, V>(&value, &mut self.sent, self.decoder.options());
        if framed.is_ok() {
            out.extend_from_slice(&self.sent);
        }
        self.sent.clear();
        self.sent.shrink_to(KEPT_CAPACITY);
        framed
    }
}
