//! Conversions between the Variants of layouts.

use gdvariant::schema::LAYOUTS;
use gdvariant::{Basis, Converter, Packed, StringName, Variant};

/// Checks that values which the target has keep their memory.
#[test]
fn values_are_converted_in_place() {
    let (text, numbers) = (String::from("text"), vec![1.0_f32, 2.0]);
    let addresses = (text.as_ptr(), numbers.as_ptr());
    let mut value: Variant = vec![
        Variant::from(text),
        Variant::from(Packed(numbers)),
        Variant::from(Basis::default()),
        Variant::from(StringName::from("name")),
    ]
    .into();
    let before: *const Basis = value[2].as_basis().expect("a Basis");
    let layout = |name| LAYOUTS.iter().find(|layout| layout.name == name).unwrap();
    let lossy = Converter::new().lossy();
    let report = lossy.convert_in_place(&mut value, layout("pandemonium"), layout("godot3"));
    assert_eq!(report.expect("lossy").losses().len(), 1);
    let (text, numbers) = (
        value[0].as_string().expect("a String"),
        value[1]
            .as_packed_float32_array()
            .expect("a PackedFloat32Array"),
    );
    assert_eq!((text.as_ptr(), numbers.as_ptr()), addresses);
    assert!(std::ptr::eq(value[2].as_basis().expect("a Basis"), before));
    assert_eq!(value[3], Variant::String("name".into()));
}
