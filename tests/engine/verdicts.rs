//! What the engine makes of odd bytes, and what we make of them with `DecodeOptions::engine()`.

use crate::common::{Tagged, hex, with_nil_for_null};
use crate::engine::Engine;
use crate::live::Live;
use crate::mutations::Mutations;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, generic};
use serde_json::Value as Json;
use std::{iter, slice};

/// How many inputs are compared.
const INPUTS: usize = 20_000;
/// How many of them go to the engine at once.
const BATCH: usize = 500;

/// How the two agree on an input. Every class of agreement but the first two is a difference on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Both accept it, with the same value.
    Accepted,
    /// Both refuse it.
    Refused,
    /// The engine takes text that no Rust string can hold.
    TextNotForRust,
    /// A script sees null where the wire has a null object, which we keep.
    NullObject,
}

/// Fails for every input that the two do not agree on.
pub(crate) fn agree<L: Live>(engine: &mut Engine<L>, seed: u64) {
    let mut mutations = Mutations::new::<L>(seed);
    let mut classes = Vec::new();
    for _ in 0..INPUTS / BATCH {
        let inputs: Vec<_> = (0..BATCH).map(|_| mutations.input()).collect();
        let verdicts = judged(engine, &inputs);
        classes.extend(
            inputs
                .iter()
                .zip(&verdicts)
                .map(|(input, verdict)| agreement::<L>(input, verdict)),
        );
    }
    let count = |class| {
        classes
            .iter()
            .filter(|result| **result == Ok(class))
            .count()
    };
    let all = [
        Class::Accepted,
        Class::Refused,
        Class::TextNotForRust,
        Class::NullObject,
    ];
    println!(
        "{}",
        all.map(|class| format!("{class:?} {}", count(class)))
            .join(", ")
    );
    let differences: Vec<_> = classes
        .iter()
        .filter_map(|result| result.as_ref().err())
        .collect();
    assert!(
        differences.is_empty(),
        "{} inputs: {differences:#?}",
        differences.len()
    );
    assert!(
        count(Class::Accepted) > INPUTS / 10 && count(Class::Refused) > INPUTS / 10,
        "the inputs are one-sided"
    );
}

/// The engine's verdicts: a description of the value, or nothing.
fn judged<L: Live>(engine: &mut Engine<L>, inputs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let judge = |engine: &mut Engine<L>, inputs: &[Vec<u8>]| {
        let is_whole = iter::once(&b"false"[..]);
        let arguments: Vec<_> = is_whole
            .chain(inputs.iter().map(|input| &input[..]))
            .collect();
        engine.try_ask("judge", &arguments)
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

/// The class, or both verdicts.
fn agreement<L: Live>(input: &[u8], verdict: &[u8]) -> Result<Class, String> {
    let ours = generic::from_slice_prefix::<L, L::Variant>(input, DecodeOptions::engine());
    class(&ours, verdict).ok_or_else(|| {
        let engine = if verdict.is_empty() {
            "refused".into()
        } else {
            String::from_utf8_lossy(verdict)
        };
        let ours = ours.map_or_else(
            |error| error.to_string(),
            |(value, _)| value.to_tag().to_string(),
        );
        format!("input {}\nengine {engine}\nours {ours}", hex(input))
    })
}

fn class<V: Tagged>(ours: &Result<(V, usize), DecodeError>, verdict: &[u8]) -> Option<Class> {
    match ours {
        Err(_) if verdict.is_empty() => Some(Class::Refused),
        // The engine writes such text as it read it, so that its description is not UTF-8 either.
        Err(error) if *error.kind() == DecodeErrorKind::InvalidText => std::str::from_utf8(verdict)
            .is_err()
            .then_some(Class::TextNotForRust),
        Err(_) => None,
        Ok((value, _)) => class_of_values(&value.to_tag(), &serde_json::from_slice(verdict).ok()?),
    }
}

fn class_of_values(ours: &Json, engine: &Json) -> Option<Class> {
    if ours == engine {
        Some(Class::Accepted)
    } else {
        (with_nil_for_null(ours) == *engine).then_some(Class::NullObject)
    }
}
