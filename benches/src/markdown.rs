//! Formats tables and figures in Markdown.

/// A table whose columns contain figures, except for the first column. Empty columns are omitted.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with these column titles.
    #[must_use]
    pub fn new(columns: &[&str]) -> Self {
        Self {
            rows: vec![columns.iter().copied().map(str::to_owned).collect()],
        }
    }

    /// Adds a row.
    pub fn row<T: AsRef<str>>(&mut self, cells: &[T]) {
        self.rows
            .push(cells.iter().map(|cell| cell.as_ref().to_owned()).collect());
    }

    /// Returns the Markdown of the table.
    #[must_use]
    pub fn finish(self) -> String {
        let [head, rows @ ..] = &self.rows[..] else {
            return String::new();
        };
        let filled: Vec<usize> = (0..head.len())
            .filter(|&column| rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        let mut text = line(head, &filled);
        text += "| --- |";
        text += &" ---: |".repeat(filled.len().saturating_sub(1));
        text += "\n";
        for row in rows {
            text += &line(row, &filled);
        }
        text
    }
}

/// Formats a row, with the selected columns.
fn line(cells: &[String], columns: &[usize]) -> String {
    let cells: String =
        columns
            .iter()
            .map(|&column| &cells[column])
            .fold(String::new(), |text, cell| match cell.as_str() {
                "" => text + " |",
                cell => text + " " + cell + " |",
            });
    format!("|{cells}\n")
}

/// Formats a number with two or three significant digits, or all digits of the integer part.
#[must_use]
pub fn digits(value: f64) -> String {
    match value {
        _ if !value.is_finite() => "?".into(),
        _ if value >= 99.95 => grouped(format!("{value:.0}")),
        _ if value >= 9.995 => format!("{value:.1}"),
        _ if value >= 0.0995 => format!("{value:.2}"),
        _ if value >= 0.00995 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

/// Formats a time, given in nanoseconds.
#[must_use]
pub fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        _ if nanoseconds < 999.5 => format!("{} ns", digits(nanoseconds)),
        _ if nanoseconds < 999.5e3 => format!("{} µs", digits(nanoseconds / 1e3)),
        _ => format!("{} ms", digits(nanoseconds / 1e6)),
    }
}

/// Formats a count with thousands separators.
#[must_use]
pub fn count(value: u64) -> String {
    grouped(value.to_string())
}

/// Formats a ratio as a percentage.
#[must_use]
pub fn percent(part: f64) -> String {
    format!("{:.0}%", part * 100.0)
}

fn grouped(mut text: String) -> String {
    let mut place = text.len();
    while place > 3 {
        place -= 3;
        text.insert(place, ',');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits() {
        assert_eq!(
            [0.0123, 0.123, 9.994, 9.996, 99.94, 99.96, 1234.5].map(digits),
            ["0.012", "0.12", "9.99", "10.0", "99.9", "100", "1,234"]
        );
        assert_eq!(
            [11.4, 999.4, 999.6, 2_840.0, 999_600.0, 1.2e9].map(time),
            [
                "11.4 ns", "999 ns", "1.00 µs", "2.84 µs", "1.00 ms", "1,200 ms"
            ]
        );
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn empty_columns_are_omitted() {
        let mut table = Table::new(&["way", "time", "bytes", "peak"]);
        table.row(&["memcpy", "1 ns", "", ""]);
        table.row(&["skip", "2 ns", "", "3"]);
        assert_eq!(
            table.finish(),
            "| way | time | peak |\n| --- | ---: | ---: |\n| memcpy | 1 ns | |\n| skip | 2 ns | 3 |\n"
        );
    }
}
