//! The line of every mapping key and sequence item of a YAML text, by its path.
//!
//! The parser gives no positions, so the block structure is read a second time, by indentation alone. What stands inside a flow
//! mapping (`{ offset: 4, length: 4 }`) has the line of its block.

use std::collections::BTreeMap;

/// Where the parts of one file stand.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lines {
    at: BTreeMap<String, usize>,
    /// The keys that stand twice in one mapping.
    pub(crate) twice: Vec<Twice>,
}

/// A key that its mapping has already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Twice {
    /// Its path.
    pub(crate) path: String,
    /// Where it stands again.
    pub(crate) line: usize,
    /// Where it stood first.
    pub(crate) first: usize,
}

/// A block mapping or sequence that the reader is in.
struct Block {
    column: usize,
    path: String,
    /// The path of its latest key or item.
    latest: String,
    /// How many items it has; none for a mapping.
    items: Option<usize>,
}

impl Lines {
    /// Reads the block structure of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut lines = Self::default();
        let mut blocks = Vec::new();
        let mut inside_text_deeper_than = None;
        for (index, line) in text.lines().enumerate() {
            let content = line.trim_start_matches(' ');
            let column = line.len() - content.len();
            if content.is_empty() || content.starts_with('#') || content == "---" {
                continue;
            }
            if inside_text_deeper_than.is_some_and(|outer| column > outer) {
                continue;
            }
            inside_text_deeper_than = lines
                .read(&mut blocks, index + 1, column, content)
                .then_some(column);
        }
        lines
    }

    /// The line of a path, or of the closest part around it.
    pub(crate) fn line(&self, path: &str) -> usize {
        let mut path = path;
        loop {
            if let Some(line) = self.at.get(path) {
                return *line;
            }
            match path.rfind('/') {
                Some(end) => path = &path[..end],
                None => return 1,
            }
        }
    }

    /// Reads one line, and says whether a block text follows: its lines are no keys.
    fn read(&mut self, blocks: &mut Vec<Block>, line: usize, column: usize, content: &str) -> bool {
        let (mut column, mut content) = (column, content);
        while let Some(rest) = content
            .strip_prefix('-')
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        {
            self.enter(blocks, line, column, None);
            let item = rest.trim_start_matches(' ');
            column += content.len() - item.len();
            content = item;
        }
        let Some((key, value)) = split_key(content) else {
            return false;
        };
        self.enter(blocks, line, column, Some(key));
        value.starts_with(['|', '>'])
    }

    /// Notes a key, or an item, of the block at a column.
    fn enter(&mut self, blocks: &mut Vec<Block>, line: usize, column: usize, key: Option<&str>) {
        let ended = |block: &Block| {
            block.column > column
                || (block.column == column && block.items.is_some() && key.is_some())
        };
        while blocks.last().is_some_and(ended) {
            blocks.pop();
        }
        // A sequence may stand as far left as the key that it belongs to.
        let inside =
            |block: &Block| block.column < column || (block.items.is_none() && key.is_none());
        if blocks.last().is_none_or(inside) {
            let path = blocks
                .last()
                .map_or_else(String::new, |block| block.latest.clone());
            blocks.push(Block {
                column,
                latest: path.clone(),
                path,
                items: key.is_none().then_some(0),
            });
        }
        let Some(block) = blocks.last_mut() else {
            return;
        };
        block.latest = match (key, block.items) {
            (Some(key), _) => format!("{}/{key}", block.path),
            (None, items) => format!("{}/{}", block.path, items.unwrap_or(0)),
        };
        block.items = block.items.map(|count| count + 1);
        match self.at.get(&block.latest) {
            Some(&first) => {
                // Below a key that stands twice all is there twice: the key says it.
                if !self
                    .twice
                    .iter()
                    .any(|twice| is_within(&block.path, &twice.path))
                {
                    self.twice.push(Twice {
                        path: block.latest.clone(),
                        line,
                        first,
                    });
                }
            }
            None => {
                self.at.insert(block.latest.clone(), line);
            }
        }
    }
}

/// Whether a path is another, or leads through it.
pub(crate) fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A line's key without its quotes, and what follows it; none where the line has no key.
fn split_key(content: &str) -> Option<(&str, &str)> {
    if content.starts_with(['{', '[', '#']) {
        return None;
    }
    if let Some(quote) = content
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))
    {
        let (key, rest) = content[1..].split_once(quote)?;
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
  \"Rect 2\": {}
list:
- one
- two: 2
  three: 3
note: |
  key: in a text
last: 1
";

    #[test]
    fn finds_keys_and_items() {
        let lines = Lines::of(TEXT);
        for (path, line) in [
            ("/module", 2),
            ("/types", 3),
            ("/types/Vector2", 5),
            ("/types/Vector2/description", 6),
            ("/types/Vector2/tables/0", 8),
            ("/types/Vector2/tables/0/table", 8),
            ("/types/Vector2/tables/0/rows/1", 11),
            ("/types/Vector2/tables/1", 12),
            ("/types/Rect 2", 13),
            ("/list", 14),
            ("/list/0", 15),
            ("/list/1/three", 17),
            ("/note", 18),
            ("/last", 20),
        ] {
            assert_eq!(lines.line(path), line, "{path}");
        }
        assert!(lines.twice.is_empty());
    }

    #[test]
    fn falls_back_to_the_part_around() {
        let lines = Lines::of(TEXT);
        assert_eq!(lines.line("/types/Vector2/tables/0/rows/1/offset"), 11);
        assert_eq!(lines.line("/types/Vector9"), 3);
        assert_eq!(lines.line("/note/key"), 18);
        assert_eq!(lines.line("/nothing"), 1);
        assert_eq!(lines.line(""), 1);
    }

    #[test]
    fn notes_a_key_that_stands_twice() {
        let lines = Lines::of("a:\n  b: {}\n  c: 2\n  b:\n    d: 3\na:\n  c: 4\n");
        let twice = |path: &str, line, first| Twice {
            path: path.into(),
            line,
            first,
        };
        assert_eq!(lines.twice, [twice("/a/b", 4, 2), twice("/a", 6, 1)]);
    }
}
