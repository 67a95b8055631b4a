use super::{Transport, framed};
use crate::live::LiveLayout;
use crate::loopback::Listener;
use gdvariant::framing::Frames;
use gdvariant::generic;
use std::net::TcpStream;

/// TCP with length-prefixed values.
///
/// The engine's ends are `StreamPeerTCP`, `PacketPeerStream`, and the bytes of `var2bytes` and
/// `var_to_bytes`.
pub(crate) struct StreamTransport {
    name: &'static str,
    is_big_endian: bool,
    listener: Listener,
    stream: Option<TcpStream>,
}

impl StreamTransport {
    pub(crate) fn new(name: &'static str, is_big_endian: bool) -> Self {
        Self {
            name,
            is_big_endian,
            listener: Listener::new(),
            stream: None,
        }
    }

    fn stream(&self) -> &TcpStream {
        self.stream.as_ref().expect("the engine has connected")
    }
}

impl<E: LiveLayout> Transport<E> for StreamTransport {
    fn name(&self) -> &'static str {
        self.name
    }

    fn address(&self) -> String {
        self.listener.address()
    }

    fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    fn accept(&mut self) {
        let stream = self
            .listener
            .accept(|| Ok(()))
            .expect("the engine connects");
        self.stream = Some(stream);
    }

    fn send(&mut self, values: &[E::Variant]) {
        for value in values {
            generic::write_framed::<E, _>(self.stream(), value, framed(self.is_big_endian))
                .expect("sent");
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Vec<u8>> {
        let mut frames = Frames::new(self.stream(), framed(self.is_big_endian));
        (0..count)
            .map(|_| {
                frames
                    .next_frame()
                    .expect("a value")
                    .expect("not the end yet")
                    .to_vec()
            })
            .collect()
    }
}
