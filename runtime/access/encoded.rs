//! Access by path to encoded values: everything else is skipped instead of decoded.

use crate::dictionary::KeyEquality;
use crate::error::Result;
use crate::table::Body;
use crate::value::view::{AsView, View};
use crate::walk::{Frame, InspectRow, Member, Visitor, walk_dyn};
use crate::wire::element::type_of_number;
use crate::wire::reader::Header;
use crate::{Decode, DecodeOptions, Kind, Layout, Path, Reader, Segment};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::str::FromStr;

/// The longest part of a path that leads to an encoded value, found by
/// [`bytes_at_path`](crate::generic::bytes_at_path).
///
/// Decoding `bytes` and following `rest` leads to the same value as decoding everything and
/// following the whole path.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Vector2, godot3};
///
/// let player = godot3::to_vec(&godot3::variant!({"position": Vector2::new(1.5, 2.0)}))?;
/// let found = godot3::bytes_at_path(&player, &"position.x".parse()?)?;
/// assert_eq!(found.bytes, godot3::to_vec(&Vector2::new(1.5, 2.0))?);
/// assert_eq!(found.rest, "x".parse()?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathMatch<'de> {
    /// The encoded value.
    pub bytes: &'de [u8],
    /// The segments after the value.
    ///
    /// The rest is empty if the path leads to an encoded value. Otherwise, the rest can lead to
    /// nothing, to a component or an element of a packed array, or to a value that only decoding
    /// finds: by the position of an entry, by a key that is a container, or in a container whose
    /// elements lenient decoding converts.
    pub rest: Path,
}

/// Finds the bytes of the value at a path, and skips all other values.
///
/// The whole input is checked as by skipping it with [`Ignored`](crate::Ignored), so the time does
/// not depend on the path. For duplicate keys, the last value wins, as in decoding.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{DecodeOptions, Godot3, generic, godot3};
///
/// let game = godot3::to_vec(&godot3::variant!({"players": [{"name": "Ada"}]}))?;
/// let path = "players[0].name".parse()?;
/// let found = generic::bytes_at_path::<Godot3>(&game, &path, DecodeOptions::new())?;
/// assert!(found.rest.is_empty());
/// assert_eq!(godot3::from_slice::<&str>(found.bytes)?, "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input is not exactly one value. Values after the one at the path are
/// checked, too.
pub fn bytes_at_path<'de, L: Layout>(
    input: &'de [u8],
    path: &Path,
    options: DecodeOptions,
) -> Result<PathMatch<'de>> {
    let mut reader = Reader::<L>::new(input, options);
    let path = path.segments().map(|it| (it, WantedKey::of(it)));
    let mut visitor = PathVisitor::<L> {
        path: path.collect(),
        found: Vec::new(),
        open: 0,
        is_first_choice: None,
    };
    let _ = walk_dyn(input, &mut reader, &mut visitor)?;
    reader.finish()?;
    let rest = visitor.path.iter().skip(visitor.found.len() - 1);
    let found = visitor.found.last().map_or(0..0, |it| it.start..it.end);
    Ok(PathMatch {
        bytes: input.get(found).unwrap_or_default(),
        rest: rest.map(|(segment, _)| Segment::clone(segment)).collect(),
    })
}

/// Finds the values on a path; the walk enters only the containers on the path.
struct PathVisitor<'p, L: Layout> {
    /// The segments; those whose entry only decoding finds have no key.
    path: Vec<(&'p Segment, Option<WantedKey<'p, L::Variant>>)>,
    /// The outermost value, and the values at the first segments of the path that have been found.
    found: Vec<Found>,
    /// The number of first values in `found` that have not ended.
    open: usize,
    /// The result of comparing the key of the current entry.
    is_first_choice: Option<bool>,
}

/// A value on the path.
struct Found {
    start: usize,
    /// Only set once the value has ended.
    end: usize,
    /// Whether no other key takes precedence.
    is_first_choice: bool,
}

impl<L: Layout> PathVisitor<'_, L> {
    /// Adds the next value, and skips it unless the path can lead to a value in it.
    fn add(
        &mut self,
        depth: usize,
        is_first_choice: bool,
        reader: &mut Reader<'_, L>,
    ) -> Result<bool> {
        self.found.truncate(depth);
        self.found.push(Found {
            start: reader.position(),
            end: 0,
            is_first_choice,
        });
        self.open = self.found.len();
        let is_entered = self.path.get(depth).is_some_and(|(segment, key)| {
            let number = reader.peek().map(Header::number);
            let table = number.and_then(|number| L::TYPES.get(usize::from(number)));
            match table.map(|table| table.body) {
                Some(Body::Array | Body::TypedArray) => matches!(segment, Segment::Index(_)),
                Some(Body::Object) => matches!(segment, Segment::Name(_)),
                Some(Body::Dictionary) => key.is_some(),
                _ => false,
            }
        });
        if !is_entered {
            reader.skip()?;
        }
        Ok(!is_entered)
    }
}

impl<'de, L: Layout> Visitor<'de, L> for PathVisitor<'_, L> {
    type Stop = ();

    fn row(&mut self, _row: &InspectRow<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn ended(&mut self, depth: usize, end: usize) {
        for found in self.found.iter_mut().take(self.open).skip(depth) {
            found.end = end;
        }
        self.open = self.open.min(depth);
    }

    fn take(&mut self, frames: &mut [Frame<'de>], reader: &mut Reader<'de, L>) -> Result<bool> {
        let depth = frames.len();
        let Some(frame) = frames.last_mut() else {
            return self.add(0, true, reader);
        };
        let wanted = self.path.get(depth - 1);
        let found = self.found.get(depth).map(|found| found.is_first_choice);
        // Decoding converts or drops elements and keys of another type.
        let is_converted = reader.options().lenient && frame.declared[0].is_some();
        match (&frame.member, wanted) {
            (Member::Element, Some((segment, _))) => {
                let wanted = match segment {
                    Segment::Index(index) if !is_converted => *index,
                    _ => frame.count,
                };
                if frame.index == wanted {
                    return self.add(depth, true, reader);
                }
                let is_before = frame.index < wanted;
                let end = if is_before {
                    wanted.min(frame.count)
                } else {
                    frame.count
                };
                reader.skip_elements(&mut frame.index, end, frame.declared[0])?;
                frame.index -= 1;
                return Ok(true);
            }
            (Member::Key(_), Some((_, Some(key)))) if !is_converted => {
                self.is_first_choice = key.compare(reader)?;
                return Ok(true);
            }
            (Member::Value { .. }, _) => {
                // The value of the last duplicate key wins.
                if let Some(is_first) = self.is_first_choice.take()
                    && found.is_none_or(|best| is_first >= best)
                {
                    return self.add(depth, is_first, reader);
                }
            }
            (Member::Property { name, .. }, Some((Segment::Name(wanted), _))) => {
                if found.is_none() && *name == **wanted {
                    return self.add(depth, true, reader);
                }
            }
            _ => {}
        }
        reader.skip()?;
        Ok(true)
    }
}

/// Returns the offsets of the members of a container without declared types, and of its end; `None`
/// if the input is not a valid value of this kind.
pub(crate) fn member_offsets<L: Layout>(
    kind: Kind,
    input: &[u8],
    options: DecodeOptions,
) -> Option<Vec<usize>> {
    let mut reader = Reader::<L>::new(input, options);
    let header = reader.peek()?;
    if !header.is::<L>(kind) || header.flags() != 0 {
        return None;
    }
    let mut members = Members(Vec::new());
    let _ = walk_dyn(input, &mut reader, &mut members).ok()?;
    members.0.push(reader.position());
    Some(members.0)
}

/// Collects the offsets of the members of the outermost value.
struct Members(Vec<usize>);

impl<'de, L: Layout> Visitor<'de, L> for Members {
    type Stop = ();

    fn row(&mut self, _row: &InspectRow<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn take(&mut self, frames: &mut [Frame<'de>], reader: &mut Reader<'de, L>) -> Result<bool> {
        if frames.is_empty() {
            return Ok(false);
        }
        self.0.push(reader.position());
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
    fn compare<'de, L>(&self, reader: &mut Reader<'de, L>) -> Result<Option<bool>>
    where
        L: Layout<Variant = V>,
        V: Decode<'de, L>,
    {
        let header = reader.peek();
        let kind = header.and_then(|header| type_of_number::<L>(header.number().into()));
        let (is_equal, is_first_choice) = match (self, kind) {
            (Self::Text(name), Some(kind @ (Kind::String | Kind::StringName))) => (
                Cow::<str>::decode(reader)? == *name,
                kind == Kind::String || L::KEYS.is_by_value(),
            ),
            (Self::Int(int), Some(Kind::Int)) => (i64::decode(reader)? == *int, true),
            (Self::Other(wanted), Some(kind)) if kind == wanted.kind() => {
                (wanted.is_same_key(&V::decode(reader)?, L::KEYS), true)
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
