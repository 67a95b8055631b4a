//! Formats tokens as source code.
//!
//! rustc quotes lines of the generated code in errors about users' code, so they have to be
//! readable. Formatting as rustfmt does requires a parser of Rust, which every user's build would
//! compile.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

/// Keywords that start an expression or a type, so that an operator after them is unary.
const KEYWORDS: [&str; 13] = [
    "as", "const", "else", "for", "if", "in", "let", "match", "move", "mut", "ref", "return",
    "while",
];

/// Prints tokens with a line for each item, statement, field and attribute.
pub(super) fn text(tokens: TokenStream) -> String {
    let mut text = String::new();
    print(tokens, Some("\n"), "\n", &mut text);
    text.push('\n');
    text
}

/// Prints the contents of a group.
///
/// `breaks` is printed after commas and semicolons that end a line; `newline` is the line break
/// with the indentation of the group.
fn print(tokens: TokenStream, breaks: Option<&str>, newline: &str, text: &mut String) {
    let mut line = Line::default();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if line.needs_space(&token) {
            text.push(' ');
        }
        let is_end = line.is_end(&token);
        match &token {
            TokenTree::Group(group) => print_group(group, line.is_function, newline, text),
            token => *text += &token.to_string(),
        }
        line.advance(&token);
        if let Some(newline) = breaks
            && is_end
            && tokens.peek().is_some_and(|next| starts_line(&token, next))
        {
            *text += newline;
            line = Line::default();
        }
    }
}

fn print_group(group: &Group, is_in_function: bool, newline: &str, text: &mut String) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    };
    *text += open;
    if group.delimiter() != Delimiter::Brace || group.stream().is_empty() {
        print(group.stream(), None, newline, text);
    } else if !is_in_function && is_short(group) {
        text.push(' ');
        print(group.stream(), None, newline, text);
        text.push(' ');
    } else {
        let inner = format!("{newline}    ");
        *text += &inner;
        print(group.stream(), Some(&inner), &inner, text);
        *text += newline;
    }
    *text += close;
}

/// Returns whether braces fit into a line: `Self { x, y }`.
fn is_short(group: &Group) -> bool {
    const MOST_TOKENS: usize = 12;
    let mut tokens = group.stream().into_iter();
    tokens.by_ref().take(MOST_TOKENS).all(|token| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(punct) => !['#', ';'].contains(&punct.as_char()),
        _ => true,
    }) && tokens.next().is_none()
}

/// Returns whether a line can start with `next`: `};`, `}.name()` and `} else` stay in one line.
fn starts_line(token: &TokenTree, next: &TokenTree) -> bool {
    match (token, next) {
        (TokenTree::Group(_), TokenTree::Punct(next)) => {
            ![';', ',', '.', '?'].contains(&next.as_char())
        }
        (TokenTree::Group(_), TokenTree::Ident(next)) => next != "else",
        _ => true,
    }
}

/// The state after the printed tokens of a line.
#[derive(Default)]
struct Line {
    last: LastToken,
    /// Whether the last token is part of an operator that continues, or the quote of a lifetime.
    is_joint: bool,
    /// The operator that the last tokens form.
    operator: String,
    /// The number of open angle brackets.
    angles: usize,
    /// Whether the line is the signature of a function, whose body gets its own lines.
    is_function: bool,
    /// Whether the parameters of a closure are open.
    is_in_closure: bool,
}

/// The kind of the token printed last.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum LastToken {
    /// A token that the next one follows without a space: `<`, `::`, a unary `&`, or none.
    #[default]
    Prefix,
    /// A name, a literal or a closing delimiter.
    Operand,
    /// The `!` of a macro.
    Bang,
    /// A comma, a keyword or a binary operator.
    Operator,
}

impl Line {
    fn needs_space(&self, next: &TokenTree) -> bool {
        if self.is_joint || self.last == LastToken::Prefix {
            return false;
        }
        match next {
            TokenTree::Punct(punct) => self.needs_space_before(punct),
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                self.last == LastToken::Operator
            }
            _ => true,
        }
    }

    fn needs_space_before(&self, punct: &Punct) -> bool {
        let is_alone = punct.spacing() == Spacing::Alone;
        let sticks = match punct.as_char() {
            ',' | ';' => true,
            ':' => is_alone || self.last == LastToken::Operand,
            '.' | '?' => self.last == LastToken::Operand,
            '<' | '!' => is_alone && self.last == LastToken::Operand,
            '>' => self.angles > 0,
            '|' => self.is_in_closure,
            _ => false,
        };
        !sticks
    }

    /// Returns whether a line can end after the token.
    fn is_end(&self, token: &TokenTree) -> bool {
        match token {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Brace => self.operator != "::",
                Delimiter::Bracket => self.operator == "#",
                _ => false,
            },
            TokenTree::Punct(punct) => match punct.as_char() {
                ';' => true,
                ',' => self.angles == 0,
                _ => false,
            },
            _ => false,
        }
    }

    fn advance(&mut self, token: &TokenTree) {
        let TokenTree::Punct(punct) = token else {
            self.last = match token {
                TokenTree::Ident(ident) => self.after_ident(ident),
                _ => LastToken::Operand,
            };
            self.is_joint = false;
            self.operator.clear();
            return;
        };
        if !self.is_joint {
            self.operator.clear();
        }
        self.operator.push(punct.as_char());
        self.is_joint = punct.spacing() == Spacing::Joint;
        if !self.is_joint {
            self.last = self.after_operator();
        }
    }

    fn after_ident(&mut self, ident: &Ident) -> LastToken {
        self.is_function |= ident == "fn";
        let is_lifetime = self.operator == "'";
        if is_lifetime || KEYWORDS.iter().any(|keyword| ident == keyword) {
            LastToken::Operator
        } else {
            LastToken::Operand
        }
    }

    fn after_operator(&mut self) -> LastToken {
        let follows_operand = self.last == LastToken::Operand;
        match self.operator.as_str() {
            "::" | "#" | "$" | "." | ".." | "..=" => LastToken::Prefix,
            "<" => {
                self.angles += 1;
                LastToken::Prefix
            }
            ">" | ">>" => {
                self.angles = self.angles.saturating_sub(self.operator.len());
                LastToken::Operand
            }
            "!" if follows_operand => LastToken::Bang,
            "?" if follows_operand => LastToken::Operand,
            "|" if self.is_in_closure => {
                self.is_in_closure = false;
                LastToken::Operator
            }
            "|" if !follows_operand => {
                self.is_in_closure = true;
                LastToken::Prefix
            }
            "&" | "*" | "-" | "!" | "?" if !follows_operand => LastToken::Prefix,
            _ => LastToken::Operator,
        }
    }
}

#[cfg(test)]
mod tests;
