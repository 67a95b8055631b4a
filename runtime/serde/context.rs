//! The context of a value in the input.

/// The role of a value in a Dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Not a key.
    Value,
    /// A key, which serde may buffer.
    Key,
    /// The name of a struct's field, which serde does not buffer.
    Field,
}

/// The number of levels of containers that serde may buffer: replaying a buffer uses more of the
/// stack than decoding into a type.
pub(super) const UNTYPED_DEPTH: u8 = 128;

/// The role, the format and the remaining depth of a value. It is small enough for a register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) role: Role,
    /// Whether the bytes are the JSON form as plain values: names of types mean types.
    pub(super) is_form: bool,
    /// The number of further levels of containers that serde may buffer.
    untyped: u8,
}

impl Context {
    /// Creates the context of the outermost value.
    pub(super) const fn new(is_form: bool) -> Self {
        Self {
            role: Role::Value,
            is_form,
            untyped: UNTYPED_DEPTH,
        }
    }

    /// Returns the context of a part with this role.
    #[inline]
    pub(super) fn of(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Returns the context within a container that serde buffers, or `None` if it is nested too
    /// deep.
    pub(super) fn nested(self) -> Option<Self> {
        let untyped = self.untyped.checked_sub(1)?;
        Some(Self { untyped, ..self })
    }
}
