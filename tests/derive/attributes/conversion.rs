//! `from`, `try_from` and `into`: types that are encoded and decoded as other types.

use crate::common::Fault;
use crate::{assert_encoded, assert_rejected, assert_round_trip, decode, decode_error, encode};
use gdvariant::godot3::{self, variant};
use gdvariant::{Decode, Encode, Variant};
use std::error::Error;

#[derive(Debug, Clone, PartialEq, Variant)]
#[variant(from = "f64", into = "f64")]
struct Celsius {
    kelvin: f64,
}

impl From<f64> for Celsius {
    fn from(degrees: f64) -> Self {
        Self {
            kelvin: degrees + 273.0,
        }
    }
}

impl From<Celsius> for f64 {
    fn from(celsius: Celsius) -> Self {
        celsius.kelvin - 273.0
    }
}

#[test]
fn converts_in_both_directions() {
    let both = (Celsius::from(1.5), vec![Celsius::from(-0.5)]);
    assert_round_trip(&both, "[ 1.5, [ -0.5 ] ]");
    assert_eq!(decode_error::<Celsius>("warm"), "0x0000: WrongType");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(try_from = "(i64, i64)")]
struct Range {
    low: i64,
    high: i64,
}

impl TryFrom<(i64, i64)> for Range {
    type Error = String;

    fn try_from((low, high): (i64, i64)) -> Result<Self, String> {
        if low <= high {
            Ok(Self { low, high })
        } else {
            Err(format!("{low} exceeds {high}"))
        }
    }
}

#[test]
fn converts_in_one_direction() {
    let range: Range = decode((1, 2));
    assert_eq!(range, Range { low: 1, high: 2 });
    assert_encoded(&range, r#"{ "low": 1, "high": 2 }"#);
    assert_rejected::<Vec<Range>>(&[(variant!([[1, 2], [2, 1]]), "0x0020: [1]: Custom")]);
}

#[derive(Debug, Variant)]
#[variant(try_from = "Vec<T>")]
#[variant(bound(encode = "T: Encode<E>", decode = "T: Decode<'de, E>"))]
struct Pair<T>(T, T);

impl<T> TryFrom<Vec<T>> for Pair<T> {
    type Error = std::array::TryFromSliceError;

    fn try_from(elements: Vec<T>) -> Result<Self, Self::Error> {
        <&[T; 2]>::try_from(&elements[..])?;
        let mut elements = elements.into_iter();
        let mut next = || elements.next().expect("two elements");
        Ok(Self(next(), next()))
    }
}

/// Converts like `Pair`, without a bound for the type of the error.
#[derive(Debug, Variant)]
#[variant(try_from = "Vec<T>")]
struct Inferred<T>(T, T);

impl<T> TryFrom<Vec<T>> for Inferred<T> {
    type Error = std::array::TryFromSliceError;

    fn try_from(elements: Vec<T>) -> Result<Self, Self::Error> {
        Pair::try_from(elements).map(|Pair(first, second)| Self(first, second))
    }
}

/// A type whose conversion error does not implement `Error`.
#[derive(Debug, Variant)]
#[variant(try_from = "i64")]
struct Odd;

struct NotOdd(std::rc::Rc<str>);

impl std::fmt::Display for NotOdd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<i64> for Odd {
    type Error = NotOdd;

    fn try_from(number: i64) -> Result<Self, NotOdd> {
        match number % 2 {
            0 => Err(NotOdd(format!("{number} is even").into())),
            _ => Ok(Self),
        }
    }
}

#[test]
fn the_error_of_a_conversion_is_the_source() {
    fn has_source(error: &impl Error) -> bool {
        error
            .source()
            .is_some_and(<dyn Error>::is::<std::array::TryFromSliceError>)
    }

    let pair: Pair<i64> = decode((1, 2));
    assert_eq!((pair.0, pair.1), (1, 2));
    let three = variant!([[1, 2, 3]]);
    let error = godot3::from_slice::<Vec<Pair<i64>>>(&encode(&three)).unwrap_err();
    assert_eq!(error.fault(), "0x0008: [0]: Custom");
    assert!(has_source(&error));
    assert_eq!(error, error.clone());
    assert!(has_source(&error.clone()));
    assert!(has_source(
        &godot3::from_variant::<Vec<Pair<i64>>>(&three).unwrap_err()
    ));

    let both: Inferred<i64> = decode((1, 2));
    assert_eq!((both.0, both.1), (1, 2));
    // Errors that are not known to be `std::error::Error + Send + Sync` are kept as a message.
    let inferred = godot3::from_slice::<Inferred<i64>>(&encode((1, 2, 3))).map(drop);
    let odd = godot3::from_slice::<Odd>(&encode(2)).map(drop);
    let range = godot3::from_slice::<Range>(&encode((2, 1))).map(drop);
    for result in [inferred, odd, range] {
        let error = result.unwrap_err();
        assert_eq!(error.fault(), "0x0000: Custom");
        assert!(error.source().is_none());
    }
    let Odd = decode(1);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(from = "&'a str")]
struct Name<'a>(&'a str);

impl<'a> From<&'a str> for Name<'a> {
    fn from(name: &'a str) -> Self {
        Self(name.trim())
    }
}

#[test]
fn the_other_type_can_borrow() {
    assert_eq!(godot3::from_slice(&encode(" Ada ")), Ok(Name("Ada")));
}

#[derive(Debug, Clone, PartialEq, Variant)]
#[variant(from = "Option<T>", into = "Option<T>")]
struct Filled<T: Default + Clone>(T);

impl<T: Default + Clone> From<Option<T>> for Filled<T> {
    fn from(value: Option<T>) -> Self {
        Self(value.unwrap_or_default())
    }
}

impl<T: Default + Clone> From<Filled<T>> for Option<T> {
    fn from(filled: Filled<T>) -> Self {
        Some(filled.0)
    }
}

#[derive(Debug, PartialEq, Variant)]
struct Form {
    name: Filled<String>,
}

#[test]
fn converts_generic_types_and_missing_fields() {
    let name = Filled("Ada".into());
    assert_round_trip(&Form { name }, r#"{ "name": "Ada" }"#);
    let empty: Form = decode(variant!({}));
    assert_eq!(empty.name, Filled(String::new()));
}

#[derive(Debug, Clone, PartialEq, Variant)]
#[variant(tag = "type", into = "String")]
enum Command {
    Stop,
}

impl From<Command> for String {
    fn from(Command::Stop: Command) -> Self {
        "stop".into()
    }
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", from = "String")]
enum Parsed {
    Go { to: String },
}

impl From<String> for Parsed {
    fn from(to: String) -> Self {
        Self::Go { to }
    }
}

#[test]
fn the_other_direction_keeps_the_tag() {
    let command: Command = decode(variant!({"type": "Stop"}));
    assert_encoded(&command, r#""stop""#);
    let parsed: Parsed = decode("north");
    assert_encoded(&parsed, r#"{ "type": "Go", "to": "north" }"#);
}

#[derive(Debug, Clone, Variant)]
#[variant(from = "CycleEnd", into = "CycleEnd")]
struct CycleStart;

#[derive(Debug, Clone, Variant)]
#[variant(from = "CycleStart", into = "CycleStart", bound = "")]
struct CycleEnd;

impl From<CycleEnd> for CycleStart {
    fn from(_: CycleEnd) -> Self {
        Self
    }
}

impl From<CycleStart> for CycleEnd {
    fn from(_: CycleStart) -> Self {
        Self
    }
}

#[test]
fn cyclic_conversions_return_an_error() {
    assert_eq!(decode_error::<CycleStart>(7), "0x0000: TooDeep");
    assert!(godot3::to_vec(&CycleStart).is_err());
}
