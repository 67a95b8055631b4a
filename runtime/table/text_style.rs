//! The engines' dialects of `var2str`.

/// A dialect of `var2str`.
///
/// Sources: the output of Godot 3.2.3 and 4.6.3, and the source code of Pandemonium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// Godot 3.2.
    Godot3,
    /// Godot 4, whose function is `var_to_str`.
    Godot4,
    /// Pandemonium, according to its source code.
    Pandemonium,
}

impl TextStyle {
    /// Returns the space after the opening bracket and before the closing bracket of a value.
    pub(crate) fn space(self) -> &'static str {
        if self == Self::Godot4 { "" } else { " " }
    }

    /// Returns whether floats are formatted with all significant digits instead of six.
    pub(crate) fn is_exact(self) -> bool {
        self == Self::Godot4
    }

    /// Returns whether the first component of a color such as `#80ff0000` is alpha.
    pub(crate) fn has_alpha_first(self) -> bool {
        self != Self::Godot4
    }

    /// Returns whether the key of `{name = 1}` is a StringName instead of a String.
    pub(crate) fn has_name_keys(self) -> bool {
        self == Self::Godot4
    }
}

/// The engine's class that wraps the id of an object.
pub(crate) const ID_CLASS: &str = "EncodedObjectAsID";

/// The property of [`ID_CLASS`] that holds the id.
pub(crate) const ID_PROPERTY: &str = "object_id";
