//! Versions of engines.

use core::fmt;
use core::str::FromStr;

/// A version of an engine, such as Godot 4.2.
///
/// The order is meaningful only among versions of one engine. Patch releases encode the same types,
/// so the patch number is not part of the version.
///
/// ```
/// use gdvariant::EngineVersion;
///
/// let version: EngineVersion = "4.2".parse()?;
/// assert_eq!(version, EngineVersion::new(4, 2));
/// assert!(version < EngineVersion::new(4, 10));
/// assert_eq!(version.to_string(), "4.2");
/// # Ok::<(), gdvariant::ParseVersionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineVersion {
    major: u16,
    minor: u16,
}

impl EngineVersion {
    /// Creates a version from the numbers before and after the dot.
    pub const fn new(major: u16, minor: u16) -> Self {
        Self { major, minor }
    }

    /// Returns the number before the dot.
    ///
    /// ```
    /// use gdvariant::EngineVersion;
    ///
    /// assert_eq!(EngineVersion::new(4, 2).major(), 4);
    /// ```
    pub const fn major(self) -> u16 {
        self.major
    }

    /// Returns the number after the dot.
    ///
    /// ```
    /// use gdvariant::EngineVersion;
    ///
    /// assert_eq!(EngineVersion::new(4, 2).minor(), 2);
    /// ```
    pub const fn minor(self) -> u16 {
        self.minor
    }
}

/// Formats the version as `4.2`.
impl fmt::Display for EngineVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The error returned if a string is not a version such as `4.2`.
///
/// ```
/// use gdvariant::{EngineVersion, ParseVersionError};
///
/// let result: Result<EngineVersion, ParseVersionError> = "four".parse();
/// assert!(result.is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseVersionError;

impl fmt::Display for ParseVersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two numbers and a dot, such as 4.2")
    }
}

crate::error::debug!(ParseVersionError);

impl core::error::Error for ParseVersionError {}

/// Parses a version such as `4.2`, without a patch release.
impl FromStr for EngineVersion {
    type Err = ParseVersionError;

    /// # Errors
    ///
    /// Returns an error unless the string is two numbers, up to 65535 each, separated by a dot.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (major, minor) = text.split_once('.').ok_or(ParseVersionError)?;
        if major.starts_with('+') || minor.starts_with('+') {
            return Err(ParseVersionError);
        }
        let number = |digits: &str| digits.parse().map_err(|_| ParseVersionError);
        Ok(Self::new(number(major)?, number(minor)?))
    }
}

#[cfg(test)]
mod tests;
