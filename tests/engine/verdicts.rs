//! What the engine makes of odd bytes, and what we make of them with `DecodeOptions::engine()`.

use crate::common::{Tagged, hex, with_nil_for_null};
use crate::engine::Engine;
use crate::live::Live;
use crate::mutations::Mutations;
use crate::values::{with_each, with_each_string};
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, generic};
use serde_json::{Value as Json, json};
use std::{iter, slice};

/// How many inputs are compared without full objects.
const INPUTS: usize = 20_000;
/// How many are compared with full objects.
const INPUTS_WITH_OBJECTS: usize = 5_000;
/// How many of them go to the engine in one command.
const BATCH: usize = 500;

/// How the two agree on an input. Every class but the first two is a difference on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Both accept it, with the same value.
    Accepted,
    /// Both reject it.
    Rejected,
    /// The engine accepts text that no Rust string can hold.
    TextNotForRust,
    /// The engine decodes an unpaired surrogate as a space; no Rust string can hold it.
    SurrogateAsSpace,
    /// A script sees null where the wire has a null object, which we keep.
    NullObject,
    /// We return an error for a conversion to a declared type, as from an Array to a packed array.
    UnsupportedConversion,
    /// The engine declares Object where the input declares a class without a name, which we keep.
    NoClassName,
    /// A NaN that a conversion computes has another sign.
    SignOfNan,
    /// The engine drops objects that are not of the declared class, and we do not know the classes.
    Unrelated,
    /// The engine lacks the class of a full object, or a declared script, or a property has
    /// another form.
    Unavailable,
    /// The engine's full object has the properties of its class, and ours those of the input.
    FullObject,
}

impl Class {
    const ALL: [Self; 11] = [
        Self::Accepted,
        Self::Rejected,
        Self::TextNotForRust,
        Self::SurrogateAsSpace,
        Self::NullObject,
        Self::UnsupportedConversion,
        Self::NoClassName,
        Self::SignOfNan,
        Self::Unrelated,
        Self::Unavailable,
        Self::FullObject,
    ];

    /// Returns whether the two agree, or differ on purpose.
    fn is_expected<L: Live>(self, is_whole: bool) -> bool {
        matches!(self, Self::Accepted | Self::Rejected)
            || L::DIFFERENCES.contains(&self)
            || is_whole && L::DIFFERENCES_WITH_OBJECTS.contains(&self)
    }
}

/// Fails for every mutated input that the two do not agree on.
pub(crate) fn agree<L: Live>(engine: &mut Engine<L>, seed: u64) {
    agree_on_mutations(engine, seed, INPUTS, false);
}

/// The same with full objects allowed, which declared classes and scripts need to stay.
pub(crate) fn agree_with_objects<L: Live>(engine: &mut Engine<L>, seed: u64) {
    agree_on_mutations(engine, seed, INPUTS_WITH_OBJECTS, true);
}

fn agree_on_mutations<L: Live>(engine: &mut Engine<L>, seed: u64, count: usize, is_whole: bool) {
    let mut mutations = Mutations::new::<L>(seed);
    let inputs: Vec<_> = (0..count).map(|_| mutations.input()).collect();
    let classes = agree_on(engine, &inputs, is_whole);
    for class in [Class::Accepted, Class::Rejected] {
        let of_class = classes.iter().filter(|found| **found == class);
        assert!(of_class.count() > count / 10, "the inputs are one-sided");
    }
}

/// Fails for every input that the two do not agree on; returns the classes of the others.
pub(crate) fn agree_on<L: Live>(
    engine: &mut Engine<L>,
    inputs: &[Vec<u8>],
    is_whole: bool,
) -> Vec<Class> {
    let (mut classes, mut differences) = (Vec::new(), Vec::new());
    for inputs in inputs.chunks(BATCH) {
        let verdicts = judged(engine, inputs, is_whole);
        for (input, verdict) in inputs.iter().zip(&verdicts) {
            match agreement::<L>(input, verdict, is_whole) {
                Ok(class) => classes.push(class),
                Err(difference) => differences.push(difference),
            }
        }
    }
    let count = |class| classes.iter().filter(|found| **found == class).count();
    let counts = Class::ALL.map(|class| format!("{class:?} {}", count(class)));
    println!("{}", counts.join(", "));
    assert!(
        differences.is_empty(),
        "{} inputs: {differences:#?}",
        differences.len()
    );
    classes
}

/// Returns the engine's verdicts: a description of the value, or nothing.
fn judged<L: Live>(engine: &mut Engine<L>, inputs: &[Vec<u8>], is_whole: bool) -> Vec<Vec<u8>> {
    let is_whole = is_whole.to_string();
    let judge = |engine: &mut Engine<L>, inputs: &[Vec<u8>]| {
        let bytes = inputs.iter().map(Vec::as_slice);
        let arguments: Vec<_> = iter::once(is_whole.as_bytes()).chain(bytes).collect();
        engine.try_ask("judge", &arguments, inputs.len())
    };
    judge(engine, inputs).unwrap_or_else(|error| {
        *engine = Engine::start();
        let ends = inputs
            .iter()
            .find(|input| judge(engine, slice::from_ref(input)).is_err());
        panic!(
            "the engine ends at {:?}: {error}",
            ends.map(|input| hex(input))
        );
    })
}

/// Returns the class, or both verdicts.
fn agreement<L: Live>(input: &[u8], verdict: &[u8], is_whole: bool) -> Result<Class, String> {
    let ours = decoded::<L>(input, is_whole);
    let class = match &ours {
        Ok(value) if verdict.is_empty() => {
            // Without permission only a full object in the input makes a difference, even one that
            // is dropped.
            let is_needed = has_script(value) || decoded::<L>(input, false).is_err();
            is_needed.then_some(Class::Unavailable)
        }
        Ok(value) => serde_json::from_slice(verdict)
            .ok()
            .and_then(|engine| class_of_values(value, &engine)),
        Err(error) => class_of_error(error.kind(), verdict)
            .or_else(|| has_spaces::<L>(input, verdict, is_whole)),
    };
    let expected = class.filter(|class| class.is_expected::<L>(is_whole));
    expected.ok_or_else(|| {
        let engine = if verdict.is_empty() {
            "rejected".into()
        } else {
            String::from_utf8_lossy(verdict)
        };
        let ours = ours.map_or_else(|error| error.to_string(), |value| value.to_string());
        format!("input {}\nengine {engine}\nours {ours}", hex(input))
    })
}

fn decoded<L: Live>(input: &[u8], is_whole: bool) -> Result<Json, DecodeError> {
    let options = DecodeOptions::engine().allow_objects(is_whole);
    generic::from_slice_prefix::<L, L::Variant>(input, options).map(|(value, _)| value.to_tag())
}

fn class_of_error(ours: &DecodeErrorKind, verdict: &[u8]) -> Option<Class> {
    match ours {
        _ if verdict.is_empty() => Some(Class::Rejected),
        // The engine writes such text as it read it, so that its description is not UTF-8 either.
        DecodeErrorKind::InvalidString => std::str::from_utf8(verdict)
            .is_err()
            .then_some(Class::TextNotForRust),
        DecodeErrorKind::UnsupportedConversion { .. } => Some(Class::UnsupportedConversion),
        _ => None,
    }
}

/// Compares the engine's value with ours after replacing each unpaired surrogate.
fn has_spaces<L: Live>(input: &[u8], verdict: &[u8], is_whole: bool) -> Option<Class> {
    // Of the same length, and in none of the inputs.
    const PLACEHOLDER: &str = "\u{e000}";
    let mut input = input.to_vec();
    let value = loop {
        match decoded::<L>(&input, is_whole) {
            Ok(value) => break value,
            Err(error) if *error.kind() == DecodeErrorKind::InvalidString => {
                let start = error.offset();
                let sequence = input.get_mut(start..start + PLACEHOLDER.len())?;
                if !matches!(sequence, [0xed, 0xa0..=0xbf, 0x80..=0xbf]) {
                    return None;
                }
                sequence.copy_from_slice(PLACEHOLDER.as_bytes());
            }
            Err(_) => return None,
        }
    };
    let with_spaces = with_each_string(value, &|text| text.replace(PLACEHOLDER, " "));
    let engine: Json = serde_json::from_slice(verdict).ok()?;
    let is_same = matches!(
        class_of_values(&with_spaces, &engine),
        Some(Class::Accepted | Class::NullObject)
    );
    is_same.then_some(Class::SurrogateAsSpace)
}

fn class_of_values(ours: &Json, engine: &Json) -> Option<Class> {
    if ours == engine {
        return Some(Class::Accepted);
    }
    let ours = with_nil_for_null(ours);
    if ours == *engine {
        return Some(Class::NullObject);
    }
    let ours = without_empty_classes(&ours);
    if ours == *engine {
        return Some(Class::NoClassName);
    }
    let is_same = |without: fn(Json) -> Json| {
        with_each(ours.clone(), &without) == with_each(engine.clone(), &without)
    };
    if is_same(with_one_nan) {
        Some(Class::SignOfNan)
    } else if is_same(without_objects) {
        Some(Class::Unrelated)
    } else {
        (without_properties(&ours) == without_properties(engine)).then_some(Class::FullObject)
    }
}

/// Returns the tagged value with the same bits for every NaN.
fn with_one_nan(tag: Json) -> Json {
    with_each_string(tag, &|text| match u64::from_str_radix(text, 16) {
        Ok(bits) if text.len() == 16 && f64::from_bits(bits).is_nan() => "nan".into(),
        _ => text.into(),
    })
}

/// Returns the tagged value without values if it declares a class or a script.
fn without_objects(mut tag: Json) -> Json {
    let has_class = |name| tag[name].get("class").or(tag[name].get("script")).is_some();
    if has_class("element") || has_class("key") {
        tag["v"] = Json::Null;
    }
    tag
}

/// Returns whether the value has a declared script in it: the engine's files decide on those.
fn has_script(tag: &Json) -> bool {
    match tag {
        Json::Object(members) => members.contains_key("script") || members.values().any(has_script),
        Json::Array(items) => items.iter().any(has_script),
        _ => false,
    }
}

/// Returns the tagged value with Object for declared classes without a name.
fn without_empty_classes(tag: &Json) -> Json {
    match tag {
        Json::Object(members) => members
            .iter()
            .filter(|(name, member)| {
                *name != "class" || **member != "" || members.contains_key("properties")
            })
            .map(|(name, member)| (name.clone(), without_empty_classes(member)))
            .collect(),
        Json::Array(items) => items.iter().map(without_empty_classes).collect(),
        other => other.clone(),
    }
}

/// Returns the tagged value without the properties of full objects. The engine creates an
/// `EncodedObjectAsID`, and then encodes it as an id.
fn without_properties(tag: &Json) -> Json {
    match tag {
        Json::Object(members) if members.get("class") == Some(&"EncodedObjectAsID".into()) => {
            json!({ "id": "0" })
        }
        Json::Object(members) => members
            .iter()
            .filter(|(name, _)| *name != "properties")
            .map(|(name, member)| (name.clone(), without_properties(member)))
            .collect(),
        Json::Array(items) => items.iter().map(without_properties).collect(),
        other => other.clone(),
    }
}
