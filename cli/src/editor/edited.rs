//! The values after they were edited.

use super::original::Original;
use super::text;
use crate::args::EditorArgs;
use crate::layouts::JsonLayout;
use std::collections::HashMap;

/// What is written in place of the edited values.
pub(super) struct Replaced {
    /// The values, each with its length.
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
    /// Whether a value was changed, added or removed.
    pub(super) is_changed: bool,
}

impl Replaced {
    /// Encodes the values of an edited text. Values that are not changed keep their bytes.
    pub(super) fn new<L: JsonLayout>(
        args: &EditorArgs,
        original: &Original,
        edited: &str,
    ) -> Result<Self, String> {
        let form = args.form();
        let values = text::parse::<L>(form, edited)?;
        check_count(args, values.len())?;
        let kept = Kept::new(original);
        let mut replaced = Self {
            bytes: Vec::new(),
            text: String::new(),
            is_changed: values.len() != original.edited.len(),
        };
        for (index, value) in values.iter().enumerate() {
            let place = |error| format!("value {}: {error}", index + 1);
            let canonical = text::canonical::<L>(value).map_err(place)?;
            let bytes = match kept.bytes(index, &canonical) {
                Some(bytes) => args.edit.kept(bytes),
                None => args.edit.encoded::<L>(value).map_err(place)?,
            };
            replaced.is_changed |= !kept.is_at(index, &canonical);
            replaced.bytes.extend(bytes);
            replaced.text += &text::of_value::<L>(form, value);
        }
        Ok(replaced)
    }
}

/// Fails if the file cannot hold this number of values.
fn check_count(args: &EditorArgs, count: usize) -> Result<(), String> {
    match (count, args.edit.frame.framed, args.edit.value) {
        (0, ..) => Err("no value is left, and a file has one at least".into()),
        (1, ..) | (_, true, None) => Ok(()),
        (_, _, Some(number)) => Err(format!(
            "{count} values in place of value {number}, which is edited alone"
        )),
        _ => Err(format!(
            "{count} values, and only a file with --framed holds several"
        )),
    }
}

/// The original values, by their canonical bytes.
struct Kept<'o> {
    original: &'o Original,
    indices: HashMap<&'o [u8], usize>,
}

impl<'o> Kept<'o> {
    fn new(original: &'o Original) -> Self {
        let edited = original.edited.iter().enumerate();
        Self {
            original,
            indices: edited
                .map(|(index, edited)| (&*edited.canonical, index))
                .collect(),
        }
    }

    /// Returns whether the original value at an index is this one.
    fn is_at(&self, index: usize, canonical: &[u8]) -> bool {
        let edited = self.original.edited.get(index);
        edited.is_some_and(|edited| edited.canonical == canonical)
    }

    /// Returns the original bytes of a value: of the one at the index, or of one that was moved.
    fn bytes(&self, index: usize, canonical: &[u8]) -> Option<&'o [u8]> {
        let index = if self.is_at(index, canonical) {
            index
        } else {
            *self.indices.get(canonical)?
        };
        Some(&self.original.edited.get(index)?.bytes)
    }
}
