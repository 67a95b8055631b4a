//! Finds duplicate keys of Dictionaries.

use super::rules::{DUPLICATE_KEY, FindingSink, report_at};
use gdvariant::DecodeOptions;
use gdvariant::any::AnyVariant;
use gdvariant::dictionary::Key;
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::schema::LayoutInfo;
use gdvariant::table::Body;
use std::collections::HashSet;

/// The maximum length of a compared key, in bytes; strings are always compared. Without this limit,
/// nested keys would be decoded once for each Dictionary around them.
const MAX_KEY_LENGTH: usize = 256;

/// The open Dictionaries around a row.
pub(super) struct Keys<'b> {
    pub(super) layout: &'static LayoutInfo,
    pub(super) input: &'b [u8],
    pub(super) dictionaries: Vec<OpenDictionary>,
}

/// A Dictionary whose entries are not all decoded yet.
pub(super) struct OpenDictionary {
    depth: usize,
    /// The offset of the current key; `None` once its value has started.
    key: Option<usize>,
    is_text: bool,
    known: HashSet<Key<AnyVariant>>,
}

impl Keys<'_> {
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
                    if last.is_duplicate(self.layout, bytes) {
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

impl OpenDictionary {
    /// Adds a key, and returns whether the Dictionary already had it.
    fn is_duplicate(&mut self, layout: &LayoutInfo, bytes: &[u8]) -> bool {
        if !self.is_text && bytes.len() > MAX_KEY_LENGTH {
            return false;
        }
        let options = DecodeOptions::engine().allow_objects(true);
        let key = layout.decode(bytes, options);
        // Keys that engines compare by identity cannot be a `Key` and are never duplicates.
        let key = key
            .ok()
            .and_then(|key| Key::with_rule(key, layout.keys).ok());
        key.is_some_and(|key| !self.known.insert(key))
    }
}
