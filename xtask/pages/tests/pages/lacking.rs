//! Checks that pages mention only types of their layout.

use crate::markdown::Block;
use crate::page::page;
use crate::schema::layouts;
use std::collections::BTreeSet;

/// Types, and the names of their values in prose.
const CALLED: [(&str, [&str; 2]); 2] = [
    ("PandemoniumTypedArray", ["typed array", "tableau typé"]),
    ("StringName", ["StringNames", "interned string"]),
];

/// Returns the words of a text, and the names of types in it.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric()).collect()
}

#[test]
fn no_page_names_a_type_that_its_layout_lacks() {
    let layouts = layouts();
    // Lower-case names such as `float` are common words.
    let is_name = |name: &&str| name.contains(char::is_uppercase);
    let types = layouts.iter().flat_map(|layout| layout.types);
    let names = types.map(|ty| ty.name.as_str());
    let all: BTreeSet<&str> = names.filter(is_name).collect();
    let mut checked = 0;
    for layout in &layouts {
        let own: BTreeSet<&str> = layout.types.iter().map(|ty| ty.name.as_str()).collect();
        for language in ["en", "fr"] {
            let path = format!("{language}/{}", layout.page);
            for block in page(&path) {
                let texts = match block {
                    Block::Title(text) | Block::Heading(text) | Block::Text(text) => vec![text],
                    Block::Table(rows) => rows.concat(),
                    // Notes may compare versions and pages, so they are not checked.
                    Block::Note(_) | Block::Code(_) => Vec::new(),
                };
                for text in texts.iter().filter(|text| !text.contains(" · ")) {
                    let words = words(text);
                    for name in all.difference(&own) {
                        assert!(!words.contains(name), "{path}: {text}");
                        checked += 1;
                    }
                    for (key, names) in CALLED {
                        let has_type = layout.types.iter().any(|ty| ty.key == key);
                        for name in names.iter().filter(|_| !has_type) {
                            assert!(!text.contains(name), "{path}: {text}");
                        }
                    }
                }
            }
        }
    }
    assert!(checked > 100_000, "{checked} names in elements");
}
