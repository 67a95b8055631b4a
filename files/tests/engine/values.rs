//! Random values of the library, and replacements of bytes that differ between processes.

use crate::live::LiveLayout;
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::Body;
use gdvariant::{DecodeOptions, Kind, generic};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value as Json, json};

/// Creates a generator of random numbers from a seed.
pub(crate) fn random_numbers(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// Returns random values of every type.
pub(crate) fn any<E: LiveLayout>(seed: u64, count: usize) -> Vec<E::Variant> {
    let mut runner = TestRunner::new_with_rng(Config::default(), random_numbers(seed));
    let strategy = E::arb();
    (0..count)
        .map(|_| {
            strategy
                .new_tree(&mut runner)
                .expect("nothing is filtered")
                .current()
        })
        .collect()
}

/// Returns random values of every type, without those that the engine changes.
pub(crate) fn random<E: LiveLayout>(seed: u64, count: usize) -> Vec<E::Variant> {
    any::<E>(seed, count)
        .iter()
        .map(|value| changed::<E>(value, &kept::<E>))
        .collect()
}

/// Decodes a value that the engine wrote.
pub(crate) fn decoded<E: LiveLayout>(bytes: &[u8]) -> E::Variant {
    generic::from_slice::<E, _>(bytes, DecodeOptions::new()).expect("the engine wrote it")
}

/// Applies a function to the tagged forms of all nested values, and then to that of the value.
pub(crate) fn changed<E: LiveLayout>(
    value: &E::Variant,
    change: &impl Fn(Json) -> Json,
) -> E::Variant {
    E::from_tag(&with_each(E::to_tag(value), change))
}

/// Applies a function to all values in a tagged form, and then to the form itself.
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

/// Removes content that the engine deliberately drops or rejects; `oddities.rs` tests such content.
fn kept<E: LiveLayout>(mut tag: Json) -> Json {
    let is_object = tag["t"] == E::LAYOUT.name_of(Kind::Object);
    // Engines decode null objects as null, and reject full objects.
    if is_object && (tag["v"]["id"] == "0" || tag["v"].get("class").is_some()) {
        return json!({ "t": E::LAYOUT.name_of(Kind::Nil), "v": null });
    }
    if has_text::<E>(&tag) {
        // Engines drop a byte order mark.
        tag["v"] = with_each_string(tag["v"].take(), &|text| {
            text.trim_start_matches('\u{feff}').into()
        });
    }
    E::kept(tag)
}

/// Returns whether the value itself is a string or contains strings.
fn has_text<E: LiveLayout>(tag: &Json) -> bool {
    let table = E::LAYOUT
        .types()
        .iter()
        .find(|table| tag["t"] == table.name);
    matches!(
        table.expect("a type of the layout").body,
        Body::Text | Body::PackedText | Body::NodePath | Body::Record
    )
}

/// Applies a function to all strings in the JSON.
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

/// Zeroes the padding of NodePaths, where the engine leaves uninitialized memory.
pub(crate) fn with_zero_padding<E: LiveLayout>(bytes: &[u8]) -> Vec<u8> {
    with_zero_for::<E>(bytes, |row| {
        row.kind == RowKind::Padding && row.ty.kind == Kind::NodePath
    })
}

/// Zeroes the ids of objects, because the engine replaces them.
pub(crate) fn with_zero_ids<E: LiveLayout>(bytes: &[u8]) -> Vec<u8> {
    with_zero_for::<E>(bytes, |row| {
        row.kind == RowKind::Field && row.ty.kind == Kind::Object
    })
}

/// Zeroes the bytes of the rows that a function selects.
pub(crate) fn with_zero_for<E: LiveLayout>(
    bytes: &[u8],
    is_hidden: impl Fn(&InspectRow<'_>) -> bool,
) -> Vec<u8> {
    let mut shown = Vec::new();
    E::LAYOUT
        .inspect(bytes, DecodeOptions::new(), |row| {
            if is_hidden(row) {
                shown.resize(shown.len() + row.bytes.len(), 0);
            } else {
                shown.extend_from_slice(row.bytes);
            }
        })
        .expect("strict bytes");
    shown
}
