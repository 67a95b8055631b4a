//! Containers that declare each type, with a value of each type.
//!
//! The engine converts, keeps or drops the value.

use super::LiveLayout;
use crate::transports::encoded;
use crate::values;
use gdvariant::Dictionary;
use std::collections::BTreeMap;

/// The number of values of each type; each is in a container of its own.
const PER_TYPE: usize = 4;

/// The header flag for a declared built-in type of an element or a key.
const BUILTIN: u8 = 1;
/// The header flag for a declared built-in type of the value of a Dictionary.
const BUILTIN_VALUE: u8 = BUILTIN << 2;

/// Returns three containers for every pair of a declared type and a value.
///
/// The containers are an Array, a Dictionary that declares its key type, and a Dictionary that
/// declares its value type.
pub(super) fn inputs<E: LiveLayout>(seed: u64) -> Vec<Vec<u8>> {
    let types = u32::try_from(E::LAYOUT.types().len()).expect("a byte has them all");
    let containers: Vec<_> = values::<E>(seed)
        .into_iter()
        .flat_map(containers::<E>)
        .collect();
    (1..types)
        .flat_map(|declared| {
            let with_type =
                move |(bytes, flags): &(Vec<u8>, u8)| with_type(bytes, *flags, declared);
            containers.iter().map(with_type)
        })
        .collect()
}

/// Returns [`PER_TYPE`] values of every type.
fn values<E: LiveLayout>(seed: u64) -> Vec<E::Variant> {
    let mut by_type = BTreeMap::<String, Vec<E::Variant>>::new();
    for value in values::random::<E>(seed, 8000) {
        let values = by_type
            .entry(E::to_tag(&value)["t"].to_string())
            .or_default();
        if values.len() < PER_TYPE {
            values.push(value);
        }
    }
    assert_eq!(by_type.len(), E::LAYOUT.types().len());
    by_type.into_values().flatten().collect()
}

/// Returns the bytes of three containers of a value, each with the flags that declare a type.
fn containers<E: LiveLayout>(value: E::Variant) -> [(Vec<u8>, u8); 3] {
    let key = Dictionary::from_iter([(value.clone(), E::Variant::from(true))]);
    let element = Dictionary::from_iter([(E::Variant::from(true), value.clone())]);
    [
        (encoded::<E>(&vec![value].into()), BUILTIN),
        (encoded::<E>(&key.into()), BUILTIN),
        (encoded::<E>(&element.into()), BUILTIN_VALUE),
    ]
}

/// Sets the flags in the header of an encoded container, and inserts the number of the declared
/// type.
fn with_type(bytes: &[u8], flags: u8, declared: u32) -> Vec<u8> {
    let (header, content) = bytes.split_at(4);
    let mut input = [header, &declared.to_le_bytes(), content].concat();
    input[2] |= flags;
    input
}
