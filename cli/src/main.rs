//! The program `gdvariant`.
fn main() {}
