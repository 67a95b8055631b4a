//! NodePaths, owned and borrowed.

use crate::table::rule::padding_after;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A path to a node or to a property of a node, such as `/root/Main/Player:position:x`.
///
/// A path consists of the names of nodes, followed by the sub-names of a property and its members.
///
/// Decoding keeps all names, including those that parsing a string cannot produce: empty names and
/// names with a `/`.
///
/// ```
/// use gdvariant::NodePath;
///
/// let path = NodePath::from("/root/Main/Player:position:x");
/// assert!(path.is_absolute());
/// assert_eq!(path.names().collect::<Vec<_>>(), ["root", "Main", "Player"]);
/// assert_eq!(path.subnames().collect::<Vec<_>>(), ["position", "x"]);
/// assert_eq!(path.to_string(), "/root/Main/Player:position:x");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct NodePath {
    /// The names, followed by the sub-names, in encoded form.
    ///
    /// All names thus need a single allocation, and encoding copies them in one call.
    bytes: Box<[u8]>,
    counts: Counts,
}

/// The numbers of names and sub-names, and whether the path starts at the root.
///
/// The counts are packed to keep a Variant small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Counts {
    names: u32,
    /// The top bit is set in an absolute path; counts are smaller.
    subnames_and_absolute: u32,
}

const ABSOLUTE: u32 = 1 << 31;

/// The character that ends a name; names in engines contain no NUL.
const END: char = '\0';

impl Counts {
    pub(crate) fn new(names: u32, subnames: u32, is_absolute: bool) -> Self {
        Self {
            names,
            subnames_and_absolute: subnames & !ABSOLUTE | if is_absolute { ABSOLUTE } else { 0 },
        }
    }

    pub(crate) fn names(self) -> u32 {
        self.names
    }

    pub(crate) fn subnames(self) -> u32 {
        self.subnames_and_absolute & !ABSOLUTE
    }

    pub(crate) fn total(self) -> usize {
        self.names as usize + self.subnames() as usize
    }

    pub(crate) fn is_absolute(self) -> bool {
        self.subnames_and_absolute & ABSOLUTE != 0
    }
}

/// An iterator over encoded names; each name is preceded by its length and followed by padding.
#[derive(Debug, Clone)]
pub(crate) struct Names<'n> {
    rest: &'n [u8],
}

impl<'n> Names<'n> {
    /// Creates an iterator over validated encoded names.
    pub(crate) fn new(bytes: &'n [u8]) -> Self {
        Self { rest: bytes }
    }
}

impl<'n> Iterator for Names<'n> {
    type Item = &'n str;

    fn next(&mut self) -> Option<&'n str> {
        let (length, rest) = self.rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let name = rest.get(..length)?;
        self.rest = rest
            .get(length + padding_after(length)..)
            .unwrap_or_default();
        core::str::from_utf8(name).ok()
    }
}

impl NodePath {
    /// Creates a path of names and sub-names, which may be empty or contain any character. As in
    /// engines, a NUL ends a name.
    ///
    /// ```
    /// use gdvariant::NodePath;
    ///
    /// let path = NodePath::new(false, ["a", ""], ["b:c"]);
    /// assert_eq!(path.names().count(), 2);
    /// assert_ne!(path, NodePath::from(path.to_string().as_str()));
    /// ```
    pub fn new<N: AsRef<str>, S: AsRef<str>>(
        absolute: bool,
        names: impl IntoIterator<Item = N>,
        subnames: impl IntoIterator<Item = S>,
    ) -> Self {
        let mut bytes = Vec::new();
        let mut counts = [0, 0];
        for name in names {
            append(&mut bytes, name.as_ref());
            counts[0] += 1;
        }
        for subname in subnames {
            append(&mut bytes, subname.as_ref());
            counts[1] += 1;
        }
        Self {
            bytes: bytes.into(),
            counts: Counts::new(counts[0], counts[1], absolute),
        }
    }

    /// Returns whether the path starts at the root.
    pub fn is_absolute(&self) -> bool {
        self.counts.is_absolute()
    }

    /// Returns whether there are neither names nor sub-names.
    ///
    /// ```
    /// use gdvariant::NodePath;
    ///
    /// assert!(NodePath::default().is_empty());
    /// assert!(!NodePath::from("/root").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.borrowed().names()
    }

    /// Returns the names of the property and its members.
    pub fn subnames(&self) -> impl Iterator<Item = &str> {
        self.borrowed().subnames()
    }

    /// Creates a path from validated encoded names, whose padding may contain any bytes.
    pub(crate) fn from_wire(bytes: &[u8], counts: Counts) -> Self {
        let mut bytes = Box::from(bytes);
        clear_padding(&mut bytes);
        Self { bytes, counts }
    }

    fn borrowed(&self) -> NodePathRef<'_> {
        NodePathRef::new(&self.bytes, self.counts)
    }

    /// Returns the encoded names and sub-names as one slice, and their counts.
    pub(crate) fn wire(&self) -> (&[u8], Counts) {
        (&self.bytes, self.counts)
    }
}

/// Clears the padding after each name, where engines leave arbitrary bytes.
fn clear_padding(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Some((length, names)) = rest.split_first_chunk_mut() {
        let length = u32::from_le_bytes(*length) as usize;
        let Some((padding, names)) = names
            .get_mut(length..)
            .and_then(|names| names.split_at_mut_checked(padding_after(length)))
        else {
            return;
        };
        // The padding has at most three bytes, usually zeros: calling `memset` would take longer.
        for byte in padding.iter_mut().filter(|byte| **byte != 0) {
            *byte = 0;
        }
        rest = names;
    }
}

/// Appends the encoded name, up to its first NUL.
fn append(bytes: &mut Vec<u8>, name: &str) {
    let name = name.split(END).next().unwrap_or_default();
    // Encoding rejects longer names.
    let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(name.as_bytes());
    bytes.resize(bytes.len() + padding_after(name.len()), 0);
}

/// Parses a path like the engine: names are separated by `/`, and a sub-name follows each `:`.
/// Empty names are dropped. A path with an empty sub-name becomes the empty path, because the
/// engine rejects such a path.
impl From<&str> for NodePath {
    fn from(text: &str) -> Self {
        let text = text.split(END).next().unwrap_or_default();
        let (path, property) = text.split_once(':').unwrap_or((text, ""));
        let subnames = || {
            // The engine accepts one colon at the end, but not two.
            let names = property.strip_suffix(':').unwrap_or(property).split(':');
            names.take(if property.is_empty() { 0 } else { usize::MAX })
        };
        if subnames().any(str::is_empty) {
            return Self::default();
        }
        Self::new(
            path.starts_with('/'),
            path.split('/').filter(|name| !name.is_empty()),
            subnames(),
        )
    }
}

/// Parses a path like `From<&str>`; parsing never fails.
impl core::str::FromStr for NodePath {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl From<String> for NodePath {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

/// Formats the path as in scripts.
impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.borrowed(), f)
    }
}

impl fmt::Debug for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.borrowed(), f)
    }
}

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
        Self::from_wire(path.bytes, path.counts)
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
