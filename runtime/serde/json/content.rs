//! Parses parts of the content of tagged values: strings, ids, and objects of known members.

use super::draft::Draft;
use super::holding::Read;
use super::names::absent;
use super::number::Number;
use super::place::Place;
use super::traits::SerdeLayout;
use crate::table::TypeTable;
use crate::table::rule::padding_after;
use crate::value::build::{Build, Content};
use crate::{DecodeOptions, codec};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Decodes the bytes of a body, which lack the unused bytes of a pool array, with the layout's own
/// decoder.
pub(super) fn decoded<L: SerdeLayout>(
    table: &TypeTable,
    body: &[u8],
) -> Result<Read<L::Variant>, String> {
    let mut bytes = L::header_of(table.kind).to_le_bytes().to_vec();
    let gap = L::gap_of(table.kind);
    match body.split_at_checked(size_of::<u32>()) {
        Some((count, elements)) if gap > 0 => {
            bytes.extend_from_slice(count);
            bytes.resize(bytes.len() + gap, 0);
            bytes.extend_from_slice(elements);
        }
        _ => bytes.extend_from_slice(body),
    }
    bytes.resize(bytes.len() + padding_after(bytes.len()), 0);
    let value = codec::from_slice::<L, L::Variant>(&bytes, DecodeOptions::new());
    value
        .map(Read::leaf)
        .map_err(|error| format!("{}: {}", table.name, error.kind()))
}

/// Builds a value of a type from its content.
pub(super) fn built<L: SerdeLayout>(
    table: &TypeTable,
    content: Content<'_>,
) -> Result<Read<L::Variant>, String> {
    L::Variant::build(table.kind, content)
        .map(Read::leaf)
        .ok_or_else(|| absent::<L>(table.name))
}

pub(super) fn string<V>(of: &Place<'_>, content: Draft<V>) -> Result<String, String> {
    match content {
        Draft::Text(text) => Ok(text),
        other => of.wrong("a text", &other),
    }
}

pub(super) fn texts<V>(of: &Place<'_>, content: Draft<V>) -> Result<Vec<String>, String> {
    list("a list of texts", of, content)?
        .into_iter()
        .enumerate()
        .map(|(index, element)| string(&of.element(index), element))
        .collect()
}

pub(super) fn list<V>(
    expected: &str,
    of: &Place<'_>,
    content: Draft<V>,
) -> Result<Vec<Draft<V>>, String> {
    match content {
        Draft::List(elements) => Ok(elements),
        other => of.wrong(expected, &other),
    }
}

/// Returns the members of an object that has exactly these names, in any order.
pub(super) fn exactly<V, const N: usize>(
    names: [&str; N],
    content: Draft<V>,
) -> Result<[Draft<V>; N], Draft<V>> {
    let is_exact = matches!(&content, Draft::Map(entries)
        if entries.len() == N && names.iter().all(|name| entries.iter().any(|(key, _)| key == name)));
    match content {
        Draft::Map(mut entries) if is_exact => {
            entries.sort_by_key(|(key, _)| names.iter().position(|name| name == key));
            let members: Vec<_> = entries.into_iter().map(|(_, value)| value).collect();
            members.try_into().map_err(Draft::List)
        }
        other => Err(other),
    }
}

pub(super) fn id_of<V>(of: &Place<'_>, id: &Draft<V>) -> Result<u64, String> {
    match id {
        Draft::Number(Number::Large(id)) => Ok(*id),
        Draft::Number(Number::Int(id)) if *id >= 0 => Ok(id.unsigned_abs()),
        other => of.wrong("a whole number of 64 bits without a sign", other),
    }
}

/// Parses a list of two.
pub(super) fn pair<V>(of: &Place<'_>, content: Draft<V>) -> Result<[Draft<V>; 2], String> {
    let elements = match content {
        Draft::List(elements) => elements.try_into().map_err(Draft::List),
        other => Err(other),
    };
    elements.or_else(|other| of.wrong("a list of 2", &other))
}
