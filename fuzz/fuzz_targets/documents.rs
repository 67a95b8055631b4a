#![no_main]

#[path = "../bodies/documents.rs"]
mod documents;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    documents::documents(input);
});
