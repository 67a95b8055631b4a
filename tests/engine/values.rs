//! Random values of ours, and which of their bytes mean nothing to somebody else.

use crate::common::Tagged;
use crate::common::arb::Arb;
use crate::live::Live;
use gdvariant::inspect::{InspectRow, RowKind, inspect};
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind, generic};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value as Json, json};

/// Returns a source of random numbers, the same for the same seed.
pub(crate) fn random_numbers(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// Values of every type, as they are in Rust.
pub(crate) fn any<L: Live>(seed: u64, count: usize) -> Vec<L::Variant> {
    let mut runner = TestRunner::new_with_rng(Config::default(), random_numbers(seed));
    let strategy = L::Variant::arb();
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
pub(crate) fn random<L: Live>(seed: u64, count: usize) -> Vec<L::Variant> {
    any::<L>(seed, count)
        .iter()
        .map(|value| changed(value, &kept::<L>))
        .collect()
}

/// Returns a value that the engine wrote.
pub(crate) fn decoded<L: Live>(bytes: &[u8]) -> L::Variant {
    generic::from_slice::<L, _>(bytes, DecodeOptions::new()).expect("the engine wrote it")
}

/// Returns the value with `change` made to its tagged form, after those of all values in it.
pub(crate) fn changed<V: Tagged>(value: &V, change: &impl Fn(Json) -> Json) -> V {
    V::from_tag(&with_each(value.to_tag(), change))
}

/// Returns the tagged form with `change` made to all values in it, and then to itself.
pub(crate) fn with_each(tag: Json, change: &impl Fn(Json) -> Json) -> Json {
    match tag {
        Json::Object(members) => {
            let is_value = members.contains_key("t");
            let members = members
                .into_iter()
                .map(|(name, member)| (name, with_each(member, change)))
                .collect::<Json>();
            if is_value { change(members) } else { members }
        }
        Json::Array(items) => items
            .into_iter()
            .map(|item| with_each(item, change))
            .collect(),
        other => other,
    }
}

/// Returns the tagged value without what its engine drops or rejects on purpose; the oddities have
/// those.
fn kept<L: Live>(mut tag: Json) -> Json {
    let is_object = tag["t"] == L::name_of(Kind::Object);
    // A null object is null to a script, and full objects are rejected.
    if is_object && (tag["v"]["id"] == "0" || tag["v"].get("class").is_some()) {
        return json!({ "t": L::name_of(Kind::Nil), "v": null });
    }
    if has_text::<L>(&tag) {
        // Engines drop a byte order mark.
        tag["v"] = with_each_string(tag["v"].take(), &|text| {
            text.trim_start_matches('\u{feff}').into()
        });
    }
    L::kept(tag)
}

/// Returns whether the value itself holds text.
fn has_text<L: Live>(tag: &Json) -> bool {
    let table = L::TYPES.iter().find(|table| tag["t"] == table.name);
    matches!(
        table.expect("a type of the layout").body,
        Body::Text | Body::PoolText | Body::NodePath | Body::Record
    )
}

/// Returns the JSON with `change` made to all strings in it.
pub(crate) fn with_each_string(json: Json, change: &impl Fn(&str) -> String) -> Json {
    match json {
        Json::String(text) => change(&text).into(),
        Json::Array(items) => items
            .into_iter()
            .map(|item| with_each_string(item, change))
            .collect(),
        Json::Object(members) => members
            .into_iter()
            .map(|(name, member)| (name, with_each_string(member, change)))
            .collect(),
        other => other,
    }
}

/// Returns the bytes with zero padding in NodePaths, where the engine leaves contents of its
/// memory.
pub(crate) fn without_garbage<L: Live>(bytes: &[u8]) -> Vec<u8> {
    with_zero_for::<L>(bytes, |row| {
        row.kind == RowKind::Padding && row.ty.kind == Kind::NodePath
    })
}

/// Returns the bytes with zero as the ids of objects, because the engine replaces them.
pub(crate) fn without_ids<L: Live>(bytes: &[u8]) -> Vec<u8> {
    with_zero_for::<L>(bytes, |row| {
        row.kind == RowKind::Field && row.ty.kind == Kind::Object
    })
}

/// Returns the bytes with zero for those of the rows that are to be hidden.
pub(crate) fn with_zero_for<L: Live>(
    bytes: &[u8],
    is_hidden: impl Fn(&InspectRow<'_>) -> bool,
) -> Vec<u8> {
    let mut shown = Vec::new();
    inspect::<L>(bytes, DecodeOptions::new(), |row| {
        if is_hidden(row) {
            shown.resize(shown.len() + row.bytes.len(), 0);
        } else {
            shown.extend_from_slice(row.bytes);
        }
    })
    .expect("strict bytes");
    shown
}
