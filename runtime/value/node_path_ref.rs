//! Borrowed NodePaths.

use super::node_path::{Counts, Names};
use crate::NodePath;
use alloc::vec::Vec;
use core::fmt;

/// A [`NodePath`] that borrows its names from the input.
///
/// Lenient decoding ([`DecodeOptions::engine`](crate::DecodeOptions::engine)) returns an error for
/// a name that the engine alters, because the altered name cannot be borrowed; decode a `NodePath`
/// instead.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{NodePath, NodePathRef, godot4};
///
/// let bytes = godot4::to_vec(&NodePath::from("/root/Main:position"))?;
/// let path: NodePathRef<'_> = godot4::from_slice(&bytes)?;
/// assert_eq!(path.names().collect::<Vec<_>>(), ["root", "Main"]);
/// assert_eq!(path.to_string(), "/root/Main:position");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct NodePathRef<'de> {
    /// The complete encoded names and sub-names; the padding may contain any bytes.
    bytes: &'de [u8],
    counts: Counts,
}

impl<'de> NodePathRef<'de> {
    /// Creates a path from complete encoded names.
    pub(crate) fn new(bytes: &'de [u8], counts: Counts) -> Self {
        Self { bytes, counts }
    }

    /// Returns the encoded names and sub-names as one slice, and their counts.
    pub(crate) fn wire(&self) -> (&'de [u8], Counts) {
        (self.bytes, self.counts)
    }

    /// Returns whether the path starts at the root.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{NodePath, NodePathRef, godot4};
    ///
    /// let bytes = godot4::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot4::from_slice(&bytes)?;
    /// assert!(path.is_absolute());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_absolute(&self) -> bool {
        self.counts.is_absolute()
    }

    /// Returns whether there are neither names nor sub-names.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{NodePath, NodePathRef, godot4};
    ///
    /// let bytes = godot4::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot4::from_slice(&bytes)?;
    /// assert!(!path.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.bytes).take(self.counts.names() as usize)
    }

    /// Returns the names of the property and its members.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{NodePath, NodePathRef, godot4};
    ///
    /// let bytes = godot4::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot4::from_slice(&bytes)?;
    /// assert_eq!(path.subnames().collect::<Vec<_>>(), ["position"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subnames(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.bytes).skip(self.counts.names() as usize)
    }
}

impl PartialEq for NodePathRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Compares names one by one, because their padding may differ.
        self.counts == other.counts && Names::new(self.bytes).eq(Names::new(other.bytes))
    }
}

impl Eq for NodePathRef<'_> {}

impl core::hash::Hash for NodePathRef<'_> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.counts.hash(hasher);
        for name in Names::new(self.bytes) {
            name.hash(hasher);
        }
    }
}

impl From<NodePathRef<'_>> for NodePath {
    fn from(path: NodePathRef<'_>) -> Self {
        Self::of_wire(path.bytes, path.counts)
    }
}

/// Formats the path as in scripts.
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
            .field("names", &self.names().collect::<Vec<_>>())
            .field("subnames", &self.subnames().collect::<Vec<_>>())
            .finish()
    }
}
