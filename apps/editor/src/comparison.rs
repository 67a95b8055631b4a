//! The differences between the open file and another one.

use crate::content::{Content, OpenOptions};
use crate::failure::Failure;
use gdvariant::any::AnyRef;
use gdvariant_files::compare::{self, Change, CompareOptions, Difference};
use gdvariant_files::display::{DisplayOptions, WalkPath};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// The maximum number of differences that are listed.
const MAX_LISTED: usize = 1000;

/// The form of values in the list.
const LISTED: DisplayOptions = DisplayOptions::up_to(60, false);

/// The differences, where the open file is the old one.
#[derive(Default, Serialize)]
pub(crate) struct Comparison {
    differences: Vec<Value>,
    /// Whether there are further differences.
    has_more: bool,
}

impl Comparison {
    /// Compares the values of the open content with those of a file.
    pub(crate) fn new(
        content: &Content,
        file: Vec<u8>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let other = Content::open_like(file, options, content.file.layout())?;
        if let Some(text) = other.text.as_ref().filter(|_| !other.has_values()) {
            let (kind, fault) = (text.kind.name(), text.fault.as_deref());
            return Err(Failure::new(format_args!(
                "the other file is {kind} without values: {}",
                fault.unwrap_or_default()
            )));
        }
        let mut comparison = Self::default();
        let count = content.file.count().max(other.file.count());
        for file_value in 0..count {
            if comparison.values([content, &other], file_value)?.is_break() {
                break;
            }
        }
        Ok(comparison)
    }

    /// Compares the values with a number.
    fn values(
        &mut self,
        contents: [&Content; 2],
        file_value: usize,
    ) -> Result<ControlFlow<()>, Failure> {
        let options = CompareOptions {
            is_full: false,
            ignores_order: false,
        };
        let mut report =
            |walk_path: &WalkPath<'_>, change: &Change<'_>| self.add(file_value, walk_path, change);
        let value = |content: &Content| {
            let is_value = file_value < content.file.count();
            is_value.then(|| content.file.value(file_value))
        };
        let old = value(contents[0]).transpose()?;
        let new = value(contents[1]).transpose()?;
        let values = [&old, &new].map(|value| value.as_ref().map(AnyRef::from));
        Ok(compare::values(options, &mut report, values))
    }

    fn add(
        &mut self,
        file_value: usize,
        walk_path: &WalkPath<'_>,
        change: &Change<'_>,
    ) -> ControlFlow<()> {
        if self.differences.len() == MAX_LISTED {
            self.has_more = true;
            return ControlFlow::Break(());
        }
        let Difference {
            sign,
            path,
            old,
            new,
            note,
        } = Difference::new(LISTED, walk_path, change);
        self.differences.push(json!({
            "file_value": file_value,
            "sign": sign,
            "path": path,
            "old": old,
            "new": new,
            "note": note,
            "target": walk_path.old_path(usize::MAX),
        }));
        ControlFlow::Continue(())
    }
}
