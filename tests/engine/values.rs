//! Random values of ours, and which of their bytes mean nothing to somebody else.

use crate::common::arb::Arb;
use gdvariant::godot3::{Dictionary, Godot3, Object, Variant};
use gdvariant::inspect::{InspectRow, RowKind, inspect};
use gdvariant::{DecodeOptions, Kind, NodePath};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A source of random numbers, the same for the same seed.
pub(crate) fn random_numbers(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// Values of every type, as they are in Rust.
pub(crate) fn any(seed: u64, count: usize) -> Vec<Variant> {
    let mut runner = TestRunner::new_with_rng(Config::default(), random_numbers(seed));
    let strategy = Variant::arb();
    (0..count)
        .map(|_| {
            strategy
                .new_tree(&mut runner)
                .expect("nothing is filtered")
                .current()
        })
        .collect()
}

/// Values of every type that the engine keeps as they are.
pub(crate) fn random(seed: u64, count: usize) -> Vec<Variant> {
    any(seed, count)
        .into_iter()
        .map(|value| with_each(value, &kept))
        .collect()
}

/// The value with `change` made to it, and before that to all that lies in it; keys stay such as the engine finds again.
pub(crate) fn with_each(value: Variant, change: &impl Fn(Variant) -> Variant) -> Variant {
    change(match value {
        Variant::Array(elements) => elements
            .into_iter()
            .map(|element| with_each(element, change))
            .collect::<Vec<_>>()
            .into(),
        Variant::Dictionary(pairs) => {
            let pairs = pairs
                .into_iter()
                .map(|(key, value)| (with_each(key, change), with_each(value, change)));
            pairs
                .map(|(key, value)| (with_each(key, &findable), value))
                .collect::<Dictionary>()
                .into()
        }
        other => other,
    })
}

/// The value without what the engine drops or refuses on purpose; `oddities.rs` has those.
fn kept(value: Variant) -> Variant {
    match value {
        // A null object is null to a script, and whole objects are refused.
        Variant::Object(object) if object.is_null() || matches!(object, Object::Whole(_)) => {
            Variant::Nil
        }
        Variant::String(text) => unmarked(&text).into(),
        Variant::NodePath(path) => {
            let (names, subnames) = (path.names().map(unmarked), path.subnames().map(unmarked));
            // Of "/" the engine reads back "".
            let is_absolute = path.is_absolute() && !path.is_empty();
            NodePath::new(is_absolute, names, subnames).into()
        }
        Variant::PoolStringArray(texts) => texts
            .iter()
            .map(|text| unmarked(text))
            .collect::<Vec<_>>()
            .into(),
        other => other,
    }
}

/// The key without NaN in a PoolRealArray, which the engine does not find again: it writes such a key as a deleted object.
fn findable(key: Variant) -> Variant {
    match key {
        Variant::PoolRealArray(numbers) => numbers
            .into_iter()
            .map(|number| if number.is_nan() { 0.0 } else { number })
            .collect::<Vec<_>>()
            .into(),
        other => other,
    }
}

/// Without the byte order mark that the engine drops.
fn unmarked(text: &str) -> String {
    text.trim_start_matches('\u{feff}').into()
}

/// The bytes with zero for the padding of a NodePath, where the engine leaves whatever was in memory.
pub(crate) fn without_garbage(bytes: &[u8]) -> Vec<u8> {
    with_zero_for(bytes, |row| {
        row.kind == RowKind::Padding && row.ty.kind == Kind::NodePath
    })
}

/// The bytes with zero for the ids of objects: the engine writes those of its own.
pub(crate) fn without_ids(bytes: &[u8]) -> Vec<u8> {
    with_zero_for(bytes, |row| {
        row.kind == RowKind::Field && row.ty.kind == Kind::Object
    })
}

/// The bytes with zero for those of the rows that are to be hidden.
pub(crate) fn with_zero_for(bytes: &[u8], is_hidden: impl Fn(&InspectRow<'_>) -> bool) -> Vec<u8> {
    let mut shown = Vec::new();
    inspect::<Godot3>(bytes, DecodeOptions::new(), |row| {
        if is_hidden(row) {
            shown.resize(shown.len() + row.bytes.len(), 0);
        } else {
            shown.extend_from_slice(row.bytes);
        }
    })
    .expect("strict bytes");
    shown
}
