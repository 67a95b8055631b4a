//! Numbers converted to components of another number type.

use crate::component_rows::ComponentType;
use crate::number::Number;
use crate::view::Numbers;
use alloc::vec::Vec;

/// The numbers that a conversion changed.
#[derive(Debug, Default)]
pub(super) struct Rounding {
    /// The number of changed components.
    pub(super) changed: usize,
    /// The first changed component, before and after.
    pub(super) first: Option<[f64; 2]>,
}

/// Appends numbers to `out`, encoded as the components of repeated rows.
pub(super) fn encode(
    numbers: &dyn Numbers,
    components: &[ComponentType],
    out: &mut Vec<u8>,
) -> Rounding {
    let mut rounding = Rounding::default();
    let mut components = components.iter().cycle();
    numbers.visit(&mut |number| {
        if let Some(component) = components.next() {
            rounding.encode(number, *component, out);
        }
    });
    rounding
}

/// Converts a number to a 64-bit float, exactly unless it is a large 64-bit integer.
#[expect(
    clippy::cast_precision_loss,
    reason = "components of 64 bits become elements of an Array, as integers"
)]
pub(super) fn float(number: Number) -> f64 {
    match number {
        Number::Int(value) => value as f64,
        Number::Single(value) => widened(value),
        Number::Double(value) => value,
    }
}

impl Rounding {
    fn encode(&mut self, number: Number, component: ComponentType, out: &mut Vec<u8>) {
        match (component, number) {
            (ComponentType::Byte, Number::Int(value)) => out.push(value.to_le_bytes()[0]),
            (ComponentType::I32, Number::Int(value)) => {
                out.extend(value.to_le_bytes().iter().take(4));
            }
            (ComponentType::I64, Number::Int(value)) => out.extend(value.to_le_bytes()),
            (ComponentType::Single, number) => {
                let single = match number {
                    Number::Single(value) => value,
                    other => self.narrowed(float(other)),
                };
                out.extend(single.to_le_bytes());
            }
            (_, number) => out.extend(float(number).to_le_bytes()),
        }
    }

    /// Narrows a float, and counts it if it changes.
    fn narrowed(&mut self, value: f64) -> f32 {
        let single = narrowed(value);
        let again = widened(single);
        if again.to_bits() != value.to_bits() {
            self.changed += 1;
            self.first.get_or_insert([value, again]);
        }
        single
    }
}

/// The bits of a NaN's payload that single precision lacks.
const NARROWED: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// Narrows a float. A NaN keeps its sign and the leading bits of its payload, which a cast may alter.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion that loses precision"
)]
fn narrowed(value: f64) -> f32 {
    if !value.is_nan() {
        return value as f32;
    }
    let bits = value.to_bits();
    let sign = (bits >> 32) as u32 & 1 << 31;
    let payload = (bits >> NARROWED) as u32 & ((1 << (f32::MANTISSA_DIGITS - 1)) - 1);
    // Without a payload it would be infinite.
    let payload = if payload == 0 { 1 << 22 } else { payload };
    f32::from_bits(sign | f32::INFINITY.to_bits() | payload)
}

/// Widens a float. A NaN keeps its sign and its payload, which a cast may alter.
fn widened(value: f32) -> f64 {
    if !value.is_nan() {
        return value.into();
    }
    let bits = value.to_bits();
    let sign = u64::from(bits & 1 << 31) << 32;
    let payload = u64::from(bits & ((1 << (f32::MANTISSA_DIGITS - 1)) - 1)) << NARROWED;
    f64::from_bits(sign | f64::INFINITY.to_bits() | payload)
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
        let mut rounding = Rounding::default();
        rounding.narrowed(odd);
        assert_eq!(rounding.changed, 1);
    }

    #[test]
    fn changed_numbers_are_counted() {
        let mut rounding = Rounding::default();
        for value in [0.5, -0.0, f64::INFINITY, 16_777_217.0, 0.1, 1e300] {
            rounding.narrowed(value);
        }
        assert_eq!(rounding.changed, 3);
        assert_eq!(rounding.first, Some([16_777_217.0, 16_777_216.0]));
    }
}
