//! Changes documents at several places with the body of the fuzz target.

#[path = "../../../fuzz/bodies/documents.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod documents;

use crate::DATA;
use crate::common::{bytes, rounds};
use std::fs;

/// Changes the text of an input in each way and layout. Returns how often something was changed.
fn change(mut input: Vec<u8>) -> usize {
    let mut changed = 0;
    for choice in 0..rounds(16) {
        for layout in 0..3 {
            let choice = u8::try_from(choice).unwrap_or(u8::MAX);
            input[..3].copy_from_slice(&[layout, choice % 4, choice.wrapping_mul(37)]);
            changed += usize::from(documents::documents(&input));
        }
    }
    changed
}

#[test]
fn changes_keep_other_bytes() {
    let corpus = include_str!("../../../tests/corpus/documents.hex").lines();
    let corpus = corpus.filter(|line| !line.starts_with('#')).map(bytes);
    let files = fs::read_dir(DATA).expect("the folder").map(|file| {
        let text = fs::read(file.expect("a file").path()).expect("text");
        [&[0; 3], &text[..]].concat()
    });
    let mut changed = 0;
    for input in corpus.chain(files) {
        println!("{input:?}"); // The test harness prints this only if the body panics.
        changed += change(input);
    }
    assert!(changed > 500, "{changed} documents were changed");
}
