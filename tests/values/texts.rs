//! Checks that `display` writes the text of the engine's `var2str`, except for the order of keys.

use crate::common::{bytes, is_same_except_ties, lines, sorted_lines};
use gdvariant::godot3::{self, Variant};
use gdvariant::godot4;

#[test]
fn the_text_is_that_of_the_engine() {
    let fixture = lines("texts/godot3.jsonl");
    let mut in_another_order = 0;
    for line in &fixture {
        let value: Variant = godot3::from_slice(&bytes(line["hex"].as_str().expect("hex")))
            .expect("the engine wrote it");
        let (ours, engine) = (
            godot3::display(&value).to_string(),
            line["text"].as_str().expect("text"),
        );
        if ours != engine {
            in_another_order += 1;
            assert_eq!(sorted_lines(&ours), sorted_lines(engine), "{}", line["hex"]);
        }
    }
    assert_eq!((fixture.len(), in_another_order), (709, 10));
}

#[test]
fn the_text_is_that_of_godot4() {
    let fixture = lines("texts/godot4.jsonl");
    let (mut in_another_order, mut ties) = (0, 0);
    for line in &fixture {
        let bytes = bytes(line["hex"].as_str().expect("hex"));
        let value: godot4::Variant = godot4::from_slice(&bytes).expect("the engine wrote it");
        let (ours, engine) = (
            godot4::display(&value).to_string(),
            line["text"].as_str().expect("text"),
        );
        // `Display` has the notation of Godot 4.
        assert_eq!(value.to_string(), ours);
        assert_eq!(
            format!("{value:#}"),
            format!("{:#}", godot4::display(&value))
        );
        if is_same_except_ties(&ours, engine) {
            ties += usize::from(ours != engine);
        } else {
            in_another_order += 1;
            let [ours, engine] = [&ours, engine].map(|text| sorted_lines(text).join("\n"));
            assert!(
                is_same_except_ties(&ours, &engine),
                "{}: {ours}\n{engine}",
                line["hex"]
            );
        }
    }
    assert_eq!((fixture.len(), in_another_order, ties), (706, 12, 16));
}

#[test]
fn the_alternate_form_keeps_every_digit() {
    for (value, text) in [
        (Variant::from(0.1_f32), "0.10000000149011612"),
        (Variant::from(std::f64::consts::PI), "3.141592653589793"),
        (Variant::from(-f64::INFINITY), "-1e400"),
        (
            Variant::from(gdvariant::Vector2::new(0.1, 16_777_216.0)),
            "Vector2( 0.1, 16777216 )",
        ),
        (
            Variant::from(gdvariant::Vector2::new(-0.0, 0.0)),
            "Vector2( -0.0, 0 )",
        ),
        (
            Variant::PackedStringArray(vec!["\t\x07\x0b".into()]),
            "PoolStringArray( \"\\t\x07\x0b\" )",
        ),
        (Variant::from(gdvariant::Rid::default()), "null"),
    ] {
        assert_eq!(format!("{:#}", godot3::display(&value)), text);
    }
}
