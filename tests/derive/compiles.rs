//! Types that do not compile, and the compiler's messages.
//!
//! The messages list types and layouts, so the snapshots are compared only if all layouts are
//! enabled.

#[cfg(all(feature = "godot4", feature = "pandemonium", feature = "double"))]
#[test]
fn explains_mistakes() {
    trybuild::TestCases::new().compile_fail("tests/derive/mistakes/*.rs");
}
