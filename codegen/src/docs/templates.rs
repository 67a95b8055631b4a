//! The template engine with the settings of all pages.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};

/// Returns an engine that rejects undefined names and drops lines that consist of tags.
pub(super) fn environment<'t>() -> Environment<'t> {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    templates.set_syntax(syntax.expect("the default syntax is valid"));
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates
}
