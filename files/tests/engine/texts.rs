//! Compares `Display` with the engine's `str2var` and `var2str`.

use crate::common::{Tagged, sorted_lines};
use crate::engine::Engine;
use crate::exchange::open;
use crate::live::LiveLayout;
use crate::transports::{StreamTransport, Transport, encoded};
use crate::values::{self, changed, decoded, with_zero_for};
use gdvariant::inspect::RowValue;
use gdvariant::{DecodeOptions, Kind, NodePath, generic};
use serde_json::Value as Json;

/// The approximate number of values in a test.
const COUNT: usize = 512;

/// The largest error of the engine's float parser, in units in the last place.
const LAST_PLACES: u64 = 16;

/// Checks that `str2var` parses the exact text of each value as that value.
pub(crate) fn display_is_read<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    let values: Vec<_> = values::random::<E>(seed, COUNT)
        .iter()
        .map(representable::<E>)
        .collect();
    let texts: Vec<_> = values
        .iter()
        .map(|value| format!("{:#}", generic::display::<E, _>(value)))
        .collect();
    let read = engine.ask("from_texts", &texts, values.len());
    for ((value, text), description) in values.iter().zip(&texts).zip(read) {
        let read: Json = serde_json::from_slice(&description).expect("a description");
        assert!(
            is_nearly::<E>(&read, &E::to_tag(value)),
            "{text}\nengine {read}\nours {}",
            E::to_tag(value)
        );
    }
}

/// Returns whether values are equal except for the last places of 64-bit floats.
///
/// The engine's float parser rounds more than once.
fn is_nearly<E: LiveLayout>(engine: &Json, ours: &Json) -> bool {
    let has_floats = |tag: &Json| {
        let types = [Kind::Float, Kind::PackedFloat64Array].map(|kind| E::LAYOUT.name_of(kind));
        tag["t"].as_str().is_some_and(|name| types.contains(&name))
    };
    match (engine, ours) {
        (Json::Object(_), Json::Object(_)) if has_floats(engine) && engine["t"] == ours["t"] => {
            let [engine, ours] = [engine, ours].map(|tag| floats(&tag["v"]));
            let is_near = |(engine, ours): (&f64, &f64)| {
                let parsed = first_digits::<E>(*ours);
                engine.to_bits().abs_diff(parsed.to_bits()) <= LAST_PLACES
            };
            engine.len() == ours.len() && engine.iter().zip(&ours).all(is_near)
        }
        (Json::Object(engine), Json::Object(ours)) => {
            engine.len() == ours.len()
                && engine
                    .iter()
                    .zip(ours)
                    .all(|(one, other)| one.0 == other.0 && is_nearly::<E>(one.1, other.1))
        }
        (Json::Array(engine), Json::Array(ours)) => {
            engine.len() == ours.len()
                && engine
                    .iter()
                    .zip(ours)
                    .all(|(one, other)| is_nearly::<E>(one, other))
        }
        _ => engine == ours,
    }
}

/// Returns the floats of a tagged form.
fn floats(tag: &Json) -> Vec<f64> {
    match tag {
        Json::Array(_) => Vec::from_tag(tag),
        float => vec![f64::from_tag(float)],
    }
}

/// Returns the number without the digits that the engine's parser ignores.
///
/// The parser ignores all digits after the first 18, and leading zeros count as digits.
fn first_digits<E: LiveLayout>(number: f64) -> f64 {
    let text = format!("{:#}", generic::display::<E, _>(&E::Variant::from(number)));
    let (mantissa, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    let mut digits = 0;
    let kept = mantissa.chars().map(|character| {
        digits += usize::from(character.is_ascii_digit());
        if digits > 18 && character.is_ascii_digit() {
            '0'
        } else {
            character
        }
    });
    let kept = kept.collect::<String>() + exponent;
    // Infinity and NaN have no digits.
    kept.parse().unwrap_or(number)
}

/// Replaces values that the engine cannot parse from text.
fn representable<E: LiveLayout>(value: &E::Variant) -> E::Variant {
    let bytes = with_zero_for::<E>(&encoded::<E>(value), |row| match row.value {
        RowValue::F32(number) => !E::is_representable(number.into()),
        RowValue::Double(number) => !E::is_representable(number),
        _ => false,
    });
    let value = generic::from_slice::<E, _>(&bytes, DecodeOptions::engine());
    changed::<E>(&value.expect("zeros are numbers"), &|tag| {
        let mut tag = E::representable(tag);
        // Converts a NodePath to its text and back: in the text, a slash or a colon within a name
        // is a separator, and empty names are omitted.
        if tag["t"] == E::LAYOUT.name_of(Kind::NodePath) {
            let path = NodePath::from_tagged(&tag).to_string();
            tag["v"] = NodePath::from(path).to_tag();
        }
        tag
    })
}

/// Checks that `var2str` and `Display` write the same text, except for the order of keys.
pub(crate) fn display_is_written<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    let mut transport = StreamTransport::new("bytes", false);
    let transport: &mut dyn Transport<E> = &mut transport;
    open(engine, transport);
    let size = transport.batch();
    for batch in 0..(COUNT / size) as u64 {
        let seed = seed.wrapping_add(batch);
        engine.ask("make", &[seed.to_string(), size.to_string()], size);
        engine.ask::<&str>("write", &[], 0);
        let received = transport.receive(size);
        let values: Vec<_> = received.iter().map(|bytes| decoded::<E>(bytes)).collect();
        // The texts of objects are compared after a round trip, in which objects become ids.
        transport.send(&values);
        engine.ask("read", &[size.to_string()], size);
        for (value, text) in values.iter().zip(engine.ask::<&str>("to_texts", &[], size)) {
            let text = String::from_utf8(text).expect("the values have no odd text");
            let ours = E::written_by(
                engine.version(),
                generic::display::<E, _>(value).to_string(),
            );
            assert_eq!(sorted_lines(&ours), sorted_lines(&text));
        }
    }
}
