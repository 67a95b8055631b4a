//! Encodes a changed value, and keeps the bytes of everything that did not change.

use crate::STRICT;
use crate::change::EditError;
use crate::common_ends::{common_prefix, common_suffix};
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeError, EncodeOptions};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The bytes of a changed value, and of the bytes after it that belong to the same frame or file.
pub(crate) struct EditedValue {
    pub bytes: Vec<u8>,
    /// The number of bytes after the value.
    pub trailer: usize,
}

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
) -> Result<EditedValue, EditError> {
    if let Some(trailer) = original.strip_prefix(old) {
        return Ok(EditedValue::new(new.to_vec(), trailer));
    }
    let is_new = |edited: &EditedValue| {
        let decoded = layout.decode(&edited.bytes, options);
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
) -> Option<EditedValue> {
    let (original, trailer) = split(layout, original, options)?;
    let (old, _) = split(layout, old, STRICT)?;
    let (new, _) = split(layout, new, STRICT)?;
    if original.len() != old.len() {
        return None;
    }
    let mut merged = Vec::new();
    for op in differences(&old, &new)? {
        let parts = match op {
            DiffOp::Equal { .. } => original.get(op.old_range())?,
            _ => new.get(op.new_range())?,
        };
        merged.extend(parts.iter().copied().flatten());
    }
    Some(EditedValue::new(merged, trailer))
}

/// Returns the differences between lists of parts, or `None` if comparing them takes too long: the
/// time grows with the product of their length and the number of changes.
fn differences(old: &[&[u8]], new: &[&[u8]]) -> Option<Vec<DiffOp>> {
    /// The maximum number of parts with any number of changes.
    const MAX_PARTS: usize = 1 << 14;
    /// The maximum number of changes between more parts.
    const MAX_CHANGES: usize = 64;

    let start = common_prefix(old, new);
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common_suffix(old_rest, new_rest);
    let [old_changed, new_changed] = [old, new].map(|parts| parts.len() - start - end);
    // Without an added or removed part, equal parts have equal indexes.
    let is_aligned = old_changed == new_changed;
    let pairs = old_rest.iter().zip(new_rest);
    let is_similar = is_aligned && pairs.filter(|(a, b)| a != b).count() <= MAX_CHANGES;
    if is_similar || old_changed.max(new_changed) <= MAX_PARTS {
        return Some(capture_diff_slices(Algorithm::Myers, old, new));
    }
    // The few new parts replace a large value.
    (new_changed <= MAX_CHANGES).then(|| {
        let equal = |old_index, new_index, len| DiffOp::Equal {
            old_index,
            new_index,
            len,
        };
        let replaced = DiffOp::Replace {
            old_index: start,
            old_len: old_changed,
            new_index: start,
            new_len: new_changed,
        };
        let ends = (old.len() - end, new.len() - end);
        vec![equal(0, 0, start), replaced, equal(ends.0, ends.1, end)]
    })
}

impl EditedValue {
    fn new(mut bytes: Vec<u8>, trailer: &[u8]) -> Self {
        bytes.extend(trailer);
        let trailer = trailer.len();
        Self { bytes, trailer }
    }
}
