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

#[test]
fn an_item_without_an_example_is_found() {
    let source = r"
        /// No example.
        pub fn plain() {}

        /// ```
        /// ```
        pub fn shown() {}

        /// No example, nor has its method.
        pub struct Silent;

        impl Silent {
            /// No example.
            pub fn method(&self) {}
            fn private(&self) {}
        }

        impl Clone for Silent {
            fn clone(&self) -> Self { Self }
        }

        /// ```
        /// Called.by_type();
        /// ```
        pub struct Called;

        impl Called {
            /// No example.
            pub fn by_type(&self) {}
        }

        /// Its method refers to a section.
        ///
        /// # Methods
        ///
        /// ```
        /// ```
        ///
        /// # Others
        pub struct Referred;

        impl Referred {
            /// ([example](Self#methods))
            pub fn to_example(&self) {}

            /// ([example](Self#others))
            pub fn to_nothing(&self) {}
        }

        /// Its method has an example.
        pub struct Shown;

        impl Shown {
            /// ```
            /// ```
            pub fn method(&self) {}
        }

        #[doc(hidden)]
        pub fn hidden() {}

        pub(crate) fn private() {}

        macro_rules! methods {
            ($ty:ty) => {
                impl $ty {
                    /// No example.
                    #[must_use]
                    pub const fn of_macro(&self) {}

                    /// ```
                    /// ```
                    pub fn shown(&self) {}

                    #[doc(hidden)]
                    pub fn hidden(&self) {}
                }
            };
        }

        mod inner {
            pub struct Unreachable;
            pub struct Exported;
        }

        pub use inner::Exported;
    ";
    assert_eq!(
        Library::of(source).without_example(),
        [
            "Exported",
            "Referred::to_nothing",
            "Silent",
            "Silent::method",
            "macro::of_macro",
            "runtime/plain"
        ]
    );
}
