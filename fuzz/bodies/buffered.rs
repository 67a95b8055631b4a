use super::{check_error, encoded, memory};
use gdvariant::serde::Serde;
use gdvariant::{DecodeError, DecodeOptions, Dictionary, EncodeOptions, Engine, generic};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// Checks types for which serde buffers the input: no key has a special meaning, and the options
/// apply.
pub fn buffered(input: &[u8]) {
    in_chosen_layout!(check, input);
}

#[derive(Debug, Serialize, Deserialize)]
struct Flat<R> {
    a: Option<i32>,
    #[serde(flatten)]
    rest: R,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "a")]
enum Tagged<R> {
    One(R),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "a")]
enum TaggedFlat<R> {
    One {
        #[serde(flatten)]
        rest: R,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "a", content = "c")]
enum Adjacent<R> {
    One(R),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<R> {
    One(R),
}

/// A newtype struct; serde unwraps it in the buffer.
#[derive(Debug, Serialize, Deserialize)]
struct Newtype<R>(R);

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions)
where
    E::Variant: Serialize + DeserializeOwned + TryInto<Dictionary<E::Variant>, Error = DecodeError>,
{
    let whole = generic::from_slice::<E, E::Variant>(input, options).ok();
    let pairs: Option<Dictionary<E::Variant>> =
        whole.clone().and_then(|value| value.try_into().ok());
    let others = |pairs: &Dictionary<E::Variant>| {
        let is_other = |key: &E::Variant| key.to_string().trim_start_matches(['&', '@']) != "\"a\"";
        pairs
            .iter()
            .filter(|(key, _)| is_other(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    let others: Option<Dictionary<E::Variant>> = pairs.as_ref().map(others);
    // Each type holds the value that the library decodes, except for the entry of the tag.
    read::<E, Untagged<Newtype<E::Variant>>, _>(
        input,
        options,
        |Untagged::One(value)| value.0,
        whole.as_ref(),
    );
    read::<E, Untagged<Option<Dictionary<E::Variant>>>, _>(
        input,
        options,
        |Untagged::One(pairs)| pairs,
        pairs
            .map(Some)
            .or_else(|| whole.is_some().then_some(None))
            .as_ref(),
    );
    if let Ok(adjacent) =
        generic::from_slice::<E, Serde<Adjacent<E::Variant>>>(input, options).map(|it| it.0)
    {
        assert!(whole.is_some(), "{adjacent:?}");
    }
    assert!(are_same_entries::<E>(input, DecodeOptions::new()));
    if !are_same_entries::<E>(input, options) {
        // Serde buffers some of the types below as a `Variant`, and others as a Dictionary.
        return;
    }
    read::<E, Flat<Dictionary<E::Variant>>, _>(input, options, |flat| flat.rest, others.as_ref());
    read::<E, Flat<Newtype<Dictionary<E::Variant>>>, _>(
        input,
        options,
        |flat| flat.rest.0,
        others.as_ref(),
    );
    read::<E, Tagged<Dictionary<E::Variant>>, _>(
        input,
        options,
        |Tagged::One(rest)| rest,
        others.as_ref(),
    );
    read::<E, TaggedFlat<Dictionary<E::Variant>>, _>(
        input,
        options,
        |TaggedFlat::One { rest }| rest,
        others.as_ref(),
    );
}

/// Returns whether a `Variant` and a Dictionary have the same entries. Lenient decoding converts or
/// drops entries because of a declared type, but only in a `Variant`.
fn are_same_entries<E: Engine>(input: &[u8], options: DecodeOptions) -> bool
where
    E::Variant: TryInto<Dictionary<E::Variant>, Error = DecodeError>,
{
    let options = options.allow_objects(true);
    let whole = generic::from_slice::<E, E::Variant>(input, options).ok();
    let pairs: Option<Dictionary<E::Variant>> = whole.and_then(|value| value.try_into().ok());
    let dictionary = generic::from_slice::<E, Dictionary<E::Variant>>(input, options).ok();
    encoded::<E, _>(&pairs) == encoded::<E, _>(&dictionary)
}

/// Checks that serde decodes the same value as the library, and that the value round-trips.
fn read<E: Engine, T: Serialize + DeserializeOwned + Debug, R: gdvariant::Encode<E> + Debug>(
    input: &[u8],
    options: DecodeOptions,
    part: impl Fn(T) -> R,
    expected: Option<&R>,
) {
    let value = match memory::within_limit(input, || {
        generic::from_slice::<E, Serde<T>>(input, options).map(|it| it.0)
    }) {
        Ok(value) => value,
        Err(error) => return check_error(&error, input),
    };
    let Ok(written) = generic::to_vec::<E, _>(&Serde(&value), EncodeOptions::new()) else {
        assert_eq!(encoded::<E, _>(&part(value)), None);
        return;
    };
    let value = part(value);
    let expected = expected.expect("the library accepts each value that serde accepts");
    let bytes = generic::to_vec::<E, _>(&value, EncodeOptions::new())
        .expect("a decoded value can be encoded");
    assert_eq!(
        bytes,
        generic::to_vec::<E, _>(expected, EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        "{value:?}"
    );
    let options = DecodeOptions::new().allow_objects(true);
    let again = generic::from_slice::<E, Serde<T>>(&written, options)
        .map(|it| it.0)
        .expect("an encoded value can be decoded");
    assert_eq!(
        generic::to_vec::<E, _>(&part(again), EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        bytes
    );
}
