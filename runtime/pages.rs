//! The format, page by page: what every byte of a value means. There is nothing here for code.

/// Godot 3: its types, each with its offset tables and an example.
///
#[doc = include_str!("../docs/rustdoc/godot3.md")]
pub mod godot3 {}

/// Godot 3 in double precision.
///
#[doc = include_str!("../docs/rustdoc/godot3_double.md")]
pub mod godot3_double {}

/// Pandemonium: its types, each with its offset tables and an example.
///
#[doc = include_str!("../docs/rustdoc/pandemonium.md")]
pub mod pandemonium {}

/// Pandemonium in double precision.
///
#[doc = include_str!("../docs/rustdoc/pandemonium_double.md")]
pub mod pandemonium_double {}

/// Which number each type has in each layout, and which types only one has.
///
#[doc = include_str!("../docs/rustdoc/differences.md")]
pub mod differences {}

/// What engines do not read back as they were given it.
///
#[doc = include_str!("../docs/rustdoc/defects.md")]
pub mod defects {}
