//! `Display` against the engine's `str2var` and `var2str`.

use crate::common::{Tagged, sorted_lines};
use crate::engine::Engine;
use crate::exchange::open;
use crate::roads::{Road, StreamRoad, encoded};
use crate::values::{self, with_each, with_zero_for};
use gdvariant::godot3::{self, Variant};
use gdvariant::inspect::{RowKind, Value};
use gdvariant::{DecodeOptions, Kind, NodePath};
use serde_json::Value as Json;

/// How many values, at least.
const COUNT: usize = 512;

/// How far the engine's reader may be off, in steps from one float to the next.
const LAST_PLACES: u64 = 8;

/// `str2var` reads the text of a value, with every digit, as the value.
pub(crate) fn display_is_read(engine: &mut Engine, seed: u64) {
    let values: Vec<_> = values::random(seed, COUNT)
        .into_iter()
        .map(|value| sayable(&value))
        .collect();
    let texts: Vec<_> = values.iter().map(|value| format!("{value:#}")).collect();
    for ((value, text), description) in values
        .iter()
        .zip(&texts)
        .zip(engine.ask("from_texts", &texts))
    {
        let read: Json = serde_json::from_slice(&description).expect("a description");
        assert!(
            is_nearly(&read, &value.to_tag()),
            "{text}\nengine {read}\nours {}",
            value.to_tag()
        );
    }
}

/// Whether the two are the same but for the last places of floats: the engine's reader of digits rounds more than once.
fn is_nearly(engine: &Json, ours: &Json) -> bool {
    match (engine, ours) {
        (Json::Object(_), Json::Object(_)) if engine["t"] == "float" && ours["t"] == "float" => {
            let bits = |tag: &Json| f64::from_tag(&tag["v"]).to_bits();
            bits(engine).abs_diff(bits(ours)) <= LAST_PLACES
        }
        (Json::Object(engine), Json::Object(ours)) => {
            engine.len() == ours.len()
                && engine
                    .iter()
                    .zip(ours)
                    .all(|(one, other)| one.0 == other.0 && is_nearly(one.1, other.1))
        }
        (Json::Array(engine), Json::Array(ours)) => {
            engine.len() == ours.len()
                && engine
                    .iter()
                    .zip(ours)
                    .all(|(one, other)| is_nearly(one, other))
        }
        _ => engine == ours,
    }
}

/// The value as text can say it to the engine.
fn sayable(value: &Variant) -> Variant {
    let bytes = with_zero_for(&encoded(value), |row| match row.value {
        // No constructor takes a NaN.
        Value::Single(number) => number.is_nan(),
        // Of a number this small the engine's reader makes zero, if it has many digits.
        Value::Double(number) => number.is_nan() || number.abs() < 1e-292,
        // A RID is Nil, whose header is zero.
        _ => row.kind == RowKind::Header && row.ty.kind == Kind::Rid,
    });
    let value = godot3::from_slice_with(&bytes, DecodeOptions::engine())
        .expect("zeros are numbers, and Nil");
    with_each(value, &|value| match value {
        // Names with a slash or a colon in them are several names in a text.
        Variant::NodePath(path) => NodePath::from(path.to_string().as_str()).into(),
        other => other,
    })
}

/// `var2str` writes the engine's values as `Display` does, but for the order of keys.
pub(crate) fn display_is_written(engine: &mut Engine, seed: u64) {
    let mut road = StreamRoad::new("bytes", false);
    open(engine, &mut road);
    for batch in 0..(COUNT / road.batch()) as u64 {
        engine.ask(
            "make",
            &[
                seed.wrapping_add(batch).to_string(),
                road.batch().to_string(),
            ],
        );
        engine.ask::<&str>("write", &[]);
        let received = road.receive(road.batch());
        let values: Vec<Variant> = received
            .iter()
            .map(|bytes| godot3::from_slice(bytes).expect("the engine wrote it"))
            .collect();
        // Once they have come back, its objects are ids to the engine, too.
        road.send(&values);
        engine.ask("read", &[road.batch().to_string()]);
        for (value, text) in values.iter().zip(engine.ask::<&str>("to_texts", &[])) {
            let text = String::from_utf8(text).expect("the values have no odd text");
            assert_eq!(sorted_lines(&value.to_string()), sorted_lines(&text));
        }
    }
}
