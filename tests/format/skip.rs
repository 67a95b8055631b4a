//! Checks that skipping allocates nothing; `agreement` compares it with decoding.

use crate::common::{TestLayout, in_each_kind_of_layout};
use gdvariant::{DecodeOptions, Ignored, Packed, generic};

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

in_each_kind_of_layout!(builds_nothing);
