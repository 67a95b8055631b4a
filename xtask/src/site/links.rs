//! Checks that each link of the site leads to an existing file and anchor.

use crate::failure::Failure;
use crate::files::read;
use html5gum::{Token, Tokenizer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The links and the anchors of a page.
#[derive(Debug, Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn parse(html: &str) -> Self {
        let mut page = Self::default();
        for token in Tokenizer::new(html).flatten() {
            let Token::StartTag(tag) = token else {
                continue;
            };
            let attribute = |name: &[u8]| {
                let value = tag.attributes.get(name)?;
                Some(String::from_utf8_lossy(value).into_owned())
            };
            page.anchors.extend(attribute(b"id"));
            let links = [attribute(b"href"), attribute(b"src")];
            page.links.extend(links.into_iter().flatten());
        }
        page
    }
}

/// Returns an error that lists the broken links of these pages, if any.
pub(super) fn check(out: &Path, pages: &[String]) -> Result<(), Failure> {
    let mut parsed = BTreeMap::new();
    for page in pages {
        parsed.insert(page.as_str(), Page::parse(&read(&out.join(page))?));
    }
    let mut broken = Vec::new();
    for (name, page) in &parsed {
        for link in &page.links {
            if link.contains("://") || link.starts_with("data:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                (*name).to_owned()
            } else {
                resolved(name, file)
            };
            let has_anchor = |page: &Page| anchor.is_empty() || page.anchors.contains(anchor);
            let leads = match parsed.get(target.as_str()) {
                Some(page) => has_anchor(page),
                None => out.join(&target).is_file(),
            };
            if !leads {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    if broken.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "broken links; correct their sources:\n  {}",
        broken.join("\n  ")
    )))
}

/// Returns the path of a link's file in the folder of the site.
fn resolved(page: &str, file: &str) -> String {
    let folder = page.rsplit_once('/').map(|(folder, _)| folder);
    match (folder, file.strip_prefix("../")) {
        (_, Some(file)) => file.to_owned(),
        (Some(folder), None) => format!("{folder}/{file}"),
        (None, None) => file.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, resolved};

    #[test]
    fn finds_links_and_anchors() {
        let page = Page::parse("<a href=\"b.html#c\">d</a><h2 id=\"e\">f</h2><img src=\"g.svg\">");
        assert_eq!(page.links, ["b.html#c", "g.svg"]);
        assert!(page.anchors.contains("e"));
    }

    #[test]
    fn links_are_relative_to_their_page() {
        assert_eq!(resolved("en/godot4.html", "../index.html"), "index.html");
        assert_eq!(resolved("en/godot4.html", "godot3.html"), "en/godot3.html");
        assert_eq!(resolved("json.html", "testing.html"), "testing.html");
    }
}
