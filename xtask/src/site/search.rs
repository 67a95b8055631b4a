//! Generates the index for the search over all pages.

use crate::failure::Failure;
use crate::files::read;
use html5gum::{Token, Tokenizer};
use serde_json::{Value as Json, json};
use std::path::Path;

/// The approximate number of indexed characters of the text after a heading.
const EXCERPT: usize = 400;

/// A heading with the text after it.
#[derive(Debug, Default)]
struct Section {
    anchor: String,
    heading: String,
    text: String,
}

/// Returns the script that holds the index. A section is indexed by its language, page, anchor,
/// heading and the start of its text.
pub(super) fn index(out: &Path, pages: &[String]) -> Result<String, Failure> {
    let mut entries = Vec::new();
    for page in pages {
        let text = read(&out.join(page))?;
        let sections = sections(&text);
        let title = sections.first().map_or("", |first| &*first.heading);
        for section in &sections {
            let language = if page.starts_with("fr/") { "fr" } else { "en" };
            let heading = if section.anchor.is_empty() {
                title.to_owned()
            } else {
                format!("{title}: {}", section.heading)
            };
            entries.push(json!([
                language,
                page,
                section.anchor,
                heading,
                section.text
            ]));
        }
    }
    Ok(format!("searchAllPages({});\n", Json::from(entries)))
}

/// Returns the sections of a page; the first section starts with the title of the page.
fn sections(html: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let (mut is_heading, mut is_content) = (false, false);
    // The name of the open element whose content is skipped, such as a script or a menu.
    let mut skipped: Option<Vec<u8>> = None;
    for token in Tokenizer::new(html).flatten() {
        match token {
            Token::StartTag(tag) => {
                let name: &[u8] = &tag.name;
                if skipped.is_some() || tag.self_closing {
                    continue;
                }
                match name {
                    b"script" | b"style" | b"nav" | b"svg" | b"title" => {
                        skipped = Some(name.to_vec());
                    }
                    b"h1" => is_heading = true,
                    b"main" => is_content = true,
                    b"h2" | b"h3" => {
                        is_heading = true;
                        let id = tag.attributes.get(&b"id"[..]);
                        let anchor = id.map(|id| String::from_utf8_lossy(id).into_owned());
                        sections.push(Section {
                            anchor: anchor.unwrap_or_default(),
                            ..Section::default()
                        });
                    }
                    _ => {}
                }
            }
            Token::EndTag(tag) => match tag.name.as_slice() {
                b"h1" | b"h2" | b"h3" => is_heading = false,
                name if skipped.as_deref() == Some(name) => skipped = None,
                _ => {}
            },
            Token::String(text) if skipped.is_none() && (is_heading || is_content) => {
                let text = String::from_utf8_lossy(&text);
                let section = sections.last_mut().expect("the first section");
                let (field, limit) = if is_heading {
                    (&mut section.heading, usize::MAX)
                } else {
                    (&mut section.text, EXCERPT)
                };
                for word in text.split_whitespace() {
                    if field.chars().count() < limit {
                        let space = if field.is_empty() { "" } else { " " };
                        field.push_str(space);
                        field.push_str(word);
                    }
                }
            }
            _ => {}
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::sections;

    #[test]
    fn sections_have_headings_and_text() {
        let html = "<title>x</title><nav><a>y</a></nav><a>x</a><h1>Title</h1><main><p>One\n two</p><h2 id=\"a\">A <code>b</code></h2><p>three</p><script>z</script>";
        let found = sections(html);
        let found: Vec<_> = found
            .iter()
            .map(|section| (&*section.anchor, &*section.heading, &*section.text))
            .collect();
        assert_eq!(found, [("", "Title", "One two"), ("a", "A b", "three")]);
    }
}
