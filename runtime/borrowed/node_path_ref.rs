//! Borrowed NodePaths.

use crate::node_path::{Counts, Names};
use crate::{
    Decode, DecodeError, Encode, EncodeError, Kind, Layout, NodePath, Reader, Segment, Writer,
};
use core::fmt;

/// A borrowed [`NodePath`], whose names stay in the input.
///
/// With [`DecodeOptions::engine`](crate::DecodeOptions::engine), a name that the engine decodes as
/// another one cannot be borrowed, which is an error; a `NodePath` can hold it.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{NodePath, NodePathRef, godot3};
///
/// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
/// let path: NodePathRef<'_> = godot3::from_slice(&bytes)?;
/// assert_eq!(path.names().collect::<Vec<_>>(), ["root", "Main"]);
/// assert_eq!(path.to_string(), "/root/Main:position");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct NodePathRef<'de> {
    /// The encoded names with any padding; they are complete, and decoding does not alter them.
    parts: &'de [u8],
    counts: Counts,
}

impl<'de> NodePathRef<'de> {
    pub(crate) fn new(parts: &'de [u8], counts: Counts) -> Self {
        Self { parts, counts }
    }

    /// Returns whether the path starts at the root.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert!(path.is_absolute());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.counts.is_absolute()
    }

    /// Returns whether there are neither names nor sub-names.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert!(!path.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.parts).take(self.counts.names() as usize)
    }

    /// Returns the names of the property and its members.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert_eq!(path.subnames().collect::<Vec<_>>(), ["position"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subnames(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.parts).skip(self.counts.names() as usize)
    }
}

impl PartialEq for NodePathRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        // The padding may differ.
        self.counts == other.counts && Names::new(self.parts).eq(Names::new(other.parts))
    }
}

impl Eq for NodePathRef<'_> {}

impl core::hash::Hash for NodePathRef<'_> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.counts.hash(hasher);
        for name in Names::new(self.parts) {
            name.hash(hasher);
        }
    }
}

impl From<NodePathRef<'_>> for NodePath {
    fn from(path: NodePathRef<'_>) -> Self {
        Self::of_wire(path.parts, path.counts)
    }
}

/// Formats the path as scripts write it.
impl fmt::Display for NodePathRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_absolute() { "/" } else { "" })?;
        for (index, name) in self.names().enumerate() {
            let slash = if index == 0 { "" } else { "/" };
            write!(f, "{slash}{name}")?;
        }
        self.subnames().try_for_each(|name| write!(f, ":{name}"))
    }
}

impl fmt::Debug for NodePathRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodePath")
            .field("absolute", &self.is_absolute())
            .field("names", &DebugList(|| self.names()))
            .field("subnames", &DebugList(|| self.subnames()))
            .finish()
    }
}

struct DebugList<F>(F);

impl<I: Iterator<Item: fmt::Debug>, F: Fn() -> I> fmt::Debug for DebugList<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0()).finish()
    }
}

impl<L: Layout> Encode<L> for NodePathRef<'_> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.start([], Kind::NodePath, self.counts.encode());
        // Each name by itself, because engines do not clear the padding.
        let rule = &crate::bodies::node_path::COUNTED_EACH_NAME_NAME;
        Names::new(self.parts).try_for_each(|name| writer.text_body(rule, name))
    }
}

impl<'de, L: Layout> Decode<'de, L> for NodePathRef<'de> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::NodePath)?;
        reader.node_path_ref()
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes the body of a NodePath without copying its names.
    pub(crate) fn node_path_ref(&mut self) -> Result<NodePathRef<'de>, DecodeError> {
        let counts = self.node_path_counts()?;
        let parts = self.rest();
        for index in 0..counts.total() {
            self.whole_name()
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        let taken = parts.len() - self.rest().len();
        // Most engines decode an absolute path without names as the empty path.
        let is_dropped = counts.total() == 0 && self.options().lenient && !L::KEEPS_ROOT;
        let is_absolute = counts.is_absolute() && !is_dropped;
        let counts = Counts::new(counts.names(), counts.subnames(), is_absolute);
        Ok(NodePathRef {
            parts: parts.get(..taken).unwrap_or_default(),
            counts,
        })
    }
}
