//! Transports between the tests and the engine. The engine's ends are in `transports/` beside its
//! scripts.

mod file;
mod stream;
mod udp;
mod websocket;

use crate::live::LiveLayout;
pub(crate) use file::{FileTransport, Layer};
use gdvariant::EncodeOptions;
use gdvariant::framing::FrameOptions;
use gdvariant::generic;
pub(crate) use stream::StreamTransport;
pub(crate) use udp::UdpTransport;
pub(crate) use websocket::WebSocketTransport;

/// A transport of values in both directions.
pub(crate) trait Transport<E: LiveLayout> {
    /// Returns the name of the engine's end in `commands.gd`.
    fn name(&self) -> &'static str;

    /// Returns the path or the address of the engine's end.
    fn address(&self) -> String;

    /// Returns whether the lengths of values are big-endian.
    fn is_big_endian(&self) -> bool {
        false
    }

    /// Returns the number of values that are sent before the first is received. The buffers of all
    /// transports have space for this number.
    fn batch(&self) -> usize {
        16
    }

    /// Waits for the engine if the transport is a connection.
    fn accept(&mut self) {}

    fn send(&mut self, values: &[E::Variant]);

    /// Receives the bytes of the next `count` values.
    fn receive(&mut self, count: usize) -> Vec<Vec<u8>>;
}

fn framed(is_big_endian: bool) -> FrameOptions {
    FrameOptions::new().big_endian(is_big_endian)
}

/// Encodes a value that can be encoded.
pub(crate) fn encoded<E: LiveLayout>(value: &E::Variant) -> Vec<u8> {
    generic::to_vec::<E, _>(value, EncodeOptions::new()).expect("the value can be encoded")
}
