//! Names that become Rust identifiers.

use super::reserved;
use crate::model::Type;
use crate::report::{Place, Report};

/// The strict and reserved keywords of all editions up to 2024, in alphabetical order.
const KEYWORDS: [&str; 53] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

/// Checks the name of a type.
pub(super) fn check(ty: &Type, report: &mut Report) {
    type_name(&ty.key, &Place::ty(ty), report);
}

/// Reports a name that cannot be that of a Rust type in the library.
pub(super) fn type_name(name: &str, place: &Place, report: &mut Report) {
    rust_name(name, place, report);
    if reserved::is_type(name) {
        let expected = "another: the library has a type or a trait of this name";
        report.add(place, format!("the name `{name}`"), expected);
    }
}

/// Reports a name that cannot be that of a module and a feature of the library.
pub(super) fn module_name(name: &str, place: &Place, report: &mut Report) {
    rust_name(name, place, report);
    if reserved::is_module(name) {
        let expected = "another: the library has a module or a feature of this name";
        report.add(place, format!("the name `{name}`"), expected);
    }
}

/// Reports a name that cannot be a Rust identifier.
pub(super) fn rust_name(name: &str, place: &Place, report: &mut Report) {
    if !is_identifier(name) {
        report.add(
            place,
            format!("the name `{name}`"),
            "a name that Rust allows",
        );
    }
}

/// Returns whether a name is an ASCII identifier of Rust.
///
/// The crate syn would know, but every user's build would compile it.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEYWORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_told_from_other_names() {
        for name in ["x", "_x", "MAX_DEPTH", "Vector2", "r", "self_"] {
            assert!(is_identifier(name), "{name}");
        }
        for name in [
            "", "_", "2x", "a-b", "a b", "r#fn", "fn", "Self", "gen", "é",
        ] {
            assert!(!is_identifier(name), "{name}");
        }
    }
}
