use super::*;

#[test]
fn changed_numbers_are_counted() {
    let mut rounding = Rounding::default();
    for value in [0.5, -0.0, f64::INFINITY, 16_777_217.0, 0.1, 1e300] {
        rounding.narrowed(value);
    }
    assert_eq!(rounding.changed, 3);
    // The payload of this NaN does not fit single precision.
    rounding.narrowed(f64::from_bits(0x7ff0_0000_0000_0001));
    assert_eq!(rounding.changed, 4);
    assert_eq!(rounding.first, Some([16_777_217.0, 16_777_216.0]));
}
