//! The line numbers of keys and items, which the parser does not report.
//!
//! Only diagnostics need them, so they are found by indentation once a schema has a mistake.
//! Everything in a flow mapping (`{ offset: 4, length: 4 }`) has the line of its block.

/// What separates the steps of a path; no key contains it.
pub(crate) const SEPARATOR: char = '\n';

/// The keys and items of the block mappings and sequences of a file.
#[derive(Debug, Default)]
pub(crate) struct Lines<'t>(Vec<Entry<'t>>);

/// A key of a block mapping, or an item of a block sequence.
#[derive(Debug)]
struct Entry<'t> {
    line: usize,
    column: usize,
    /// The key; none for an item.
    key: Option<&'t str>,
}

/// A key that its mapping already has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Duplicate<'t> {
    pub(crate) key: &'t str,
    pub(crate) line: usize,
    /// The line of the first key with this name.
    pub(crate) first: usize,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut entries = Vec::new();
        let mut block_string = None;
        for (index, line) in text.lines().enumerate() {
            let content = line.trim_start_matches(' ');
            let column = line.len() - content.len();
            let is_empty = content.is_empty() || content.starts_with('#') || content == "---";
            if is_empty || block_string.is_some_and(|outer| column > outer) {
                continue;
            }
            let value = add(&mut entries, index + 1, column, content);
            block_string = value.starts_with(['|', '>']).then_some(column);
        }
        Self(entries)
    }

    /// Returns the line of a path, or of the closest block around it.
    pub(crate) fn line(&self, path: &str) -> usize {
        let mut entries = self.0.as_slice();
        let mut line = 1;
        for step in path.split(SEPARATOR).skip(1) {
            let Some((found, inner)) = descend(entries, step) else {
                break;
            };
            (line, entries) = (found, inner);
        }
        line
    }

    /// Returns the keys that their mapping already has.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = Duplicate<'t>> {
        self.0.iter().enumerate().filter_map(|(index, entry)| {
            let key = entry.key?;
            let before = self.0.iter().take(index).rev();
            let same_block = before.take_while(|other| other.column >= entry.column);
            let first = same_block
                .filter(|other| other.column == entry.column && other.key == entry.key)
                .last()?;
            Some(Duplicate {
                key,
                line: entry.line,
                first: first.line,
            })
        })
    }
}

/// Adds the items and the key that start on a line, and returns the value of the key.
fn add<'t>(
    entries: &mut Vec<Entry<'t>>,
    line: usize,
    mut column: usize,
    mut content: &'t str,
) -> &'t str {
    let is_item = |rest: &&str| rest.is_empty() || rest.starts_with(' ');
    while let Some(rest) = content.strip_prefix('-').filter(is_item) {
        let key = None;
        entries.push(Entry { line, column, key });
        let item = rest.trim_start_matches(' ');
        column += content.len() - item.len();
        content = item;
    }
    let Some((key, value)) = split_key(content) else {
        return "";
    };
    let key = Some(key);
    entries.push(Entry { line, column, key });
    value
}

/// Finds a key or an item in a block; returns its line and the entries in it.
fn descend<'e, 't>(entries: &'e [Entry<'t>], step: &str) -> Option<(usize, &'e [Entry<'t>])> {
    let first = entries.first()?;
    let is_sibling = |entry: &Entry<'_>| {
        entry.column == first.column && entry.key.is_some() == first.key.is_some()
    };
    let mut siblings = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_sibling(entry));
    let (index, entry) = match first.key {
        Some(_) => siblings.find(|(_, entry)| entry.key == Some(step))?,
        None => siblings.nth(step.parse().ok()?)?,
    };
    let inner = entries.get(index + 1..)?;
    // The items of a key may have its column.
    let is_outer = |other: &Entry<'_>| other.column < entry.column || is_sibling(other);
    let end = inner.iter().position(is_outer).unwrap_or(inner.len());
    Some((entry.line, &inner[..end]))
}

/// Returns a line's key without its quotes, and its value.
fn split_key(content: &str) -> Option<(&str, &str)> {
    if content.starts_with(['{', '[', '#']) {
        return None;
    }
    if content.starts_with(['"', '\'']) {
        let (key, rest) = content[1..].split_once(&content[..1])?;
        return Some((key, rest.trim_start().strip_prefix(':')?.trim_start()));
    }
    if let Some((key, value)) = content.split_once(": ") {
        return Some((key.trim_end(), value.trim_start()));
    }
    content.trim_end().strip_suffix(':').map(|key| (key, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# a comment: not a key
module: godot3
types:

  Vector2:
    description: \"a: b\"
    tables:
      - table: \"\"
        rows:
          - { offset: 4, name: x }
          - { offset: 8, name: y }
      - table: second
  \"Rect / 2\": {}
list:
- one
- two: 2
  three: 3
note: |
  key: in a string
last: 1
";

    fn line(path: &str) -> usize {
        let path = path
            .replace(" / ", "\0")
            .replace('/', "\n")
            .replace('\0', " / ");
        Lines::new(TEXT).line(&path)
    }

    #[test]
    fn finds_keys_and_items() {
        for (path, expected) in [
            ("/module", 2),
            ("/types", 3),
            ("/types/Vector2", 5),
            ("/types/Vector2/description", 6),
            ("/types/Vector2/tables/0", 8),
            ("/types/Vector2/tables/0/table", 8),
            ("/types/Vector2/tables/0/rows/1", 11),
            ("/types/Vector2/tables/1", 12),
            ("/types/Rect / 2", 13),
            ("/list", 14),
            ("/list/0", 15),
            ("/list/1/three", 17),
            ("/note", 18),
            ("/last", 20),
        ] {
            assert_eq!(line(path), expected, "{path}");
        }
        assert_eq!(Lines::new(TEXT).duplicates().count(), 0);
    }

    #[test]
    fn falls_back_to_the_block_around_a_path() {
        assert_eq!(line("/types/Vector2/tables/0/rows/1/offset"), 11);
        assert_eq!(line("/types/Vector9"), 3);
        assert_eq!(line("/note/key"), 18);
        assert_eq!(line("/nothing"), 1);
        assert_eq!(line(""), 1);
    }

    #[test]
    fn finds_duplicate_keys() {
        let text = "a:\n  b: {}\n  c: 2\n  b:\n    d: 3\na:\n  c: 4\nl:\n- e: 1\n- e: 2\n";
        let duplicate = |key, line, first| Duplicate { key, line, first };
        let lines = Lines::new(text);
        let found: Vec<_> = lines.duplicates().collect();
        assert_eq!(found, [duplicate("b", 4, 2), duplicate("a", 6, 1)]);
    }
}
