//! Numbers that components are, exact in every type.

/// A component's value, exact in every type.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float in single precision.
    Single(f32),
    /// A float in double precision.
    Double(f64),
}

impl Number {
    /// Returns the bits of the number: all 64 of an integer, or those of the float.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Int(value) => value.cast_unsigned(),
            Self::Single(value) => value.to_bits().into(),
            Self::Double(value) => value.to_bits(),
        }
    }

    /// Returns whether the number is a float that is not a number.
    pub(crate) fn is_nan(self) -> bool {
        match self {
            Self::Int(_) => false,
            Self::Single(value) => value.is_nan(),
            Self::Double(value) => value.is_nan(),
        }
    }
}
