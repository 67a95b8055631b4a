//! Numbers converted to components of another number type.

use crate::codec::coerce;
use crate::value::view::Numbers;
use crate::wire::component_rows::ComponentType;
use crate::wire::number::{Number, narrowed, widened};
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

impl Rounding {
    fn encode(&mut self, number: Number, component: ComponentType, out: &mut Vec<u8>) {
        let number = match (component, number) {
            (ComponentType::Single, Number::Single(_)) => number,
            (ComponentType::Single, _) => Number::Single(self.narrowed(number.to_f64())),
            // A NaN keeps its payload.
            (ComponentType::Double, _) => Number::Double(number.to_f64()),
            _ => number,
        };
        coerce::encode(number, component, out);
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

#[cfg(test)]
mod tests;
