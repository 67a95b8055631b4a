//! The transports that values take between us and the engine; `transports/` beside its scripts has the other
//! ends.

mod file;
mod stream;
mod udp;
mod websocket;

use crate::live::Live;
pub(crate) use file::{FileTransport, Wrapper};
use gdvariant::{FrameOptions, generic};
pub(crate) use stream::StreamTransport;
pub(crate) use udp::UdpTransport;
pub(crate) use websocket::WebSocketTransport;

/// A way for values, there and back.
pub(crate) trait Transport<L: Live> {
    /// Returns the name of the other end in `commands.gd`.
    fn name(&self) -> &'static str;

    /// Returns the path or the address of the other end.
    fn address(&self) -> String;

    /// Returns whether the lengths of the values are big-endian.
    fn is_big_endian(&self) -> bool {
        false
    }

    /// Returns the number of values sent before the first is received, few enough to fit every
    /// buffer.
    fn batch(&self) -> usize {
        16
    }

    /// Meets the engine, where two have to be there.
    fn accept(&mut self) {}

    /// Sends values.
    fn send(&mut self, values: &[L::Variant]);

    /// Returns the bytes of the next `count` values.
    fn receive(&mut self, count: usize) -> Vec<Vec<u8>>;
}

fn framed(is_big_endian: bool) -> FrameOptions {
    FrameOptions::new().big_endian(is_big_endian)
}

/// Returns the bytes of a value that can be encoded.
pub(crate) fn encoded<L: Live>(value: &L::Variant) -> Vec<u8> {
    generic::to_vec::<L, _>(value).expect("the value can be encoded")
}
