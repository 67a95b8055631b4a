//! The generated pages.

use crate::markdown::{Block, blocks};
use crate::schema::FILES;

/// Returns the content of the page at `path`, such as `en/godot3`.
pub(crate) fn text(path: &str) -> &'static str {
    let path = format!("docs/{path}.md");
    let file = FILES.iter().find(|file| file.path == path);
    &file.unwrap_or_else(|| panic!("no {path}")).text
}

/// Returns the blocks of the page at `path`.
pub(crate) fn page(path: &str) -> Vec<Block> {
    blocks(text(path))
}

/// Returns the paths of the pages of both languages, such as `en/godot3`.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|file| {
        let path = file.path.strip_prefix("docs/")?.strip_suffix(".md")?;
        path.contains('/').then_some(path)
    })
}
