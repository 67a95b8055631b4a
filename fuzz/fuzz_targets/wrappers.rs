#![no_main]

// Not a body of the library, whose tests cannot use gdvariant-files.
#[path = "../bodies/wrappers.rs"]
mod wrappers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| wrappers::wrappers(input));
