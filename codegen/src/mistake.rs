//! What is wrong with a schema, in words that lead to the line.

use std::error::Error;
use std::fmt;

/// One mistake in a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The file, as reached from the folder that was given.
    pub file: String,
    /// The line, counted from 1; 0 when the file could not be read.
    pub line: usize,
    /// The type, layout, erratum or other entry; empty where the mistake is in none.
    pub ty: String,
    /// The name of the table; empty in a type's first table, and outside of tables.
    pub table: String,
    /// The name of the row; empty where the mistake is in none.
    pub row: String,
    /// What the schema says.
    pub found: String,
    /// What it should say, and why.
    pub expected: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        let table = if self.table.is_empty() {
            String::new()
        } else {
            format!("table {}", self.table)
        };
        let row = if self.row.is_empty() {
            String::new()
        } else {
            format!("row {}", self.row)
        };
        let mut separator = ": ";
        for part in [&self.ty, &table, &row] {
            if !part.is_empty() {
                write!(f, "{separator}{part}")?;
                separator = ", ";
            }
        }
        write!(f, ": {}, expected {}", self.found, self.expected)
    }
}

impl Error for Mistake {}

/// Every mistake of a schema, by file and line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{mistake}")?;
        }
        Ok(())
    }
}

impl Error for Mistakes {}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake() -> Mistake {
        Mistake {
            file: "schema/types.yaml".into(),
            line: 112,
            ty: "Vector2".into(),
            table: String::new(),
            row: "y".into(),
            found: "offset 9".into(),
            expected: "8: fields follow one another without a gap".into(),
        }
    }

    #[test]
    fn reads_as_one_line() {
        assert_eq!(
            mistake().to_string(),
            "schema/types.yaml:112: Vector2, row y: offset 9, expected 8: fields follow one another without a gap"
        );
        let table = Mistake {
            table: "new format".into(),
            ..mistake()
        };
        assert!(
            table
                .to_string()
                .contains(":112: Vector2, table new format, row y: offset 9"),
            "{table}"
        );
    }

    #[test]
    fn leaves_out_what_is_empty() {
        let file = Mistake {
            line: 0,
            ty: String::new(),
            row: String::new(),
            ..mistake()
        };
        assert!(
            file.to_string()
                .starts_with("schema/types.yaml: offset 9, expected 8"),
            "{file}"
        );
        assert_eq!(
            Mistakes(vec![file.clone(), file.clone()]).to_string(),
            format!("{file}\n{file}")
        );
    }
}
