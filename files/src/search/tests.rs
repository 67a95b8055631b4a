use super::{Pattern, Query};
use crate::display::DisplayOptions;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::LAYOUTS;
use gdvariant::{DecodeOptions, Godot3, godot3};
use memchr::memmem::Finder;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn query(pattern: &str, required: Option<Finder<'static>>) -> Query {
    Query {
        pattern: Pattern::Fixed(Finder::new(pattern).into_owned().into()),
        has_keys: true,
        has_values: true,
        kind: None,
        required,
    }
}

fn matches(query: &Query, value: AnyRef<'_>) -> usize {
    let mut count = 0;
    let searched = query.search(value, &mut |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(searched.is_continue());
    count
}

/// Checks that the required string of each word of a value excludes no match.
fn check(bytes: &[u8], value: &AnyVariant) {
    let text = DisplayOptions::FULL.value(value.into());
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
    let starts = words.iter().map(|word| &word[..word.len().min(8)]);
    let ends = words
        .iter()
        .map(|word| &word[word.len().saturating_sub(4)..]);
    for pattern in starts.chain(ends) {
        let required = query(pattern, None).pattern.required();
        let filtered = query(pattern, required);
        let expected = matches(&query(pattern, None), value.into());
        assert_eq!(
            matches(&filtered, value.into()),
            expected,
            "{pattern} in {text}"
        );
        assert!(
            expected == 0 || filtered.can_match(bytes),
            "{pattern} in {text}"
        );
    }
}

#[test]
fn required_strings_exclude_no_match() {
    let files = [
        (
            "godot3",
            include_str!("../../../conformance/vectors/godot3.jsonl"),
        ),
        (
            "godot4",
            include_str!("../../../conformance/vectors/godot4.jsonl"),
        ),
        (
            "pandemonium5",
            include_str!("../../../conformance/vectors/pandemonium5.jsonl"),
        ),
    ];
    for (name, lines) in files {
        let layout = LAYOUTS
            .iter()
            .find(|layout| layout.name == name)
            .expect("a layout");
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let digits = line["hex"].as_str().expect("hex").as_bytes();
            let digits = digits
                .chunks(2)
                .map(|pair| std::str::from_utf8(pair).expect("ASCII"));
            let bytes: Vec<u8> = digits
                .map(|it| u8::from_str_radix(it, 16).expect("hex"))
                .collect();
            let options = DecodeOptions::new().allow_objects(true);
            let value = layout.decode(&bytes, options).expect("a value");
            check(&bytes, &value);
        }
    }
}

#[test]
fn escapes_in_keys_exclude_no_match() {
    let key = godot3::variant!(["\ticket", "\u{9b}alance", "a\nNode"]);
    let value = godot3::variant!({ key: 1 });
    let bytes = godot3::to_vec(&value).expect("it can be encoded");
    check(&bytes, &AnyVariant::new::<Godot3>(value));
}
