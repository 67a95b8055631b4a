//! Checks that pages mention only types of their layout.

use crate::html::Html;
use crate::page::text;
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
    let types = layouts.iter().flat_map(|layout| &layout.types);
    let names = types.map(|ty| ty.name.as_str());
    let all: BTreeSet<&str> = names.filter(is_name).collect();
    let mut checked = 0;
    for layout in &layouts {
        let own: BTreeSet<&str> = layout.types.iter().map(|ty| ty.name.as_str()).collect();
        for language in ["en", "fr"] {
            let page = format!("{language}/{}.html", layout.page);
            let html = Html::read(&text(&page));
            let main = html.all(&["main"]).next().expect("a page has content");
            // Notes may compare versions and pages, so they are not checked.
            for element in html.inside(main, &["p", "li", "td", "h2", "h3"]) {
                let words = words(&element.text);
                for name in all.difference(&own) {
                    assert!(!words.contains(name), "{page}: {}", element.text);
                    checked += 1;
                }
                for (key, names) in CALLED {
                    let has_type = layout.types.iter().any(|ty| ty.key == key);
                    for name in names.iter().filter(|_| !has_type) {
                        assert!(!element.text.contains(name), "{page}: {}", element.text);
                    }
                }
            }
        }
    }
    assert!(checked > 100_000, "{checked} names in elements");
}
