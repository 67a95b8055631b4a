//! Whether a file that is replaced surely has the layout that was detected.

use crate::failure::Failure;
use crate::hints::alternatives;
use crate::layouts::{Chosen, JsonLayout, LayoutName, for_layout, rows};
use gdvariant::any::DecodeAny;
use gdvariant::detect::{Choice, Detection};
use gdvariant::{DecodeOptions, Ignored, generic};

/// Objects are data here, so they need no permission.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// The layouts that fit an input besides the one that was detected.
#[derive(Debug)]
pub(crate) struct OtherLayouts {
    pub(crate) layouts: Vec<LayoutName>,
    /// Whether the layout is stated, so that there are no others.
    pub(crate) is_stated: bool,
    /// Whether a value is encoded as other bytes than those of the file.
    is_inexact: bool,
}

/// The layout is stated.
impl Default for OtherLayouts {
    fn default() -> Self {
        Self {
            layouts: Vec::new(),
            is_stated: true,
            is_inexact: false,
        }
    }
}

impl OtherLayouts {
    /// Returns the layouts that fit an input in the framing of the choice.
    pub(crate) fn of(detection: &Detection, choice: &Choice) -> Self {
        let others = detection.matches().filter(|it| {
            it.framing == choice.framing && it.skip == 0 && it.layout != choice.layout
        });
        Self {
            layouts: others.map(|it| it.layout.into()).collect(),
            is_stated: false,
            is_inexact: false,
        }
    }

    /// Adds a value of the file.
    pub(crate) fn keep(&mut self, layout: LayoutName, bytes: &[u8]) {
        self.is_inexact |= !for_layout!(layout, L => Ok(is_exact::<L>(bytes))).unwrap_or(false);
        self.restrict(bytes);
    }

    /// Leaves out the layouts that do not decode a value.
    pub(crate) fn restrict(&mut self, bytes: &[u8]) {
        let decodes =
            |layout: &LayoutName| Ignored::decode_any(layout.name(), bytes, OPTIONS).is_ok();
        self.layouts.retain(decodes);
    }

    /// Fails if `write` returns other bytes than those that are written for another layout.
    pub(crate) fn compare(
        &self,
        label: &str,
        chosen: Chosen,
        written: &[u8],
        write: impl Fn(LayoutName) -> Option<Vec<u8>>,
    ) -> Result<(), Failure> {
        let (option, name) = (chosen.option, chosen.layout.name());
        let different = self
            .layouts
            .iter()
            .filter(|it| write(**it).as_deref() != Some(written));
        let different: Vec<_> = different.map(|it| it.name()).collect();
        let problem = match different.as_slice() {
            [] if self.is_inexact => {
                format!("is likely {name}, but not as an engine writes it")
            }
            [] => return Ok(()),
            _ => {
                let others = alternatives(different.into_iter());
                format!("fits {name} and {others}, which would write other bytes")
            }
        };
        Err(Failure::Unclear(format!(
            "{label}: the file {problem}; state the layout: {option} {name}"
        )))
    }
}

/// Returns whether a value is encoded as its bytes, except for padding that engines leave unset.
fn is_exact<L: JsonLayout>(bytes: &[u8]) -> bool {
    let value = generic::from_slice::<L, L::Variant>(bytes, OPTIONS).ok();
    let encoded = value.and_then(|value| generic::to_vec::<L, _>(&value).ok());
    let mut cleared = bytes.to_vec();
    let read = rows::<L>(bytes, OPTIONS, &mut |row| {
        if row.is_unset_padding() {
            cleared[row.offset..row.offset + row.bytes.len()].fill(0);
        }
    });
    read.is_ok() && encoded.is_some_and(|encoded| encoded == cleared)
}
