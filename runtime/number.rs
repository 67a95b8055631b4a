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
    /// Converts the number to a 64-bit float: the nearest one to a 64-bit integer, exactly
    /// otherwise.
    #[expect(
        clippy::cast_precision_loss,
        reason = "large 64-bit integers are rounded"
    )]
    pub(crate) fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Single(value) => widened(value),
            Self::Double(value) => value,
        }
    }

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
        self.to_f64().is_nan()
    }
}

/// The number of bits that the payload of a NaN has in double precision only.
const NARROWED: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// The bits of a NaN's payload in single precision.
const PAYLOAD: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;

/// Widens a float. A NaN keeps its sign and its payload, which a cast may alter.
pub(crate) fn widened(value: f32) -> f64 {
    if !value.is_nan() {
        return value.into();
    }
    let bits = value.to_bits();
    let sign = u64::from(bits & 1 << 31) << 32;
    let payload = u64::from(bits & PAYLOAD) << NARROWED;
    f64::from_bits(sign | f64::INFINITY.to_bits() | payload)
}

/// Narrows a float. A NaN keeps its sign and the leading bits of its payload, which a cast may
/// alter.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion that loses precision"
)]
pub(crate) fn narrowed(value: f64) -> f32 {
    if !value.is_nan() {
        return value as f32;
    }
    let bits = value.to_bits();
    let sign = (bits >> 32) as u32 & 1 << 31;
    let payload = (bits >> NARROWED) as u32 & PAYLOAD;
    // Without a payload it would be infinite.
    let payload = if payload == 0 { 1 << 22 } else { payload };
    f32::from_bits(sign | f32::INFINITY.to_bits() | payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nans_keep_their_payloads() {
        for bits in [
            0x7fc0_0000,
            0xffc0_0000,
            0x7f80_0001,
            0xffbf_ffff,
            0x7fff_ffff,
        ] {
            let single = f32::from_bits(bits);
            assert_eq!(narrowed(widened(single)).to_bits(), bits);
        }
        // A payload that single precision lacks leaves another NaN.
        let odd = f64::from_bits(0x7ff0_0000_0000_0001);
        assert!(narrowed(odd).is_nan());
    }
}
