#![no_main]

// Not a body of the library, whose tests cannot use gdvariant-files.
#[path = "../bodies/tokens.rs"]
mod tokens;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    gdvariant_fuzz::json(input);
    tokens::tokens(input.get(1..).unwrap_or_default());
});
