//! Converts a document of the repository to the blocks of a page.

use super::page_of;
use gdvariant_codegen::docs::page::Block;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A Markdown document, converted to blocks.
pub(super) struct Document {
    /// The title, and the content after it.
    pub(super) blocks: Vec<Block>,
    /// The paths of the document's pictures in the repository.
    pub(super) pictures: Vec<String>,
}

impl Document {
    /// Parses a document; its links are relative to `source`, its path in the repository.
    pub(super) fn parse(source: &str, markdown: &str) -> Self {
        let mut document = Self {
            blocks: Vec::new(),
            pictures: Vec::new(),
        };
        // The events since the last heading.
        let mut events = Vec::new();
        // The text of the current heading; `None` outside headings.
        let mut words: Option<String> = None;
        let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
        while let Some(event) = parser.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H3 => {
                    document.flush(&mut events);
                    words = Some(String::new());
                }
                Event::End(TagEnd::Heading(level)) if level <= HeadingLevel::H3 => {
                    let text = words.take().unwrap_or_default();
                    document.blocks.push(Block::Heading {
                        level: level as u8,
                        anchor: slug(&text),
                        text,
                    });
                }
                Event::Text(text) | Event::Code(text) if words.is_some() => {
                    words.get_or_insert_default().push_str(&text);
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    if let Some(href) = target(source, &dest_url) {
                        events.push(Event::Html(format!("<a href=\"{href}\">").into()));
                    } else {
                        // Keeps only the text of a link to a file without a page.
                        events.extend(parser.by_ref().take_while(|event| !is_end(event)));
                    }
                }
                Event::End(TagEnd::Link) => events.push(Event::Html("</a>".into())),
                Event::Start(Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                }) => {
                    let picture = resolved(source, &dest_url);
                    let name = picture.rsplit('/').next().unwrap_or_default().to_owned();
                    document.pictures.push(picture);
                    events.push(Event::Start(Tag::Image {
                        link_type,
                        dest_url: name.into(),
                        title,
                        id,
                    }));
                }
                // Every code block has a language, by which the page's script and style select it.
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) if !language.is_empty() => language,
                        _ => CowStr::from("text"),
                    };
                    document.flush(&mut events);
                    let inner = parser.by_ref();
                    let inner = inner.take_while(|event| *event != Event::End(TagEnd::CodeBlock));
                    let text: String = inner
                        .filter_map(|event| match event {
                            Event::Text(text) => Some(text.into_string()),
                            _ => None,
                        })
                        .collect();
                    document.blocks.push(Block::Code {
                        language: language.into_string(),
                        text: text.trim_end().to_owned(),
                    });
                }
                Event::Start(Tag::Table(_)) => {
                    events.push(Event::Html("<div class=\"table\">".into()));
                    events.push(event);
                }
                Event::End(TagEnd::Table) => {
                    events.push(event);
                    events.push(Event::Html("</div>".into()));
                }
                // Omits the note about how a document is generated.
                Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) | Event::Html(_) => {}
                event => events.push(event),
            }
        }
        document.flush(&mut events);
        document
    }

    /// Moves the events into a new block.
    fn flush(&mut self, events: &mut Vec<Event<'_>>) {
        if !events.is_empty() {
            let mut html = String::new();
            pulldown_cmark::html::push_html(&mut html, events.drain(..));
            self.blocks.push(Block::Html { html });
        }
    }
}

fn is_end(event: &Event<'_>) -> bool {
    *event == Event::End(TagEnd::Link)
}

/// Returns the target of a link on the site; `None` for a file without a page.
fn target(source: &str, href: &str) -> Option<String> {
    if href.contains("://") || href.starts_with('#') {
        return Some(href.to_owned());
    }
    let (file, anchor) = match href.split_once('#') {
        Some((file, anchor)) => (file, format!("#{anchor}")),
        None => (href, String::new()),
    };
    let page = page_of(&resolved(source, file))?;
    Some(format!("{page}{anchor}"))
}

/// Resolves a path relative to a document to a path in the repository.
fn resolved(source: &str, href: &str) -> String {
    let mut path: Vec<&str> = source.split('/').collect();
    path.pop();
    for part in href.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." => {}
            part => path.push(part),
        }
    }
    path.join("/")
}

/// Returns the anchor of a heading as repository hosts generate it.
fn slug(text: &str) -> String {
    let kept = text.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c => c.is_alphanumeric().then_some(c),
    });
    kept.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Document, slug, target};
    use gdvariant_codegen::docs::page::Block;

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let links = [
            (
                "docs/stability.md",
                "../SECURITY.md#limits",
                Some("security.html#limits"),
            ),
            ("docs/README.md", "en/godot4.rst", Some("en/godot4.rst")),
            ("docs/README.md", "en/godot4.md", Some("en/godot4.html")),
            ("CONTRIBUTING.md", "#the-gate", Some("#the-gate")),
            ("CONTRIBUTING.md", "tests/engine/README.md", None),
            (
                "CONTRIBUTING.md",
                "https://semver.org",
                Some("https://semver.org"),
            ),
        ];
        for (source, href, expected) in links {
            assert_eq!(
                target(source, href).as_deref(),
                expected,
                "{href} in {source}"
            );
        }
    }

    #[test]
    fn anchors_are_those_of_hosts() {
        assert_eq!(
            slug("Names of `AnyReader`, and why"),
            "names-of-anyreader-and-why"
        );
    }

    #[test]
    fn keeps_headings_code_and_pictures() {
        let text =
            "# A\n\nSee [b](../b.rs) and [c](c.md).\n\n![d](d.svg)\n\n## E f\n\n```sh\ng\n```\n";
        let document = Document::parse("docs/x.md", text);
        assert_eq!(document.pictures, ["docs/d.svg"]);
        let [
            Block::Heading { level: 1, .. },
            Block::Html { html },
            Block::Heading { anchor, .. },
            Block::Code { language, text },
        ] = document.blocks.as_slice()
        else {
            panic!("found {:?}", document.blocks)
        };
        assert!(
            html.contains("See b and <a href=\"c.html\">c</a>."),
            "{html}"
        );
        assert!(html.contains("src=\"d.svg\""), "{html}");
        assert_eq!([anchor, language, text], ["e-f", "sh", "g"]);
    }
}
