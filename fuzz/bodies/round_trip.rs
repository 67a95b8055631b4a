use super::encoded;
use gdvariant::framing::FrameOptions;
use gdvariant::{DecodeOptions, EncodeOptions, Engine, Pandemonium, generic};

/// Checks that a decoded value is encoded as canonical bytes, and that these bytes round-trip.
pub fn round_trip(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let Ok(value) = generic::from_slice::<E, E::Variant>(input, options) else {
        return;
    };
    let Some(canonical) = encoded::<E, _>(&value) else {
        return;
    };
    assert!(canonical.len().is_multiple_of(4));
    assert_eq!(
        generic::encoded_len::<E, _>(&value, EncodeOptions::new()).expect("the value was encoded"),
        canonical.len()
    );

    let strict = DecodeOptions::new().allow_objects(true);
    let again = generic::from_slice::<E, E::Variant>(&canonical, strict)
        .expect("canonical bytes can be decoded");
    assert_eq!(
        generic::to_vec::<E, _>(&again, EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        canonical
    );
    assert_eq!(format!("{again:?}"), format!("{value:?}"));

    let mut framed = Vec::new();
    generic::write_framed::<E, _>(&mut framed, &value, FrameOptions::new())
        .expect("writing to memory succeeds");
    assert_eq!(framed[4..], canonical);
    change_layout(&canonical);
}

/// Checks that a value of Godot 3 is unchanged after encoding in Pandemonium's layout.
fn change_layout(input: &[u8]) {
    use gdvariant::{godot3, pandemonium};
    let Ok(value) = godot3::from_slice::<godot3::Variant>(input) else {
        return;
    };
    let bytes = godot3::to_vec(&value).expect("a decoded value can be encoded");
    let converted = pandemonium::to_vec(&value).expect("Pandemonium has all types of Godot 3");
    let options = DecodeOptions::new().allow_objects(true);
    let again: godot3::Variant =
        generic::from_slice::<Pandemonium, _>(&converted, options).expect("an encoded value");
    assert_eq!(
        godot3::to_vec(&again).expect("a decoded value can be encoded"),
        bytes
    );
}
