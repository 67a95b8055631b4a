//! Exchanges values with the engine over every transport, in both directions.

use crate::common::{bytes, hex, lines};
use crate::engine::Engine;
use crate::live::LiveLayout;
use crate::transports::{Transport, encoded};
use crate::values::{self, decoded, with_zero_ids, with_zero_padding};
use gdvariant::{DecodeOptions, generic};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Exchanges random values of both sides in both directions.
///
/// The engine returns the values of the library, and the library returns the values of the engine.
pub(crate) fn both_ways<E: LiveLayout>(
    engine: &mut Engine<E>,
    transport: &mut dyn Transport<E>,
    seed: u64,
    count: usize,
) {
    open(engine, transport);
    let size = transport.batch();
    for (batch, values) in (0..).zip(values::random::<E>(seed, count).chunks(size)) {
        exchange_values_of_library(engine, transport, values);
        exchange_values_of_engine(engine, transport, seed.wrapping_add(batch), values.len());
    }
}

/// Checks that the engine decodes and encodes its vectors as recorded.
pub(crate) fn vectors<E: LiveLayout>(engine: &mut Engine<E>, _seed: u64) {
    for line in lines(E::VECTORS) {
        let vector = bytes(line["hex"].as_str().expect("hex"));
        let id = line["id"].as_str().expect("a name");
        let has_objects = id.contains("/whole");
        let permission = has_objects.to_string();
        let mut ask = |command| {
            let arguments = [permission.as_bytes(), &vector];
            engine.ask(command, &arguments, 1).remove(0)
        };
        let written = ask("again");
        if has_objects {
            let [ours, engines] = [&vector, &written].map(|bytes| decode_full_objects::<E>(bytes));
            assert!(
                has_all_of(&engines, &ours),
                "{id}\nengine {engines}\nours {ours}"
            );
            continue;
        }
        assert_eq!(normalize(&ask("judge")), line["value"].to_string(), "{id}");
        let comparable = |bytes: &[u8]| hex(&with_zero_ids::<E>(&with_zero_padding::<E>(bytes)));
        assert_eq!(comparable(&written), comparable(&vector), "{id}");
    }
}

/// Decodes a value with full objects allowed, and returns its tagged form.
fn decode_full_objects<E: LiveLayout>(bytes: &[u8]) -> Json {
    let options = DecodeOptions::new().allow_objects(true);
    let value: E::Variant = generic::from_slice::<E, _>(bytes, options).expect("an object");
    E::to_tag(&value)
}

/// Returns whether the values are equal, ignoring additional properties of the engine's objects.
///
/// The properties of a class differ between versions of the engine.
fn has_all_of(engine: &Json, ours: &Json) -> bool {
    match (engine, ours) {
        (Json::Object(engine), Json::Object(ours)) => {
            let is_same = |(name, value): (&String, &Json)| match (engine.get(name), value) {
                (Some(Json::Array(engine)), Json::Array(ours)) if name == "properties" => {
                    let is_there = |ours| engine.iter().any(|engine| has_all_of(engine, ours));
                    ours.iter().all(is_there)
                }
                (engine, ours) => engine.is_some_and(|engine| has_all_of(engine, ours)),
            };
            engine.len() == ours.len() && ours.iter().all(is_same)
        }
        (Json::Array(engine), Json::Array(ours)) => {
            let mut pairs = engine.iter().zip(ours);
            engine.len() == ours.len() && pairs.all(|(engine, ours)| has_all_of(engine, ours))
        }
        _ => engine == ours,
    }
}

/// Checks that the random values of both sides cover every type of the layout.
pub(crate) fn every_type<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    let all: BTreeSet<_> = E::LAYOUT
        .types()
        .iter()
        .map(|ty| ty.name.to_string())
        .collect();
    let ours = values::random::<E>(seed, 500)
        .iter()
        .map(E::to_tag)
        .collect();
    assert_eq!(types_in(&ours), all);
    let made = engine.ask("make", &[seed.to_string(), "500".into()], 500);
    let engines = made
        .iter()
        .map(|made| serde_json::from_slice::<Json>(made).expect("a description"))
        .collect();
    assert_eq!(types_in(&engines), all);
}

/// Returns the types of a tagged value and of all values in it.
fn types_in(tag: &Json) -> BTreeSet<String> {
    let parts: Vec<&Json> = match tag {
        Json::Object(members) => members.values().collect(),
        Json::Array(elements) => elements.iter().collect(),
        _ => Vec::new(),
    };
    let own = tag.get("t").and_then(Json::as_str).map(Into::into);
    parts.into_iter().flat_map(types_in).chain(own).collect()
}

/// Opens both ends of a transport.
pub(crate) fn open<E: LiveLayout>(engine: &mut Engine<E>, transport: &mut dyn Transport<E>) {
    let order = transport.is_big_endian().to_string();
    engine
        .post("open", &[transport.name(), &transport.address(), &order])
        .expect("the engine listens");
    transport.accept();
    engine.answer().expect("the transport is open");
}

/// Checks that the engine decodes values of the library, and encodes the same bytes.
fn exchange_values_of_library<E: LiveLayout>(
    engine: &mut Engine<E>,
    transport: &mut dyn Transport<E>,
    values: &[E::Variant],
) {
    transport.send(values);
    let descriptions = engine.ask("read", &[values.len().to_string()], values.len());
    for (value, description) in values.iter().zip(&descriptions) {
        assert_eq!(
            normalize(description),
            E::to_tag(value).to_string(),
            "over {}",
            transport.name()
        );
    }
    engine.ask::<&str>("write", &[], 0);
    for (value, bytes) in values.iter().zip(transport.receive(values.len())) {
        // Ids are valid only in the process that created them.
        let (ours, engines) = (
            with_zero_ids::<E>(&encoded::<E>(value)),
            with_zero_ids::<E>(&with_zero_padding::<E>(&bytes)),
        );
        assert_eq!(hex(&engines), hex(&ours), "over {}", transport.name());
    }
}

/// Checks that the library decodes values of the engine, and encodes the same bytes.
///
/// The engine then decodes the bytes of the library.
fn exchange_values_of_engine<E: LiveLayout>(
    engine: &mut Engine<E>,
    transport: &mut dyn Transport<E>,
    seed: u64,
    count: usize,
) {
    let made = engine.ask("make", &[seed.to_string(), count.to_string()], count);
    engine.ask::<&str>("write", &[], 0);
    let received = transport.receive(count);
    let values: Vec<_> = received.iter().map(|bytes| decoded::<E>(bytes)).collect();
    for ((value, bytes), made) in values.iter().zip(&received).zip(&made) {
        assert_eq!(
            E::to_tag(value).to_string(),
            normalize(made),
            "over {}",
            transport.name()
        );
        assert_eq!(
            hex(&encoded::<E>(value)),
            hex(&with_zero_padding::<E>(bytes)),
            "over {}",
            transport.name()
        );
    }
    transport.send(&values);
    assert_eq!(
        engine.ask("read", &[count.to_string()], count),
        made,
        "over {}",
        transport.name()
    );
}

/// Formats a description from the engine with its members in the order of `to_tag`.
pub(crate) fn normalize(description: &[u8]) -> String {
    let json: Json = serde_json::from_slice(description)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(description)));
    json.to_string()
}
