use super::generate::{GenerateLayout, GenerateVariant};
use super::{json, parse};
use gdvariant::{DecodeOptions, Engine};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks the properties of `parse` and `json` on the text of a generated value, which may be
/// changed.
pub fn arb_texts(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<E>(input: &[u8], options: DecodeOptions)
where
    E: Engine<Variant: GenerateVariant + Serialize + DeserializeOwned>,
{
    let Some((&[choice, ref change @ ..], random)) = input.split_first_chunk::<5>() else {
        return;
    };
    let value = E::from_bytes(random);
    let edited = |text: String| super::perhaps_edited(text.into_bytes(), *change);
    match choice % 3 {
        0 => parse::check::<E>(&edited(value.to_string()), options),
        1 => parse::check::<E>(&edited(format!("{value:#}")), options),
        _ => {
            let text = serde_json::to_string(&value).expect("a value has a JSON form");
            json::check::<E>(&edited(text), options);
        }
    }
}
