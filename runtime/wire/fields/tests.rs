use super::*;

fn is_err<F: Float>(value: i64) -> bool {
    F::from_int(value, false).is_err()
}

#[test]
fn integers_have_to_be_exact() {
    let [single, double] = [1 << f32::MANTISSA_DIGITS, 1 << f64::MANTISSA_DIGITS];
    for value in [0, 1, -1, single, -single, single + 2, i64::MIN, 1 << 62] {
        assert!(!is_err::<f32>(value), "{value}");
    }
    for value in [single + 1, -single - 1, double + 2, i64::MAX] {
        assert!(is_err::<f32>(value), "{value}");
    }
    for value in [single + 1, double, double + 2, -double, i64::MIN] {
        assert!(!is_err::<f64>(value), "{value}");
    }
    for value in [double + 1, -double - 1, i64::MAX, i64::MIN + 1] {
        assert!(is_err::<f64>(value), "{value}");
    }
    assert_eq!(f32::from_int(single + 1, true), Ok(16_777_216.0));
}

#[test]
fn finite_floats_stay_finite() {
    let largest = f64::from(f32::MAX);
    // Rounding to infinity starts half a unit in the last place above the largest float.
    let limit = largest + f64::from(f32::MAX - f32::MAX.next_down()) / 2.0;
    assert_eq!(f32::from_f64(limit.next_down()), Ok(f32::MAX));
    assert!(f32::from_f64(limit).is_err());
    assert!(f32::from_f64(-1e300).is_err());
    assert_eq!(f32::from_f64(f64::NEG_INFINITY), Ok(f32::NEG_INFINITY));
    assert_eq!(f32::from_f64(1e-300), Ok(0.0));
    assert!(f32::from_f64(f64::NAN).is_ok_and(f32::is_nan));
}

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
    // A payload that does not fit in single precision is replaced.
    let odd = f64::from_bits(0x7ff0_0000_0000_0001);
    assert!(narrowed(odd).is_nan());
}
