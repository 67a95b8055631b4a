//! Finds duplicate keys of Dictionaries.

use super::rules::{DUPLICATE_KEY, FindingSink, report_at};
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::Body;
use gdvariant::{Decode, DecodeOptions, Key, KeyEquality, Layout, generic};
use std::collections::HashSet;

/// The maximum length of a compared key, in bytes; strings are always compared. Without this limit,
/// nested keys would be decoded once for each Dictionary around them.
const MAX_KEY_LENGTH: usize = 256;

/// The open Dictionaries around a row.
pub(super) struct Keys<'b, L: Layout> {
    pub(super) input: &'b [u8],
    pub(super) dictionaries: Vec<OpenDictionary<L::Variant>>,
}

/// A Dictionary whose entries are not all decoded yet.
pub(super) struct OpenDictionary<V> {
    depth: usize,
    /// The offset of the current key; `None` once its value has started.
    key: Option<usize>,
    is_text: bool,
    known: HashSet<Key<V>>,
}

impl<L: Layout<Variant: KeyEquality>> Keys<'_, L> {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        if row.kind != RowKind::Header {
            return;
        }
        let depth = row.path.depth();
        while self.dictionaries.pop_if(|it| it.depth >= depth).is_some() {}
        if let Some(last) = self.dictionaries.last_mut()
            && last.depth + 1 == depth
        {
            match last.key.take() {
                None => {
                    last.key = Some(row.offset);
                    last.is_text = row.ty.body == Body::Text;
                }
                Some(start) => {
                    let bytes = self.input.get(start..row.offset).unwrap_or_default();
                    if last.is_duplicate::<L>(bytes) {
                        report_at!(
                            sink,
                            row,
                            start,
                            DUPLICATE_KEY,
                            "duplicate key of the Dictionary: engines keep the position of the first entry and the value of the last, but other programs may differ; remove one"
                        );
                    }
                }
            }
        }
        if row.ty.body == Body::Dictionary {
            self.dictionaries.push(OpenDictionary {
                depth,
                key: None,
                is_text: false,
                known: HashSet::new(),
            });
        }
    }
}

impl<V: KeyEquality> OpenDictionary<V> {
    /// Adds a key, and returns whether the Dictionary already had it.
    fn is_duplicate<L>(&mut self, bytes: &[u8]) -> bool
    where
        L: Layout<Variant = V>,
        V: for<'de> Decode<'de, L>,
    {
        if !self.is_text && bytes.len() > MAX_KEY_LENGTH {
            return false;
        }
        let options = DecodeOptions::engine().allow_objects(true);
        let key = generic::from_slice::<L, V>(bytes, options);
        // Keys that engines compare by identity cannot be a `Key` and are never duplicates.
        let key = key.ok().and_then(|key| Key::new(key).ok());
        key.is_some_and(|key| !self.known.insert(key))
    }
}
