//! Where a value stands in the input.

/// What a value is in a Dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Not a key.
    Value,
    /// A key, which serde may buffer.
    Key,
    /// The name of a struct's field, which serde does not buffer.
    Field,
}

/// How many levels of containers may be nested that serde buffers: replaying a buffer uses more of the stack than decoding into a type.
pub(super) const UNTYPED_DEPTH: u32 = 128;

/// The role, the format and the remaining depth of a value, in one number that fits a register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context(u32);

impl Context {
    /// The bits of the role.
    const ROLE: u32 = 0b11;
    /// Whether the bytes are the JSON form as plain values: names of types mean types.
    const IS_FORM: u32 = 0b100;
    /// Above it is how many more levels of containers may be nested that serde buffers.
    const UNTYPED: u32 = 3;

    /// The outermost value.
    pub(super) const START: Self = Self(Role::Value as u32 | UNTYPED_DEPTH << Self::UNTYPED);

    /// The context of the JSON form as plain values.
    pub(super) fn of_form() -> Self {
        Self(Self::START.0 | Self::IS_FORM)
    }

    /// The context of a part with this role.
    #[inline]
    pub(super) fn of(self, role: Role) -> Self {
        Self(self.0 & !Self::ROLE | role as u32)
    }

    #[inline]
    pub(super) fn has(self, role: Role) -> bool {
        self.0 & Self::ROLE == role as u32
    }

    #[inline]
    pub(super) fn is_form(self) -> bool {
        self.0 & Self::IS_FORM != 0
    }

    /// The context within a container that serde buffers; none where it is nested too deep.
    pub(super) fn deeper(self) -> Option<Self> {
        self.0.checked_sub(1 << Self::UNTYPED).map(Self)
    }
}
