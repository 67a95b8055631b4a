//! The tests of Godot 3.

use super::LiveLayout;
use crate::common::{Tagged, hex};
use crate::engine::Engine;
use crate::oddities;
use crate::shared::Shared;
use crate::values::with_each;
use crate::verdicts::Class;
use gdvariant::{Godot3, NodePath};
use libtest_mimic::Trial;
use serde_json::{Value as Json, json};

impl LiveLayout for Godot3 {
    const PROGRAM: &'static str = "GDVARIANT_ENGINE";
    const OPTIONS: &'static [&'static str] = &["--no-window"];
    const SCRIPTS: &'static str = "godot3";
    const VECTORS: &'static str = "vectors/godot3.jsonl";
    const ODD_INPUTS: &'static [&'static str] = &[];
    const DIFFERENCES: &'static [Class] = &[
        Class::TextNotForRust,
        Class::SurrogateAsSpace,
        Class::NullObject,
    ];
    const DIFFERENCES_WITH_OBJECTS: &'static [Class] = &[];

    fn kept(mut tag: Json) -> Json {
        match tag["t"].as_str() {
            // The engine parses "/" as "".
            Some("NodePath") if NodePath::from_tagged(&tag).is_empty() => {
                tag["v"]["absolute"] = false.into();
            }
            Some("Dictionary") => {
                for pair in tag["v"].as_array_mut().into_iter().flatten() {
                    pair[0] = with_each(pair[0].take(), &with_findable_keys);
                }
            }
            _ => {}
        }
        tag
    }

    /// Adapts a text to newer versions.
    ///
    /// Newer versions format minus infinity as constructors parse it, and an empty Dictionary
    /// without an empty line.
    fn written_by(version: [u16; 3], text: String) -> String {
        if is_3_2(version) {
            text
        } else {
            text.replace("-inf.0", "inf_neg")
                .replace("-inf", "inf_neg")
                .replace("{\n\n}", "{\n}")
        }
    }

    /// Returns whether the engine parses a float unchanged.
    ///
    /// No constructor accepts NaN, and the engine parses tiny numbers with many digits as zero.
    fn is_representable(number: f64) -> bool {
        number == 0.0 || number.abs() >= 1e-292
    }

    /// Replaces values that the engine cannot parse from text: a RID is parsed as Nil.
    fn representable(tag: Json) -> Json {
        if tag["t"] == "RID" {
            json!({ "t": "Nil", "v": null })
        } else {
            tag
        }
    }

    fn trials(shared: &Shared<Self>, _seed: u64) -> Vec<Trial> {
        let trial = |name, test: fn(&mut Engine<Self>)| shared.trial(name, test);
        vec![
            trial("oddities::objects", objects),
            trial("oddities::depth", depth),
            trial("oddities::escapes", escapes),
        ]
    }
}

/// Returns whether the version is Godot 3.2, for which some tests expect other results.
///
/// The expected results are those of 3.2.3 and 3.6.2.
fn is_3_2(version: [u16; 3]) -> bool {
    version[..2] == [3, 2]
}

/// Replaces NaNs in a PoolRealArray that is a key, because Godot 3.2 loses such keys.
fn with_findable_keys(mut tag: Json) -> Json {
    if tag["t"] == "PoolRealArray" {
        let numbers = Vec::<f32>::from_tagged(&tag).into_iter();
        let with_findable_keys = numbers.map(|number| if number.is_nan() { 0.0 } else { number });
        tag["v"] = with_findable_keys.collect::<Vec<_>>().to_tag();
    }
    tag
}

fn objects(engine: &mut Engine<Godot3>) {
    let classes = [
        "Reference",
        "Gradient",
        "Curve2D",
        "InputEventKey",
        "Animation",
        "Environment",
    ];
    oddities::objects(engine, &classes);
}

/// Checks the depth limit: Godot 3.2 has no limit, and 3.4.3 and newer have the library's limit.
fn depth(engine: &mut Engine<Godot3>) {
    let (read, written) = oddities::depth(engine);
    let is_limited = engine.version() >= [3, 4, 3];
    assert_eq!(
        read,
        if is_limited {
            String::new()
        } else {
            hex(&written)
        }
    );
}

/// Checks differences in parsing.
///
/// The engine parses fewer escape sequences, and ignores everything after the `e` of an invalid
/// exponent.
fn escapes(engine: &mut Engine<Godot3>) {
    oddities::parses(
        engine,
        &[
            [r#""\a\v""#, r#""av""#, "\"\u{7}\u{b}\""],
            [r#""\U01f600""#, r#""U01f600""#, r#""😀""#],
            ["Vector2(-0, 1)", "Vector2(0, 1)", "Vector2(0, 1)"],
            ["1e_9", "1.0", "an error"],
        ],
    );
}
