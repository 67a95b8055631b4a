//! The forms of text that engines write.

/// The engines' dialects of `var2str`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// Godot 3.2.
    Godot3,
    /// Pandemonium, according to its source.
    Pandemonium,
}
