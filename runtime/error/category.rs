use super::{DecodeError, DecodeErrorKind};

impl DecodeErrorKind {
    /// Returns whether the input ends before the value does.
    fn is_eof(&self) -> bool {
        match self {
            Self::UnexpectedEnd { .. } | Self::CountTooLarge { .. } => true,
            Self::NoVariant { reason, .. } => reason.is_eof(),
            _ => false,
        }
    }

    /// Returns whether a value is not of the requested Rust type.
    fn is_data(&self) -> bool {
        match self {
            Self::WrongType { .. }
            | Self::OutOfRange { .. }
            | Self::Inexact { .. }
            | Self::FloatOutOfRange { .. }
            | Self::MissingKey { .. }
            | Self::UnknownKey { .. }
            | Self::RepeatedTag { .. }
            | Self::MissingPayload
            | Self::UnknownVariant { .. }
            | Self::UnknownNumber { .. }
            | Self::WrongLength { .. }
            | Self::CannotBorrow
            | Self::Custom(_) => true,
            Self::NoVariant { reason, .. } => reason.is_data(),
            _ => false,
        }
    }
}

impl DecodeError {
    /// Returns whether the input ends before the value does, so that more bytes could complete it.
    ///
    /// A count of more elements than the remaining bytes can hold is such an error as well.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3;
    ///
    /// let error = godot3::from_slice::<i64>(&[2, 0, 0, 0, 7]).unwrap_err();
    /// assert!(error.is_eof());
    /// # }
    /// ```
    #[must_use]
    pub fn is_eof(&self) -> bool {
        self.kind().is_eof()
    }

    /// Returns whether a valid value is not of the requested Rust type: of another type, out of
    /// range, or without a required key.
    ///
    /// A server can tell a client of another version, whose messages differ, from malformed
    /// packets.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3;
    ///
    /// let error = godot3::from_slice::<u8>(&[2, 0, 0, 0, 0, 1, 0, 0]).unwrap_err();
    /// assert_eq!(error.to_string(), "0x0004: 256 is out of the range of u8");
    /// assert!(error.is_data());
    /// # }
    /// ```
    #[must_use]
    pub fn is_data(&self) -> bool {
        self.kind().is_data()
    }
}
