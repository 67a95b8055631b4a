use super::*;
use crate::payloads::{self, encoded, godot4};
use gdvariant::godot3::{Dictionary, Variant};
use gdvariant::{DecodeOptions, DecodeOwned, Encode, Packed, generic};

/// A payload with few elements.
struct Small {
    name: &'static str,
    bytes: Vec<u8>,
    /// Decodes and encodes by hand, as a dynamic value, and as structs if there is code for them.
    by_hand: Vec<Recode>,
    /// Decodes with this library, as a `Variant` and as the type of the payload, and encodes.
    by_library: [RecodeFunction; 2],
}

/// A function that decodes bytes and encodes the value, or returns `None` for invalid bytes.
type RecodeFunction = fn(&[u8]) -> Option<Vec<u8>>;

/// A function like [`RecodeFunction`].
type Recode = Box<dyn Fn(&[u8]) -> Option<Vec<u8>>>;

fn recode<T: 'static>(
    decode: impl Fn(&[u8]) -> Result<T, Malformed> + 'static,
    encode: impl Fn(&T, &mut Vec<u8>) -> Result<(), Unencodable> + 'static,
) -> Recode {
    Box::new(move |bytes| {
        let mut buffer = Vec::new();
        encode(&decode(bytes).ok()?, &mut buffer).expect("a decoded value can be encoded");
        Some(buffer)
    })
}

fn recode_dynamic<L: Layout>(bytes: &[u8]) -> Option<Vec<u8>> {
    fn encoded<L: Layout, F: dynamic::Form>(
        value: Result<dynamic::Value<F>, Malformed>,
    ) -> Option<Vec<u8>> {
        let mut buffer = Vec::new();
        dynamic::encode::<L, F>(&value.ok()?, &mut buffer).expect("a value can be encoded");
        Some(buffer)
    }
    let owned = encoded::<L, _>(dynamic::decode::<L, Owned>(bytes));
    let borrowed = encoded::<L, _>(dynamic::decode::<L, Borrowed<'_>>(bytes));
    assert_eq!(borrowed, owned);
    owned
}

fn recode_with_library<L: gdvariant::Layout, T: DecodeOwned<L> + Encode<L>>(
    bytes: &[u8],
) -> Option<Vec<u8>> {
    let value = generic::from_slice::<L, T>(bytes, DecodeOptions::new()).ok()?;
    Some(encoded::<L>(&value))
}

fn small<L: gdvariant::Layout, H: Layout, T: DecodeOwned<L> + Encode<L>>(
    name: &'static str,
    value: &T,
    typed: Option<Recode>,
) -> Small
where
    L::Variant: DecodeOwned<L>,
{
    Small {
        name,
        bytes: encoded::<L>(value),
        by_hand: [Box::new(recode_dynamic::<H> as RecodeFunction) as Recode]
            .into_iter()
            .chain(typed)
            .collect(),
        by_library: [
            recode_with_library::<L, L::Variant>,
            recode_with_library::<L, T>,
        ],
    }
}

fn all() -> Vec<Small> {
    type Layout3 = gdvariant::Godot3;
    type Layout4 = gdvariant::Godot4;
    let snapshot = payloads::Snapshot {
        tick: i64::MAX,
        time: 0.1,
        players: payloads::players(2),
    };
    let mut snapshot4 = godot4::snapshot();
    snapshot4.players.truncate(2);
    let texts = || vec![String::new(), "abc".to_owned(), "item_ñ".to_owned()];
    let strings = payloads::Strings {
        names: Packed(texts()),
        list: texts(),
    };
    let ints: Vec<_> = (0..20).chain([i64::MAX, -1]).chain(0..20).collect();
    let keys = ["a", "key_1", "key_2"].map(String::from);
    let keys: payloads::Keys = keys.into_iter().zip(1..).collect();
    let names = ["a", "key_1", "key_2"].map(gdvariant::StringName::from);
    let names: godot4::Names = names.into_iter().zip(1..).collect();
    let nest = payloads::Nest(1, Some(Box::new(payloads::Nest(2, None))));
    let (name, number, position, flag) = payloads::rpc();
    let rpc: payloads::RpcOwned = (name.to_owned(), number, position, flag);
    vec![
        small::<Layout3, Godot3, _>("snapshot", &snapshot, {
            use snapshot::godot3::{decode, encode};
            Some(recode(
                |bytes| decode::<String, Vec<u8>, Path>(bytes),
                encode,
            ))
        }),
        small::<Layout3, Godot3, _>("mesh", &payloads::mesh(3), None),
        small::<Layout3, Godot3, _>(
            "rpc",
            &rpc,
            Some(recode(|bytes| rpc::decode::<String>(bytes), rpc::encode)),
        ),
        small::<Layout3, Godot3, _>("strings", &strings, None),
        small::<Layout3, Godot3, _>("ints", &ints, None),
        small::<Layout3, Godot3, _>("keys", &keys, None),
        small::<Layout3, Godot3, _>("nest", &nest, Some(recode(nest::decode, nest::encode))),
        small::<Layout4, Godot4, _>("snapshot4", &snapshot4, {
            use snapshot::godot4::{decode, encode};
            Some(recode(
                |bytes| decode::<StringName, Vec<u8>, Path>(bytes),
                encode,
            ))
        }),
        small::<Layout4, Godot4, _>("typed", &godot4::Typed(ints.clone()), None),
        small::<Layout4, Godot4, _>("packed", &godot4::packed(3), None),
        small::<Layout4, Godot4, _>("names", &names, None),
    ]
}

#[test]
fn accepts_valid_bytes() {
    for small in all() {
        for recode in &small.by_hand {
            assert_eq!(
                recode(&small.bytes).as_ref(),
                Some(&small.bytes),
                "{}",
                small.name
            );
        }
    }
}

#[test]
fn rejects_truncations_and_trailing_bytes() {
    for small in all() {
        let mut longer = small.bytes.clone();
        longer.extend([0; 4]);
        for recode in &small.by_hand {
            for length in 0..small.bytes.len() {
                assert_eq!(
                    recode(&small.bytes[..length]),
                    None,
                    "{} {length}",
                    small.name
                );
            }
            assert_eq!(recode(&longer), None, "{}", small.name);
        }
    }
}

#[test]
fn rejects_wrong_types() {
    for small in all() {
        for recode in &small.by_hand {
            for number in [200, small.bytes[0] + 1] {
                let mut bytes = small.bytes.clone();
                bytes[0] = number;
                assert_eq!(recode(&bytes), None, "{}", small.name);
            }
        }
    }
}

/// The code by hand may reject bytes that the library accepts, such as ints as floats.
#[test]
fn accepts_nothing_that_the_library_rejects() {
    for small in all() {
        for at in 0..small.bytes.len() {
            for byte in [0, 1, small.bytes[at] ^ 1, small.bytes[at] ^ 0x80, 0xff] {
                let mut bytes = small.bytes.clone();
                bytes[at] = byte;
                for (recode, by_library) in small.by_hand.iter().zip(&small.by_library) {
                    if let Some(recoded) = recode(&bytes) {
                        let expected = by_library(&bytes);
                        assert_eq!(Some(recoded), expected, "{} {at} {byte}", small.name);
                    }
                }
            }
        }
    }
}

#[test]
fn structs_accept_any_order_and_unknown_keys() {
    fn reverse(value: &mut Variant) {
        match value {
            Variant::Array(values) => values.iter_mut().for_each(reverse),
            Variant::Dictionary(entries) => {
                entries.values_mut().for_each(reverse);
                entries.sort_by(|(key, _), (other, _)| other.to_string().cmp(&key.to_string()));
                entries.insert("unknown", [7]);
            }
            _ => {}
        }
    }
    for small in all().iter().filter(|small| small.name == "snapshot") {
        let mut value: Variant = gdvariant::godot3::from_slice(&small.bytes).expect("a value");
        reverse(&mut value);
        let bytes = encoded::<gdvariant::Godot3>(&value);
        assert_eq!(small.by_hand[1](&bytes).as_ref(), Some(&small.bytes));
    }
}

#[test]
fn the_last_value_of_a_duplicate_key_wins() {
    for count in [3, 40_u8] {
        let mut bytes = encoded::<gdvariant::Godot3>(&Dictionary::new());
        bytes[4] = count;
        for index in 0..count {
            let entry = (format!("key_{}", index % (count - 2)), i64::from(index));
            bytes.extend(encoded::<gdvariant::Godot3>(&entry.0));
            bytes.extend(encoded::<gdvariant::Godot3>(&entry.1));
        }
        let expected = recode_with_library::<gdvariant::Godot3, Variant>(&bytes);
        assert!(expected.is_some());
        assert_eq!(recode_dynamic::<Godot3>(&bytes), expected);
    }
}

#[test]
fn rejects_values_that_are_nested_too_deeply() {
    let nested = |levels: usize| {
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..levels {
            bytes.extend([19, 0, 0, 0, 1, 0, 0, 0]);
        }
        bytes.extend([0; 4]);
        recode_dynamic::<Godot3>(&bytes).is_some()
    };
    std::thread::Builder::new()
        .stack_size(32 << 20)
        .spawn(move || assert_eq!([nested(1024), nested(1025)], [true, false]))
        .expect("a thread")
        .join()
        .expect("the depth is limited");
}
