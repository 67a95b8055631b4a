//! Compares the engine's verdicts on unusual bytes with `DecodeOptions::engine()`.

use crate::common::{hex, with_nil_for_null};
use crate::engine::Engine;
use crate::live::LiveLayout;
use crate::mutations::Mutations;
use crate::values::{with_each, with_each_string};
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, generic};
use serde_json::{Value as Json, json};
use std::{iter, slice};

/// The number of inputs without full objects.
const INPUTS: usize = 40_000;
/// The number of inputs with full objects.
const INPUTS_WITH_OBJECTS: usize = 5_000;
/// The number of inputs in each command to the engine.
const BATCH: usize = 500;

/// The classes of agreement. All but the first two are deliberate differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// The engine and the library decode the same value.
    Accepted,
    /// The engine and the library reject the input.
    Rejected,
    /// The engine accepts a string that no Rust string can represent.
    TextNotForRust,
    /// The engine decodes an unpaired surrogate as a space; no Rust string can represent it.
    SurrogateAsSpace,
    /// The library keeps a null object; in a script, the object is null.
    NullObject,
    /// The library lacks the conversion to the declared type, such as from an Array to a packed
    /// array.
    UnsupportedConversion,
    /// The library keeps an empty class name, for which the engine declares Object.
    NoClassName,
    /// The sign of a NaN differs after a conversion.
    SignOfNan,
    /// The engine drops objects that are not of the declared class; the library does not know
    /// classes.
    Unrelated,
    /// The engine lacks the class of a full object or a declared script, or rejects a property.
    Unavailable,
    /// The engine decodes a full object with the properties of the class, the library with the
    /// properties of the input.
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

    /// Returns whether the layout expects this class.
    fn is_expected<E: LiveLayout>(self, has_objects: bool) -> bool {
        matches!(self, Self::Accepted | Self::Rejected)
            || E::DIFFERENCES.contains(&self)
            || has_objects && E::DIFFERENCES_WITH_OBJECTS.contains(&self)
    }
}

/// Checks the verdicts on mutated inputs without full objects.
pub(crate) fn check_verdicts<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    agree_on_mutations(engine, seed, INPUTS, false);
}

/// Checks the verdicts on mutated inputs with full objects allowed.
///
/// Declared classes and scripts require full objects.
pub(crate) fn check_verdicts_with_objects<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    agree_on_mutations(engine, seed, INPUTS_WITH_OBJECTS, true);
}

fn agree_on_mutations<E: LiveLayout>(
    engine: &mut Engine<E>,
    seed: u64,
    count: usize,
    has_objects: bool,
) {
    let mut mutations = Mutations::new::<E>(seed);
    let inputs: Vec<_> = (0..count).map(|_| mutations.input()).collect();
    let classes = check_inputs(engine, &inputs, has_objects);
    for class in [Class::Accepted, Class::Rejected] {
        let of_class = classes.iter().filter(|found| **found == class);
        assert!(of_class.count() > count / 10, "the inputs are one-sided");
    }
}

/// Checks the verdicts on inputs, and returns the class of each.
pub(crate) fn check_inputs<E: LiveLayout>(
    engine: &mut Engine<E>,
    inputs: &[Vec<u8>],
    has_objects: bool,
) -> Vec<Class> {
    let (mut classes, mut differences) = (Vec::new(), Vec::new());
    for inputs in inputs.chunks(BATCH) {
        let verdicts = verdicts_of_engine(engine, inputs, has_objects);
        for (input, verdict) in inputs.iter().zip(&verdicts) {
            match compare_verdicts::<E>(input, verdict, has_objects) {
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

/// Returns the engine's verdicts: the description of each value, or an empty string.
fn verdicts_of_engine<E: LiveLayout>(
    engine: &mut Engine<E>,
    inputs: &[Vec<u8>],
    has_objects: bool,
) -> Vec<Vec<u8>> {
    let has_objects = has_objects.to_string();
    let judge = |engine: &mut Engine<E>, inputs: &[Vec<u8>]| {
        let bytes = inputs.iter().map(Vec::as_slice);
        let arguments: Vec<_> = iter::once(has_objects.as_bytes()).chain(bytes).collect();
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

/// Returns the class of agreement, or an error that contains both verdicts.
fn compare_verdicts<E: LiveLayout>(
    input: &[u8],
    verdict: &[u8],
    has_objects: bool,
) -> Result<Class, String> {
    let ours = decoded::<E>(input, has_objects);
    let class = match &ours {
        Ok(value) if verdict.is_empty() => {
            // The engine may lack a class or a script only if the input contains a full object,
            // even one that is dropped, or declares a script.
            let is_needed = has_script(value) || decoded::<E>(input, false).is_err();
            is_needed.then_some(Class::Unavailable)
        }
        Ok(value) => serde_json::from_slice(verdict)
            .ok()
            .and_then(|engine| class_of_values(value, &engine)),
        Err(error) => class_of_error(error.kind(), verdict)
            .or_else(|| compare_surrogates::<E>(input, verdict, has_objects)),
    };
    let expected = class.filter(|class| class.is_expected::<E>(has_objects));
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

fn decoded<E: LiveLayout>(input: &[u8], has_objects: bool) -> Result<Json, DecodeError> {
    let options = DecodeOptions::engine().allow_objects(has_objects);
    generic::from_slice_prefix::<E, E::Variant>(input, options).map(|(value, _)| E::to_tag(&value))
}

fn class_of_error(ours: &DecodeErrorKind, verdict: &[u8]) -> Option<Class> {
    match ours {
        _ if verdict.is_empty() => Some(Class::Rejected),
        // The description contains the engine's string, so it is invalid UTF-8 as well.
        DecodeErrorKind::InvalidString => std::str::from_utf8(verdict)
            .is_err()
            .then_some(Class::TextNotForRust),
        DecodeErrorKind::UnsupportedConversion { .. } => Some(Class::UnsupportedConversion),
        _ => None,
    }
}

/// Compares the engine's value with the library's after replacing unpaired surrogates.
fn compare_surrogates<E: LiveLayout>(
    input: &[u8],
    verdict: &[u8],
    has_objects: bool,
) -> Option<Class> {
    // A character that no input contains, with the same length in UTF-8 as a surrogate.
    const PLACEHOLDER: &str = "\u{e000}";
    let mut input = input.to_vec();
    let value = loop {
        match decoded::<E>(&input, has_objects) {
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

/// Replaces every NaN by the same placeholder.
fn with_one_nan(tag: Json) -> Json {
    with_each_string(tag, &|text| match u64::from_str_radix(text, 16) {
        Ok(bits) if text.len() == 16 && f64::from_bits(bits).is_nan() => "nan".into(),
        _ => text.into(),
    })
}

/// Removes the values of a container that declares a class or a script.
fn without_objects(mut tag: Json) -> Json {
    let has_class = |name| tag[name].get("class").or(tag[name].get("script")).is_some();
    if has_class("element") || has_class("key") {
        tag["v"] = Json::Null;
    }
    tag
}

/// Returns whether a value declares a script, which the engine needs as a file.
fn has_script(tag: &Json) -> bool {
    match tag {
        Json::Object(members) => members.contains_key("script") || members.values().any(has_script),
        Json::Array(items) => items.iter().any(has_script),
        _ => false,
    }
}

/// Replaces declared classes without a name by Object.
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

/// Removes the properties of full objects.
///
/// The engine creates an `EncodedObjectAsID` and encodes it as an id.
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
