//! The documentation of an item, and the examples in it.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, Lit, Meta};

/// The documentation attributes of an item.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    /// The text of all doc comments.
    pub(crate) text: String,
    /// Whether the item is `#[doc(hidden)]`.
    pub(crate) is_hidden: bool,
}

impl Docs {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut docs = Self::default();
        for attribute in attributes {
            match &attribute.meta {
                Meta::NameValue(pair) if pair.path.is_ident("doc") => {
                    docs.text.push_str(&text(&pair.value));
                    docs.text.push('\n');
                }
                Meta::List(list) => {
                    let (path, tokens) = (&list.path, list.tokens.to_string());
                    docs.is_hidden |= path.is_ident("doc") && tokens == "hidden";
                    docs.is_hidden |= path.is_ident("cfg") && tokens == "test";
                }
                _ => {}
            }
        }
        docs
    }

    /// Adds an attribute from the body of a macro, whose tokens need not be valid Rust.
    pub(crate) fn add(&mut self, attribute: &TokenStream) {
        let attribute = attribute.to_string();
        if attribute.starts_with("doc") {
            self.text.push_str(&attribute);
        }
        self.is_hidden |= attribute.replace(' ', "") == "doc(hidden)";
    }

    /// Returns whether the text contains a code block.
    pub(crate) fn has_example(&self) -> bool {
        self.text.contains("```")
    }

    /// Returns whether the section that a method refers to contains a code block.
    pub(crate) fn has_example_for(&self, method: &Self) -> bool {
        let mut sections = self.text.split("\n # ").skip(1);
        sections.any(|section| {
            let heading = section.lines().next().unwrap_or_default().to_lowercase();
            section.contains("```") && method.text.contains(&format!("[example](Self#{heading})"))
        })
    }

    /// Returns whether a code block calls a method.
    pub(crate) fn calls(&self, method: &str) -> bool {
        let calls = [".", "::"].map(|before| format!("{before}{method}"));
        let mut code = self.text.split("```").skip(1).step_by(2);
        code.any(|code| {
            let mut calls = calls.iter().flat_map(|call| code.split(call).skip(1));
            calls.any(|rest| rest.starts_with('(') || rest.starts_with("::<"))
        })
    }
}

/// Returns the string of a doc attribute, or an empty string for other expressions.
fn text(value: &Expr) -> String {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => text.value(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Returns the last string literal among a macro's arguments, such as the name of an included file.
pub(crate) fn last_string(tokens: TokenStream) -> Option<String> {
    let strings = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => last_string(group.stream()),
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
        }
        _ => None,
    });
    strings.last()
}
