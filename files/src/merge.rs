//! Encodes a changed value, and keeps the bytes of everything that did not change.

use crate::STRICT;
use crate::change::EditError;
use crate::common_ends::common_prefix;
use crate::compare::align::align;
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeError, EncodeOptions};
use similar::DiffTag;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Returns the bytes of a new value, which replaces the value in `original`.
///
/// `old` and `new` are the values as this crate encodes them, and `options` decode `original`.
/// Nested values that do not change keep their bytes, which may differ from those that an engine
/// writes. Bytes after the value are kept as well.
///
/// # Errors
///
/// Returns an error if bytes cannot be kept.
pub(crate) fn edited(
    layout: &'static Layout,
    original: &[u8],
    old: &[u8],
    new: &[u8],
    options: DecodeOptions,
) -> Result<Vec<u8>, EditError> {
    if let Some(trailer) = original.strip_prefix(old) {
        return Ok([new, trailer].concat());
    }
    let is_new = |edited: &Vec<u8>| {
        let decoded = layout.decode(edited, options);
        let encoded = decoded.ok().and_then(|value| canonical(&value).ok());
        encoded.is_some_and(|encoded| encoded == new)
    };
    let merged = merge(layout, original, old, new, options);
    merged.filter(is_new).ok_or_else(|| EditError::Unkept {
        offset: common_prefix(original, old),
    })
}

/// Returns the bytes of a value as this crate encodes it. Whether a new value can be written
/// depends on the options of the caller.
///
/// # Errors
///
/// Returns an error if no engine can write the value.
pub(crate) fn canonical(value: &AnyVariant) -> Result<Vec<u8>, EncodeError> {
    value.to_vec(EncodeOptions::engine())
}

/// Splits the value at the start of `bytes` into nested values and elements of packed arrays, and
/// returns them with the bytes after the value. A container is split off from its contents.
fn split<'b>(
    layout: &'static Layout,
    bytes: &'b [u8],
    options: DecodeOptions,
) -> Option<(Vec<&'b [u8]>, &'b [u8])> {
    let (mut starts, mut last) = (Vec::new(), None);
    let end = layout.inspect(bytes, options, |row| {
        if last.replace(row.path.id()) != Some(row.path.id()) {
            starts.push(row.offset);
        }
    });
    let end = end.ok()?;
    starts.push(end);
    let parts = starts.windows(2).map(|pair| bytes.get(pair[0]..pair[1]));
    Some((parts.collect::<Option<_>>()?, bytes.get(end..)?))
}

/// Returns the canonical bytes `new`, in which the parts that are equal in the canonical bytes `old`
/// are replaced by those of `original`.
fn merge(
    layout: &'static Layout,
    original: &[u8],
    old: &[u8],
    new: &[u8],
    options: DecodeOptions,
) -> Option<Vec<u8>> {
    let (original, trailer) = split(layout, original, options)?;
    let (old, _) = split(layout, old, STRICT)?;
    let (new, _) = split(layout, new, STRICT)?;
    if original.len() != old.len() {
        return None;
    }
    Some([&merge_parts(&original, &old, &new), trailer].concat())
}

/// Joins the parts `new`; those that are equal in `old` are replaced by those of `original`.
///
/// The parts `original` and `old` have equal numbers.
pub fn merge_parts(original: &[&[u8]], old: &[&[u8]], new: &[&[u8]]) -> Vec<u8> {
    let [old, digests] = [old, new].map(|parts| {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let digests = parts.iter().map(|part| hasher.hash_one(part));
        digests.collect::<Vec<_>>()
    });
    let parts = align(&old, &digests).into_iter();
    let parts = parts.flat_map(|part| match part.tag() {
        DiffTag::Equal => &original[part.old_range()],
        _ => &new[part.new_range()],
    });
    parts.copied().flatten().copied().collect()
}
