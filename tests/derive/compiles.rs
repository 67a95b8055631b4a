//! What does not compile, and what the compiler says of it.
//!
//! The messages name the types and layouts that there are, so they are compared where all are
//! there.

#[cfg(all(feature = "godot4", feature = "pandemonium", feature = "double"))]
#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("tests/derive/mistakes/*.rs");
}
