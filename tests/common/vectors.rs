//! The vectors of every layout: written by its engine, or converted from other layouts.

use super::{Tagged, TestLayout, bytes, lines};
use gdvariant::{Converter, EncodeOptions, Engine, generic};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// The layouts that have vectors.
const FILES: [&str; 4] = ["godot3", "godot4", "pandemonium", "pandemonium5"];

/// The files with verdicts of engines, and the layouts that they apply to.
const VERDICTS: [(&str, &str); 4] = [
    ("godot3", "verdicts/godot3.jsonl"),
    ("godot4", "verdicts/godot4.jsonl"),
    ("godot4", "verdicts/godot4-typed.jsonl"),
    ("pandemonium", "verdicts/pandemonium.jsonl"),
];

/// Returns the values of a layout's vectors with their names.
///
/// A layout without vectors has the converted values of all other layouts.
pub(crate) fn vector_values<E: TestLayout>() -> Vec<(String, E::Variant)> {
    if FILES.contains(&E::LAYOUT.name) {
        return own_values::<E>();
    }
    let mut values = Vec::new();
    macro_rules! others {
        ({} $({ $module:ident $marker:ident })*) => {
            $(if FILES.contains(&<gdvariant::$marker as gdvariant::Engine>::LAYOUT.name) {
                for (id, value) in own_values::<gdvariant::$marker>() {
                    let converted = Converter::new().lossy().convert::<gdvariant::$marker, E>(&value);
                    let (value, _) = converted.expect("lossy conversions have a result");
                    values.push((format!("{}/{id}", stringify!($module)), value));
                }
            })*
        };
    }
    crate::common::layouts::each_layout!(others {});
    values
}

fn own_values<E: TestLayout>() -> Vec<(String, E::Variant)> {
    let lines = lines(&format!("vectors/{}.jsonl", E::LAYOUT.name));
    let value = |line: &Json| {
        let id = line["id"].as_str().expect("an id").to_owned();
        (id, E::from_tag(&line["value"]))
    };
    lines.iter().map(value).collect()
}

/// Returns the distinct bytes of a layout's vectors, including those with an engine's padding.
pub(crate) fn vector_inputs<E: TestLayout>() -> BTreeSet<Vec<u8>> {
    if FILES.contains(&E::LAYOUT.name) {
        return hex_inputs(&format!("vectors/{}.jsonl", E::LAYOUT.name)).collect();
    }
    let values = vector_values::<E>();
    let encoded = values
        .iter()
        .map(|(_, value)| generic::to_vec::<E, _>(value, EncodeOptions::new()));
    // Some results cannot be encoded, such as Dictionaries nested in their own keys.
    encoded.filter_map(Result::ok).collect()
}

/// Returns the inputs with verdicts of the layout's engine; none if there are no verdicts.
pub(crate) fn verdict_inputs<E: Engine>() -> impl Iterator<Item = Vec<u8>> {
    let files = VERDICTS
        .into_iter()
        .filter(|(layout, _)| *layout == E::LAYOUT.name);
    files.flat_map(|(_, file)| hex_inputs(file))
}

/// Parses the bytes in all lines of a fixture.
fn hex_inputs(file: &str) -> impl Iterator<Item = Vec<u8>> {
    let lines = lines(file).into_iter();
    lines.flat_map(|line| {
        let digits = ["hex", "engine_hex"].map(|key| line[key].as_str().map(bytes));
        digits.into_iter().flatten()
    })
}
