//! Rows of the inspector: bytes of an input, the path of their value, and their meaning.

use crate::codec::dictionary::value_segment;
use crate::table::layout::Layout;
use crate::table::rule::{Bits, CountedText, InvalidNumber, Number};
use crate::table::{Body, Row, TypeInfo, Wire};
use crate::value::typed_containers::allows;
use crate::wire::reader::Depth;
use crate::{AnyEngine, DecodeOptions, Kind, Path, Reader, Segment};
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::fmt::{self, Write};

/// Bytes of an input, and their meaning.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::inspect::InspectRow;
/// use gdvariant::{DecodeOptions, Engine, Godot4};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row: &InspectRow<'_>| {
///     println!("{:04x} {:?} {} {}", row.offset, row.bytes, row.field.name, row.value);
/// })?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct InspectRow<'r> {
    /// The offset of the bytes in the input.
    pub offset: usize,
    /// The bytes; at least one.
    pub bytes: &'r [u8],
    /// The role of the bytes: header, field or padding.
    pub kind: RowKind,
    /// The type of the value that the bytes belong to.
    pub ty: &'static TypeInfo,
    /// The field in the type's tables. Headers and padding have predefined fields, because no table
    /// contains them.
    pub field: &'static Row,
    /// The path of the value, without the field. An element of a packed array, a name in a NodePath
    /// and the class of a typed array have their own paths.
    pub path: RowPath<'r>,
    /// The meaning of the bytes.
    pub value: RowValue<'r>,
}

impl InspectRow<'_> {
    /// Returns whether the bytes are padding that some engines leave uninitialized.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4};
    ///
    /// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| assert!(!row.is_unset_padding()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_unset_padding(&self) -> bool {
        self.kind == RowKind::Padding && self.ty.body == Body::NodePath
    }
}

/// The role of the bytes of a row.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::inspect::RowKind;
/// use gdvariant::{DecodeOptions, Engine, Godot4};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// let mut kinds = Vec::new();
/// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| kinds.push(row.kind))?;
/// assert_eq!(kinds, [RowKind::Header, RowKind::Field]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowKind {
    /// The type of a value, and flags.
    Header,
    /// A field of the type's tables. The bytes of a PackedByteArray come in rows of up to 16.
    Field,
    /// Alignment bytes after a string, or before and after elements. Decoding ignores their values.
    Padding,
}

/// The path from the outermost value to the value of a row.
///
/// Displays like the [`Path`] of an error, on one line. A key that is not a string and has more
/// than 256 bytes is displayed by its index. The text is built only when the path is displayed.
#[derive(Clone, Copy)]
pub struct RowPath<'r> {
    containers: &'r [OpenContainer<'r>],
    part: Part,
    /// The number of headers up to this row.
    values: usize,
}

/// Identifies the path of a row among the rows of one input: see [`RowPath::id`].
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::inspect::RowPathId;
/// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
///
/// let bytes = godot4::to_vec(&[7, 8])?;
/// let mut ids: Vec<RowPathId> = Vec::new();
/// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| ids.push(row.path.id()))?;
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
    /// An element of a packed array, or a name of a NodePath.
    Element(usize),
    /// A range of elements of a PackedByteArray: the first index, and the index after the last
    /// element.
    Elements(usize, usize),
    /// The name of a property.
    KeyOf(usize),
    /// A field that contains a complete value.
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

    /// Returns the last segment of the path; for a range, the segment of its first element.
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
pub(crate) struct OpenContainer<'de> {
    /// The number of elements, entries or properties.
    pub(crate) count: usize,
    /// The depth of the container itself.
    pub(crate) outer: Depth,
    /// The index of the current member.
    pub(crate) index: usize,
    pub(crate) member: Member<'de>,
    /// The segment of the current entry or property in the paths of rows, built on first use.
    pub(crate) shown: OnceCell<Segment>,
    /// The declared types: of the elements or keys, and of the values.
    pub(crate) declared: [Option<Kind>; 2],
}

/// A member of a container.
pub(crate) enum Member<'de> {
    /// An element of an Array.
    Element,
    /// The key of an entry, at the start of these bytes.
    Key(&'de [u8]),
    /// The value of an entry, with the bytes of the key and the layout that decodes the key.
    Value {
        key: &'de [u8],
        layout: &'static Layout,
    },
    /// The value of a property.
    Property {
        rule: &'static CountedText,
        name: Cow<'de, str>,
    },
}

/// The maximum length in bytes of a key in a path, unless the key is a string. Displaying a path
/// decodes such keys again, so longer keys would take too much time.
const LONGEST_KEY: usize = 256;

/// Returns the segment of the value of an entry; a row shows the index instead of a long key.
#[cold]
fn segment_of_value(layout: &'static Layout, key: &[u8], index: usize, is_row: bool) -> Segment {
    let is_text = || {
        let header = Reader::<AnyEngine>::for_layout(layout, key, DecodeOptions::engine()).peek();
        header.is_some_and(|it| it.is(Kind::String) || it.is(Kind::StringName))
    };
    if is_row && key.len() > LONGEST_KEY && !is_text() {
        return Segment::ValueOf(index);
    }
    value_segment(layout, key, index)
}

impl<'de> OpenContainer<'de> {
    /// Advances to the next element, key or value after consuming one.
    ///
    /// Returns `false` at the end, and for an Object, whose next name has not been decoded.
    #[inline]
    pub(crate) fn next(&mut self, reader: &Reader<'de, AnyEngine>) -> bool {
        if let Member::Key(bytes) = self.member {
            self.member = Member::Value {
                key: reader.consumed(bytes),
                layout: reader.layout(),
            };
            return true;
        }
        self.index += 1;
        match self.member {
            _ if self.index >= self.count => return false,
            Member::Element => return true,
            Member::Property { .. } => {}
            _ => self.member = Member::Key(reader.rest()),
        }
        self.shown.take();
        matches!(self.member, Member::Key(_))
    }

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

    /// Returns the segment for an error's path, where keys of any length are displayed.
    #[cold]
    pub(crate) fn segment(&self) -> Segment {
        match &self.member {
            Member::Value { key, layout } => segment_of_value(layout, key, self.index, false),
            _ => self.shown().into_owned(),
        }
    }

    /// Returns the segment for a row's path, where long keys are replaced by their index.
    fn shown(&self) -> Cow<'_, Segment> {
        let shown = |segment: &dyn Fn() -> Segment| Cow::Borrowed(self.shown.get_or_init(segment));
        match &self.member {
            Member::Element => Cow::Owned(Segment::Index(self.index)),
            Member::Key(_) => Cow::Owned(Segment::KeyOf(self.index)),
            Member::Value { key, layout } => {
                shown(&|| segment_of_value(layout, key, self.index, true))
            }
            Member::Property { name, .. } => shown(&|| Segment::name(name)),
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
    pub(crate) fn new(containers: &'r [OpenContainer<'r>], part: Part, values: usize) -> Self {
        Self {
            containers,
            part,
            values,
        }
    }

    /// Returns an id that two rows of an input share only if their paths are equal.
    ///
    /// Most rows have the same path as the preceding row. A program needs to format a path only
    /// when the id changes.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
    ///
    /// let bytes = godot4::to_vec(&[true])?;
    /// let mut ids = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| ids.push(row.path.id()))?;
    /// // The header and the count of the Array, the header and the value of the bool.
    /// assert_eq!((ids[0] == ids[1], ids[1] == ids[2], ids[2] == ids[3]), (true, false, true));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self) -> RowPathId {
        RowPathId {
            values: self.values,
            part: self.part,
        }
    }

    /// Returns the number of leading segments that this path has in common with another path.
    ///
    /// All segments of `path` are in common if the row belongs to the value at `path` or to a value
    /// in it. Keys are compared as they are displayed: `[3]` is an element or an int key, and only
    /// the first 48 characters of a key are compared.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, Path, godot4};
    ///
    /// let bytes = godot4::to_vec(&godot4::variant!({"name": "Ada", "scores": [1, 2]}))?;
    /// let scores: Path = "scores".parse()?;
    /// let mut rows = 0;
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     rows += row.path.common_segments(&scores);
    /// })?;
    /// assert_eq!(rows, 6); // a header and a count, then two headers with their values
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn common_segments(&self, path: &Path) -> usize {
        let steps = self.containers.iter().zip(path.segments());
        let common = steps
            .take_while(|(container, segment)| container.is(segment))
            .count();
        // A part is compared only if all containers are in common.
        let has_part = common == self.containers.len()
            && path
                .segments()
                .nth(common)
                .is_some_and(|it| self.part.is(it));
        common + usize::from(has_part)
    }

    /// Returns the nesting depth of the row's value: 0 for the outermost value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
    ///
    /// let bytes = godot4::to_vec(&[[true]])?;
    /// let mut deepest = 0;
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     deepest = deepest.max(row.path.depth());
    /// })?;
    /// assert_eq!(deepest, 2);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth(&self) -> usize {
        self.containers.len() + usize::from(matches!(self.part, Part::KeyOf(_) | Part::Field(_)))
    }

    /// Returns whether the row belongs to the key of an entry, but not to a value within the key.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::inspect::RowKind;
    /// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
    ///
    /// let bytes = godot4::to_vec(&godot4::variant!({"Ada": 7}))?;
    /// let mut are_keys = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     if row.kind == RowKind::Header {
    ///         are_keys.push(row.path.is_key());
    ///     }
    /// })?;
    /// assert_eq!(are_keys, [false, true, false]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_key(&self) -> bool {
        let container = self.containers.last();
        self.part == Part::Whole && container.is_some_and(|it| matches!(it.member, Member::Key(_)))
    }

    /// Returns the type that the value's container declares, unless it allows the type `found`.
    ///
    /// Strict decoding rejects a value of another type; lenient decoding accepts the value, and the
    /// engine converts or drops it.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::inspect::RowKind;
    /// use gdvariant::{DecodeOptions, Engine, Godot4, Kind};
    ///
    /// // An Array that declares int and contains a bool.
    /// let bytes = [28, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    /// let mut declared = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::engine(), |row| {
    ///     if row.kind == RowKind::Header {
    ///         declared.push(row.path.declared_other_than(row.ty.kind));
    ///     }
    /// })?;
    /// assert_eq!(declared, [None, Some(Kind::Int)]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declared_other_than(&self, found: Kind) -> Option<Kind> {
        let declared = self.containers.last()?.declared()?;
        let is_member = self.part == Part::Whole;
        (is_member && !allows(declared, found)).then_some(declared)
    }

    /// Returns the segment of the part of a value that the row belongs to.
    ///
    /// Parts are the elements of a packed array, the names of properties and the fields that hold a
    /// complete value. A row of several elements has the segment of its first element.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, Segment};
    ///
    /// let bytes = [30, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0]; // PackedInt32Array([7])
    /// let mut parts = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| parts.push(row.path.part()))?;
    /// assert_eq!(parts, [None, None, Some(Segment::Index(0))]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part(&self) -> Option<Segment> {
        self.part.segment()
    }

    /// Returns the last `segments` segments of the path for display; at most the whole path.
    ///
    /// The text of a path grows with its depth. With `tail`, a program that displays a path for
    /// each row takes no longer for deeply nested input than for flat input.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
    ///
    /// let bytes = godot4::to_vec(&[[[true]]])?;
    /// let mut paths = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     paths.push((row.path.to_string(), row.path.tail(2).to_string()));
    /// })?;
    /// assert_eq!(paths.last(), Some(&("[0][0][0]".into(), "[0][0]".into())));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tail(&self, segments: usize) -> impl fmt::Display + use<'r> {
        let containers = segments.saturating_sub(usize::from(self.part != Part::Whole));
        Tail {
            place: *self,
            start: self.containers.len().saturating_sub(containers),
        }
    }

    /// Returns the path as in errors; for a row of several elements, the path of the first one.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Engine, Godot4, godot4};
    ///
    /// let bytes = godot4::to_vec(&[[true]])?;
    /// let mut paths = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| paths.push(row.path.to_path()))?;
    /// assert_eq!(paths.last(), Some(&"[0][0]".parse()?));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_path(&self) -> Path {
        self.containers
            .iter()
            .map(OpenContainer::segment)
            .chain(self.part())
            .collect()
    }
}

/// A path without its first segments.
struct Tail<'r> {
    place: RowPath<'r>,
    /// The number of omitted containers.
    start: usize,
}

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowPath {
            containers, part, ..
        } = self.place;
        for (depth, container) in containers.iter().enumerate().skip(self.start) {
            container.shown().write(f, depth == 0)?;
        }
        match (part, part.segment()) {
            (Part::Elements(first, end), _) => write!(f, "[{first}..{end}]"),
            (_, Some(segment)) => segment.write(f, containers.is_empty()),
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

/// The meaning of the bytes of a row; displays as a short text.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::inspect::RowValue;
/// use gdvariant::{DecodeOptions, Engine, Godot4};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
///     if let RowValue::Signed(number) = row.value {
///         assert_eq!(number, 7);
///     }
/// })?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum RowValue<'r> {
    /// A header, or the element type of a typed array.
    Type {
        /// The type's name in the layout's engine.
        name: &'static str,
        /// The name of the table that describes the body, such as `64-bit`; empty if the type has
        /// only one body.
        form: &'static str,
        /// Bits without a meaning, which engines ignore.
        unknown: u32,
    },
    /// A bool, as the engine decodes it.
    Bool(bool),
    /// An unsigned integer.
    Unsigned(u64),
    /// A signed integer.
    Signed(i64),
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    Double(f64),
    /// A count or flags, and the meaning of their bits.
    Flags {
        /// The count without its flags, or the flags.
        number: i64,
        /// The meaning of the flags.
        meaning: FlagMeaning,
    },
    /// A decoded string, without its NUL and without the characters that engines drop.
    Text(&'r str),
    /// Bytes, displayed as ASCII, with a dot for each unprintable byte.
    Bytes(&'r [u8]),
    /// Padding, which should be zero.
    Padding {
        /// Whether every byte is zero.
        is_zero: bool,
    },
}

/// The meaning of the bits of a number.
///
/// Displays as a short text, such as `absolute`; the text may be empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlagMeaning {
    number: u32,
    bits: &'static [Bits],
}

impl FlagMeaning {
    /// Returns the nonempty texts of the bit fields.
    fn texts(self) -> impl Iterator<Item = &'static str> {
        let shown = self.bits.iter().map(move |bits| bits.shown(self.number));
        shown.filter(|text| !text.is_empty())
    }

    /// Returns whether the text is empty.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::inspect::RowValue;
    /// use gdvariant::{DecodeOptions, Engine, Godot4, NodePath, godot4};
    ///
    /// let bytes = godot4::to_vec(&NodePath::from("/root"))?;
    /// let mut marks = Vec::new();
    /// Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     if let RowValue::Flags { meaning, .. } = row.value
    ///         && !meaning.is_empty()
    ///     {
    ///         marks.push(meaning.to_string());
    ///     }
    /// })?;
    /// assert_eq!(marks, ["new format", "absolute"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(self) -> bool {
        self.texts().next().is_none()
    }
}

impl fmt::Display for FlagMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.texts().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            f.write_str(text)?;
        }
        Ok(())
    }
}

/// The meaning of a negative number in lenient decoding.
const TREATED_AS_ZERO: &[Bits] = &[Bits {
    mask: i32::MIN.cast_unsigned(),
    shows: &["", "treated as 0"],
}];

/// The meaning of an unknown element type in lenient decoding.
const TREATED_AS_ANY: &[Bits] = &[Bits {
    mask: 1,
    shows: &["", "unknown type, treated as any"],
}];

impl<'r> RowValue<'r> {
    /// Returns the value for an unknown type number, which lenient decoding treats as any type.
    pub(crate) fn unknown_type(number: u32) -> Self {
        let meaning = FlagMeaning {
            number: 1,
            bits: TREATED_AS_ANY,
        };
        Self::Flags {
            number: number.into(),
            meaning,
        }
    }

    /// Returns the value for a number, with the meaning of its bit fields.
    pub(crate) fn from_number(rule: &Number, number: u32) -> Self {
        let (shown, bits) = match rule.bits {
            [] if rule.invalid == InvalidNumber::Bool => return Self::Bool(number != 0),
            _ if number <= rule.max && rule.plain.is_some_and(|plain| number & !plain == 0) => {
                return Self::Unsigned(number.into());
            }
            [] if rule.invalid == InvalidNumber::Zero => {
                (number.cast_signed().into(), TREATED_AS_ZERO)
            }
            // A first bit field of several bits is a count; flags are displayed as one number.
            [count, ..] if count.mask.count_ones() > 1 => ((number & count.mask).into(), rule.bits),
            bits => (number.into(), bits),
        };
        let meaning = FlagMeaning { number, bits };
        if meaning.is_empty() {
            Self::Unsigned(number.into())
        } else {
            Self::Flags {
                number: shown,
                meaning,
            }
        }
    }

    /// Returns the value of a field of fixed length.
    pub(crate) fn from_row(field: &Row, bytes: &'r [u8]) -> Self {
        let four = || bytes.first_chunk::<4>().copied();
        let eight = || bytes.first_chunk::<8>().copied();
        let value = match field.wire {
            Wire::U32 => four().map(|bytes| Self::Unsigned(u32::from_le_bytes(bytes).into())),
            Wire::I32 => four().map(|bytes| Self::Signed(i32::from_le_bytes(bytes).into())),
            Wire::U64 => eight().map(|bytes| Self::Unsigned(u64::from_le_bytes(bytes))),
            Wire::I64 => eight().map(|bytes| Self::Signed(i64::from_le_bytes(bytes))),
            // The precision in the header can differ from the precision in the table.
            Wire::F32 | Wire::F64 | Wire::Real => match <[u8; 4]>::try_from(bytes) {
                Ok(bytes) => Some(Self::F32(f32::from_le_bytes(bytes))),
                Err(_) => eight().map(|bytes| Self::Double(f64::from_le_bytes(bytes))),
            },
            Wire::Byte | Wire::Bytes | Wire::Text | Wire::Value => None,
        };
        value.unwrap_or(Self::Bytes(bytes))
    }
}

impl fmt::Display for RowValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Type {
                name,
                form,
                unknown,
            } => {
                f.write_str(name)?;
                if !form.is_empty() {
                    write!(f, ", {form}")?;
                }
                if unknown != 0 {
                    write!(f, ", unknown flags {unknown:#010x}")
                } else {
                    Ok(())
                }
            }
            Self::Bool(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Signed(value) => write!(f, "{value}"),
            // Unlike `Display`, `Debug` always writes a point or an exponent.
            Self::F32(value) => write!(f, "{value:?}"),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Flags { number, meaning } => write!(f, "{number}, {meaning}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => write_ascii(f, bytes),
            Self::Padding { is_zero: true } => Ok(()),
            Self::Padding { is_zero: false } => f.write_str("not zero, ignored"),
        }
    }
}

/// Writes bytes as ASCII, with a dot for each unprintable byte.
fn write_ascii(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|&byte| {
        let is_shown = byte.is_ascii_graphic() || byte == b' ';
        f.write_char(if is_shown { byte.into() } else { '.' })
    })
}
