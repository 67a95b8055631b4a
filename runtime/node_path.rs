use crate::bodies::node_path::COUNTED_EACH_NAME_NAME;
use crate::wire::rule::Pad;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A path to a node and on to a property of it, such as `/root/Main/Player:position:x`: names, then sub-names.
///
/// It keeps the names of the input, including empty ones and those with a `/`, which no string parses to.
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
    /// The encoded names, then the encoded sub-names: encoding is a copy, and the path is one allocation.
    parts: Box<[u8]>,
    counts: Counts,
}

/// The numbers of names and sub-names, and whether the path starts at the root; small enough for a Variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Counts {
    names: u32,
    /// The top bit is set in an absolute path; no count is as large.
    subnames_and_absolute: u32,
}

const ABSOLUTE: u32 = 1 << 31;

/// No name of an engine has a NUL in it.
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

/// The padding after a name.
const PAD: Pad = COUNTED_EACH_NAME_NAME.pad;

/// Iterates over encoded names: a length, the name and padding each.
#[derive(Debug, Clone)]
pub(crate) struct Names<'n> {
    rest: &'n [u8],
}

impl<'n> Names<'n> {
    /// Iterates over names that were checked.
    pub(crate) fn new(parts: &'n [u8]) -> Self {
        Self { rest: parts }
    }
}

impl<'n> Iterator for Names<'n> {
    type Item = &'n str;

    fn next(&mut self) -> Option<&'n str> {
        let (length, rest) = self.rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let name = rest.get(..length)?;
        self.rest = rest.get(length + PAD.after(length)..).unwrap_or_default();
        core::str::from_utf8(name).ok()
    }
}

impl NodePath {
    /// Creates a path of names and sub-names, which may be empty or contain any character. A NUL ends a name, as in
    /// engines.
    ///
    /// ```
    /// use gdvariant::NodePath;
    ///
    /// let path = NodePath::new(false, ["a", ""], ["b:c"]);
    /// assert_eq!(path.names().count(), 2);
    /// assert_ne!(path, NodePath::from(path.to_string().as_str()));
    /// ```
    #[must_use]
    pub fn new<N: AsRef<str>, S: AsRef<str>>(
        absolute: bool,
        names: impl IntoIterator<Item = N>,
        subnames: impl IntoIterator<Item = S>,
    ) -> Self {
        let mut parts = Parts::default();
        for name in names {
            parts.name(name.as_ref());
        }
        for subname in subnames {
            parts.subname(subname.as_ref());
        }
        parts.finish(absolute)
    }

    /// Whether the path starts at the root.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.counts.is_absolute()
    }

    /// Whether there are neither names nor sub-names.
    ///
    /// ```
    /// use gdvariant::NodePath;
    ///
    /// assert!(NodePath::default().is_empty());
    /// assert!(!NodePath::from("/root").is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        Names::new(&self.parts).take(self.counts.names() as usize)
    }

    /// The names of the property and its members.
    pub fn subnames(&self) -> impl Iterator<Item = &str> {
        Names::new(&self.parts).skip(self.counts.names() as usize)
    }

    /// Names that are whole and UTF-8 without a NUL, with whatever in their padding.
    pub(crate) fn of_wire(parts: &[u8], counts: Counts) -> Self {
        let mut parts = Box::from(parts);
        clear_padding(&mut parts);
        Self { parts, counts }
    }

    /// The names, then the sub-names, as they lie on the wire.
    pub(crate) fn parts(&self) -> (&[u8], Counts) {
        (&self.parts, self.counts)
    }
}

/// Engines leave memory in the padding.
fn clear_padding(parts: &mut [u8]) {
    let mut rest = parts;
    while let Some((length, names)) = rest.split_first_chunk_mut() {
        let length = u32::from_le_bytes(*length) as usize;
        let Some((padding, names)) = names
            .get_mut(length..)
            .and_then(|names| names.split_at_mut_checked(PAD.after(length)))
        else {
            return;
        };
        // Few bytes, most of them zero: to call what fills memory would take longer.
        for byte in padding.iter_mut().filter(|byte| **byte != 0) {
            *byte = 0;
        }
        rest = names;
    }
}

/// A path in the making.
#[derive(Default)]
pub(crate) struct Parts {
    wire: Vec<u8>,
    names: u32,
    subnames: u32,
}

impl Parts {
    /// Appends a name; no sub-name may come before it.
    pub(crate) fn name(&mut self, name: &str) {
        self.part(name);
        self.names += 1;
    }

    /// Appends a sub-name.
    pub(crate) fn subname(&mut self, name: &str) {
        self.part(name);
        self.subnames += 1;
    }

    fn part(&mut self, name: &str) {
        let name = name.split(END).next().unwrap_or_default();
        // A longer one does not get as far as the wire.
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        self.wire.extend_from_slice(&length.to_le_bytes());
        self.wire.extend_from_slice(name.as_bytes());
        self.wire.resize(self.wire.len() + PAD.after(name.len()), 0);
    }

    pub(crate) fn finish(self, is_absolute: bool) -> NodePath {
        NodePath {
            parts: self.wire.into(),
            counts: Counts::new(self.names, self.subnames, is_absolute),
        }
    }
}

/// Reads the text as the engine does: names between `/`, sub-names behind each `:`; empty ones are left out. The engine refuses a path
/// with an empty sub-name within it, and so it becomes the empty path.
impl From<&str> for NodePath {
    fn from(text: &str) -> Self {
        let text = text.split(END).next().unwrap_or_default();
        let (path, property) = match text.split_once(':') {
            Some((path, property)) => (path, property),
            None => (text, ""),
        };
        // The engine lets a colon at the very end pass.
        let property = property.strip_suffix(':').unwrap_or(property);
        let subnames = || {
            property
                .split(':')
                .take(if property.is_empty() { 0 } else { usize::MAX })
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

/// Parses a path like `From<&str>`, which never fails.
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

/// The path as scripts write it.
impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, self.is_absolute(), self.names(), self.subnames())
    }
}

/// A path as scripts write it.
pub(crate) fn display<'n>(
    f: &mut fmt::Formatter<'_>,
    is_absolute: bool,
    names: impl Iterator<Item = &'n str>,
    mut subnames: impl Iterator<Item = &'n str>,
) -> fmt::Result {
    f.write_str(if is_absolute { "/" } else { "" })?;
    for (index, name) in names.enumerate() {
        let slash = if index == 0 { "" } else { "/" };
        write!(f, "{slash}{name}")?;
    }
    subnames.try_for_each(|subname| write!(f, ":{subname}"))
}

impl fmt::Debug for NodePath {
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
