//! The tests of Godot 4.

use super::{LiveLayout, declared};
use crate::common::{bytes, decode, lines};
use crate::engine::Engine;
use crate::oddities::{self, reads};
use crate::shared::Shared;
use crate::values::with_each_string;
use crate::verdicts::{self, Class};
use gdvariant::{Godot4, NodePath, godot4_double};
use libtest_mimic::Trial;
use serde_json::{Value as Json, json};

impl LiveLayout for Godot4 {
    const PROGRAM: &'static str = "GDVARIANT_ENGINE4";
    const OPTIONS: &'static [&'static str] = &["--headless"];
    const SCRIPTS: &'static str = "godot4";
    const VECTORS: &'static str = "vectors/godot4.jsonl";
    const ODD_INPUTS: &'static [&'static str] =
        &["verdicts/godot4.jsonl", "verdicts/godot4-typed.jsonl"];
    const DIFFERENCES: &'static [Class] = &[
        Class::TextNotForRust,
        Class::NullObject,
        Class::UnsupportedConversion,
        Class::SignOfNan,
    ];
    const DIFFERENCES_WITH_OBJECTS: &'static [Class] = &[
        Class::NoClassName,
        Class::Unrelated,
        Class::Unavailable,
        Class::FullObject,
    ];

    fn kept(mut tag: Json) -> Json {
        match tag["t"].as_str() {
            Some("Array") if tag.get("element").is_some() => {
                declare(&mut tag, "element", |element| element);
            }
            Some("Dictionary") if tag.get("element").is_some() => {
                declare(&mut tag, "key", |pair| &pair[0]);
                declare(&mut tag, "element", |pair| &pair[1]);
            }
            _ => {}
        }
        tag
    }

    /// Returns whether the engine parses a float unchanged.
    ///
    /// The text of NaN has neither sign nor payload, and the engine parses tiny numbers with many
    /// digits as zero.
    fn is_representable(number: f64) -> bool {
        number == 0.0 || number.abs() >= 1e-292 || number.to_bits() == f64::NAN.to_bits()
    }

    fn representable(mut tag: Json) -> Json {
        match tag["t"].as_str() {
            // The engine formats every Signal as an empty one.
            Some("Signal") => tag["v"] = json!({ "name": "", "id": "0" }),
            // The engine writes escape sequences in strings of these types, but parses the
            // sequences as plain characters.
            Some("StringName" | "NodePath" | "PackedStringArray") => {
                tag["v"] = with_each_string(tag["v"].take(), &|text| {
                    text.replace(['\u{7}', '\u{b}'], "")
                });
            }
            _ => {}
        }
        tag
    }

    fn trials(shared: &Shared<Self>, seed: u64) -> Vec<Trial> {
        let trial = |name, test: fn(&mut Engine<Self>)| shared.trial(name, test);
        vec![
            shared.trial("verdicts::check_verdicts_with_objects", move |engine| {
                verdicts::check_verdicts_with_objects(engine, seed);
            }),
            shared.trial("verdicts::declared_types", move |engine| {
                let inputs = declared::inputs::<Self>(seed);
                verdicts::check_inputs(engine, &inputs, false);
            }),
            shared.trial("verdicts::double_precision", |engine| {
                verdicts::check_inputs(engine, &in_double_precision(), false);
            }),
            trial("oddities::empty_path", empty_path),
            trial("oddities::objects", objects),
            trial("oddities::depth", depth),
            trial("oddities::escapes", escapes),
        ]
    }
}

/// Encodes the vectors in double precision.
fn in_double_precision() -> Vec<Vec<u8>> {
    let vectors = lines(Godot4::VECTORS).into_iter();
    let encoded = vectors.map(|line| {
        let value = decode::<Godot4>(&bytes(line["hex"].as_str().expect("a vector has bytes")));
        let widened = godot4_double::Variant::from(value.expect("a vector"));
        godot4_double::to_vec(&widened).expect("a value of the engine")
    });
    encoded.collect()
}

/// Declares the type of the first value, and drops values of other types, as the engine does.
///
/// Nothing is changed without a declared type. Every declared class and script is replaced by the
/// only class that the engine encodes without full objects.
fn declare(tag: &mut Json, name: &str, value_of: impl Fn(&Json) -> &Json) {
    if tag[name].is_null() {
        return;
    }
    let items = tag["v"].as_array_mut().expect("a container");
    let type_of = |item: &Json| match value_of(item)["t"].as_str() {
        // Null belongs to the type Object.
        None | Some("Nil") => "Object".to_owned(),
        Some(name) => name.to_owned(),
    };
    let declared = items.first().map(type_of);
    if let Some(declared) = &declared {
        items.retain(|item| type_of(item) == *declared);
    }
    let declared = declared.map_or_else(|| tag[name]["type"].clone(), Json::from);
    tag[name] = if declared == "Object" {
        json!({ "type": declared, "class": "EncodedObjectAsID" })
    } else {
        json!({ "type": declared })
    };
}

/// Checks that a path without names stays absolute.
fn empty_path(engine: &mut Engine<Godot4>) {
    reads(engine, NodePath::from("/"), NodePath::from("/"));
}

fn objects(engine: &mut Engine<Godot4>) {
    let classes = [
        "RefCounted",
        "Gradient",
        "Curve2D",
        "InputEventKey",
        "Animation",
        "Environment",
    ];
    oddities::objects(engine, &classes);
}

fn depth(engine: &mut Engine<Godot4>) {
    let (read, _) = oddities::depth(engine);
    assert_eq!(read, "");
}

/// Checks differences in parsing.
///
/// The engine parses fewer escape sequences, and ignores everything after the `e` of an invalid
/// exponent.
fn escapes(engine: &mut Engine<Godot4>) {
    oddities::parses(
        engine,
        &[
            [r#""\a\v""#, r#""av""#, "\"\u{7}\u{b}\""],
            [r#""\U01f600""#, r#""😀""#, r#""😀""#],
            ["Vector2(-0, 1)", "Vector2(0, 1)", "Vector2(0, 1)"],
            ["1e_9", "1.0", "an error"],
        ],
    );
}
