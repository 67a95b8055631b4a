use super::{Transport, encoded};
use crate::live::LiveLayout;
use crate::loopback::Listener;
use std::net::TcpStream;
use tungstenite::{Message, WebSocket};

/// `WebSocketClient` (`WebSocketPeer` in Godot 4), with one value in each message.
///
/// The engine connects to a server of the tests.
pub(crate) struct WebSocketTransport {
    listener: Listener,
    socket: Option<WebSocket<TcpStream>>,
}

impl WebSocketTransport {
    pub(crate) fn new() -> Self {
        Self {
            listener: Listener::new(),
            socket: None,
        }
    }

    fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        self.socket.as_mut().expect("the engine has connected")
    }

    fn message(&mut self) -> Vec<u8> {
        loop {
            match self.socket().read().expect("a message") {
                Message::Binary(bytes) => return bytes.to_vec(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("not a value: {other}"),
            }
        }
    }
}

impl<E: LiveLayout> Transport<E> for WebSocketTransport {
    fn name(&self) -> &'static str {
        "websocket"
    }

    fn address(&self) -> String {
        self.listener.address()
    }

    fn accept(&mut self) {
        let stream = self
            .listener
            .accept(|| Ok(()))
            .expect("the engine connects");
        self.socket = Some(tungstenite::accept(stream).expect("a handshake"));
    }

    fn send(&mut self, values: &[E::Variant]) {
        for value in values {
            self.socket()
                .send(Message::binary(encoded::<E>(value)))
                .expect("sent");
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Vec<u8>> {
        (0..count).map(|_| self.message()).collect()
    }
}
