use crate::{Path, Segment};
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::fmt;

/// The way from the outermost value to the one that a row belongs to; its text is made only when it is written.
///
/// It displays as the [`Path`] of an error does. A key that is neither short nor text is given by its index.
#[derive(Clone, Copy)]
pub struct Place<'r> {
    frames: &'r [Frame<'r>],
    part: Part,
}

/// What within a value, apart from its fields, a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The value itself.
    Whole,
    /// An element of a pool array, or a name of a NodePath.
    Element(usize),
    /// Some elements of a PoolByteArray: the first one, and the one behind the last.
    Elements(usize, usize),
    /// The name of a property.
    KeyOf(usize),
}

/// A container that is being read, and which of its parts is next or being read.
pub(crate) struct Frame<'de> {
    /// How many elements, pairs or properties it has.
    pub(crate) count: usize,
    pub(crate) step: Step<'de>,
}

/// The part of a container that is being read.
pub(crate) enum Step<'de> {
    /// The element of an Array.
    Element(usize),
    /// The key of a pair.
    Key { index: usize, bytes: &'de [u8] },
    /// The value of a pair.
    Value {
        index: usize,
        key: Key<'de>,
        name: OnceCell<Segment>,
    },
    /// The value of a property.
    Property {
        index: usize,
        name: Cow<'de, str>,
        segment: OnceCell<Segment>,
    },
}

/// The bytes of a key, and how a layout reads them.
#[derive(Clone, Copy)]
pub(crate) struct Key<'de> {
    pub(crate) bytes: &'de [u8],
    pub(crate) is_text: bool,
    pub(crate) segment: fn(&[u8]) -> Option<Segment>,
}

/// Keys that are not text are shown up to this many bytes: a large one, around or within others, would be read again for each of them.
const LONGEST_KEY: usize = 256;

impl Key<'_> {
    /// How the value of this key stands in a row's path.
    fn shown(self, index: usize) -> Segment {
        let is_shown = self.is_text || self.bytes.len() <= LONGEST_KEY;
        is_shown
            .then(|| (self.segment)(self.bytes))
            .flatten()
            .unwrap_or(Segment::ValueOf(index))
    }
}

impl Step<'_> {
    /// As an error's path has it.
    #[cold]
    pub(crate) fn segment(&self) -> Segment {
        match self {
            Self::Element(index) => Segment::Index(*index),
            Self::Key { index, .. } => Segment::KeyOf(*index),
            Self::Value { index, key, .. } => {
                (key.segment)(key.bytes).unwrap_or(Segment::ValueOf(*index))
            }
            Self::Property { name, .. } => Segment::name(name),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, is_first: bool) -> fmt::Result {
        match self {
            Self::Element(index) => Segment::Index(*index).write(f, is_first),
            Self::Key { index, .. } => Segment::KeyOf(*index).write(f, is_first),
            Self::Value { index, key, name } => {
                name.get_or_init(|| key.shown(*index)).write(f, is_first)
            }
            Self::Property { name, segment, .. } => segment
                .get_or_init(|| Segment::name(name))
                .write(f, is_first),
        }
    }
}

impl<'r> Place<'r> {
    pub(crate) fn new(frames: &'r [Frame<'r>], part: Part) -> Self {
        Self { frames, part }
    }

    /// In how many values the value of the row lies: 0 for the outermost one.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() + usize::from(matches!(self.part, Part::KeyOf(_)))
    }

    /// As an error's path; for a row of several elements the path of the first.
    #[must_use]
    pub fn to_path(&self) -> Path {
        let part = match self.part {
            Part::Whole => None,
            Part::Element(index) | Part::Elements(index, _) => Some(Segment::Index(index)),
            Part::KeyOf(index) => Some(Segment::KeyOf(index)),
        };
        self.frames
            .iter()
            .map(|frame| frame.step.segment())
            .chain(part)
            .collect()
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, frame) in self.frames.iter().enumerate() {
            frame.step.write(f, depth == 0)?;
        }
        match self.part {
            Part::Whole => Ok(()),
            Part::Element(index) => Segment::Index(index).write(f, false),
            Part::Elements(first, end) => write!(f, "[{first}..{end}]"),
            Part::KeyOf(index) => Segment::KeyOf(index).write(f, self.frames.is_empty()),
        }
    }
}

impl fmt::Debug for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}
