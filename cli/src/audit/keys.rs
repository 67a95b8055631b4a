//! Keys that a Dictionary has twice.

use super::finding::{Finding, Sink};
use super::rule::{ENGINES, Rule, Severity};
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::Body;
use gdvariant::{Decode, DecodeOptions, Key, KeyEquality, Layout, generic};
use std::collections::HashSet;

pub(super) const DUPLICATE: Rule = Rule {
    id: "duplicate-key",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A Dictionary with two equal keys, of which engines keep the last value.",
};

/// The largest length in bytes of a compared key that is not a string. A larger one would be
/// decoded again for each key that it contains.
const LONGEST_KEY: usize = 256;

/// The Dictionaries around a row.
pub(super) struct Keys<'b, L: Layout> {
    input: &'b [u8],
    dictionaries: Vec<Dictionary<L::Variant>>,
}

/// A Dictionary that is being decoded.
struct Dictionary<V> {
    depth: usize,
    /// The offset of the current key, while its value has not started.
    key: Option<usize>,
    is_text: bool,
    known: HashSet<Key<V>>,
}

impl<'b, L: Layout<Variant: KeyEquality>> Keys<'b, L> {
    pub(super) fn new(input: &'b [u8]) -> Self {
        Self {
            input,
            dictionaries: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        if row.kind != RowKind::Header {
            return;
        }
        let depth = row.path.depth();
        let is_open = |dictionary: &Dictionary<L::Variant>| dictionary.depth < depth;
        while self.dictionaries.pop_if(|last| !is_open(last)).is_some() {}
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
                        duplicate(start, row, sink);
                    }
                }
            }
        }
        if row.ty.body == Body::Dictionary {
            self.dictionaries.push(Dictionary {
                depth,
                key: None,
                is_text: false,
                known: HashSet::new(),
            });
        }
    }
}

impl<V: KeyEquality> Dictionary<V> {
    /// Adds a key, and returns whether it was known.
    fn is_duplicate<L>(&mut self, bytes: &[u8]) -> bool
    where
        L: Layout<Variant = V>,
        V: for<'de> Decode<'de, L>,
    {
        if !self.is_text && bytes.len() > LONGEST_KEY {
            return false;
        }
        let options = DecodeOptions::engine().allow_objects(true);
        let key = generic::from_slice::<L, V>(bytes, options);
        // Engines compare some keys by identity: they are never equal.
        let key = key.ok().and_then(|key| Key::new(key).ok());
        key.is_some_and(|key| !self.known.insert(key))
    }
}

fn duplicate(start: usize, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    sink(&Finding::at(
        start,
        &DUPLICATE,
        row,
        format_args!(
            "the Dictionary has this key already: engines keep the place of the first and the value of the last, other readers may keep another; remove one"
        ),
    ));
}
