//! Raw values: bytes that are checked as decoding checks them, and forwarded unchanged.
//! `agreement` compares them with decoding.

use crate::common::Fault;
use gdvariant::{
    DecodeOptions, Dictionary, Encode, EncodeOptions, Engine, EngineVersion, Godot4, Kind, Object,
    RawValue, RawValueRef, TypedArray, Variant, Vector2, Writer, generic, godot4, variant,
};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, Variant)]
struct Envelope<'a> {
    to: u32,
    payload: RawValueRef<'a, Godot4>,
}

/// The same message, decoded completely.
#[derive(Debug, PartialEq, Variant)]
struct Decoded {
    to: u32,
    payload: Variant,
}

#[derive(Debug, PartialEq, Variant)]
struct Stored {
    last: Option<RawValue<Godot4>>,
    #[variant(flatten)]
    others: BTreeMap<String, RawValue<Godot4>>,
}

#[test]
fn messages_contain_raw_values() {
    let payload = variant!({"at": Vector2::new(1.0, 2.0), "names": ["a", "é"]});
    let bytes = godot4::to_vec(&Decoded {
        to: 7,
        payload: payload.clone(),
    })
    .expect("a value");
    let envelope: Envelope<'_> = godot4::from_slice(&bytes).expect("an envelope");
    assert_eq!(envelope.payload.get::<Variant>().as_ref(), Ok(&payload));
    assert_eq!(envelope.payload.to_string(), payload.to_string());
    assert_eq!(
        format!("{:?}", envelope.payload),
        format!("RawValue({payload})")
    );
    assert_eq!(godot4::to_vec(&envelope), Ok(bytes));

    let stored = godot4::to_vec(&variant!({"last": null, "a": 1, "b": [2]})).expect("a value");
    let decoded: Stored = godot4::from_slice(&stored).expect("a message");
    assert_eq!(decoded.last, None);
    assert_eq!(
        decoded.others["b"],
        RawValue::from_value(&[2]).expect("a value")
    );
    let again = godot4::to_vec(&decoded).expect("a value");
    let again: Variant = godot4::from_slice(&again).expect("a value");
    assert_eq!(again["b"][0], Variant::Int(2));
}

/// The offset and the path of an error in a raw value are those of decoding.
#[test]
fn errors_have_their_place() {
    let mut bytes =
        godot4::to_vec(&variant!({"to": 7, "payload": [1, {"a": true}]})).expect("a value");
    let last = bytes.len() - 4;
    bytes[last] = 2;
    let error = godot4::from_slice::<Decoded>(&bytes).expect_err("a bool of 2");
    assert_eq!(
        (error.offset(), &*error.path().to_string()),
        (last, "payload[1].a.value")
    );
    assert_eq!(godot4::from_slice::<Envelope<'_>>(&bytes), Err(error));
    for end in 0..bytes.len() {
        let decoded = godot4::from_slice::<Decoded>(&bytes[..end]).map(drop);
        assert_eq!(
            godot4::from_slice::<Envelope<'_>>(&bytes[..end]).map(drop),
            decoded
        );
    }
}

/// Elements of an Array with a declared type have headers, so that each of them is a value.
#[test]
fn elements_of_typed_arrays_are_values() {
    let bytes = godot4::to_vec(&TypedArray::<Variant>::new(Kind::Int, [1, 2])).expect("a value");
    let elements: Vec<RawValueRef<'_, Godot4>> = godot4::from_slice(&bytes).expect("elements");
    assert_eq!(godot4::to_vec(&elements), godot4::to_vec(&[1, 2]));

    // An Array of ints with a float.
    let wrong = crate::common::bytes("1c000100 02000000 01000000 03000000 0000003f");
    let error = godot4::from_slice::<Vec<Variant>>(&wrong).expect_err("a float");
    let raw = godot4::from_slice::<Vec<RawValueRef<'_, Godot4>>>(&wrong);
    assert_eq!(raw, Err(error));
    // Lenient decoding converts the element of a Variant, but a raw value is never changed.
    let options = DecodeOptions::engine();
    let elements: Vec<RawValueRef<'_, Godot4>> =
        generic::from_slice::<Godot4, _>(&wrong, options).expect("elements");
    assert_eq!(elements[0].kind(), Kind::Float);
}

#[test]
fn options_of_the_reader_apply() {
    let object = godot4::to_vec(&vec![Object::<Variant>::full("A", [("b", 1)])]);
    let object = object.expect("an object");
    let error = godot4::from_slice::<Vec<RawValueRef<'_, Godot4>>>(&object).expect_err("an object");
    assert!(error.fault().ends_with("ObjectsNotAllowed"), "{error}");
    let allowed = DecodeOptions::new().allow_objects(true);
    let [raw]: [RawValueRef<'_, Godot4>; 1] =
        generic::from_slice::<Godot4, _>(&object, allowed).expect("an object");
    assert!(raw.get::<Object<Variant>>().is_ok());

    let odd = [1, 0, 0, 0, 2, 0, 0, 0]; // a bool of 2
    assert!(godot4::from_slice::<RawValueRef<'_, Godot4>>(&odd).is_err());
    let raw: RawValueRef<'_, Godot4> =
        generic::from_slice::<Godot4, _>(&odd, DecodeOptions::engine()).expect("a bool");
    assert_eq!(raw.get(), Ok(true));
    assert_eq!(godot4::to_vec(&raw).as_deref(), Ok(&odd[..]));

    let trailing = [odd, odd].concat();
    let error =
        RawValueRef::<Godot4>::new(&trailing, DecodeOptions::engine()).expect_err("two values");
    assert_eq!(error.fault(), "0x0008: TrailingBytes");
    let flat = DecodeOptions::new().max_depth(1);
    let nested = godot4::to_vec(&[[7]]).expect("a value");
    assert!(RawValue::<Godot4>::new(nested.clone(), flat).is_err());
    // The element has no levels left.
    assert!(generic::from_slice::<Godot4, Vec<RawValueRef<'_, Godot4>>>(&nested, flat).is_err());
}

/// Nests an Array in `levels - 1` others.
fn nested(levels: u32) -> Vec<u8> {
    let value = (0..levels).fold(Variant::Nil, |value, _| vec![value].into());
    godot4::to_vec(&value).expect("engines decode this depth")
}

#[test]
fn nesting_is_limited_as_in_engines() {
    let deepest = nested(1024);
    let raw: RawValueRef<'_, Godot4> = godot4::from_slice(&deepest).expect("a value");
    assert_eq!(godot4::to_vec(&raw).as_ref(), Ok(&deepest));
    let error = godot4::to_vec(&[1, 2].map(|_| raw)).expect_err("too deep");
    assert_eq!(error.fault(), "[0]: TooDeep");

    // From a message, at the same depth and one level deeper.
    let (inner,): (RawValueRef<'_, Godot4>,) = godot4::from_slice(&deepest).expect("an Array");
    assert_eq!(godot4::to_vec(&(inner,)).as_ref(), Ok(&deepest));
    assert!(godot4::to_vec(&((inner,),)).is_err());
    // A long value that is flat.
    let flat = RawValue::<Godot4>::from_value(&vec![7; 5000]).expect("a value");
    let wrapped = godot4::to_vec(&((&flat,),)).expect("a value");
    assert_eq!(wrapped[16..], *flat.as_bytes());
}

#[test]
fn old_targets_receive_other_types() {
    let scores = TypedArray::<Variant>::new(Kind::Int, [7, 12]);
    let raw = RawValue::<Godot4>::from_value(&scores).expect("a value");
    let old = EncodeOptions::new().target(EngineVersion::new(4, 2));
    for options in [old, old.fallback(true)] {
        let bytes = generic::to_vec::<Godot4, _>(&[&raw], options);
        assert_eq!(bytes, generic::to_vec::<Godot4, _>(&[&scores], options));
        assert_eq!(bytes.is_ok(), options != old);
    }
}

#[test]
fn values_are_compared_by_their_bytes() {
    let raw = |value: &Variant| RawValue::<Godot4>::from_value(value).expect("a value");
    let (one, other) = (variant!({"a": 1, "b": 2}), variant!({"b": 2, "a": 1}));
    assert_eq!(raw(&one), raw(&one).borrowed());
    assert_ne!(raw(&one), raw(&other));
    let counts: HashMap<RawValue<Godot4>, i32> = HashMap::from([(raw(&one), 1), (raw(&other), 2)]);
    let bytes = godot4::to_vec(&counts).expect("a Dictionary");
    assert_eq!(
        godot4::from_slice::<HashMap<RawValue<Godot4>, i32>>(&bytes),
        Ok(counts)
    );
    assert_eq!(
        godot4::from_slice::<Dictionary<Variant>>(&bytes).map(|it| it.len()),
        Ok(2)
    );
}

/// An implementation of `Encode` that writes no value.
struct Nothing;

impl<E: Engine> Encode<E> for Nothing {
    fn encode(&self, _writer: &mut Writer<'_, E>) -> Result<(), gdvariant::EncodeError> {
        Ok(())
    }
}

#[test]
fn a_raw_value_is_always_one_value() {
    assert!(RawValue::<Godot4>::new(Vec::new(), DecodeOptions::new()).is_err());
    assert!(RawValue::<Godot4>::from_value(&Nothing).is_err());
}
