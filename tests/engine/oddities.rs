//! What the engine drops, refuses or changes, each by itself; random values go without.

use crate::common::hex;
use crate::engine::Engine;
use crate::roads::encoded;
use gdvariant::godot3::{self, Dictionary, Object, Variant};
use gdvariant::{DecodeErrorKind, DecodeOptions, NodePath, format};

/// What the engine writes after it has read this, in hex; nothing where it refuses.
fn again(engine: &mut Engine, bytes: &[u8]) -> String {
    hex(&engine.ask("again", &[b"false", bytes]).remove(0))
}

/// The engine reads `written` as `read`.
fn reads(engine: &mut Engine, written: impl Into<Variant>, read: impl Into<Variant>) {
    let written = written.into();
    assert_eq!(
        again(engine, &encoded(&written)),
        hex(&encoded(&read.into())),
        "{written:?}"
    );
}

/// Texts lose a byte order mark, and a path without names that it is absolute.
pub(crate) fn what_is_dropped(engine: &mut Engine) {
    reads(engine, "\u{feff}text", "text");
    reads(engine, "\u{feff}\u{feff}", "\u{feff}");
    reads(
        engine,
        vec!["\u{feff}text".to_string()],
        vec!["text".to_string()],
    );
    reads(engine, NodePath::from("/"), NodePath::from(""));
}

/// A PoolRealArray with NaN in it is a key that the engine does not find again when it writes.
pub(crate) fn lost_keys(engine: &mut Engine) {
    let lost = Dictionary::from([(Variant::from(vec![f32::NAN]), 1)]);
    reads(
        engine,
        lost,
        Dictionary::from([("[Deleted Object]", Variant::Nil)]),
    );
}

/// Null objects are null, whole objects need permission, and those of the engine's classes come back as they were.
pub(crate) fn objects(engine: &mut Engine) {
    reads(engine, Object::Id(0), Variant::Nil);
    let whole = encoded(&Object::whole("Reference", [("script", Variant::Nil)]).into());
    assert_eq!(again(engine, &whole), "");
    let refused = godot3::from_slice_with::<Variant>(&whole, DecodeOptions::engine()).unwrap_err();
    assert_eq!(*refused.kind(), DecodeErrorKind::ObjectsNotAllowed);

    let classes = [
        "Reference",
        "Gradient",
        "Curve2D",
        "InputEventKey",
        "Animation",
        "Environment",
    ];
    for (class, bytes) in classes.iter().zip(engine.ask("whole_objects", &classes)) {
        let value: Variant =
            godot3::from_slice_with(&bytes, DecodeOptions::new().allow_objects(true))
                .expect("allowed");
        assert!(
            matches!(&value, Variant::Object(Object::Whole(object)) if object.class == *class),
            "{value:?}"
        );
        assert_eq!(hex(&encoded(&value)), hex(&bytes));
        assert_eq!(
            hex(&engine
                .ask("again", &[b"true", &encoded(&value)[..]])
                .remove(0)),
            hex(&bytes)
        );
    }
}

/// Values as deep as newer engines allow come back; one deeper is refused by us and by those, but not by Godot 3.2.
pub(crate) fn depth(engine: &mut Engine) {
    let nest = |depth| (0..depth).fold(Variant::Nil, |value, _| vec![value].into());
    let deepest = encoded(&nest(format::MAX_DEPTH));
    assert_eq!(again(engine, &deepest), hex(&deepest));
    assert_eq!(godot3::from_slice(&deepest), Ok(nest(format::MAX_DEPTH)));
    // A value that deep cannot be encoded, so its bytes are made from one that can: an array with the other in it.
    let array = encoded(&vec![Variant::Nil].into());
    let too_deep = [
        &array[..array.len() - encoded(&Variant::Nil).len()],
        &deepest[..],
    ]
    .concat();
    assert_eq!(again(engine, &too_deep), hex(&too_deep));
    let refused =
        godot3::from_slice_with::<Variant>(&too_deep, DecodeOptions::engine()).unwrap_err();
    assert_eq!(
        *refused.kind(),
        DecodeErrorKind::TooDeep {
            limit: format::MAX_DEPTH
        }
    );
}
