//! Parses a page as browsers do.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};

/// Elements without an end tag.
const EMPTY: [&str; 3] = ["meta", "link", "input"];

/// An element with its text.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) text: String,
}

/// Returns the elements. Panics if the page is malformed.
pub(crate) fn elements(page: &str) -> Vec<Element> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let (mut elements, mut open) = (Vec::<Element>::new(), Vec::<usize>::new());
    let mut emitter = DefaultEmitter::default();
    // Without switching states, the tokenizer would parse the content of scripts and styles as
    // tags.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter();
                let name = text(&tag.name);
                if !EMPTY.contains(&&*name) {
                    open.push(elements.len());
                }
                elements.push(Element {
                    name,
                    attributes: attributes
                        .map(|(name, value)| (text(name), text(value)))
                        .collect(),
                    text: String::new(),
                });
            }
            Token::EndTag(tag) => {
                let begun = open.pop().map(|index| &*elements[index].name);
                assert_eq!(begun, Some(&*text(&tag.name)));
            }
            Token::String(part) => {
                if let Some(&index) = open.last() {
                    elements[index].text += &text(&part);
                }
            }
            Token::Error(error) => panic!("not HTML: {error:?}"),
            Token::Comment(_) | Token::Doctype(_) => {}
        }
    }
    assert!(open.is_empty(), "every element ends");
    elements
}
