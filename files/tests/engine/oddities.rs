//! Tests values that engines drop, reject or change. The random values of other tests do not
//! include such values.

use crate::common::hex;
use crate::engine::Engine;
use crate::live::LiveLayout;
use crate::transports::encoded;
use gdvariant::{
    DecodeError, DecodeErrorKind, DecodeOptions, Kind, Object, Packed, format, generic,
};
use serde_json::{Value as Json, json};

/// Returns the bytes that the engine encodes after decoding, in hex; empty for rejected bytes.
pub(crate) fn again<E: LiveLayout>(engine: &mut Engine<E>, bytes: &[u8]) -> String {
    hex(&engine.ask("again", &[b"false", bytes], 1).remove(0))
}

/// Checks that the engine decodes `written` as `read`.
pub(crate) fn reads<E: LiveLayout>(
    engine: &mut Engine<E>,
    written: impl Into<E::Variant>,
    read: impl Into<E::Variant>,
) {
    let written = written.into();
    assert_eq!(
        again(engine, &encoded::<E>(&written)),
        hex(&encoded::<E>(&read.into())),
        "{written:?}"
    );
}

/// Checks that strings lose a byte order mark.
pub(crate) fn byte_order_marks<E: LiveLayout>(engine: &mut Engine<E>, _seed: u64) {
    reads(engine, "\u{feff}text", "text");
    reads(engine, "\u{feff}\u{feff}", "\u{feff}");
    reads(
        engine,
        Packed(vec!["\u{feff}text".to_string()]),
        Packed(vec!["text".to_string()]),
    );
}

/// Checks that the engine decodes null objects as null, and full objects only with permission.
pub(crate) fn objects<E: LiveLayout>(engine: &mut Engine<E>, classes: &[&str]) {
    reads(engine, Object::Id(0), nil::<E>());
    let written = engine.ask("full_objects", classes, classes.len());
    for (class, bytes) in classes.iter().zip(written) {
        assert_eq!(again(engine, &bytes), "");
        let rejected = lenient::<E>(&bytes).unwrap_err();
        assert_eq!(*rejected.kind(), DecodeErrorKind::ObjectsNotAllowed);

        let options = DecodeOptions::new().allow_objects(true);
        let value: E::Variant = generic::from_slice::<E, _>(&bytes, options).expect("allowed");
        assert_eq!(E::to_tag(&value)["v"]["class"], json!(class));
        let ours = encoded::<E>(&value);
        assert_eq!(hex(&ours), hex(&bytes));
        let engines = engine.ask("again", &[b"true", &ours[..]], 1).remove(0);
        assert_eq!(hex(&engines), hex(&bytes));
    }
}

/// Checks that the engine returns values at the depth limit, and the library rejects deeper values.
///
/// Returns the engine's result for a deeper value, and the bytes of this value.
pub(crate) fn depth<E: LiveLayout>(engine: &mut Engine<E>) -> (String, Vec<u8>) {
    let nest = |depth| (0..depth).fold(nil::<E>(), |value, _| vec![value].into());
    let deepest = encoded::<E>(&nest(format::MAX_DEPTH));
    assert_eq!(again(engine, &deepest), hex(&deepest));
    let value: E::Variant =
        generic::from_slice::<E, _>(&deepest, DecodeOptions::new()).expect("as deep as is allowed");
    assert!(value == nest(format::MAX_DEPTH));
    // The library cannot encode a deeper value, so the header of another Array is prepended.
    let array = encoded::<E>(&vec![nil::<E>()].into());
    let header = &array[..array.len() - encoded::<E>(&nil::<E>()).len()];
    let too_deep = [header, &deepest[..]].concat();
    let rejected = lenient::<E>(&too_deep).unwrap_err();
    assert!(matches!(
        rejected.kind(),
        DecodeErrorKind::TooDeep {
            limit: format::MAX_DEPTH,
            ..
        }
    ));
    (again(engine, &too_deep), too_deep)
}

/// Checks the values that the engine and the library parse from texts.
///
/// Each case is a text, and the texts of the values that the engine and the library parse from it.
/// An invalid last text stands for an error.
pub(crate) fn parses<E: LiveLayout>(engine: &mut Engine<E>, cases: &[[&str; 3]]) {
    let parse = |text: &str| generic::parse::<E>(text).map(|value| E::to_tag(&value));
    let texts: Vec<_> = cases.iter().map(|[text, ..]| text).collect();
    let descriptions = engine.ask("from_texts", &texts, texts.len());
    for ([text, engines, ours], description) in cases.iter().zip(descriptions) {
        let description: Json = serde_json::from_slice(&description).expect("a description");
        assert_eq!(Ok(description), parse(engines), "the engine parses {text}");
        assert_eq!(
            parse(text).ok(),
            parse(ours).ok(),
            "the library parses {text}"
        );
    }
}

fn nil<E: LiveLayout>() -> E::Variant {
    E::from_tag(&json!({ "t": E::LAYOUT.name_of(Kind::Nil), "v": null }))
}

fn lenient<E: LiveLayout>(bytes: &[u8]) -> Result<E::Variant, DecodeError> {
    generic::from_slice::<E, _>(bytes, DecodeOptions::engine())
}
