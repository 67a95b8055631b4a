//! Runs the bodies of the fuzz targets on their corpora.
//!
//! The corpora contain inputs with high coverage, and all inputs that ever failed; `fuzz/README.md`
//! explains their origin. The first byte of most inputs selects the layout and the options, see
//! `fuzz/bodies/mod.rs`; this test tries this byte and another value, or all of them with
//! `GDVARIANT_TEST_ROUNDS=67`.
#![allow(
    clippy::duplicate_mod,
    reason = "the generator is part of the fuzz bodies, and of the helpers of all tests"
)]

#[path = "../../../tests/common/mod.rs"]
mod common;
mod properties;

#[path = "../../../fuzz/bodies/mod.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
pub(crate) mod bodies;

use std::fs;

/// The number of layouts that the first byte can select.
#[expect(clippy::cast_possible_truncation, reason = "a few")]
const LAYOUTS: u8 = gdvariant::schema::LAYOUTS.len() as u8;

/// Runs a body on every line of a corpus, with several values of the first byte.
fn check(corpus: &str, body: fn(&[u8])) {
    let path = common::root()
        .join("tests/corpus")
        .join(corpus)
        .with_extension("hex");
    let text = fs::read_to_string(path).expect("the corpus is there");
    let inputs: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(inputs.len() >= 50, "{} inputs in {corpus}", inputs.len());
    for (index, line) in (0..).zip(inputs) {
        println!("{line}"); // The test harness prints the line only if the body panics.
        let mut input = crate::common::bytes(line);
        body(&input);
        // The first byte selects one of the enabled layouts and one of 8 sets of options. The step
        // has no factor in common with the numbers of both.
        let step = crate::common::step(67);
        for choice in (0..8 * LAYOUTS).skip(index % step).step_by(step) {
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
    arb_values "arb_values",
    arb_texts "arb_texts",
    arb_paths "arb_paths",
    arb_files "arb_files",
}
