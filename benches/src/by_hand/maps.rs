//! The payloads `keys` and `names`.

use super::headers::{STRING, godot3, godot4};
use super::input::{Malformed, decode_all};
use super::output::{Buffer, Unencodable};
use gdvariant::StringName;
use std::collections::BTreeMap;

/// A string that is a key.
pub(super) trait Name: Ord + From<String> + AsRef<str> {
    const DICTIONARY: u32;
    const HEADER: u32;
}

impl Name for String {
    const DICTIONARY: u32 = godot3::DICTIONARY;
    const HEADER: u32 = STRING;
}

impl Name for StringName {
    const DICTIONARY: u32 = godot4::DICTIONARY;
    const HEADER: u32 = godot4::STRING_NAME;
}

pub(super) fn decode<K: Name>(bytes: &[u8]) -> Result<BTreeMap<K, i64>, Malformed> {
    decode_all(bytes, |input| {
        input.header(K::DICTIONARY)?;
        let count = input.count(16)?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            input.header(K::HEADER)?;
            let key = input.text()?.to_owned();
            entries.push((K::from(key), input.int()?));
        }
        // Sorts the entries, unless they are sorted, and keeps the last value of a duplicate key.
        Some(entries.into_iter().collect())
    })
}

pub(super) fn encode<K: Name>(
    entries: &BTreeMap<K, i64>,
    buffer: &mut Vec<u8>,
) -> Result<(), Unencodable> {
    let mut buffer = Buffer::new(buffer);
    let result = buffer.start(K::DICTIONARY, entries.len()).and_then(|()| {
        entries.iter().try_for_each(|(key, value)| {
            buffer.text(K::HEADER, key.as_ref())?;
            buffer.int(*value);
            Some(())
        })
    });
    buffer.finish();
    result.ok_or(Unencodable)
}
