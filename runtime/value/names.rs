use alloc::borrow::Cow;
use alloc::string::String;
use core::borrow::Borrow;
use core::convert::Infallible;
use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

/// A name: a string of which the engine stores a single copy.
///
/// A StringName has its own type number in Godot 4 and Pandemonium; Godot 3 has no such type.
///
/// ```
/// use gdvariant::StringName;
///
/// let name = StringName::from("position");
/// assert_eq!(name, "position");
/// assert_eq!(name.as_str().len(), 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StringName(pub String);

impl StringName {
    /// Returns the string.
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

impl From<Cow<'_, str>> for StringName {
    fn from(text: Cow<'_, str>) -> Self {
        Self(text.into())
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

/// Allows looking up a `str` in a map whose keys are StringNames.
impl Borrow<str> for StringName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl FromStr for StringName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

macro_rules! compare {
    ($($text:ty),*) => {$(
        impl PartialEq<$text> for StringName {
            fn eq(&self, other: &$text) -> bool {
                self.0 == *other
            }
        }

        impl PartialEq<StringName> for $text {
            fn eq(&self, other: &StringName) -> bool {
                *self == other.0
            }
        }
    )*};
}

compare!(str, &str);
