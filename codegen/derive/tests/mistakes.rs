//! Types that do not compile, and the compiler's messages.

#[test]
fn explains_mistakes() {
    trybuild::TestCases::new().compile_fail("tests/mistakes/*.rs");
}
