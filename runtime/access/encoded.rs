//! Access by path to encoded values: everything else is skipped instead of decoded.

use super::path::index_from_end;
use crate::dictionary::KeyEquality;
use crate::error::Result;
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::value::view::{AsView, View};
use crate::walk::{Member, OpenContainer, Visitor, walk};
use crate::wire::reader::Header;
use crate::{AnyEngine, Decode, DecodeOptions, Engine, Kind, Path, Reader, Segment, format};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;
use core::str::FromStr;

/// The encoded value at a path, or at the longest part of the path that leads to one, found by
/// [`bytes_at_path`](crate::generic::bytes_at_path).
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Vector2, godot4};
///
/// let player = godot4::to_vec(&godot4::variant!({"position": Vector2::new(1.5, 2.0)}))?;
/// let position = godot4::to_vec(&Vector2::new(1.5, 2.0))?;
/// let found = godot4::bytes_at_path(&player, &"position".parse()?)?;
/// assert_eq!(found.exact(), Some(&position[..]));
///
/// let found = godot4::bytes_at_path(&player, &"position.x".parse()?)?;
/// assert_eq!(found.exact(), None); // a component is not an encoded value
/// assert_eq!(found.deepest(), (&position[..], &"x".parse()?));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct PathMatch<'de> {
    bytes: &'de [u8],
    rest: Path,
}

impl<'de> PathMatch<'de> {
    /// Returns the encoded value if the whole path leads to it, and `None` if segments are left.
    pub fn exact(&self) -> Option<&'de [u8]> {
        self.rest.is_empty().then_some(self.bytes)
    }

    /// Returns the encoded value at the longest part of the path that leads to one, and the
    /// remaining segments.
    ///
    /// Decoding these bytes and following the remaining segments leads to the same value as
    /// decoding everything and following the whole path. The segments can lead to nothing, to a
    /// component or an element of a packed array, or to a value that only decoding finds: by the
    /// position of an entry, by a key that is a container, or in a container whose elements lenient
    /// decoding converts. They include any pattern or step of the path and what follows it.
    pub fn deepest(&self) -> (&'de [u8], &Path) {
        (self.bytes, &self.rest)
    }
}

/// Finds the bytes of the value at a path, and skips all other values. Requires the feature
/// `inspect`.
///
/// The whole input is checked as by skipping it with [`IgnoredAny`](crate::IgnoredAny), so the time does
/// not depend on the path. For duplicate keys, the last value wins, as in decoding.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
///
/// let game = godot4::to_vec(&godot4::variant!({"players": [{"name": "Ada"}]}))?;
/// let path = "players[0].name".parse()?;
/// let found = generic::bytes_at_path::<Godot4>(&game, &path, DecodeOptions::new())?;
/// let name = found.exact().ok_or("no name")?;
/// assert_eq!(godot4::from_slice::<&str>(name)?, "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input is not exactly one value. Values after the one at the path are
/// checked, too.
pub fn bytes_at_path<'de, E: Engine>(
    input: &'de [u8],
    path: &Path,
    options: DecodeOptions,
) -> Result<PathMatch<'de>> {
    let reader = Reader::for_layout(E::LAYOUT, input, options);
    bytes_of_path::<E::Variant>(input, reader, path)
}

/// Returns the bytes at `path` in the reader's input.
pub(crate) fn bytes_of_path<'de, V: AsView + FromStr + for<'v> Decode<'v, AnyEngine>>(
    input: &'de [u8],
    mut reader: Reader<'de, AnyEngine>,
    path: &Path,
) -> Result<PathMatch<'de>> {
    let (layout, options) = (reader.layout(), reader.options());
    reader.skip()?;
    reader.finish()?;
    let mut bytes = input;
    let mut segments = path.segments().peekable();
    while let Some(segment) = segments.peek() {
        let mut reader = Reader::for_layout(layout, bytes, options);
        let mut visitor = MemberFinder::<V>::new(segment);
        if is_container(&reader) {
            // The visitor never breaks.
            let _ = walk(bytes, &mut reader, &mut visitor)?;
        }
        let Some((range, _)) = visitor.found else {
            break;
        };
        bytes = &bytes[range];
        segments.next();
    }
    let rest = segments.cloned().collect();
    Ok(PathMatch { bytes, rest })
}

fn is_container(reader: &Reader<'_, AnyEngine>) -> bool {
    reader.peek().is_some_and(|header| {
        let body = TYPES[header.kind() as usize].body;
        matches!(
            body,
            Body::Array | Body::TypedArray | Body::Dictionary | Body::Object
        )
    })
}

/// Finds a member of the outermost container.
struct MemberFinder<'p, V> {
    segment: &'p Segment,
    /// The key of the segment; `None` if only decoding finds the entry.
    key: Option<WantedKey<'p, V>>,
    /// The range of the member, and whether no other key takes precedence.
    found: Option<(Range<usize>, bool)>,
    /// Whether the next value is that of the key, unless another key takes precedence.
    is_next: Option<bool>,
}

impl<'p, V: AsView + FromStr> MemberFinder<'p, V> {
    fn new(segment: &'p Segment) -> Self {
        Self {
            segment,
            key: WantedKey::for_segment(segment),
            found: None,
            is_next: None,
        }
    }
}

impl<'de, V: AsView + FromStr + for<'v> Decode<'v, AnyEngine>> Visitor<'de>
    for &mut MemberFinder<'_, V>
{
    type Stop = ();

    fn take(
        &mut self,
        containers: &mut [OpenContainer<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let Some(container) = containers.last() else {
            return Ok(false);
        };
        // Decoding converts or drops elements and keys of another type.
        let is_converted = reader.options().lenient && container.declared[0].is_some();
        let is_first_choice = match (&container.member, self.segment) {
            _ if is_converted => None,
            (Member::Element, Segment::Index(index)) => (container.index == *index).then_some(true),
            (Member::Element, segment) => {
                (index_from_end(segment, container.count) == Some(container.index)).then_some(true)
            }
            // The first of several properties wins.
            (Member::Property { name, .. }, Segment::Name(wanted)) => {
                (self.found.is_none() && *name == **wanted).then_some(true)
            }
            (Member::Property { .. }, _) => None,
            (Member::Key(_), _) => {
                let Some(key) = &self.key else {
                    reader.skip()?;
                    return Ok(true);
                };
                self.is_next = key.compare(reader)?;
                return Ok(true);
            }
            // The value of the last duplicate key wins.
            (Member::Value { .. }, _) => {
                let known = self.found.as_ref().map(|found| found.1);
                self.is_next.take().filter(|it| Some(*it) >= known)
            }
        };
        let start = reader.position();
        reader.skip()?;
        if let Some(is_first_choice) = is_first_choice {
            self.found = Some((start..reader.position(), is_first_choice));
        }
        Ok(true)
    }
}

/// Returns the offset of each member of a container, then the end; `None` if the input is not a
/// valid container.
pub(crate) fn member_offsets<'de>(
    input: &'de [u8],
    mut reader: Reader<'de, AnyEngine>,
) -> Option<Vec<usize>> {
    if !is_container(&reader) {
        return None;
    }
    let mut offsets = Vec::new();
    // The visitor never breaks.
    let _ = walk(input, &mut reader, MemberVisitor(&mut offsets)).ok()?;
    offsets.push(reader.position());
    Some(offsets)
}

/// Collects the offsets of the members of the outermost container.
struct MemberVisitor<'o>(&'o mut Vec<usize>);

impl<'de> Visitor<'de> for MemberVisitor<'_> {
    type Stop = ();

    fn take(
        &mut self,
        containers: &mut [OpenContainer<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let Some(container) = containers.last() else {
            return Ok(false);
        };
        let start = reader.position();
        if let Member::Property { name, .. } = &container.member {
            let name = name.len().next_multiple_of(format::ALIGNMENT as usize);
            self.0.push(start - name - size_of::<u32>());
        }
        self.0.push(start);
        reader.skip()?;
        Ok(true)
    }
}

/// A key that can be compared with one encoded key at a time.
enum WantedKey<'p, V> {
    /// A String with this content, or a StringName if no key is such a String.
    Text(&'p str),
    Int(i64),
    Other(V),
}

impl<'p, V: AsView + FromStr> WantedKey<'p, V> {
    /// Returns the key of a segment, or `None` if only decoding finds its entry.
    fn for_segment(segment: &'p Segment) -> Option<Self> {
        match segment {
            Segment::Name(name) => Some(Self::Text(name)),
            Segment::Index(index) => i64::try_from(*index).ok().map(Self::Int),
            Segment::Key(text) => {
                let key: V = text.parse().ok()?;
                let view = key.view();
                // A string or a container can be the same key as one of another type.
                let is_text = matches!(view, View::Text(..));
                let is_container = view.elements().is_some() || view.entries().is_some();
                (!is_text && !is_container).then_some(Self::Other(key))
            }
            _ => None,
        }
    }

    /// Consumes the next key and compares it.
    ///
    /// Returns `None` for another key, and `Some(false)` for a StringName if a String takes
    /// precedence.
    fn compare<'de>(&self, reader: &mut Reader<'de, AnyEngine>) -> Result<Option<bool>>
    where
        V: Decode<'de, AnyEngine>,
    {
        let keys = reader.layout().keys;
        let header = reader.peek();
        let kind = header.map(Header::kind);
        let (is_equal, is_first_choice) = match (self, kind) {
            (Self::Text(name), Some(kind @ (Kind::String | Kind::StringName))) => (
                reader.text::<Cow<'_, str>>()? == *name,
                kind == Kind::String || keys.is_by_value(),
            ),
            (Self::Int(int), Some(Kind::Int)) => (reader.int()?.0 == *int, true),
            (Self::Other(wanted), Some(kind)) if kind == wanted.kind() => {
                (wanted.is_same_key(&V::decode(reader)?, keys), true)
            }
            // Returns the error of an invalid header, too.
            _ => {
                reader.skip()?;
                (false, false)
            }
        };
        Ok(is_equal.then_some(is_first_choice))
    }
}
