//! Checks that layouts that explain bytes equally well share rank and confidence.

use crate::common::{AnyVariant, TestLayout, encode, in_each_kind_of_layout};
use gdvariant::schema::LAYOUTS;
use gdvariant::table::TypeInfo;
use gdvariant_files::detect;
use gdvariant_files::detect::{DetectOptions, detect_values};
use gdvariant_files::detect::{Detection, Framing};
use std::collections::BTreeSet;

/// The last type number that several layouts have in common.
const LAST_COMMON: u8 = 5;

/// Returns the layouts with the same type under this number.
fn layouts_with(ty: &TypeInfo) -> BTreeSet<&'static str> {
    let has_type = LAYOUTS.iter().filter(|layout| {
        let other = layout.types().get(usize::from(ty.number));
        !layout.is_double
            && other.is_some_and(|other| (other.kind, other.body) == (ty.kind, ty.body))
    });
    has_type.map(|layout| layout.name).collect()
}

fn first(detection: &Detection) -> BTreeSet<&'static str> {
    let equals = detection.best();
    let confidence = equals[0].confidence;
    for candidate in equals {
        assert_eq!((candidate.rank, candidate.confidence), (1, confidence));
        assert_eq!(candidate.framing, Framing::Bare);
        assert!(candidate.fits());
    }
    assert!(usize::from(confidence) * equals.len() <= 100);
    equals
        .iter()
        .map(|candidate| candidate.layout.name)
        .collect()
}

/// Checks values of the types that layouts have in common; these types are not containers.
fn common_types_are_equal<E: TestLayout>() {
    if E::LAYOUT.is_double {
        return;
    }
    for ty in E::LAYOUT
        .types()
        .iter()
        .filter(|ty| ty.number <= LAST_COMMON)
    {
        for value in values_of::<E>(ty) {
            let bytes = encode::<E>(&value);
            assert_eq!(bytes[0], ty.number);
            for detection in [
                detect(&bytes),
                detect_values([bytes.as_slice()], DetectOptions::new()),
            ] {
                assert_eq!(first(&detection), layouts_with(ty), "{}: {value}", ty.name);
            }
        }
    }
}

/// Returns a few values of a type.
fn values_of<E: TestLayout>(ty: &TypeInfo) -> Vec<E::Variant> {
    let components = E::Variant::numbered_of(ty.kind, &mut |index, _| {
        1.5 + f64::from(u32::try_from(index).expect("few"))
    });
    let others: [E::Variant; 6] = [
        E::Variant::default(),
        true.into(),
        7_i64.into(),
        i64::MIN.into(),
        0.1_f64.into(),
        "Ada".into(),
    ];
    let values = components.into_iter().chain(others);
    let values: Vec<_> = values
        .filter(|it| encode::<E>(it)[0] == ty.number)
        .collect();
    assert!(!values.is_empty(), "no value of {}", ty.name);
    values
}

in_each_kind_of_layout!(common_types_are_equal);
