//! Files and streams: framing, compression, encryption, and detection of layouts.

#[path = "../common/mod.rs"]
mod common;

mod any;
mod buffers;
mod detect;
mod failing;
mod frame_decoder;
mod framing;
mod io_failures;
mod layouts;
mod tokio_codec;
