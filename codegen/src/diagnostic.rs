//! Diagnostics: errors and warnings about a schema, with their places.

use std::error::Error;
use std::fmt;

/// An error or a warning about a schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The path of the file, below the path that the schema was loaded from.
    pub file: String,
    /// The line, counted from 1; 0 if the error is in no entry of the file.
    pub line: usize,
    /// The column, counted from 1; 0 for a semantic error.
    pub column: usize,
    /// The type, layout, erratum or other entry; empty if the error is in none.
    pub ty: String,
    /// The name of the table; empty for a type's first table, and outside of tables.
    pub table: String,
    /// The name of the row; empty if the error is in none.
    pub row: String,
    /// The message, without the place.
    pub message: String,
}

impl Diagnostic {
    /// Creates a diagnostic without a message, as the place of an entry in a file.
    pub(crate) fn at(file: impl Into<String>, ty: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            ty: ty.into(),
            ..Self::default()
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        let mut separator = ": ";
        for (what, name) in [("", &self.ty), ("table ", &self.table), ("row ", &self.row)] {
            if !name.is_empty() {
                write!(f, "{separator}{what}{name}")?;
                separator = ", ";
            }
        }
        write!(f, ": {}", self.message)
    }
}

/// Errors or warnings about a schema, sorted by file and line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    pub(crate) fn add(&mut self, place: &Diagnostic, message: impl Into<String>) {
        self.0.push(Diagnostic {
            message: message.into(),
            ..place.clone()
        });
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl Error for Diagnostics {}

/// The maximum number of names that a message lists.
const MOST_LISTED: usize = 16;

/// Returns a message about a name that is not among the known ones.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let hint = match closest(name, known) {
        Some(similar) => format!(" (did you mean `{similar}`?)"),
        None if (1..=MOST_LISTED).contains(&known.len()) => {
            format!(", expected one of {}", listed(known.iter().copied()))
        }
        None => String::new(),
    };
    format!("unknown {what} `{name}`{hint}")
}

/// Returns the most similar known name: the one that differs in the fewest letters between the
/// same start and the same end, at most two and a third of the name.
fn closest<'a>(unknown: &str, known: &[&'a str]) -> Option<&'a str> {
    let difference = |name: &&str| {
        let (from, to) = (unknown.as_bytes(), name.as_bytes());
        let length = from.len().min(to.len());
        let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| {
            pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
        };
        let start = same(&mut from.iter().zip(to));
        let end = same(&mut from.iter().rev().zip(to.iter().rev()).take(length - start));
        from.len().max(to.len()) - start - end
    };
    let closest = known.iter().copied().min_by_key(difference)?;
    (difference(&closest) <= unknown.len().div_ceil(3).min(2)).then_some(closest)
}

/// Puts the names in backticks, and joins them with commas.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = names.into_iter().map(|name| format!("`{name}`"));
    quoted.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
