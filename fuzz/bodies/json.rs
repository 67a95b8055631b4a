use gdvariant::{DecodeOptions, EncodeOptions, Engine, generic};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that a value, parsed from JSON or decoded from bytes, survives conversion to JSON and
/// back.
pub fn json(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine<Variant: Serialize + DeserializeOwned>>(
    input: &[u8],
    options: DecodeOptions,
) {
    if let Ok(value) = serde_json::from_slice::<E::Variant>(input) {
        check_value::<E>(&value);
    }
    // serde_json accepts 128 levels of JSON, and a level of the value needs up to four.
    if let Ok(value) = generic::from_slice::<E, E::Variant>(input, options.max_depth(30)) {
        check_value::<E>(&value);
    }
}

fn check_value<E: Engine<Variant: Serialize + DeserializeOwned>>(value: &E::Variant) {
    // JSON has values that the format cannot represent, such as a string with a NUL.
    let Ok(bytes) = generic::to_vec::<E, _>(value, EncodeOptions::new()) else {
        return;
    };
    let text = serde_json::to_string(value).expect("a value has a JSON form");
    let again: E::Variant = serde_json::from_str(&text).expect(&text);
    assert_eq!(
        generic::to_vec::<E, _>(&again, EncodeOptions::new())
            .expect("the same value was encoded before"),
        bytes,
        "{text}"
    );
}
