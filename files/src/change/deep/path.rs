//! Parses and formats paths with steps.

use super::Step;
use gdvariant::{ParsePathError, Path};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The maximum number of steps, because paths are parsed and followed recursively.
const MAX_STEPS: usize = 64;

/// A path with steps into the content of values, such as `state.<gzip>.<bytes>.gold`.
///
/// A [`Path`] leads to the value of each step, and from the content of the last step to the value.
/// A key that looks like a step is quoted, as in `["<bytes>"]`.
///
/// ```
/// use gdvariant_files::change::deep::DeepPath;
///
/// let path: DeepPath = "state.<gzip>.<bytes>.items[3]".parse()?;
/// assert_eq!(path.outer().to_string(), "state");
/// assert_eq!(path.to_string(), "state.<gzip>.<bytes>.items[3]");
///
/// let error = "state.<gz>".parse::<DeepPath>().unwrap_err();
/// let steps = "<bytes>, <json>, <text>, <gzip>, <zlib>, <zstd>, <fastlz> or <base64>";
/// assert_eq!(error.to_string(), format!("offset 6: expected {steps}; a key is quoted: [\"<gz>\"]"));
/// # Ok::<(), gdvariant_files::change::deep::ParseDeepPathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeepPath {
    /// The path to the value of the first step, or of the whole path if there are no steps.
    pub(super) outer: Path,
    /// The first step, and the path in its content.
    pub(super) inner: Option<Box<(Step, DeepPath)>>,
}

impl DeepPath {
    /// Returns the path to the value of the first step, or the whole path if there are no steps.
    #[must_use]
    pub fn outer(&self) -> &Path {
        &self.outer
    }

    /// Returns the path if it has no steps.
    #[doc(hidden)]
    #[must_use]
    pub fn without_steps(&self) -> Option<&Path> {
        self.inner.is_none().then_some(&self.outer)
    }

    /// Returns whether the path is empty: it leads to the whole value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outer.is_empty() && self.inner.is_none()
    }

    /// Returns the path in the content of the last step.
    pub(super) fn innermost(&self) -> &Path {
        match self.inner.as_deref() {
            Some((_, rest)) => rest.innermost(),
            None => &self.outer,
        }
    }

    /// Adds a step before this path.
    pub(super) fn inside(self, step: Step) -> Self {
        Self {
            outer: Path::default(),
            inner: Some(Box::new((step, self))),
        }
    }
}

impl From<Path> for DeepPath {
    fn from(outer: Path) -> Self {
        Self { outer, inner: None }
    }
}

impl Display for DeepPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.inner.as_deref() {
            None => self.outer.fmt(f),
            Some((step, rest)) => f.write_str(&joined(&step.after(&self.outer), &rest.to_string())),
        }
    }
}

/// Joins the texts of two paths.
pub(crate) fn joined(outer: &str, inner: &str) -> String {
    let is_apart = outer.is_empty() || inner.is_empty() || inner.starts_with('[');
    let separator = if is_apart { "" } else { "." };
    format!("{outer}{separator}{inner}")
}

/// The error returned if a string is not a path with steps.
///
/// [`DeepPath`] has an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDeepPathError {
    offset: usize,
    expected: String,
}

impl ParseDeepPathError {
    pub(super) fn new(offset: usize, expected: &str) -> Self {
        Self {
            offset,
            expected: expected.into(),
        }
    }

    /// Returns the offset of the error in the string, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Display for ParseDeepPathError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: expected {}", self.offset, self.expected)
    }
}

impl Error for ParseDeepPathError {}

impl FromStr for DeepPath {
    type Err = ParseDeepPathError;

    /// # Errors
    ///
    /// Returns an error if a path is invalid, if a step is unknown, or if there are more than 64
    /// steps.
    fn from_str(text: &str) -> Result<Self, ParseDeepPathError> {
        Self::with_steps(text, MAX_STEPS)
    }
}

/// Returns what a path lacks, with the advice.
fn expected(error: ParsePathError) -> String {
    match error.advice() {
        Some(advice) => format!("{}; {advice}", error.expected()),
        None => error.expected().into(),
    }
}

impl DeepPath {
    /// Parses a path with at most `max_steps` steps.
    fn with_steps(text: &str, max_steps: usize) -> Result<Self, ParseDeepPathError> {
        let error = ParseDeepPathError::new;
        let Some((before, rest)) = text.split_at_checked(find_outside(text, '<')) else {
            let path: Result<Path, _> = text.parse();
            let path = path.map_err(|it| error(it.offset(), &expected(it)))?;
            return Ok(path.into());
        };
        let outer = match before.strip_suffix('.') {
            Some("") => return Err(error(0, "a name, `[` or `<`")),
            Some(outer) => outer,
            None if before.is_empty() => "",
            None => return Err(error(before.len(), "`.` before a step")),
        };
        let outer: Result<Path, _> = outer.parse();
        let outer = outer.map_err(|it| error(it.offset(), &expected(it)))?;
        let Some(max_steps) = max_steps.checked_sub(1) else {
            return Err(error(before.len(), &format!("at most {MAX_STEPS} steps")));
        };
        let Some((name, after)) = rest[1..].split_once('>') else {
            return Err(error(text.len(), "`>`"));
        };
        let Some(step) = Step::ALL.into_iter().find(|step| step.name() == name) else {
            let steps = Step::ALL.map(|step| step.to_string());
            let (last, others) = steps.split_last().unwrap_or((&steps[0], &[]));
            let quoted = format!("<{name}>");
            let expected = format!(
                "{} or {last}; a key is quoted: [{quoted:?}]",
                others.join(", ")
            );
            return Err(error(before.len(), &expected));
        };
        let start = text.len() - after.len();
        let inner = match after.strip_prefix('.') {
            Some(inner) if inner.is_empty() || inner.starts_with(['.', '[']) => {
                return Err(error(start + 1, "a name or `<`"));
            }
            Some(inner) => inner,
            None if after.is_empty() || after.starts_with('[') => after,
            None => return Err(error(start, "`.` or `[`")),
        };
        let base = text.len() - inner.len();
        let inner = Self::with_steps(inner, max_steps);
        let inner = inner.map_err(|it| ParseDeepPathError {
            offset: it.offset + base,
            ..it
        })?;
        Ok(Self {
            outer,
            ..inner.inside(step)
        })
    }
}

/// Returns the offset of a character outside of brackets, or an offset after the text.
pub(super) fn find_outside(text: &str, wanted: char) -> usize {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (offset, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' if depth > 0 => in_string = !in_string,
            _ if in_string => {}
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if c == wanted && depth == 0 => return offset,
            _ => {}
        }
    }
    usize::MAX
}
