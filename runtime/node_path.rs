use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// A path to a node and on to a property of it, such as `/root/Main/Player:position:x`: names, then sub-names.
///
/// It keeps what the wire says, empty names and names with a `/` in them included, though no text gives such a path.
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
    /// The names, then the sub-names, each with [`END`] behind it: one allocation for the whole path.
    text: Box<str>,
    /// How many of them are names.
    names: u32,
    absolute: bool,
}

/// Ends a name. No name of an engine has a NUL in it.
const END: char = '\0';

impl NodePath {
    /// A path of these names and sub-names, which may be empty or hold any sign; text from a NUL on is left out, as in engines.
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
        self.absolute
    }

    /// Whether there are neither names nor sub-names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator(END).take(self.names as usize)
    }

    /// The names of the property and its members.
    pub fn subnames(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator(END).skip(self.names as usize)
    }
}

/// A path in the making.
#[derive(Default)]
pub(crate) struct Parts {
    text: String,
    names: u32,
}

impl Parts {
    /// With room for names of this many bytes in all.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), names: 0 }
    }

    /// Appends a name; no sub-name may come before it.
    pub(crate) fn name(&mut self, name: &str) {
        self.subname(name);
        self.names += 1;
    }

    /// Appends a sub-name.
    pub(crate) fn subname(&mut self, name: &str) {
        self.text.push_str(name.split(END).next().unwrap_or_default());
        self.text.push(END);
    }

    pub(crate) fn finish(self, absolute: bool) -> NodePath {
        NodePath { text: self.text.into_boxed_str(), names: self.names, absolute }
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
        let subnames = || property.split(':').take(if property.is_empty() { 0 } else { usize::MAX });
        if subnames().any(str::is_empty) {
            return Self::default();
        }
        Self::new(path.starts_with('/'), path.split('/').filter(|name| !name.is_empty()), subnames())
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
        display(f, self.absolute, self.names(), self.subnames())
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

#[expect(clippy::missing_fields_in_debug, reason = "it shows the names, not how they are kept")]
impl fmt::Debug for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodePath")
            .field("absolute", &self.absolute)
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
