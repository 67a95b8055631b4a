//! What is searched for.

use crate::args::GrepArgs;
use crate::failure::Failure;
use regex_lite::{Regex, RegexBuilder, escape};

/// The largest size of a compiled expression in bytes, about 4,000 states. A search takes time in
/// proportion to the states, for each character.
const SIZE: usize = 128 << 10;

/// What is searched for.
pub(super) enum Pattern {
    /// A string, which is found faster than an expression.
    Fixed(String),
    Expression(Regex),
}

impl Pattern {
    pub(super) fn of(args: &GrepArgs) -> Result<Self, Failure> {
        let pattern = &args.pattern;
        let escaped = escape(pattern);
        let is_fixed = args.fixed || escaped == *pattern;
        if is_fixed && !args.ignore_case {
            return Ok(Self::Fixed(pattern.clone()));
        }
        let expression = if is_fixed { &escaped } else { pattern };
        RegexBuilder::new(expression)
            .case_insensitive(args.ignore_case)
            .size_limit(SIZE)
            .build()
            .map(Self::Expression)
            .map_err(|error| {
                Failure::Usage(format!(
                    "the pattern {pattern:?}: {error}; --fixed searches for it as it is"
                ))
            })
    }

    /// Returns where the pattern is found in a text, in bytes.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        match self {
            Self::Fixed(pattern) => text.find(pattern),
            Self::Expression(regex) => regex.find(text).map(|found| found.start()),
        }
    }
}
