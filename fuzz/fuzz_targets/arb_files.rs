#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gdvariant_fuzz::arb_files(input));
