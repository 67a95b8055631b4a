use crate::Escaped;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The way from the outermost value to the one at fault, such as `players[3].position.y`.
///
/// ```
/// use gdvariant::{Path, Segment};
///
/// let path: Path = [Segment::Name("players".into()), Segment::Index(3), Segment::Field("y")].into_iter().collect();
/// assert_eq!(path.to_string(), "players[3].y");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Path {
    /// Innermost first: an error gains its path on the way out.
    inside_out: Vec<Segment>,
}

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// The element of an array, counted from 0.
    Index(usize),
    /// The value of a key that is text, or of a property.
    Name(String),
    /// The value of any other key, as its text.
    Key(String),
    /// A key itself: the one of this pair, counted from 0.
    KeyOf(usize),
    /// The value of the pair of this index, counted from 0, whose key is not at hand.
    ValueOf(usize),
    /// A field of the schema's tables.
    Field(&'static str),
}

impl Segment {
    /// The value of a key that is text, or of a property; a long name is cut.
    #[must_use]
    pub fn name(name: &str) -> Self {
        Self::Name(shortened(name))
    }

    /// The value of any other key, by its text; a long one is cut.
    #[must_use]
    pub fn key(key: &str) -> Self {
        Self::Key(shortened(key))
    }

    /// Writes the segment behind those that enclose it.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, is_first: bool) -> fmt::Result {
        let dot = if is_first { "" } else { "." };
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Name(name) if is_plain(name) => write!(f, "{dot}{name}"),
            Self::Name(name) => write!(f, "[{name:?}]"),
            Self::Key(key) => write!(f, "[{}]", Escaped(key)),
            Self::KeyOf(index) => write!(f, "{dot}key({index})"),
            Self::ValueOf(index) => write!(f, "{dot}value({index})"),
            Self::Field(field) => write!(f, "{dot}{field}"),
        }
    }
}

impl Path {
    /// The steps, outermost first.
    #[must_use]
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &Segment> + ExactSizeIterator {
        self.inside_out.iter().rev()
    }

    /// Whether the fault is in the outermost value itself.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inside_out.is_empty()
    }

    pub(crate) fn enclose(&mut self, segment: Segment) {
        self.inside_out.push(segment);
    }
}

impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        let mut inside_out: Vec<_> = segments.into_iter().collect();
        inside_out.reverse();
        Self { inside_out }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, segment) in self.segments().enumerate() {
            segment.write(f, depth == 0)?;
        }
        Ok(())
    }
}

/// Whether a name can stand in a path as it is, and be told from the signs around it.
fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// Keys in a path are cut at this many characters: a hostile key must not make the error larger than the input.
const LONGEST_NAME: usize = 48;

/// A name or a key's text, short enough for a path.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => {
            let mut short = String::with_capacity(end + '…'.len_utf8());
            short.push_str(&text[..end]);
            short.push('…');
            short
        }
        None => String::from(text),
    }
}
