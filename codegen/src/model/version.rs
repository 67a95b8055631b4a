//! Versions of engines.

use std::fmt;

/// A version of an engine, such as 4.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u16,
    /// The number after the dot.
    pub minor: u16,
}

impl Version {
    /// Parses a version such as `4.3`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_plain)
        };
        let (major, minor) = text.split_once('.')?;
        Some(Self {
            major: number(major)?,
            minor: number(minor)?,
        })
    }
}

/// The versions of an engine from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The oldest version.
    pub oldest: Version,
    /// The newest version.
    pub newest: Version,
}

impl Versions {
    /// Parses versions such as `4.2 to 4.6`, from an older one to a newer one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (oldest, newest) = text.split_once(" to ")?;
        let [oldest, newest] = [Version::parse(oldest)?, Version::parse(newest)?];
        (oldest < newest).then_some(Self { oldest, newest })
    }
}

/// Formats the versions as in the schema: `4.2 to 4.6`.
impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.oldest, self.newest)
    }
}

/// Formats the version as in the schema: `4.3`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
