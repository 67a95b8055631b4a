//! What reading and writing cost, beside memcpy, the engine and other formats.

pub mod payloads;
