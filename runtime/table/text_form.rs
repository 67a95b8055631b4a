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
    /// Returns the space within the brackets of a value.
    pub(crate) fn space(self) -> &'static str {
        if self == Self::Godot4 { "" } else { " " }
    }

    /// Returns whether floats are written with all digits instead of six.
    pub(crate) fn is_exact(self) -> bool {
        self == Self::Godot4
    }

    /// Returns whether the engine parses bytes in Base64, `PackedByteArray("AAEC")`, as its
    /// resources have them.
    pub(crate) fn has_base64(self) -> bool {
        self == Self::Godot4
    }

    /// Returns whether the key of `{name = 1}` is a StringName instead of a String.
    pub(crate) fn has_name_keys(self) -> bool {
        self == Self::Godot4
    }
}

/// The engine's wrapper of an object's id.
pub(crate) const ID_CLASS: &str = "EncodedObjectAsID";

/// The property of the wrapper that holds the id.
pub(crate) const ID_PROPERTY: &str = "object_id";
