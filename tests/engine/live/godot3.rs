//! Godot 3.

use super::Live;
use crate::common::{Tagged, hex};
use crate::engine::Engine;
use crate::oddities::{self, reads};
use crate::shared::Shared;
use crate::values::with_each;
use crate::verdicts::Class;
use gdvariant::godot3::{Dictionary, Variant};
use gdvariant::{Godot3, NodePath};
use libtest_mimic::Trial;
use serde_json::{Value as Json, json};

impl Live for Godot3 {
    const PROGRAM: &'static str = "GDVARIANT_ENGINE";
    const OPTIONS: &'static [&'static str] = &["--no-window"];
    const SCRIPTS: &'static str = "godot3";
    const VECTORS: &'static str = "vectors/godot3.jsonl";
    const ODD_INPUTS: &'static [&'static str] = &[];
    const DIFFERENCES: &'static [Class] = &[Class::TextNotForRust, Class::NullObject];
    const DIFFERENCES_WITH_OBJECTS: &'static [Class] = &[];

    fn kept(mut tag: Json) -> Json {
        match tag["t"].as_str() {
            // Of "/" the engine reads back "".
            Some("NodePath") if NodePath::from_tagged(&tag).is_empty() => {
                tag["v"]["absolute"] = false.into();
            }
            Some("Dictionary") => {
                for pair in tag["v"].as_array_mut().into_iter().flatten() {
                    pair[0] = with_each(pair[0].take(), &findable);
                }
            }
            _ => {}
        }
        tag
    }

    /// No constructor takes a NaN, and a number so small with many digits is parsed as zero.
    fn is_sayable(number: f64) -> bool {
        number == 0.0 || number.abs() >= 1e-292
    }

    /// A RID is Nil.
    fn sayable(tag: Json) -> Json {
        if tag["t"] == "RID" {
            json!({ "t": "Nil", "v": null })
        } else {
            tag
        }
    }

    fn trials(shared: &Shared<Self>, _seed: u64) -> Vec<Trial> {
        let trial = |name, test: fn(&mut Engine<Self>)| shared.trial(name, test);
        vec![
            trial("oddities::empty_path", empty_path),
            trial("oddities::lost_keys", lost_keys),
            trial("oddities::objects", objects),
            trial("oddities::depth", depth),
        ]
    }
}

/// A key without NaN in a PoolRealArray, which the engine does not find again: it writes such a key
/// as a deleted object.
fn findable(mut tag: Json) -> Json {
    if tag["t"] == "PoolRealArray" {
        let numbers = Vec::<f32>::from_tagged(&tag).into_iter();
        let findable = numbers.map(|number| if number.is_nan() { 0.0 } else { number });
        tag["v"] = findable.collect::<Vec<_>>().to_tag();
    }
    tag
}

/// A path without names loses that it is absolute.
fn empty_path(engine: &mut Engine<Godot3>) {
    reads(engine, NodePath::from("/"), NodePath::from(""));
}

/// A PoolRealArray with NaN in it is a key that the engine does not find again when it writes.
fn lost_keys(engine: &mut Engine<Godot3>) {
    let lost = Dictionary::from([(Variant::PoolRealArray(vec![f32::NAN]), 1)]);
    reads(
        engine,
        lost,
        Dictionary::from([("[Deleted Object]", Variant::Nil)]),
    );
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

/// Godot 3.2 has no limit of depth.
fn depth(engine: &mut Engine<Godot3>) {
    let (read, written) = oddities::depth(engine);
    assert_eq!(read, hex(&written));
}
