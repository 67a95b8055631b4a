//! The fuzzers' bodies over the inputs that are checked in: seeds that reach far, and everything
//! that ever failed.
//!
//! `fuzz/README.md` says how the inputs come about. The first byte of most chooses a layout and
//! options, see `fuzz/bodies/mod.rs`; here each input is tried with all choices.
#![cfg(all(
    feature = "compressed",
    feature = "derive",
    feature = "encrypted",
    feature = "serde",
    feature = "tokio"
))]

#[path = "../../fuzz/bodies/mod.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod bodies;

use std::fs;
use std::path::Path;

/// How many layouts there are.
#[expect(clippy::cast_possible_truncation, reason = "a few")]
const LAYOUTS: u8 = gdvariant::schema::LAYOUTS.len() as u8;

/// Runs a body over a corpus: an input a line in hex, each tried with all choices of its first
/// byte.
fn check(corpus: &str, body: fn(&[u8])) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(corpus)
        .with_extension("hex");
    let text = fs::read_to_string(path).expect("the corpus is there");
    let inputs: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(inputs.len() >= 50, "{} inputs in {corpus}", inputs.len());
    for line in inputs {
        println!("{line}"); // Shown when the body panics.
        let mut input = crate::common::bytes(line);
        // Every layout that is built in, with every choice of options.
        for choice in 0..8 * LAYOUTS {
            input[0] = choice;
            body(&input);
        }
    }
}

macro_rules! bodies {
    ($($body:ident $folder:literal),* $(,)?) => {$(
        #[test]
        fn $body() {
            check($folder, bodies::$body);
        }
    )*};
}

bodies! {
    owned "values",
    borrowed "values",
    round_trip "values",
    inspect "values",
    detect "values",
    convert "values",
    fallback "values",
    typed "typed",
    json "json",
    files "files",
    parse "parse",
    path "parse",
    buffered "buffered",
    paired "paired",
    framing "frames",
}
