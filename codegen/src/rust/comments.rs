//! Fills in the placeholders of doc comments.
//!
//! Emitters write the documentation of generated items as doc comments. A word in capitals stands
//! for what depends on the layout or on the type: `use gdvariant::LAYOUT;`.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};

/// Replaces placeholders by their values in all doc comments of `tokens`.
pub(super) fn fill(tokens: TokenStream, values: &[(&str, String)]) -> TokenStream {
    let filled = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = fill(group.stream(), values);
            Group::new(group.delimiter(), inner).into()
        }
        TokenTree::Literal(literal) => fill_literal(literal, values).into(),
        token => token,
    });
    filled.collect()
}

/// Fills in a raw string: the compiler converts doc comments to raw strings, and emitters use no
/// others.
fn fill_literal(literal: Literal, values: &[(&str, String)]) -> Literal {
    let text = literal.to_string();
    let comment = text.strip_prefix('r').and_then(|raw| {
        let quoted = raw.trim_matches('#');
        quoted.strip_prefix('"')?.strip_suffix('"')
    });
    let has_placeholder = |comment: &&str| values.iter().any(|(name, _)| comment.contains(name));
    match comment.filter(has_placeholder) {
        Some(comment) => Literal::string(
            &values
                .iter()
                .fold(comment.to_owned(), |comment, (name, value)| {
                    comment.replace(name, value)
                }),
        ),
        None => literal,
    }
}
