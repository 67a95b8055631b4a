use crate::table::rule::CountedText;
use crate::value::declared::allows;
use crate::{Kind, Path, Segment};
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::fmt;

/// The path from the outermost value to the value of a row.
///
/// It displays as the [`Path`] of an error does, on one line. A key of more than 256 bytes that is
/// no string is given by its index. The text is built only when it is displayed.
#[derive(Clone, Copy)]
pub struct RowPath<'r> {
    frames: &'r [Frame<'r>],
    part: Part,
    /// The number of headers up to this row.
    values: usize,
}

/// Identifies the path of a row among the rows of one input: see [`RowPath::id`].
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::inspect::{RowPathId, inspect};
/// use gdvariant::{DecodeOptions, Godot3, godot3};
///
/// let bytes = godot3::to_vec(&[7, 8])?;
/// let mut ids: Vec<RowPathId> = Vec::new();
/// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| ids.push(row.path.id()))?;
/// // The header and the count of the Array, then the header and the value of each int.
/// assert!(ids[0] == ids[1] && ids[2] == ids[3] && ids[2] != ids[4]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPathId {
    values: usize,
    part: Part,
}

/// The part of a value that a row belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The value itself.
    Whole,
    /// An element of a pool array, or a name of a NodePath.
    Element(usize),
    /// A range of elements of a PoolByteArray: the first index, and the index after the last
    /// element.
    Elements(usize, usize),
    /// The name of a property.
    KeyOf(usize),
    /// A whole value in a field of the value.
    Field(&'static str),
}

impl Part {
    /// Returns whether the segment of a path leads to this part.
    fn is(self, segment: &Segment) -> bool {
        match (self, segment) {
            (Self::Elements(first, end), Segment::Index(wanted)) => (first..end).contains(wanted),
            (Self::Field(name), Segment::Name(wanted)) => name == wanted,
            _ => self.segment().as_ref() == Some(segment),
        }
    }

    /// Returns the last segment of the path, which is that of the first element of a range.
    fn segment(self) -> Option<Segment> {
        match self {
            Self::Whole => None,
            Self::Element(index) | Self::Elements(index, _) => Some(Segment::Index(index)),
            Self::KeyOf(index) => Some(Segment::KeyOf(index)),
            Self::Field(name) => Some(Segment::Field(name)),
        }
    }
}

/// A container that is being decoded, and its current member.
pub(crate) struct Frame<'de> {
    /// The number of its elements, entries or properties.
    pub(crate) count: usize,
    /// The index of the current one.
    pub(crate) index: usize,
    pub(crate) member: Member<'de>,
    /// The segment of a named member in a row's path, if it has been displayed.
    pub(crate) shown: OnceCell<Segment>,
    /// The declared types of elements or keys, and of values.
    pub(crate) declared: [Option<Kind>; 2],
}

/// A member of a container.
pub(crate) enum Member<'de> {
    /// An element of an Array.
    Element,
    /// The key of an entry, which these bytes start with.
    Key(&'de [u8]),
    /// The value of an entry, with the bytes of its key and the function that decodes them.
    Value {
        key: &'de [u8],
        is_text: bool,
        segment: fn(&[u8], usize) -> Segment,
    },
    /// The value of a property.
    Property {
        rule: &'static CountedText,
        name: Cow<'de, str>,
    },
}

/// The largest length in bytes of a shown key that is not a string. A larger one would be decoded
/// again for each value that it contains or belongs to.
const LONGEST_KEY: usize = 256;

impl Frame<'_> {
    /// Returns the declared type of the current member.
    #[inline]
    pub(crate) fn declared(&self) -> Option<Kind> {
        let [first, second] = self.declared;
        match self.member {
            Member::Element | Member::Key(_) => first,
            Member::Value { .. } => second,
            Member::Property { .. } => None,
        }
    }

    /// Returns the segment of an error's path, which shows keys of any length.
    #[cold]
    pub(crate) fn segment(&self) -> Segment {
        match &self.member {
            Member::Value { key, segment, .. } => segment(key, self.index),
            _ => self.shown().into_owned(),
        }
    }

    /// Returns the segment of a row's path.
    fn shown(&self) -> Cow<'_, Segment> {
        let segment = || match &self.member {
            Member::Property { name, .. } => Segment::name(name),
            Member::Value { key, is_text, .. } if *is_text || key.len() <= LONGEST_KEY => {
                self.segment()
            }
            _ => Segment::ValueOf(self.index),
        };
        match self.member {
            Member::Element => Cow::Owned(Segment::Index(self.index)),
            Member::Key(_) => Cow::Owned(Segment::KeyOf(self.index)),
            _ => Cow::Borrowed(self.shown.get_or_init(segment)),
        }
    }

    /// Returns whether the segment of a path leads to the current member.
    fn is(&self, segment: &Segment) -> bool {
        match (&self.member, segment) {
            (Member::Value { .. }, Segment::ValueOf(wanted)) => self.index == *wanted,
            _ => segment.is_shown_as(&self.shown()),
        }
    }
}

impl<'r> RowPath<'r> {
    pub(crate) fn new(frames: &'r [Frame<'r>], part: Part, values: usize) -> Self {
        Self {
            frames,
            part,
            values,
        }
    }

    /// Returns an id that two rows of an input share only if their paths are equal.
    ///
    /// Most rows have the path of the row before. A program that formats paths needs to do so only
    /// when the id changes.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3, godot3};
    ///
    /// let bytes = godot3::to_vec(&[true])?;
    /// let mut ids = Vec::new();
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| ids.push(row.path.id()))?;
    /// // The header and the count of the Array, the header and the value of the bool.
    /// assert_eq!((ids[0] == ids[1], ids[1] == ids[2], ids[2] == ids[3]), (true, false, true));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> RowPathId {
        RowPathId {
            values: self.values,
            part: self.part,
        }
    }

    /// Returns how many leading segments this path has in common with another one.
    ///
    /// All segments of `path` are in common if the row belongs to the value at `path` or to a part
    /// of it. Keys are compared as they are displayed: `[3]` is an element or an int key, and of a
    /// long key the first 48 characters count.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3, Path, godot3};
    ///
    /// let bytes = godot3::to_vec(&godot3::variant!({"name": "Ada", "scores": [1, 2]}))?;
    /// let scores: Path = "scores".parse()?;
    /// let mut rows = 0;
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| {
    ///     rows += row.path.common_segments(&scores);
    /// })?;
    /// assert_eq!(rows, 6); // a header and a count, then two headers with their values
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn common_segments(&self, path: &Path) -> usize {
        let steps = self.frames.iter().zip(path.segments());
        let common = steps
            .take_while(|(frame, segment)| frame.is(segment))
            .count();
        // A part is compared only if all containers are in common.
        let has_part = common == self.frames.len()
            && path
                .segments()
                .nth(common)
                .is_some_and(|it| self.part.is(it));
        common + usize::from(has_part)
    }

    /// Returns the nesting depth of the row's value: 0 for the outermost one.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3, godot3};
    ///
    /// let bytes = godot3::to_vec(&[[true]])?;
    /// let mut deepest = 0;
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| {
    ///     deepest = deepest.max(row.path.depth());
    /// })?;
    /// assert_eq!(deepest, 2);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() + usize::from(matches!(self.part, Part::KeyOf(_) | Part::Field(_)))
    }

    /// Returns the type that the container of the row's value declares, if it cannot hold values of
    /// the type `found`.
    ///
    /// Strict decoding rejects such a value; lenient decoding passes it on, and the engine converts
    /// or drops it.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::inspect::{RowKind, inspect};
    /// use gdvariant::{DecodeOptions, Godot4, Kind};
    ///
    /// // An Array that declares int and contains a bool.
    /// let bytes = [28, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    /// let mut declared = Vec::new();
    /// inspect::<Godot4>(&bytes, DecodeOptions::engine(), |row| {
    ///     if row.kind == RowKind::Header {
    ///         declared.push(row.path.declared_other_than(row.ty.kind));
    ///     }
    /// })?;
    /// assert_eq!(declared, [None, Some(Kind::Int)]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn declared_other_than(&self, found: Kind) -> Option<Kind> {
        let declared = self.frames.last()?.declared()?;
        let is_member = self.part == Part::Whole;
        (is_member && !allows(declared, found)).then_some(declared)
    }

    /// Returns the segment of the part of a value that the row belongs to.
    ///
    /// Parts are the elements of a pool array, the names of properties and the fields that hold a
    /// whole value. For a row of several elements, it is the segment of the first one.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3, Segment};
    ///
    /// let bytes = [21, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0]; // PoolIntArray([7])
    /// let mut parts = Vec::new();
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| parts.push(row.path.part()))?;
    /// assert_eq!(parts, [None, None, Some(Segment::Index(0))]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(&self) -> Option<Segment> {
        self.part.segment()
    }

    /// Displays the last `segments` segments of the path, or all of it.
    ///
    /// The text of a path grows with its depth. A program that shows each row with a short path
    /// takes only its end, so that deep input costs no more than flat input.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{DecodeOptions, Godot3, godot3, inspect::inspect};
    ///
    /// let bytes = godot3::to_vec(&[[[true]]])?;
    /// let mut paths = Vec::new();
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| {
    ///     paths.push((row.path.to_string(), row.path.tail(2).to_string()));
    /// })?;
    /// assert_eq!(paths.last(), Some(&("[0][0][0]".into(), "[0][0]".into())));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tail(&self, segments: usize) -> impl fmt::Display + use<'r> {
        let frames = segments.saturating_sub(usize::from(self.part != Part::Whole));
        Tail {
            place: *self,
            start: self.frames.len().saturating_sub(frames),
        }
    }

    /// Returns the path as errors have it; for a row of several elements, the path of the first.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3, godot3};
    ///
    /// let bytes = godot3::to_vec(&[[true]])?;
    /// let mut paths = Vec::new();
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| paths.push(row.path.to_path()))?;
    /// assert_eq!(paths.last(), Some(&"[0][0]".parse()?));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_path(&self) -> Path {
        self.frames
            .iter()
            .map(Frame::segment)
            .chain(self.part())
            .collect()
    }
}

/// A path without its first segments.
struct Tail<'r> {
    place: RowPath<'r>,
    /// The number of frames that are left out.
    start: usize,
}

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowPath { frames, part, .. } = self.place;
        for (depth, frame) in frames.iter().enumerate().skip(self.start) {
            frame.shown().write(f, depth == 0)?;
        }
        match (part, part.segment()) {
            (Part::Elements(first, end), _) => write!(f, "[{first}..{end}]"),
            (_, Some(segment)) => segment.write(f, frames.is_empty()),
            (_, None) => Ok(()),
        }
    }
}

impl fmt::Display for RowPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tail(usize::MAX).fmt(f)
    }
}

impl fmt::Debug for RowPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RowPath({self})")
    }
}
