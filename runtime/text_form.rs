//! The forms of text that engines write.

/// The engines' dialects of `var2str`.
///
/// Sources: texts of Godot 3.2.3 and 4.6.3, and the source of Pandemonium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// Godot 3.2.
    Godot3,
    /// Godot 4, whose function is `var_to_str`.
    Godot4,
    /// Pandemonium, according to its source.
    Pandemonium,
}

impl TextForm {
    /// The space within the brackets of a value.
    pub(crate) fn space(self) -> &'static str {
        if self == Self::Godot4 { "" } else { " " }
    }

    /// Whether floats are written with all digits instead of six.
    pub(crate) fn is_exact(self) -> bool {
        self == Self::Godot4
    }
}
