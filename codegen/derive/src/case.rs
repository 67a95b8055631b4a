//! The rules of `rename_all`, which are serde's, so that a field has the same key in both.

use crate::suggest::listed;
use syn::LitStr;

/// The case of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub(crate) fn read(text: &LitStr) -> syn::Result<Self> {
        let value = text.value();
        let case = CASES
            .iter()
            .find(|(name, _)| *name == value)
            .map(|(_, case)| *case);
        let names = || CASES.iter().map(|(name, _)| *name);
        case.ok_or_else(|| {
            syn::Error::new(
                text.span(),
                format!(
                    "unknown case {value:?}, expected one of {}",
                    listed(names())
                ),
            )
        })
    }

    /// Converts the name of a field, which is in snake case.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => {
                let words = name.split('_');
                words
                    .map(|word| with_first(word, char::to_ascii_uppercase))
                    .collect()
            }
            Self::Camel => Self::Camel.variant(&Self::Pascal.field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Converts the name of a variant, which is in Pascal case.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => with_first(name, char::to_ascii_lowercase),
            Self::Snake => snake(name),
            Self::ScreamingSnake | Self::Kebab | Self::ScreamingKebab => self.field(&snake(name)),
        }
    }
}

/// Converts the first letter of a word.
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
