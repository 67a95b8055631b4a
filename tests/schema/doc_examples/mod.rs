//! Checks that the documentation of every public item has an example.
//!
//! - A function has its own example.
//! - A method has its own example, or the example of its type calls the method, or the method
//!   refers to an example in the documentation of its type: `[example](Self#heading)`.
//! - A struct, an enum or a trait has its own example, or one of its methods has an example.
//! - Constants, modules, aliases, fields, variants and the methods of traits are exempt. So are
//!   implementations of traits, and items that are `#[doc(hidden)]`.
//!
//! The test parses the code of the library and the generated code of all layouts; `cargo test
//! --doc` runs the examples. Macros of the library define methods of several types, so every
//! `pub fn` in the body of a macro counts as a method.

mod docs;
mod library;

use library::Library;

#[test]
fn every_public_item_has_an_example() {
    let missing = Library::load().without_example();
    let (count, list) = (missing.len(), missing.join("\n"));
    assert!(
        missing.is_empty(),
        "{count} public items have no example:\n{list}"
    );
}
