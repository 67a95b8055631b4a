use super::generate::{GenerateLayout, GenerateVariant};
use super::{borrowed, buffered, convert, detect, fallback, inspect, json, owned, round_trip};
use gdvariant::{DecodeError, DecodeOptions, Dictionary, EncodeOptions, Engine, generic};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks the properties of other targets on a generated value, whose bytes may be changed.
pub fn arb_values(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<E>(input: &[u8], options: DecodeOptions)
where
    E: Engine<Variant: GenerateVariant + Serialize + DeserializeOwned>,
    E::Variant: TryInto<Dictionary<E::Variant>, Error = DecodeError>,
{
    let Some((&[choice, ref change @ ..], random)) = input.split_first_chunk::<5>() else {
        return;
    };
    let value = E::from_bytes(random);
    let bytes = generic::to_vec::<E, _>(&value, EncodeOptions::new())
        .expect("a generated value can be encoded");
    let bytes = super::perhaps_edited(bytes, *change);
    let checks: [fn(&[u8], DecodeOptions); 9] = [
        owned::check::<E>,
        borrowed::check::<E>,
        round_trip::check::<E>,
        inspect::check::<E>,
        convert::check::<E>,
        fallback::check::<E>,
        json::check::<E>,
        buffered::check::<E>,
        |bytes: &[u8], _: DecodeOptions| detect::detect(&[&[0][..], bytes].concat()),
    ];
    checks[usize::from(choice) % checks.len()](&bytes, options);
}
