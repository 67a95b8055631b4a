//! A strict HTML parser: malformed markup and elements without an end tag are errors.

use crate::page::Section;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};
use std::collections::{BTreeMap, BTreeSet};

/// Elements without an end tag.
const EMPTY: [&str; 2] = ["meta", "link"];

/// The elements of a page, in the order of their start tags.
pub(crate) struct Html(Vec<Element>);

/// An element with all text that it contains.
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
    /// The index of this element, after the indexes of the enclosing elements.
    index: usize,
    within: Vec<usize>,
}

impl Html {
    pub(crate) fn read(text: &str) -> Self {
        let (mut elements, mut open) = (Vec::<Element>::new(), Vec::<usize>::new());
        for Ok(token) in Tokenizer::new(text) {
            match token {
                Token::StartTag(tag) => {
                    let element = Element::begin(&tag, elements.len(), &open);
                    if !tag.self_closing && !EMPTY.contains(&&*element.name) {
                        open.push(elements.len());
                    }
                    elements.push(element);
                }
                Token::EndTag(tag) => {
                    let begun = open.pop().map(|index| &*elements[index].name);
                    assert_eq!(
                        begun,
                        Some(&*string(&tag.name)),
                        "elements end in the order that they began in"
                    );
                }
                Token::String(text) => open
                    .iter()
                    .for_each(|index| elements[*index].text += &string(&text)),
                Token::Error(error) => panic!("not HTML: {error:?}"),
                Token::Comment(_) | Token::Doctype(_) => {}
            }
        }
        assert!(open.is_empty(), "every element ends");
        let ids = elements.iter().filter_map(|it| it.attributes.get("id"));
        let once: BTreeSet<&String> = ids.clone().collect();
        assert_eq!(ids.count(), once.len(), "every id is there once: {once:?}");
        Self(elements)
    }

    /// Returns the elements with one of these names.
    pub(crate) fn all<'h>(&'h self, names: &'h [&str]) -> impl Iterator<Item = &'h Element> {
        let elements = self.0.iter();
        elements.filter(|element| names.contains(&&*element.name))
    }

    /// Returns the elements with one of these names within another element.
    pub(crate) fn inside<'h>(
        &'h self,
        outer: &'h Element,
        names: &'h [&str],
    ) -> impl Iterator<Item = &'h Element> {
        let is_inside = |element: &&Element| element.within.contains(&outer.index);
        self.all(names).filter(is_inside)
    }
}

impl Element {
    fn begin(tag: &StartTag<()>, index: usize, open: &[usize]) -> Self {
        let attribute = |(name, value): (&HtmlString, &html5gum::Spanned<HtmlString, ()>)| {
            (string(name), string(value))
        };
        Self {
            name: string(&tag.name),
            attributes: tag.attributes.iter().map(attribute).collect(),
            text: String::new(),
            index,
            within: open.to_vec(),
        }
    }

    pub(crate) fn is_of_class(&self, class: &str) -> bool {
        self.attributes.get("class").is_some_and(|of| of == class)
    }
}

fn string(bytes: &HtmlString) -> String {
    String::from_utf8(bytes.0.clone()).expect("the page is UTF-8")
}

pub(crate) fn sections(text: &str) -> Vec<Section> {
    let html = Html::read(text);
    let main = html.all(&["main"]).next().expect("a page has a main part");
    let mut sections = vec![Section::default()];
    for element in html.inside(main, &["h2", "h3", "table"]) {
        if element.name == "table" {
            let row = |row| {
                let cells = html.inside(row, &["th", "td"]);
                cells.map(|cell| cell.text.clone()).collect()
            };
            let rows = html.inside(element, &["tr"]).map(row).collect();
            let section = sections.last_mut().expect("there is one from the start");
            section.tables.push(rows);
        } else {
            sections.push(Section {
                heading: element.text.clone(),
                tables: Vec::new(),
            });
        }
    }
    sections
}
