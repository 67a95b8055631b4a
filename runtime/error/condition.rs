//! Conditions on values.

use super::parse_path::Parser;
use super::{ParsePathError, Path};
use crate::Escaped;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A condition on a value.
///
/// | condition | is satisfied if |
/// | --- | --- |
/// | `id=7` | the value at the path `id` is 7, in the notation of scripts |
/// | `id!=7` | there is a value at the path `id`, and it is not 7 |
/// | `id` | there is a value at the path `id` |
/// | `=7`, `!=7` | the value itself is 7, or is not 7 |
///
/// In a path, a condition selects members of a container: `items[?id=7].count`. gdvariant-files
/// evaluates conditions.
///
/// ```
/// use gdvariant::{Condition, ConditionTest, Path, Segment};
///
/// let condition: Condition = r#"id = "potion""#.parse()?;
/// assert_eq!(condition.path, "id".parse()?);
/// assert_eq!(condition.test, ConditionTest::Equals(r#""potion""#.into()));
///
/// let path: Path = [Segment::name("items"), Segment::Where(condition.into())].into_iter().collect();
/// assert_eq!(path.to_string(), r#"items[?id="potion"]"#);
/// assert_eq!(path.to_string().parse(), Ok(path));
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Condition {
    /// The path from the value to the tested one.
    pub path: Path,
    /// What is tested.
    pub test: ConditionTest,
}

/// What a [`Condition`] tests.
///
/// ```
/// use gdvariant::{Condition, ConditionTest};
///
/// for (condition, test) in [
///     ("id", ConditionTest::Exists),
///     ("id=7", ConditionTest::Equals("7".into())),
///     ("id!=7", ConditionTest::Differs("7".into())),
/// ] {
///     assert_eq!(condition.parse::<Condition>()?.test, test);
/// }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConditionTest {
    /// There is a value at the path.
    Exists,
    /// The value equals the value of this text.
    Equals(String),
    /// There is a value, but it does not equal the value of this text.
    Differs(String),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.fmt(f)?;
        match &self.test {
            ConditionTest::Exists => Ok(()),
            ConditionTest::Equals(text) => write!(f, "={}", Escaped(text)),
            ConditionTest::Differs(text) => write!(f, "!={}", Escaped(text)),
        }
    }
}

impl FromStr for Condition {
    type Err = ParsePathError;

    /// # Errors
    ///
    /// Returns an error if the path is invalid, or if the condition or its value is empty.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Parser::new(text).condition(text)
    }
}
