//! Connections of tokio that fail at each byte.

use super::{check_io_kind, framed, value};
use futures_util::{SinkExt, StreamExt};
use gdvariant::Godot3;
use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::godot3::Variant;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::codec::Framed;

/// A connection that moves one byte at a time, and fails after a number of bytes.
struct Connection {
    incoming: Vec<u8>,
    sent: Vec<u8>,
    /// The number of bytes that are received or sent before an error.
    left: usize,
    is_pending: bool,
}

impl Connection {
    fn new(incoming: Vec<u8>, left: usize) -> Self {
        Self {
            incoming,
            sent: Vec::new(),
            left,
            is_pending: false,
        }
    }

    /// Is pending before each byte, and returns an error after the last.
    fn next(&mut self, context: &Context<'_>, error: ErrorKind) -> Poll<io::Result<()>> {
        self.is_pending = !self.is_pending;
        if self.is_pending {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let left = self.left.checked_sub(1).ok_or(error);
        Poll::Ready(left.map(|left| self.left = left).map_err(Into::into))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let next = self.next(context, ErrorKind::ConnectionReset);
        next.map_ok(|()| {
            if !self.incoming.is_empty() {
                buffer.put_slice(&[self.incoming.remove(0)]);
            }
        })
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let next = self.next(context, ErrorKind::BrokenPipe);
        next.map_ok(|()| {
            self.sent.push(bytes[0]);
            1
        })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

fn connected(incoming: Vec<u8>, left: usize) -> Framed<Connection, Codec<Godot3>> {
    let codec = Codec::with_options(FrameOptions::new());
    Framed::new(Connection::new(incoming, left), codec)
}

#[tokio::test]
async fn received_values_precede_the_error() {
    let stream = framed();
    let length =
        |at: usize| 4 + u32::from_le_bytes(stream[at..at + 4].try_into().unwrap()) as usize;
    let first = length(0);
    let second = first + length(first);
    for left in 0..stream.len() {
        let mut connection = connected(stream.clone(), left);
        let complete = usize::from(left >= first) + usize::from(left >= second);
        for _ in 0..complete {
            let value: Result<Variant, _> = connection.next().await.unwrap().unwrap();
            value.expect("a valid value");
        }
        let error = connection.next().await.expect("an error");
        check_io_kind(&error.unwrap_err(), ErrorKind::ConnectionReset);
    }
    let values = connected(stream, usize::MAX);
    assert_eq!(values.count().await, 3);
}

#[tokio::test]
async fn an_error_of_sending_is_returned() {
    let mut connection = connected(Vec::new(), usize::MAX);
    connection.send(&value()).await.expect("nothing fails");
    let expected = connection.into_inner().sent;
    for left in 0..expected.len() {
        let mut connection = connected(Vec::new(), left);
        let error = connection.send(&value()).await.unwrap_err();
        check_io_kind(&error, ErrorKind::BrokenPipe);
        assert_eq!(connection.into_inner().sent, expected[..left]);
    }
}
