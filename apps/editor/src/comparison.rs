//! The differences between the open file and another one.

use crate::content::{Content, OpenOptions};
use crate::failure::Failure;
use gdvariant::Path;
use gdvariant::any::AnyRef;
use gdvariant_files::compare::{self, Change, CompareOptions, Difference};
use gdvariant_files::display::{DisplayOptions, WalkPath};
use gdvariant_files::text::TextKind;
use serde::Serialize;
use std::ops::ControlFlow;

/// The maximum number of differences that are listed.
const MAX_LISTED: usize = 1000;

/// The form of values in the list.
const LISTED: DisplayOptions = DisplayOptions::up_to(60, false);

#[derive(Serialize)]
pub(crate) struct Comparison {
    differences: Vec<Listed>,
    /// Whether there are further differences.
    has_more: bool,
}

/// A difference, where the open file is the old one.
#[derive(Serialize)]
struct Listed {
    /// The number of the value in the file, from 0.
    file_value: usize,
    sign: char,
    path: String,
    old: Option<String>,
    new: Option<String>,
    note: Option<String>,
    /// The path of the value in the open file, or of the container that would contain it.
    target: String,
}

impl Comparison {
    /// Compares the values of the open content with those of a file.
    pub(crate) fn new(
        content: &Content,
        file: Vec<u8>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let other = Content::open_like(file, options, content.file.layout())?;
        if let Some(kind) = other.text_kind.map(TextKind::name) {
            return Err(Failure::new(format_args!(
                "the other file is {kind}, expected encoded values"
            )));
        }
        let mut comparison = Self {
            differences: Vec::new(),
            has_more: false,
        };
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
            let file = &content.file;
            let range = file.values().get(file_value)?.clone();
            let decoded = file
                .layout()
                .decode(file.bytes().get(range)?, file.options());
            Some(decoded.map_err(|error| Failure::decode(&error, 0)))
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
        let mut target = walk_path.old_path(usize::MAX);
        if let (Change::Added(_), Ok(path)) = (change, target.parse::<Path>()) {
            let count = path.segments().count().saturating_sub(1);
            let container: Path = path.segments().take(count).cloned().collect();
            target = container.to_string();
        }
        let Difference {
            sign,
            path,
            old,
            new,
            note,
        } = Difference::new(LISTED, walk_path, change);
        self.differences.push(Listed {
            file_value,
            sign,
            path,
            old,
            new,
            note,
            target,
        });
        ControlFlow::Continue(())
    }
}
