//! Access by path to encoded values: everything else is skipped instead of decoded.

use crate::codec::dictionary::value_segment;
use crate::dictionary::KeyEquality;
use crate::error::Result;
use crate::table::Body;
use crate::value::view::{AsView, View};
use crate::wire::element::type_of_number;
use crate::wire::reader::Header;
use crate::{Decode, DecodeOptions, Kind, Layout, Path, Reader, Segment};
use alloc::borrow::Cow;
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
    let (bytes, rest) = reader.path_match(path.inside_out())?;
    reader.finish()?;
    let rest = rest.iter().rev().cloned().collect();
    Ok(PathMatch { bytes, rest })
}

/// The bytes of a value, and the segments after it, innermost first.
type Match<'de, 'p> = (&'de [u8], &'p [Segment]);

impl<'de, L: Layout> Reader<'de, L> {
    /// Skips a value, and returns the longest match of a path whose innermost segment comes first.
    fn path_match<'p>(&mut self, path: &'p [Segment]) -> Result<Match<'de, 'p>> {
        let start = self.rest();
        let inner = match path.split_last() {
            Some((segment, inner)) => self.match_in_value(segment, inner)?,
            None => self.skip().map(|()| None)?,
        };
        Ok(inner.unwrap_or_else(|| (self.consumed(start), path)))
    }

    /// Skips a value, and returns the match of a segment and the following ones in its contents.
    fn match_in_value<'p>(
        &mut self,
        segment: &'p Segment,
        inner: &'p [Segment],
    ) -> Result<Option<Match<'de, 'p>>> {
        let header = self.header()?;
        let table = L::TYPES.get(usize::from(header.number()));
        match (table.map(|table| table.body), segment) {
            (Some(Body::Array | Body::TypedArray), Segment::Index(index)) => {
                self.match_in_array(header, *index, inner)
            }
            (Some(Body::Dictionary), _) => match WantedKey::of(segment) {
                Some(wanted) => self.match_in_dictionary(header, &wanted, inner),
                None => L::skip(self, header).map(|()| None),
            },
            (Some(Body::Object), Segment::Name(name)) => self.match_in_object(header, name, inner),
            _ => L::skip(self, header).map(|()| None),
        }
    }

    #[inline(never)]
    fn match_in_array<'p>(
        &mut self,
        header: Header,
        index: usize,
        inner: &'p [Segment],
    ) -> Result<Option<Match<'de, 'p>>> {
        let (declared, count) = if header.is::<L>(Kind::Array) {
            self.declared_elements(header)?
        } else {
            (None, self.typed_array_start(header)?.2)
        };
        if self.converts(declared) {
            return self.skip_values(count, declared).map(|()| None);
        }
        let outer = self.enter(count)?;
        let count = count.get();
        self.skip_elements(0..index.min(count), declared)?;
        let mut found = None;
        if index < count {
            let element = self
                .check_declared(declared)
                .and_then(|()| self.path_match(inner));
            found = Some(element.map_err(|error| error.within(Segment::Index(index)))?);
            self.skip_elements(index + 1..count, declared)?;
        }
        self.set_depth(outer);
        Ok(found)
    }

    #[inline(never)]
    fn match_in_object<'p>(
        &mut self,
        header: Header,
        name: &str,
        inner: &'p [Segment],
    ) -> Result<Option<Match<'de, 'p>>> {
        let mut found = None;
        self.object_values(header, |reader, property| {
            if found.is_some() || property != name {
                return reader.skip();
            }
            found = Some(reader.path_match(inner)?);
            Ok(())
        })?;
        Ok(found)
    }

    #[inline(never)]
    fn match_in_dictionary<'p>(
        &mut self,
        header: Header,
        wanted: &WantedKey<'p, L::Variant>,
        inner: &'p [Segment],
    ) -> Result<Option<Match<'de, 'p>>> {
        let ([key_type, value_type], count) = self.declared_entries(header)?;
        if self.converts(key_type) {
            let types = [key_type, value_type];
            return self.skip_pairs(count, types).map(|()| None);
        }
        let outer = self.enter(count)?;
        let mut found: Option<(bool, Match<'de, 'p>)> = None;
        for index in 0..count.get() {
            let key_on = self.rest();
            let is_first_choice = self.compare_key(index, key_type, wanted)?;
            // The value of the last duplicate key wins.
            let is_match = is_first_choice
                .is_some_and(|is_first| found.is_none_or(|(best, _)| is_first >= best));
            let value = self.check_declared(value_type).and_then(|()| {
                if is_match {
                    return self.path_match(inner).map(Some);
                }
                self.skip().map(|()| None)
            });
            let value = value.map_err(|error| error.within(value_segment::<L>(key_on, index)))?;
            found = is_first_choice.zip(value).or(found);
        }
        self.set_depth(outer);
        Ok(found.map(|(_, found)| found))
    }

    /// Consumes the key of an entry, and compares it with the wanted key.
    #[inline(never)]
    fn compare_key(
        &mut self,
        index: usize,
        declared: Option<Kind>,
        wanted: &WantedKey<'_, L::Variant>,
    ) -> Result<Option<bool>> {
        self.check_declared(declared)
            .and_then(|()| wanted.compare(self))
            .map_err(|error| error.within(Segment::KeyOf(index)))
    }

    /// Returns whether decoding converts or drops elements or keys of other types.
    fn converts(&self, declared: Option<Kind>) -> bool {
        declared.is_some() && self.options().lenient
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
