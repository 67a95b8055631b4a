use super::*;

/// Formats a float in the engine's form and in the alternate form.
fn texts(value: f64) -> (alloc::string::String, alloc::string::String) {
    let text = |is_alternate| FloatText {
        value,
        is_single: false,
        is_alternate,
        style: TextStyle::Godot3,
    };
    (format!("{}", text(false)), format!("{}", text(true)))
}

#[test]
fn numbers_look_as_in_c() {
    // Measured with var2str of Godot 3.2.3.
    for (value, engine, exact) in [
        (0.1, "0.1", "0.1"),
        (1.5, "1.5", "1.5"),
        (-1.0, "-1", "-1"),
        (core::f64::consts::PI, "3.14159", "3.141592653589793"),
        (123_456.0, "123456", "123456"),
        (123_456.5, "123456", "123456.5"),
        (999_999.5, "1e+06", "999999.5"),
        (1_234_567.0, "1.23457e+06", "1234567"),
        (1e6, "1e+06", "1e+06"),
        (1e20, "1e+20", "1e+20"),
        (1e-4, "0.0001", "0.0001"),
        (1e-5, "1e-05", "1e-05"),
        (0.012_345_678, "0.0123457", "0.012345678"),
        (
            0.000_295_976_438_792_422_4,
            "0.000295976",
            "2.959764387924224e-04",
        ),
        (1e300, "1e+300", "1e+300"),
        (-0.0, "0", "-0.0"),
        (f64::INFINITY, "inf", "1e400"),
        (f64::NEG_INFINITY, "-inf", "-1e400"),
    ] {
        assert_eq!(texts(value), (engine.into(), exact.into()), "{value:e}");
    }
}
