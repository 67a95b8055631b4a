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
mod tests;
