//! Paths to values, and the names in paths.

use super::condition::Condition;
use super::step::Step;
use crate::Escaped;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The path from the outermost value to another one, such as `players[3].position.y`.
///
/// Errors have the path to the value that caused them. Paths that are parsed can also select several
/// values, and lead into the content of values:
///
/// | segment | leads to |
/// | --- | --- |
/// | `name`, `["a name"]` | the value of a String key, or of a property |
/// | `[3]` | an element of an array, or the value of an int key |
/// | `[-1]` | an element counted from the end, or the value of the int key -1 |
/// | `[Vector2(1, 2)]` | the value of any other key |
/// | `key(3)`, `value(3)` | the key and the value of the entry with this index |
/// | `[+]` | the position after the last element of an array, where a value can be set |
/// | `[*]` | every element, entry or property: a [pattern](Path::is_pattern) |
/// | `[?id=7]` | the members that satisfy a [`Condition`]: a pattern |
/// | `<gzip>` | the content of a value, which a [`Step`] decodes |
///
/// A name needs no quotes if it starts with a letter or `_` and consists of letters, digits, `_` and
/// `/`, as the settings of an engine do: `application.config/name`.
///
/// Functions of this library neither decode content nor select values: for them, a path with a step
/// or a pattern leads to no value. `change::steps` in gdvariant-files follows all paths.
///
/// ```
/// use gdvariant::{Path, Segment};
///
/// let path: Path = [Segment::Name("players".into()), Segment::Index(3), Segment::Field("y")].into_iter().collect();
/// assert_eq!(path.to_string(), "players[3].y");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    /// The segments, innermost first: containers append theirs as they propagate an error.
    inside_out: Vec<Segment>,
}

/// A segment of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Segment {
    /// An element of an array, by its index.
    Index(usize),
    /// The value of a string key, or of a property.
    Name(String),
    /// The value of any other key, by its formatted key.
    Key(String),
    /// A key, by the index of its entry.
    KeyOf(usize),
    /// The value of an entry whose key is not available, by the index of the entry.
    ValueOf(usize),
    /// A field of a value, such as `x`, by its name in the schema.
    Field(&'static str),
    /// The position after the last element of an array: `[+]`.
    Append,
    /// Every element, entry or property: `[*]`.
    Any,
    /// Every element, entry or property that satisfies a condition: `[?id=7]`.
    Where(Box<Condition>),
    /// The content of the value: `<gzip>`.
    Step(Step),
}

impl Segment {
    /// Creates a segment for the value of a string key, or of a property; long names are truncated.
    ///
    /// ```
    /// use gdvariant::{Path, Segment};
    ///
    /// let path: Path = [Segment::name("players"), Segment::Index(3)].into_iter().collect();
    /// assert_eq!(path.to_string(), "players[3]");
    /// ```
    pub fn name(name: &str) -> Self {
        Self::Name(shortened(name))
    }

    /// Creates a segment for the value of any other key, by its formatted key; long keys are
    /// truncated.
    ///
    /// ```
    /// use gdvariant::{Path, Segment};
    ///
    /// let path: Path = [Segment::key("Vector2( 1, 2 )")].into_iter().collect();
    /// assert_eq!(path.segments().count(), 1);
    /// ```
    pub fn key(key: &str) -> Self {
        Self::Key(shortened(key))
    }

    /// Returns whether this segment of a parsed path matches a segment as errors display it.
    pub(crate) fn is_shown_as(&self, shown: &Self) -> bool {
        match (self, shown) {
            (Self::Name(wanted), Self::Name(name)) => {
                wanted == name || (is_truncated(name) && shortened(wanted) == *name)
            }
            (Self::Index(wanted), Self::Key(key)) => key.parse() == Ok(*wanted),
            (Self::Key(wanted), Self::Key(key)) => {
                let escaped = alloc::format!("{}", Escaped(key));
                *wanted == escaped || (is_truncated(key) && shortened(wanted) == escaped)
            }
            _ => self == shown,
        }
    }

    /// Formats the segment, with a dot if it is a name and not the first segment.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, is_first: bool) -> fmt::Result {
        let dot = if is_first { "" } else { "." };
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Name(name)
                if name.starts_with(is_identifier_start) && name.chars().all(is_unquoted_part) =>
            {
                f.write_str(dot)?;
                f.write_str(name)
            }
            Self::Name(name) => write!(f, "[{name:?}]"),
            Self::Key(key) => write!(f, "[{}]", Escaped(key)),
            Self::KeyOf(index) => write!(f, "{dot}key({index})"),
            Self::ValueOf(index) => write!(f, "{dot}value({index})"),
            Self::Field(field) => write!(f, "{dot}{field}"),
            Self::Append => f.write_str("[+]"),
            Self::Any => f.write_str("[*]"),
            Self::Where(condition) => write!(f, "[?{condition}]"),
            Self::Step(step) => write!(f, "{dot}{step}"),
        }
    }

    /// Returns whether the segment stands for several members of a container.
    ///
    /// ```
    /// use gdvariant::Segment;
    ///
    /// assert!(Segment::Any.is_pattern());
    /// assert!(!Segment::Index(3).is_pattern());
    /// ```
    pub fn is_pattern(&self) -> bool {
        matches!(self, Self::Any | Self::Where(_))
    }
}

impl Path {
    /// Returns the segments, outermost first.
    ///
    /// ```
    /// use gdvariant::{Path, Segment};
    ///
    /// let path: Path = "players[3]".parse()?;
    /// assert_eq!(path.segments().collect::<Vec<_>>(), [&Segment::Name("players".into()), &Segment::Index(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &Segment> + ExactSizeIterator {
        self.inside_out.iter().rev()
    }

    /// Returns whether the path is empty: the outermost value itself caused the error.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// assert!(Path::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.inside_out.is_empty()
    }

    /// Returns whether the path can lead to several values, because a segment is `[*]` or a
    /// condition.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// let is_pattern = |path: &str| path.parse().map(|path: Path| path.is_pattern());
    /// assert_eq!(is_pattern("items[*].id"), Ok(true));
    /// assert_eq!(is_pattern("items[?id=7]"), Ok(true));
    /// assert_eq!(is_pattern(r#"items["*"]"#), Ok(false));
    /// ```
    pub fn is_pattern(&self) -> bool {
        self.inside_out.iter().any(Segment::is_pattern)
    }

    /// Returns whether the path begins with the segments of `start`.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// let path: Path = "players[3].position".parse()?;
    /// assert!(path.starts_with(&"players[3]".parse()?));
    /// assert!(!path.starts_with(&"players[2]".parse()?));
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    pub fn starts_with(&self, start: &Self) -> bool {
        self.inside_out.ends_with(&start.inside_out)
    }

    /// Returns the path that continues with the segments of `inner`.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// let path: Path = "players[3]".parse()?;
    /// assert_eq!(path.join(&"position.x".parse()?).to_string(), "players[3].position.x");
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[must_use]
    pub fn join(&self, inner: &Self) -> Self {
        let inside_out = [&*inner.inside_out, &*self.inside_out].concat();
        Self { inside_out }
    }

    /// Returns the path without its last segment, and the last segment, or `None` for an empty path.
    ///
    /// ```
    /// use gdvariant::{Path, Segment};
    ///
    /// let path: Path = "players[3]".parse()?;
    /// assert_eq!(path.split_last(), Some(("players".parse()?, Segment::Index(3))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split_last(&self) -> Option<(Self, Segment)> {
        let (last, outer) = self.inside_out.split_first()?;
        let inside_out = outer.to_vec();
        Some((Self { inside_out }, last.clone()))
    }

    pub(crate) fn prepend(&mut self, segment: Segment) {
        self.inside_out.push(segment);
    }

    /// Returns the start of a message about the value: the path and a colon, or nothing for the
    /// outermost value.
    ///
    /// Of a path with more than 24 segments, the start contains the first 8 and the last 8, and the
    /// number of the others.
    ///
    /// ```
    /// use gdvariant::{Path, Segment};
    ///
    /// let path: Path = "players[3]".parse()?;
    /// assert_eq!(path.in_message().to_string(), "players[3]: ");
    ///
    /// let nested: Path = vec![Segment::Index(0); 1024].into_iter().collect();
    /// let shown = "[0][0][0][0][0][0][0][0]…(1008 more)…[0][0][0][0][0][0][0][0]: ";
    /// assert_eq!(nested.in_message().to_string(), shown);
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    pub fn in_message(&self) -> impl fmt::Display {
        PathInMessage(self, &[])
    }
}

/// A path at the start of a message, with the name of each variant after the path to its enum:
/// `players[3]: Move: position: `.
///
/// The variants have the number of segments within each, innermost first.
pub(super) struct PathInMessage<'p>(pub(super) &'p Path, pub(super) &'p [(usize, &'static str)]);

impl fmt::Display for PathInMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(path, variants) = self;
        let length = path.inside_out.len();
        let omitted = match length {
            0..=MAX_SHOWN => 0..0,
            _ => SHOWN_AT_ENDS..length - SHOWN_AT_ENDS,
        };
        let mut is_first = true;
        let mut outer = variants.iter().rev().peekable();
        for (depth, segment) in path.segments().enumerate() {
            let is_omitted = omitted.contains(&depth);
            while let Some((_, name)) = outer.next_if(|(within, _)| within + depth == length) {
                if !is_omitted {
                    write!(f, "{}{name}: ", if is_first { "" } else { ": " })?;
                    is_first = true;
                }
            }
            if !is_omitted {
                segment.write(f, is_first)?;
            } else if depth == omitted.start {
                write!(f, "…({} more)…", omitted.len())?;
            }
            is_first = false;
        }
        if !is_first {
            f.write_str(": ")?;
        }
        outer.try_for_each(|(_, name)| write!(f, "{name}: "))
    }
}

/// The maximum number of segments in a message. Errors of the nesting depth have more than 1000.
const MAX_SHOWN: usize = 24;

/// The number of segments that a message shows at each end of a longer path.
const SHOWN_AT_ENDS: usize = 8;

impl From<Segment> for Path {
    fn from(segment: Segment) -> Self {
        let inside_out = [segment].into();
        Self { inside_out }
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

/// The maximum number of characters of a key in a path. Longer keys are truncated, so that a
/// hostile key cannot make the error larger than the input.
const LONGEST_NAME: usize = 48;

/// Returns whether a name or a formatted key was truncated.
pub(super) fn is_truncated(text: &str) -> bool {
    text.ends_with('…') && text.chars().count() > LONGEST_NAME
}

/// Truncates a name or a formatted key for a path.
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

/// Returns whether a string is a name that needs no quotes.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(is_identifier_start) && text.chars().all(is_identifier_part)
}

/// Returns whether a name without quotes can contain a character in a path.
pub(super) fn is_unquoted_part(c: char) -> bool {
    c == '/' || is_identifier_part(c)
}

/// Returns whether a name can start with a character.
pub(crate) fn is_identifier_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Returns whether a name can contain a character.
pub(crate) fn is_identifier_part(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns the longest prefix whose characters are all accepted.
pub(crate) fn leading(text: &str, mut is_accepted: impl FnMut(char) -> bool) -> &str {
    // Fast path: most texts are ASCII, which needs no decoding.
    let is_ascii = |byte: &u8| byte.is_ascii() && is_accepted((*byte).into());
    let mut end = text.bytes().take_while(is_ascii).count();
    if let Some(rest) = text.get(end..)
        && !rest.starts_with(|c: char| c.is_ascii())
    {
        end += rest.find(|c| !is_accepted(c)).unwrap_or(rest.len());
    }
    text.get(..end).unwrap_or_default()
}
