//! Access by path to encoded values: everything else is skipped instead of decoded.

use super::path::index_from_end;
use crate::dictionary::KeyEquality;
use crate::error::Result;
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::value::view::{AsView, View};
use crate::walk::{Frame, InspectRow, Member, Visitor, walk};
use crate::wire::reader::Header;
use crate::{AnyEngine, Decode, DecodeOptions, Engine, Kind, Path, Reader, Segment, format};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use core::str::FromStr;

/// The longest part of a path that leads to an encoded value, found by
/// [`bytes_at_path`](crate::generic::bytes_at_path).
///
/// Decoding `bytes` and following `rest` leads to the same value as decoding everything and
/// following the whole path.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Vector2, godot4};
///
/// let player = godot4::to_vec(&godot4::variant!({"position": Vector2::new(1.5, 2.0)}))?;
/// let found = godot4::bytes_at_path(&player, &"position.x".parse()?)?;
/// assert_eq!(found.bytes, godot4::to_vec(&Vector2::new(1.5, 2.0))?);
/// assert_eq!(found.rest, "x".parse()?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathMatch<'de> {
    /// The encoded value.
    pub bytes: &'de [u8],
    /// The offset of the encoded value in the input, in bytes.
    pub start: usize,
    /// The segments after the value.
    ///
    /// The rest is empty if the path leads to an encoded value. Otherwise, the rest can lead to
    /// nothing, to a component or an element of a packed array, or to a value that only decoding
    /// finds: by the position of an entry, by a key that is a container, or in a container whose
    /// elements lenient decoding converts. A pattern or a step is in the rest, with what follows it.
    pub rest: Path,
}

/// Finds the bytes of the value at a path, and skips all other values.
///
/// The whole input is checked as by skipping it with [`Ignored`](crate::Ignored), so the time does
/// not depend on the path. For duplicate keys, the last value wins, as in decoding.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
///
/// let game = godot4::to_vec(&godot4::variant!({"players": [{"name": "Ada"}]}))?;
/// let path = "players[0].name".parse()?;
/// let found = generic::bytes_at_path::<Godot4>(&game, &path, DecodeOptions::new())?;
/// assert!(found.rest.is_empty());
/// assert_eq!(godot4::from_slice::<&str>(found.bytes)?, "Ada");
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
    let reader = Reader::of_layout(E::LAYOUT, input, options);
    bytes_of_path::<E::Variant>(input, reader, path)
}

/// Returns the bytes at `path` in the reader's input.
pub(crate) fn bytes_of_path<'de, V: AsView + FromStr + for<'v> Decode<'v, AnyEngine>>(
    input: &'de [u8],
    mut reader: Reader<'de, AnyEngine>,
    path: &Path,
) -> Result<PathMatch<'de>> {
    let (layout, options) = (reader.layout(), reader.options());
    let path: Vec<_> = path.segments().map(|it| (it, WantedKey::of(it))).collect();
    let mut found = Vec::new();
    let visitor = PathVisitor::<V> {
        path: &path,
        found: &mut found,
    };
    // The visitor never breaks.
    let _ = walk(input, &mut reader, visitor)?;
    reader.finish()?;
    let rest = path.iter().skip(found.len() - 1);
    let rest = rest.map(|(segment, _)| Segment::clone(segment)).collect();
    let (mut bytes, mut offset) = (input, 0);
    if let Some(Found { start, end, .. }) = found.pop() {
        offset = start;
        bytes = input.get(start..end).unwrap_or_default();
        if end == 0 {
            // The container was entered in vain.
            bytes = input.get(start..).unwrap_or_default();
            let mut reader = Reader::<AnyEngine>::of_layout(layout, bytes, options);
            reader.skip()?;
            bytes = reader.consumed(bytes);
        }
    }
    Ok(PathMatch {
        bytes,
        start: offset,
        rest,
    })
}

/// A segment of a path, and its key; `None` if only decoding finds the entry of the segment.
type PathSegment<'p, V> = (&'p Segment, Option<WantedKey<'p, V>>);

/// Finds the values on a path; the walk enters only the containers on the path.
struct PathVisitor<'p, V> {
    path: &'p [PathSegment<'p, V>],
    /// The outermost value, and the values at the first segments of the path that have been found.
    found: &'p mut Vec<Found>,
}

/// A value on the path.
struct Found {
    start: usize,
    /// 0 for a container that the walk has entered.
    end: usize,
    /// Whether no other key takes precedence.
    is_first_choice: bool,
}

impl<V: AsView + FromStr + for<'de> Decode<'de, AnyEngine>> PathVisitor<'_, V> {
    /// Adds the next value and skips it unless the path can lead to a value in it.
    fn add(
        &mut self,
        depth: usize,
        is_first_choice: bool,
        reader: &mut Reader<'_, AnyEngine>,
    ) -> Result<bool> {
        self.found.truncate(depth);
        self.found.push(Found {
            start: reader.position(),
            end: 0,
            is_first_choice,
        });
        let is_entered = self.path.get(depth).is_some_and(|(segment, key)| {
            let kind = reader.peek().map(Header::kind);
            match kind.map(|kind| TYPES[kind as usize].body) {
                Some(Body::Array | Body::TypedArray) => {
                    matches!(segment, Segment::Index(_))
                        || index_from_end(segment, usize::MAX).is_some()
                }
                Some(Body::Object) => matches!(segment, Segment::Name(_)),
                Some(Body::Dictionary) => key.is_some(),
                _ => false,
            }
        });
        if !is_entered {
            reader.skip()?;
            if let Some(found) = self.found.last_mut() {
                found.end = reader.position();
            }
        }
        Ok(!is_entered)
    }

    /// Consumes members, or leaves the value at the wanted segment to the walk.
    fn member<'de>(
        &mut self,
        depth: usize,
        wanted: Option<&PathSegment<'_, V>>,
        frame: &mut Frame<'de>,
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        match (&frame.member, wanted) {
            (Member::Element, _) => return self.add(depth, true, reader),
            // The first of several properties wins.
            (Member::Property { name, .. }, Some((Segment::Name(wanted), _)))
                if self.found.len() == depth && *name == **wanted =>
            {
                return self.add(depth, true, reader);
            }
            // A loop, because a call for each key and each value would take a third more
            // instructions for a Dictionary of 20,000 ints.
            (Member::Key(_), Some((_, Some(key)))) => loop {
                let is_first_choice = key.compare(reader)?;
                frame.next(reader);
                reader.check_declared(frame.declared[1])?;
                let found = self.found.get(depth).map(|found| found.is_first_choice);
                // The value of the last duplicate key wins.
                if let Some(is_first) = is_first_choice.filter(|it| Some(*it) >= found) {
                    return self.add(depth, is_first, reader);
                }
                reader.skip()?;
                if !frame.next(reader) {
                    return Ok(true);
                }
                reader.check_declared(frame.declared[0])?;
            },
            _ => {}
        }
        reader.skip()?;
        Ok(true)
    }
}

impl<'de, V: AsView + FromStr + for<'v> Decode<'v, AnyEngine>> Visitor<'de> for PathVisitor<'_, V> {
    type Stop = ();

    fn row(&mut self, _row: &InspectRow<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn take(
        &mut self,
        frames: &mut [Frame<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let depth = frames.len();
        let Some(frame) = frames.last_mut() else {
            return self.add(0, true, reader);
        };
        // Decoding converts or drops elements and keys of another type.
        let is_converted = reader.options().lenient && frame.declared[0].is_some();
        let wanted = self.path.get(depth - 1).filter(|_| !is_converted);
        if let Member::Element = frame.member {
            let wanted = match wanted {
                Some((Segment::Index(index), _)) => *index,
                Some((segment, _)) => index_from_end(segment, frame.count).unwrap_or(frame.count),
                None => frame.count,
            };
            let (first, count) = (frame.index, frame.count);
            if first != wanted {
                let end = if first < wanted {
                    wanted.min(count)
                } else {
                    count
                };
                frame.index = end - 1;
                skip_run(reader, first..end, frame.declared[0])?;
                return Ok(true);
            }
        }
        let taken = self.member(depth, wanted, frame, reader);
        taken.map_err(|error| error.within(frame.segment()))
    }
}

/// Skips elements. Inlined into its only caller, the function would take 7% more instructions for an
/// Array of 30,000 Strings.
#[inline(never)]
fn skip_run(
    reader: &mut Reader<'_, AnyEngine>,
    indexes: Range<usize>,
    declared: Option<Kind>,
) -> Result<()> {
    reader.skip_elements(indexes, declared)
}

/// Returns the offset of each member of a container, then the end; `None` if the input is not a
/// valid container.
pub(crate) fn member_offsets<'de>(
    input: &'de [u8],
    mut reader: Reader<'de, AnyEngine>,
) -> Option<Vec<usize>> {
    let kind = reader.peek()?.kind();
    let body = TYPES[kind as usize].body;
    if !matches!(
        body,
        Body::Array | Body::TypedArray | Body::Dictionary | Body::Object
    ) {
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

    fn row(&mut self, _row: &InspectRow<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn take(
        &mut self,
        frames: &mut [Frame<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let Some(frame) = frames.last() else {
            return Ok(false);
        };
        let start = reader.position();
        if let Member::Property { name, .. } = &frame.member {
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
    fn of(segment: &'p Segment) -> Option<Self> {
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
