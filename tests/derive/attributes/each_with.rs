//! `each_with`: containers whose elements have types of other crates.

use crate::{assert_decoded, assert_rejected, assert_round_trip, decode, decode_error};
use gdvariant::Variant;
use gdvariant::godot3::variant;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::time::Duration;

mod seconds {
    use gdvariant::{
        Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Reader, Writer,
    };
    use std::time::Duration;

    pub(super) fn encode<E: Engine>(
        duration: &Duration,
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        duration.as_secs_f64().encode(writer)
    }

    pub(super) fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<Duration, DecodeError> {
        let seconds = f64::decode(reader)?;
        Duration::try_from_secs_f64(seconds)
            .map_err(|error| reader.error(DecodeErrorKind::Custom(error.to_string().into())))
    }
}

#[derive(Debug, Default, PartialEq, Variant)]
struct Timers<K: Ord> {
    #[variant(each_with = "seconds")]
    list: Vec<Duration>,
    #[variant(each_with = "seconds")]
    next: Option<Duration>,
    #[variant(each_with = "seconds")]
    named: BTreeMap<String, Duration>,
    #[variant(each_with = "seconds", default)]
    queue: VecDeque<Duration>,
    key: K,
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn converts_the_elements_of_containers() {
    let timers = Timers {
        list: vec![SECOND / 2, SECOND],
        next: Some(SECOND),
        named: BTreeMap::from([("a".into(), SECOND)]),
        queue: VecDeque::new(),
        key: 7,
    };
    assert_round_trip(
        &timers,
        r#"{ "list": [ 0.5, 1.0 ], "next": 1.0, "named": { "a": 1.0 }, "queue": [  ], "key": 7 }"#,
    );
    let timers: Timers<u8> = decode(variant!({"list": [2], "named": {}, "key": 7}));
    assert_eq!((timers.list, timers.next), (vec![SECOND * 2], None));
    assert_rejected::<Timers<u8>>(&[
        (variant!({"list": [1, "x"]}), "0x0024: list[1]: WrongType"),
        (
            variant!({"named": {"a": "x"}}),
            "0x002c: named.a: WrongType",
        ),
        (variant!({"next": 1}), "0x0000: MissingKey"),
    ]);
    let negative = decode_error::<Timers<u8>>(variant!({"list": [-1]}));
    assert!(negative.ends_with("list[0]: Custom"), "{negative}");
}

#[derive(Debug, PartialEq, Variant)]
struct Bare(#[variant(each_with = "seconds")] Box<[Duration]>);

#[derive(Debug, PartialEq, Variant)]
enum Message {
    Pair(
        #[variant(each_with = "seconds")] BTreeSet<Duration>,
        #[variant(each_with = "seconds")] Option<Duration>,
    ),
    Named {
        #[variant(each_with = "seconds")]
        times: HashMap<u8, Duration>,
    },
}

#[test]
fn applies_to_newtypes_and_variants() {
    assert_round_trip(&Bare([SECOND].into()), "[ 1.0 ]");
    let pair = Message::Pair([SECOND].into(), None);
    assert_round_trip(&pair, r#"{ "Pair": [ [ 1.0 ], null ] }"#);
    assert_decoded(&[(variant!({"Pair": [[1]]}), pair)]);
    let times = [(7, SECOND)].into();
    assert_round_trip(
        &Message::Named { times },
        r#"{ "Named": { "times": { 7: 1.0 } } }"#,
    );
}
