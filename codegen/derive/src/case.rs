//! The cases of `rename_all`: the same as serde's, so that both derives use the same keys.

use crate::listing::listed;
use syn::LitStr;

/// A function that converts a name.
type Convert = fn(&str) -> String;

/// The conversions of one naming convention, such as `snake_case`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    /// Converts the snake-case name of a field.
    pub(crate) field: Convert,
    /// Converts the Pascal-case name of a variant.
    pub(crate) variant: Convert,
}

/// Each case: its name, and its conversions for fields and for variants.
#[rustfmt::skip]
const CASES: [(&str, Convert, Convert); 8] = [
    ("lowercase", str::to_owned, str::to_ascii_lowercase),
    ("UPPERCASE", str::to_ascii_uppercase, str::to_ascii_uppercase),
    ("PascalCase", pascal, str::to_owned),
    ("camelCase", |name| camel(&pascal(name)), camel),
    ("snake_case", str::to_owned, snake),
    ("SCREAMING_SNAKE_CASE", str::to_ascii_uppercase, |name| snake(name).to_ascii_uppercase()),
    ("kebab-case", kebab, |name| kebab(&snake(name))),
    ("SCREAMING-KEBAB-CASE", screaming_kebab, |name| screaming_kebab(&snake(name))),
];

impl Case {
    pub(crate) fn parse(text: &LitStr) -> syn::Result<Self> {
        let value = text.value();
        let case = CASES.iter().find(|(name, ..)| *name == value);
        case.map(|&(_, field, variant)| Self { field, variant })
            .ok_or_else(|| {
                let known = listed(CASES.iter().map(|(name, ..)| *name));
                let message = format!("unknown case {value:?}, expected one of {known}");
                syn::Error::new(text.span(), message)
            })
    }
}

fn pascal(name: &str) -> String {
    let words = name.split('_');
    words
        .map(|word| with_first(word, char::to_ascii_uppercase))
        .collect()
}

fn camel(name: &str) -> String {
    with_first(name, char::to_ascii_lowercase)
}

fn kebab(name: &str) -> String {
    name.replace('_', "-")
}

fn screaming_kebab(name: &str) -> String {
    kebab(name).to_ascii_uppercase()
}

/// Applies a conversion to the first letter of a word.
fn with_first(word: &str, convert: fn(&char) -> char) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|first| convert(&first));
    first.into_iter().collect::<String>() + chars.as_str()
}

/// Converts Pascal case to snake case; every capital starts a word.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests;
