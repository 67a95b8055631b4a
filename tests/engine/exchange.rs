//! Values to the engine and back, and from the engine and back, over every transport.

use crate::common::{Tagged, bytes, hex, lines};
use crate::engine::Engine;
use crate::live::Live;
use crate::transports::{Transport, encoded};
use crate::values::{self, decoded, without_garbage, without_ids};
use gdvariant::{DecodeOptions, generic};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Sends `count` values of ours and as many of the engine's over the transport, each there and back.
pub(crate) fn both_ways<L: Live>(
    engine: &mut Engine<L>,
    transport: &mut dyn Transport<L>,
    seed: u64,
    count: usize,
) {
    open(engine, transport);
    let size = transport.batch();
    for (batch, values) in (0..).zip(values::random::<L>(seed, count).chunks(size)) {
        ours(engine, transport, values);
        engines(engine, transport, seed.wrapping_add(batch), values.len());
    }
}

/// The engine reads what it once wrote as the same values, and writes the same bytes.
pub(crate) fn vectors<L: Live>(engine: &mut Engine<L>, _seed: u64) {
    for line in lines(L::VECTORS) {
        let vector = bytes(line["hex"].as_str().expect("hex"));
        let id = line["id"].as_str().expect("a name");
        let is_whole = id.contains("/whole");
        let permission = is_whole.to_string();
        let mut ask = |command| {
            let arguments = [permission.as_bytes(), &vector];
            engine.ask(command, &arguments, 1).remove(0)
        };
        let written = ask("again");
        if is_whole {
            let [ours, engines] = [&vector, &written].map(|bytes| whole::<L>(bytes));
            assert!(
                has_all_of(&engines, &ours),
                "{id}\nengine {engines}\nours {ours}"
            );
            continue;
        }
        assert_eq!(tag(&ask("judge")), line["value"].to_string(), "{id}");
        let comparable = |bytes: &[u8]| hex(&without_ids::<L>(&without_garbage::<L>(bytes)));
        assert_eq!(comparable(&written), comparable(&vector), "{id}");
    }
}

/// Returns a value with full objects in it.
fn whole<L: Live>(bytes: &[u8]) -> Json {
    let options = DecodeOptions::new().allow_objects(true);
    let value: L::Variant = generic::from_slice::<L, _>(bytes, options).expect("an object");
    value.to_tag()
}

/// Returns whether the values are the same, but for further properties of the engine's objects:
/// versions of the engine differ in these.
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

/// Both sides make values of every type of the layout.
pub(crate) fn every_type<L: Live>(engine: &mut Engine<L>, seed: u64) {
    let all: BTreeSet<_> = L::TYPES.iter().map(|ty| ty.name.to_string()).collect();
    let ours = values::random::<L>(seed, 500)
        .iter()
        .map(Tagged::to_tag)
        .collect();
    assert_eq!(types_in(&ours), all);
    let made = engine.ask("make", &[seed.to_string(), "500".into()], 500);
    let engines = made
        .iter()
        .map(|made| serde_json::from_slice::<Json>(made).expect("a description"))
        .collect();
    assert_eq!(types_in(&engines), all);
}

/// Returns the types of all values in the description, however deep.
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
pub(crate) fn open<L: Live>(engine: &mut Engine<L>, transport: &mut dyn Transport<L>) {
    let order = transport.is_big_endian().to_string();
    engine
        .post("open", &[transport.name(), &transport.address(), &order])
        .expect("the engine listens");
    transport.accept();
    engine.answer().expect("the transport is open");
}

/// The engine reads what we write, says what it is, and writes it as we do.
fn ours<L: Live>(engine: &mut Engine<L>, transport: &mut dyn Transport<L>, values: &[L::Variant]) {
    transport.send(values);
    let descriptions = engine.ask("read", &[values.len().to_string()], values.len());
    for (value, description) in values.iter().zip(&descriptions) {
        assert_eq!(
            tag(description),
            value.to_tag().to_string(),
            "over {}",
            transport.name()
        );
    }
    engine.ask::<&str>("write", &[], 0);
    for (value, bytes) in values.iter().zip(transport.receive(values.len())) {
        // An id means something only where it was written first.
        let (ours, engines) = (
            without_ids::<L>(&encoded::<L>(value)),
            without_ids::<L>(&without_garbage::<L>(&bytes)),
        );
        assert_eq!(hex(&engines), hex(&ours), "over {}", transport.name());
    }
}

/// We read what the engine writes, as what it says it is, and write it as the engine does; the
/// engine reads that as the same.
fn engines<L: Live>(
    engine: &mut Engine<L>,
    transport: &mut dyn Transport<L>,
    seed: u64,
    count: usize,
) {
    let made = engine.ask("make", &[seed.to_string(), count.to_string()], count);
    engine.ask::<&str>("write", &[], 0);
    let received = transport.receive(count);
    let values: Vec<_> = received.iter().map(|bytes| decoded::<L>(bytes)).collect();
    for ((value, bytes), made) in values.iter().zip(&received).zip(&made) {
        assert_eq!(
            value.to_tag().to_string(),
            tag(made),
            "over {}",
            transport.name()
        );
        assert_eq!(
            hex(&encoded::<L>(value)),
            hex(&without_garbage::<L>(bytes)),
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

/// Returns a description of the engine's, with its members in the order of `to_tag`.
pub(crate) fn tag(description: &[u8]) -> String {
    let json: Json = serde_json::from_slice(description)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(description)));
    json.to_string()
}
