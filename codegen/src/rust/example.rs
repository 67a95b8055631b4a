//! The examples in generated doc comments.

use super::layout_context::Context;
use super::names::module;

/// Returns the lines of an example in a doc comment, with the layout's module for LAYOUT.
pub(super) fn example(context: &Context<'_>, lines: &[&str]) -> Vec<String> {
    let module = module(context.layout, context.precision);
    let lines = lines
        .iter()
        .map(|line| format!(" {}", line.replace("LAYOUT", &module)));
    [" ```".to_owned()]
        .into_iter()
        .chain(lines)
        .chain([" ```".to_owned()])
        .collect()
}
