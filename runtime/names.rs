use alloc::string::String;
use core::fmt;
use core::ops::Deref;

/// Text that the engine keeps once, for names. Pandemonium writes it with a type number of its own; Godot 3 has no such type.
///
/// ```
/// use gdvariant::StringName;
///
/// let name = StringName::from("position");
/// assert_eq!(name.as_str(), "position");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StringName(pub String);

impl StringName {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for StringName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for StringName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for StringName {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for StringName {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<StringName> for String {
    fn from(name: StringName) -> Self {
        name.0
    }
}

impl fmt::Display for StringName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
