#![no_main]

// Not a body of the library, whose tests cannot use gdvariant-files.
#[path = "../bodies/layers.rs"]
mod layers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| layers::layers(input));
