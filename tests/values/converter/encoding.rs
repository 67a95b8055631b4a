//! Encoding in another layout: a value is kept, or what a conversion would lose is an error.

use crate::common::{AnyVariant, TestLayout, cases, decode, encode, in_each_layout};
use gdvariant::convert::{LossKind, ReportEntry};
use gdvariant::dictionary::KeyRule;
use gdvariant::{
    Converter, Dictionary, Encode, EncodeErrorKind, EncodeOptions, Engine, Godot3, Godot4, Kind,
    NodePath, Pandemonium5, Rid, StringName, TypedArray, TypedDictionary, Variant, generic,
};
use proptest::prelude::*;
use std::any::Any;

/// Checks that encoding a value of the layout `A` in the layout `B` loses nothing in silence.
///
/// Layouts of different precision have different Variants, so no value can be encoded in both.
fn check<A: TestLayout, B: TestLayout>(value: &A::Variant) {
    let Some(same) = (value as &dyn Any).downcast_ref::<B::Variant>() else {
        return;
    };
    let what = format!("{} to {}: {value:?}", A::LAYOUT.name, B::LAYOUT.name);
    let converted = Converter::new().convert::<A, B>(value);
    match generic::to_vec::<B, _>(same, EncodeOptions::new()) {
        Ok(bytes) => {
            let decoded = decode::<B>(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
            let decoded = (&decoded as &dyn Any).downcast_ref().expect("one Variant");
            assert_eq!(encode::<A>(decoded), encode::<A>(value), "{what}");
            let (_, report) = converted.unwrap_or_else(|error| panic!("{what}: {error}"));
            let mut losses = report.losses().iter().map(ReportEntry::kind);
            // Strict decoding keeps the root: see `every_loss_is_an_error_or_kept`. Without the root,
            // a key can become equal to another one.
            let drops_root = losses.clone().any(|kind| *kind == LossKind::AbsoluteRoot);
            let is_kept = losses.all(|kind| match kind {
                LossKind::AbsoluteRoot => true,
                LossKind::Key => drops_root,
                _ => false,
            });
            assert!(is_kept, "{what}: {report}");
        }
        Err(error) => {
            let is_reported = match &converted {
                Ok((value, report)) => {
                    // An Array with a declared type is a TypedArray in Pandemonium 5 and back: the
                    // conversion changes the value without a loss.
                    let is_counterpart = || {
                        let kind = error.kind();
                        matches!(
                            kind,
                            EncodeErrorKind::MissingType { .. }
                                | EncodeErrorKind::MissingDeclaredType { .. }
                        ) && generic::to_vec::<B, _>(value, EncodeOptions::new()).is_ok()
                    };
                    !report.is_lossless() || is_counterpart()
                }
                Err(_) => true,
            };
            assert!(is_reported, "{what}: {error}");
        }
    }
}

fn any_value_is_kept_or_an_error<A: TestLayout>() {
    macro_rules! to_each {
        ({ $value:ident } $({ $module:ident $marker:ident })*) => {
            $(check::<A, gdvariant::$marker>(&$value);)*
        };
    }
    proptest!(cases(50), |(value in A::arb(), text in "[ab]?")| {
        // Keys that are the same by one rule only are rare among arbitrary keys.
        let mut entries = Dictionary::<A::Variant>::with_rule(A::LAYOUT.keys);
        entries.extend([(value.clone(), 1), (value.clone(), 2)]);
        entries.insert(text.clone(), 3);
        entries.insert(NodePath::from("/"), 4);
        if A::LAYOUT.has(Kind::StringName) {
            entries.insert(A::Variant::text_of(Kind::StringName, &text), 5);
        }
        let entries = A::Variant::from(entries);
        for value in [value, entries] {
            crate::common::layouts::each_layout!(to_each { value });
        }
    });
}

in_each_layout!(any_value_is_kept_or_an_error);

/// Checks the error of encoding a value of `A` in `B`, and that a lossy conversion reports the loss.
#[track_caller]
fn rejected<A, B>(
    value: impl Into<Variant>,
    is_error: fn(&EncodeErrorKind) -> bool,
    is_loss: fn(&LossKind) -> bool,
) where
    A: Engine<Variant = Variant>,
    B: Engine<Variant = Variant>,
    Variant: Encode<B>,
{
    let value = vec![Variant::Nil, value.into()].into();
    let error = generic::to_vec::<B, _>(&value, EncodeOptions::new()).expect_err("a loss");
    assert!(is_error(error.kind()), "{error}");
    assert!(error.path().to_string().starts_with("[1]"), "{error}");
    assert!(
        error
            .advice()
            .is_some_and(|advice| advice.to_string().contains("`Converter`"))
    );
    let lossy = Converter::new().lossy().convert::<A, B>(&value);
    let (value, report) = lossy.expect("lossy conversions do not fail");
    let mut losses = report.losses().iter();
    assert!(losses.any(|loss| is_loss(loss.kind())), "{report}");
    generic::to_vec::<B, _>(&value, EncodeOptions::new())
        .expect("a converted value can be encoded");
}

/// Checks each kind of loss:
///
/// | loss | encoding |
/// | --- | --- |
/// | `Type` | `MissingType` |
/// | `DeclaredType` | `MissingDeclaredType`, or `UnknownElementType` of a typed array |
/// | `Key` | `EqualKeys` |
/// | `Field` | `MissingField` |
/// | `Root` | no error: the bytes keep the root, and strict decoding returns it |
/// | `Precision` | no error: a `Variant` is encoded only in layouts of its own precision; serde accepts both, and rejects components of 64 bits in single precision |
#[test]
fn every_loss_is_an_error_or_kept() {
    use EncodeErrorKind as Error;

    rejected::<Godot4, Godot3>(
        StringName::from("a"),
        |error| matches!(error, Error::MissingType { .. }),
        |loss| matches!(loss, LossKind::Type { .. }),
    );
    let is_undeclared: fn(&Error) -> bool =
        |error| matches!(error, Error::MissingDeclaredType { .. });
    let is_declared: fn(&LossKind) -> bool = |loss| matches!(loss, LossKind::DeclaredType { .. });
    let ints = TypedArray::<Variant>::new(Kind::Int, [1]);
    rejected::<Godot4, Godot3>(ints, is_undeclared, is_declared);
    let named = TypedDictionary::<Variant>::new(Kind::String, Kind::Int, [("a", 1)]);
    rejected::<Godot4, Pandemonium5>(named, is_undeclared, is_declared);
    let element = TypedArray::<Variant>::new(Kind::Callable, [Variant::Nil; 0]);
    rejected::<Godot4, Pandemonium5>(
        Variant::PandemoniumTypedArray(Box::new(element)),
        |error| matches!(error, Error::UnknownElementType { .. }),
        is_declared,
    );
    let mut entries = Dictionary::<Variant>::with_rule(KeyRule::ByIdentity);
    let cell = || Variant::from(Dictionary::<Variant>::from([("x", 1)]));
    entries.extend([(cell(), 1), (cell(), 2)]);
    rejected::<Godot3, Godot4>(
        entries,
        |error| matches!(error, Error::EqualKeys { .. }),
        |loss| *loss == LossKind::Key,
    );
    rejected::<Godot4, Godot3>(
        Rid::new(7),
        |error| matches!(error, Error::MissingField { .. }),
        |loss| matches!(loss, LossKind::Field { .. }),
    );
    let root = Variant::from(NodePath::from("/"));
    for bytes in [
        generic::to_vec::<Godot3, _>(&root, EncodeOptions::new()),
        generic::to_vec::<Pandemonium5, _>(&root, EncodeOptions::new()),
    ] {
        let bytes = bytes.expect("every layout encodes the root");
        assert_ne!(bytes, encode::<Godot3>(&NodePath::default().into()));
    }
    assert_eq!(decode::<Godot3>(&encode::<Godot3>(&root)), Ok(root));
}
