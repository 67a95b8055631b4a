use gdvariant::{DecodeOptions, Layout, generic};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that a value, parsed from JSON or decoded from bytes, survives conversion to JSON and
/// back.
pub fn json(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<L: Layout<Variant: Serialize + DeserializeOwned>>(
    input: &[u8],
    options: DecodeOptions,
) {
    if let Ok(value) = serde_json::from_slice::<L::Variant>(input) {
        check_value::<L>(&value);
    }
    // serde_json accepts 128 levels of JSON, and a level of the value needs up to four.
    if let Ok(value) = generic::from_slice::<L, L::Variant>(input, options.max_depth(30)) {
        check_value::<L>(&value);
    }
}

fn check_value<L: Layout<Variant: Serialize + DeserializeOwned>>(value: &L::Variant) {
    // JSON has values that the format cannot represent, such as a string with a NUL.
    let Ok(bytes) = generic::to_vec::<L, _>(value) else {
        return;
    };
    let text = serde_json::to_string(value).expect("a value has a JSON form");
    let again: L::Variant = serde_json::from_str(&text).expect(&text);
    assert_eq!(
        generic::to_vec::<L, _>(&again).expect("the same value was encoded before"),
        bytes,
        "{text}"
    );
}
