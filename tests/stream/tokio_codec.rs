//! The tokio codec: values and typed messages, errors of single values, and errors of the stream.
#![cfg(feature = "tokio")]

use crate::common::{Fault, bytes, hex};
use futures_util::{SinkExt, StreamExt};
use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::godot3::Variant;
use gdvariant::{DecodeOptions, DecodeOwned, EncodeOptions, Godot3, WriteError};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio_util::codec::{Framed, FramedParts};

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
enum Message {
    Join { name: String },
    Leave,
}

/// Returns the server's side of a connection, and the unframed side of the peer.
fn connected<T: DecodeOwned<Godot3>>(
    options: FrameOptions,
) -> (Framed<DuplexStream, Codec<Godot3, T>>, DuplexStream) {
    let (ours, theirs) = duplex(1 << 16);
    (Framed::new(ours, Codec::with_options(options)), theirs)
}

#[tokio::test]
async fn exchanges_typed_messages_and_values() {
    let (ours, theirs) = duplex(16); // Smaller than a message, so that each comes in pieces.
    let mut server = Framed::new(ours, Codec::<Godot3, Message>::new());
    let mut client = Framed::new(theirs, Codec::<Godot3>::new());
    let sent = [Message::Join { name: "Ada".into() }, Message::Leave];
    let sending = async {
        for message in &sent {
            client.send(message).await.expect("the server listens");
        }
        client
    };
    let receiving = async {
        let mut received = Vec::new();
        for _ in &sent {
            let item = server.next().await.expect("a message");
            received.push(item.expect("a whole one").expect("of the protocol"));
        }
        (server, received)
    };
    let (mut client, (mut server, received)) = tokio::join!(sending, receiving);
    assert_eq!(received, sent);
    let answer = async { server.send("welcome").await.expect("the client listens") };
    let ((), item) = tokio::join!(answer, client.next());
    assert_eq!(
        item.expect("an item").expect("a frame"),
        Ok(Variant::from("welcome"))
    );
    drop(client);
    assert!(server.next().await.is_none());
}

/// Checks the values of a peer, an error in one of them, and the error that ends the stream.
#[tokio::test]
async fn invalid_values_do_not_end_the_stream() {
    let truncated = "0x0028: the input ends in a frame: expected 4 bytes, found 2";
    let too_long = "0x0028: a length of 2147483647 bytes, expected at most 8388608";
    for (end, expected) in [
        ("", None),
        ("0800", Some(truncated)),
        ("ffffff7f", Some(too_long)),
    ] {
        let (mut server, mut peer) = connected::<i32>(FrameOptions::packets());
        let start = "08000000 0200000001000000 00000000 08000000 0100000002000000
            08000000 0200000003000000";
        peer.write_all(&bytes(&format!("{start} {end}")))
            .await
            .unwrap();
        drop(peer);
        let mut values = Vec::new();
        for _ in 0..4 {
            let value = server.next().await.unwrap().unwrap();
            values.push(value.map_err(|error| error.fault()));
        }
        // The offset is relative to the value that the peer sent.
        let errors = ["0x0000: UnexpectedEnd", "0x0000: WrongType"].map(|it| Err(it.to_owned()));
        let [empty, wrong] = errors;
        assert_eq!(values, [Ok(1), empty, wrong, Ok(3)]);
        let error = server.next().await.map(|end| end.unwrap_err().to_string());
        assert_eq!(error.as_deref(), expected);
        assert!(server.next().await.is_none());
        // The buffer has not grown for the announced length.
        let FramedParts { read_buf, .. } = server.into_parts();
        assert!(read_buf.capacity() <= 16 << 10, "{}", read_buf.capacity());
    }
}

#[tokio::test]
async fn values_that_cannot_be_encoded_send_nothing() {
    let options = FrameOptions::packets().max_length(8).big_endian(true);
    let (mut server, mut peer) = connected::<Variant>(options);
    let long = server.send(i64::MAX).await.unwrap_err();
    assert_eq!(long.to_string(), "a value of 12 bytes, expected at most 8");
    let nul = server.send("a\0b").await.unwrap_err();
    assert!(matches!(nul, WriteError::Encode(_)), "{nul:?}");
    server.send(7).await.unwrap();
    drop(server);
    let mut received = Vec::new();
    peer.read_to_end(&mut received).await.unwrap();
    assert_eq!(hex(&received), "000000080200000007000000");
}

#[tokio::test]
async fn decodes_with_the_given_options() {
    let options = FrameOptions::packets().decode_options(DecodeOptions::engine());
    let (mut server, mut peer) = connected::<bool>(options);
    peer.write_all(&bytes("0a000000 0100000002000000 ffff"))
        .await
        .unwrap();
    drop(peer);
    assert_eq!(server.next().await.unwrap().unwrap(), Ok(true));
}

#[test]
fn an_idle_codec_keeps_little_after_large_values() {
    use tokio_util::bytes::BytesMut;
    use tokio_util::codec::{Decoder, Encoder};
    let mut codec = Codec::<Godot3, gdvariant::IgnoredAny>::new();
    let value = gdvariant::Packed(vec![7_u8; (8 << 20) - 8]);
    let mut sent = BytesMut::with_capacity(9 << 20);
    let info = allocation_counter::measure(|| {
        codec.encode(&value, &mut sent).expect("a short value");
        let received = codec.decode(&mut sent).expect("a valid stream");
        received.expect("a value").expect("a valid one");
    });
    assert!(sent.is_empty());
    assert!(info.bytes_current <= 128 << 10, "{}", info.bytes_current);
}

#[tokio::test]
async fn encode_options_apply() {
    let encode = EncodeOptions::new().max_length(8);
    let (mut ours, _theirs) = connected::<Variant>(FrameOptions::new().encode_options(encode));
    let error = ours.send("Ada").await.expect_err("12 bytes");
    assert!(matches!(error, WriteError::Encode(_)), "{error}");
    ours.send(7).await.expect("8 bytes");
}
