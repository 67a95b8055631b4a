//! Diagnostics: what is wrong with a schema, where, and what is expected.

use std::error::Error;
use std::fmt;

/// A mistake in a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The path of the file, with that of the folder that was given.
    pub file: String,
    /// The line, counted from 1; 0 if the file could not be read.
    pub line: usize,
    /// The type, layout, erratum or other entry; empty if the mistake is in none.
    pub ty: String,
    /// The name of the table; empty for a type's first table, and outside of tables.
    pub table: String,
    /// The name of the row; empty if the mistake is in none.
    pub row: String,
    /// What the schema says.
    pub found: String,
    /// What it should say, and why.
    pub expected: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        let mut separator = ": ";
        for (what, name) in [("", &self.ty), ("table ", &self.table), ("row ", &self.row)] {
            if !name.is_empty() {
                write!(f, "{separator}{what}{name}")?;
                separator = ", ";
            }
        }
        write!(f, ": {}, expected {}", self.found, self.expected)
    }
}

impl Error for Diagnostic {}

/// All mistakes of a schema, sorted by file and line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

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

#[cfg(test)]
mod tests;
