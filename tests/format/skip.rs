//! Checks that skipping allocates nothing; `inspect::coverage` compares it with decoding.

use crate::common::{TestLayout, in_each_layout};
use gdvariant::{DecodeOptions, Ignored, Packed, generic};

pub(crate) fn all_options() -> [DecodeOptions; 4] {
    let (strict, engine) = (DecodeOptions::new(), DecodeOptions::engine());
    [
        strict,
        strict.allow_objects(true),
        engine,
        engine.allow_objects(true),
    ]
}

fn builds_nothing<L: TestLayout>() {
    let value: L::Variant = Packed(vec![String::from("a text that is not short"); 1000]).into();
    let value = vec![
        value.clone(),
        L::Variant::from(vec![L::Variant::from("text"), value]),
    ]
    .into();
    let bytes = generic::to_vec::<L, L::Variant>(&value).expect("it can be encoded");
    let info = allocation_counter::measure(|| {
        generic::from_slice::<L, Ignored>(&bytes, DecodeOptions::new()).expect("it can be decoded");
    });
    assert_eq!(info.count_total, 0);
}

in_each_layout!(builds_nothing);
