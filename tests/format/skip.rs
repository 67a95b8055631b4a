//! Checks that skipping allocates nothing; `agreement` compares it with decoding.

use crate::common::{TestLayout, in_each_kind_of_layout};
use gdvariant::{DecodeOptions, EncodeOptions, IgnoredAny, Packed, generic};

fn builds_nothing<E: TestLayout>() {
    let value: E::Variant = Packed(vec![String::from("a text that is not short"); 1000]).into();
    let value = vec![
        value.clone(),
        E::Variant::from(vec![E::Variant::from("text"), value]),
    ]
    .into();
    let bytes =
        generic::to_vec::<E, E::Variant>(&value, EncodeOptions::new()).expect("it can be encoded");
    let info = allocation_counter::measure(|| {
        generic::from_slice::<E, IgnoredAny>(&bytes, DecodeOptions::new())
            .expect("it can be decoded");
    });
    assert_eq!(info.count_total, 0);
}

in_each_kind_of_layout!(builds_nothing);
