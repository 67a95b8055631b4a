//! Checks that the texts of engines are parsed as the values from which they were written.

use crate::common::{TestLayout, bytes, decode, is_same_except_ties, lines, sorted_lines};
use gdvariant::{Godot3, Godot4, generic};

/// Checks the texts of an engine, and counts the equal values and the values without text.
///
/// Values are compared by the texts that `display` writes, because texts omit some information,
/// such as ids. Godot 3 writes nothing for a RID, which is parsed as an empty String.
fn check<E: TestLayout>(file: &str) -> (usize, usize) {
    let (mut same, mut without_text) = (0, 0);
    for line in lines(file) {
        let (text, hex) = (line["text"].as_str(), line["hex"].as_str());
        let (text, hex) = (text.expect("a text"), hex.expect("hex"));
        if text.is_empty() {
            without_text += 1;
            continue;
        }
        let value = decode::<E>(&bytes(hex)).expect("the engine wrote it");
        let parsed = generic::parse::<E>(text).expect(text);
        // The engine sorts keys.
        let texts = [&parsed, &value].map(|value| generic::display::<E, _>(value).to_string());
        let [ours, expected] = texts.each_ref().map(|text| sorted_lines(text).join("\n"));
        assert!(is_same_except_ties(&ours, &expected), "{ours}\n{expected}");
        same += usize::from(parsed == value);
    }
    (same, without_text)
}

#[test]
fn texts_of_godot3() {
    assert_eq!(check::<Godot3>("texts/godot3.jsonl"), (347, 1));
}

#[test]
fn texts_of_godot4() {
    assert_eq!(check::<Godot4>("texts/godot4.jsonl"), (663, 0));
}
