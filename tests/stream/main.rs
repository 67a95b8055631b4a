//! Streams of values: framing, readers and writers that fail.

#[path = "../common/mod.rs"]
mod common;

mod failing;
mod frame_decoder;
mod framing;
mod io_failures;
mod layouts;
mod tokio_codec;
