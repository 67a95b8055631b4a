//! Formats tokens as source code.
//!
//! rustc quotes lines of the generated code in errors about users' code, so they have to be
//! readable. Formatting as rustfmt does requires a parser of Rust, which every user's build would
//! compile. These rules suffice for generated code: definitions, tables and calls of macros.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Prints tokens with a line for each item, statement, field and attribute.
pub(super) fn text(tokens: TokenStream) -> String {
    let mut text = String::new();
    print(tokens, "\n", true, &mut text);
    text.push('\n');
    text
}

/// Prints the contents of a group. `newline` is the line break with the indentation of the group.
fn print(tokens: TokenStream, newline: &str, has_lines: bool, text: &mut String) {
    // The last token; an operator has all of its characters.
    let (mut last, mut is_joint) = (String::new(), false);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if !is_joint && needs_space(&last, &token) {
            text.push(' ');
        }
        let ends_line = match &token {
            TokenTree::Group(group) => {
                print_group(group, newline, text);
                match group.delimiter() {
                    Delimiter::Brace => last != "::",
                    _ => last == "#",
                }
            }
            token => {
                *text += &token.to_string();
                matches!(token, TokenTree::Punct(punct) if [',', ';'].contains(&punct.as_char()))
            }
        };
        // `};` and `},` stay in one line.
        let continues = |next: &TokenTree| {
            matches!(token, TokenTree::Group(_)) && [",", ";"].contains(&&*next.to_string())
        };
        if has_lines && ends_line && tokens.peek().is_some_and(|next| !continues(next)) {
            *text += newline;
            (last, is_joint) = (String::new(), false);
            continue;
        }
        if !is_joint {
            last.clear();
        }
        last += &match &token {
            TokenTree::Group(_) => ")".to_owned(),
            token => token.to_string(),
        };
        is_joint = matches!(&token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
    }
}

fn print_group(group: &Group, newline: &str, text: &mut String) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    };
    *text += open;
    if group.delimiter() == Delimiter::Brace && !group.stream().is_empty() {
        let inner = format!("{newline}    ");
        *text += &inner;
        print(group.stream(), &inner, true, text);
        *text += newline;
    } else {
        print(group.stream(), newline, false, text);
    }
    *text += close;
}

/// Returns whether a space separates `next` from the token before it.
fn needs_space(last: &str, next: &TokenTree) -> bool {
    let is_prefix = matches!(
        last,
        "" | "::" | "<" | "&" | "#" | "$" | "'" | "." | ".." | "-"
    );
    let is_word = last.ends_with(|c: char| c.is_alphanumeric() || "_)>?".contains(c));
    match next {
        TokenTree::Punct(next) => match next.as_char() {
            ',' | ';' | ':' | '>' => false,
            '<' | '!' | '.' | '?' => !is_word && !is_prefix,
            _ => !is_prefix,
        },
        TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
            !is_word && !is_prefix && last != "!"
        }
        _ => !is_prefix,
    }
}

#[cfg(test)]
mod tests;
