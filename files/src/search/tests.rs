use super::{Pattern, Query};
use crate::common::bytes;
use crate::display::DisplayOptions;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::layout_named;
use gdvariant::{DecodeOptions, Godot3, godot3};
use memchr::memmem::Finder;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn query(pattern: &str) -> Query {
    let pattern = Finder::new(pattern).into_owned();
    Query::new(Pattern::Fixed(pattern.into()), true, true, None)
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
        let filtered = query(pattern);
        let required = None;
        let all = Query {
            required,
            ..query(pattern)
        };
        let expected = matches(&all, value.into());
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
    for (name, lines) in [
        (
            "godot3",
            include_str!("../../../conformance/vectors/godot3.jsonl"),
        ),
        (
            "godot4",
            include_str!("../../../conformance/vectors/godot4.jsonl"),
        ),
    ] {
        let layout = layout_named(name).expect("a layout");
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let bytes = bytes(line["hex"].as_str().expect("hex"));
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

/// Texts with sections and tags that are repeated, in any order, and with names that are also keys.
const TEXTS: [&str; 7] = [
    include_str!("../../tests/text/data/godot3.pong.tscn"),
    include_str!("../../tests/text/data/godot4.project.godot"),
    "; note\n[gd_scene format=3]\n[node name=\"A\"]\nx = 1\nx = Vector2(3, 4)\n[node name=\"B\" parent=\".\"]\n\
     y = &\"x\"\n[sub_resource type=\"R\" id=\"1\"]\nz = \"A\"\n[node name=\"A\"]\nw = \"x\"\n\
     [connection from=\"A\" to=\".\"]\n[connection from=\"B\" to=\".\"]\n[sub_resource type=\"S\" id=1]\n",
    "top=1\n[a]\nx=\"A\"\n[b]\ny=2\n[]\nz=3\n[a]\nx=\"B\"\nw=1\n",
    "a=1\nb=2\n[b]\ny=2\n[a]\nx=[ 1, 2 ]\n[c]\nunfinished",
    "[a\\]b]\nx=\"a\\u0041\"\n",
    "[gd_scene]\n[sub_resource id=1]\na=1\n[sub_resource id=2]\n[sub_resource id=\"1\"]\na=2\n\
     [node name=\"A\"]\n[node name=\"x\" parent=\".\"]\nb=1\n[node name=\"x\" parent=\".\"]\nb=2\n",
];

/// Sections are searched one by one, with the matches of the whole value in its order.
#[test]
fn sections_have_the_matches_of_the_document() {
    use super::{Match, Regex, Trail};
    use crate::text::{Sections, TextDocument};
    use gdvariant::Kind;

    for text in TEXTS {
        let document = TextDocument::parse(text, None).expect("a document");
        let value = document.value(0).expect("a value");
        for (pattern, has_keys, has_values, kind) in [
            ("", true, true, Some(Kind::Dictionary)),
            ("", true, true, Some(Kind::Array)),
            ("e", true, false, None),
            ("[0-9]", false, true, None),
            ("^node$", true, true, None),
            ("^connection$|^from$", true, true, None),
            ("A|^b$", true, true, None),
            ("x", true, true, None),
        ] {
            let pattern = Pattern::Expression(Regex::new(pattern).expect("a pattern"));
            let query = Query::new(pattern, has_keys, has_values, kind);
            let shown = DisplayOptions::up_to(120, false);
            let show = |trail: &Trail<'_>, found: &Match<'_>| {
                let found = match *found {
                    Match::Key(value) => format!("key {}", shown.value(value)),
                    Match::Value(value) => shown.value(value),
                    Match::Text(value, text, at) => shown.found(value, text, at),
                    Match::Element(_, index) => index.to_string(),
                    Match::TextElement(text, at) => shown.found_text(text, at),
                };
                format!("{}: {found}", trail.new_path(usize::MAX))
            };
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            let searched = query.search((&value).into(), &mut |trail, matched| {
                expected.push(show(trail, matched));
                ControlFlow::Continue(())
            });
            assert!(searched.is_continue());
            let sections = Sections::new(&mut text.to_owned(), None).expect("sections");
            let mut sections = sections.expect("sections");
            let searched = query.search_sections(&mut sections, true, &mut |trail, matched| {
                found.push(show(trail, matched));
                ControlFlow::Continue(())
            });
            assert_eq!(searched, Ok(()));
            assert_eq!(found, expected, "{text}");
        }
    }
}
