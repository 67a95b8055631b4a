use super::edited;
use gdvariant::serde::Serde;
use gdvariant::table::Body;
use gdvariant::{
    Color, Decode, DecodeError, DecodeErrorKind, DecodeOptions, Encode, EncodeOptions, Engine,
    Kind, NodePath, Rid, Variant, Vector2, generic,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Checks that the derive and serde encode the same bytes and decode the same values.
///
/// The input describes a change of encoded bytes, followed by bytes that determine the value to
/// encode. These bytes are also decoded themselves.
pub fn paired(input: &[u8]) {
    let Some((&choice, input)) = input.split_first() else {
        return;
    };
    let options = super::chosen_options(choice);
    // Only layouts of single precision, because `Vector2` has single precision.
    match choice / super::OPTIONS % 3 {
        0 => check::<gdvariant::Godot3>(input, options),
        1 => check::<gdvariant::Pandemonium>(input, options),
        _ => check::<gdvariant::Pandemonium5>(input, options),
    }
}

/// A type that serde decodes without a buffer.
#[derive(Debug, Serialize, Deserialize, Variant)]
struct Plain {
    flag: bool,
    tiny: i8,
    small: u16,
    number: i64,
    float: f64,
    single: f32,
    text: String,
    nothing: (),
    #[serde(default)]
    #[variant(default)]
    maybe: Option<Box<i32>>,
    at: Vector2,
    color: Option<Color>,
    path: NodePath,
    rid: Rid,
    list: Vec<Newtype>,
    pair: (u8, String),
    map: BTreeMap<String, i32>,
    event: External,
    deed: Adjacent,
}

#[derive(Debug, Serialize, Deserialize, Variant)]
struct Newtype(i32);

#[derive(Debug, Serialize, Deserialize, Variant)]
enum External {
    Quit,
    Say(String),
    Move(i32, Vector2),
    Spawn { at: Vector2 },
}

/// An enum whose tag precedes the content, so that serde buffers nothing.
#[derive(Debug, Serialize, Deserialize, Variant)]
#[serde(tag = "t", content = "c")]
#[variant(tag = "t", content = "c")]
enum Adjacent {
    Wait,
    Go(i32),
    Take { what: String },
}

/// A type for which serde buffers the input.
#[derive(Debug, Serialize, Deserialize, Variant)]
struct Buffered {
    id: i32,
    internal: Internal,
    untagged: Vec<Untagged>,
    #[serde(flatten)]
    #[variant(flatten)]
    place: Place,
    #[serde(flatten)]
    #[variant(flatten)]
    others: BTreeMap<String, Untagged>,
}

#[derive(Debug, Serialize, Deserialize, Variant)]
struct Place {
    x: f32,
    y: Option<Vector2>,
}

#[derive(Debug, Serialize, Deserialize, Variant)]
#[serde(tag = "kind")]
#[variant(tag = "kind")]
enum Internal {
    Over,
    Hit { by: i64, at: Vector2 },
}

#[derive(Debug, Serialize, Deserialize, Variant)]
#[serde(untagged)]
#[variant(untagged)]
enum Untagged {
    Flag(bool),
    Number(i64),
    Text(String),
    At(Vector2),
    Path(NodePath),
}

/// A source of values that depend only on the given bytes.
struct Source<'i>(&'i [u8]);

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or_default()
    }

    fn number(&mut self) -> i64 {
        let bytes = std::array::from_fn(|_| self.byte());
        i64::from_le_bytes(bytes) >> (self.byte() % 64)
    }

    fn int(&mut self) -> i32 {
        i32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    fn float(&mut self) -> f64 {
        f64::from_bits(self.number().cast_unsigned())
    }

    fn single(&mut self) -> f32 {
        f32::from_bits(self.int().cast_unsigned())
    }

    fn vector(&mut self) -> Vector2 {
        Vector2::new(self.single(), self.single())
    }

    /// Returns a string, often one with a special meaning in the JSON form or in serde_json.
    fn text(&mut self) -> String {
        const NAMES: [&str; 8] = [
            "Color",
            "float",
            "Object",
            "$gdvariant::godot3",
            "Dictionary",
            "$serde_json::private::Number",
            "a",
            "",
        ];
        match self.byte() {
            choice if choice & 1 == 0 => NAMES[usize::from(choice / 2) % NAMES.len()].into(),
            choice => (0..choice % 8)
                .map(|_| char::from(self.byte().max(1)))
                .collect(),
        }
    }

    fn list<T>(&mut self, element: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.byte() % 4).map(|_| element(self)).collect()
    }

    fn option<T>(&mut self, value: impl Fn(&mut Self) -> T) -> Option<T> {
        (self.byte() & 1 == 0).then(|| value(self))
    }

    fn plain(&mut self) -> Plain {
        Plain {
            flag: self.byte() & 1 == 0,
            tiny: self.byte().cast_signed(),
            small: u16::from_le_bytes([self.byte(), self.byte()]),
            number: self.number(),
            float: self.float(),
            single: self.single(),
            text: self.text(),
            nothing: (),
            maybe: self.option(|source| Box::new(source.int())),
            at: self.vector(),
            color: self.option(|source| Color::new(source.single(), 0.0, 1.0, source.single())),
            path: NodePath::from(self.text()),
            rid: Rid::default(),
            list: self.list(|source| Newtype(source.int())),
            pair: (self.byte(), self.text()),
            map: self
                .list(|source| (source.text(), source.int()))
                .into_iter()
                .collect(),
            event: match self.byte() % 4 {
                0 => External::Quit,
                1 => External::Say(self.text()),
                2 => External::Move(self.int(), self.vector()),
                _ => External::Spawn { at: self.vector() },
            },
            deed: match self.byte() % 3 {
                0 => Adjacent::Wait,
                1 => Adjacent::Go(self.int()),
                _ => Adjacent::Take { what: self.text() },
            },
        }
    }

    fn untagged(&mut self) -> Untagged {
        match self.byte() % 5 {
            0 => Untagged::Flag(self.byte() & 1 == 0),
            1 => Untagged::Number(self.number()),
            2 => Untagged::Text(self.text()),
            3 => Untagged::At(self.vector()),
            _ => Untagged::Path(NodePath::from(self.text())),
        }
    }

    fn buffered(&mut self) -> Buffered {
        const FIELDS: [&str; 5] = ["id", "internal", "untagged", "x", "y"];
        let mut others: BTreeMap<_, _> = self
            .list(|source| (source.text(), source.untagged()))
            .into_iter()
            .collect();
        others.retain(|key, _| !FIELDS.contains(&key.as_str()));
        Buffered {
            id: self.int(),
            internal: match self.byte() % 2 {
                0 => Internal::Over,
                _ => Internal::Hit {
                    by: self.number(),
                    at: self.vector(),
                },
            },
            untagged: self.list(Self::untagged),
            place: Place {
                x: self.single(),
                y: self.option(Self::vector),
            },
            others,
        }
    }
}

fn check<E: Engine>(input: &[u8], options: DecodeOptions)
where
    Plain: Encode<E> + for<'de> Decode<'de, E>,
    Buffered: Encode<E> + for<'de> Decode<'de, E>,
{
    let Some((&change, random)) = input.split_first_chunk() else {
        return;
    };
    let edit = |bytes| edited(bytes, change);
    let (plain, buffered) = (Source(random).plain(), Source(random).buffered());
    let plain = same_bytes::<E, _>(&plain);
    same_result::<E, Plain>(&plain, DecodeOptions::new());
    same_result::<E, Plain>(&edit(plain), options);
    let buffered = same_bytes::<E, _>(&buffered);
    same_value::<E, Buffered>(&buffered, DecodeOptions::new());
    same_value::<E, Buffered>(&edit(buffered), options);
    same_result::<E, Plain>(random, options);
    same_value::<E, Buffered>(random, options);
}

/// Checks that the derive and serde encode the same bytes, and that the derive decodes them.
fn same_bytes<E: Engine, T>(value: &T) -> Vec<u8>
where
    T: Encode<E> + for<'de> Decode<'de, E> + Serialize + DeserializeOwned + Debug,
{
    let bytes =
        generic::to_vec::<E, _>(value, EncodeOptions::new()).expect("the value can be encoded");
    assert_eq!(
        generic::to_vec::<E, _>(&Serde(value), EncodeOptions::new())
            .expect("serde encodes each value that the derive encodes"),
        bytes
    );
    let read = generic::from_slice::<E, T>(&bytes, DecodeOptions::new())
        .expect("an encoded value can be decoded");
    assert_eq!(
        generic::to_vec::<E, _>(&read, EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        bytes,
        "{value:?}"
    );
    bytes
}

/// Checks that the derive and serde decode the same value, or both reject the bytes.
fn same_result<E: Engine, T>(bytes: &[u8], options: DecodeOptions)
where
    T: Encode<E> + for<'de> Decode<'de, E> + Serialize + DeserializeOwned + Debug,
{
    let derive = generic::from_slice::<E, T>(bytes, options);
    let serde = generic::from_slice::<E, Serde<T>>(bytes, options).map(|it| it.0);
    match (derive, serde) {
        (Ok(derive), Ok(serde)) => same::<E, T>(&derive, &serde),
        (Err(derive), Err(serde)) => {
            super::check_error(&derive, bytes);
            super::check_error(&serde, bytes);
        }
        // Serde decodes any packed array as a list.
        (Err(derive), Ok(_)) if is_packed_as_list::<E>(&derive) => {}
        (derive, serde) => panic!("derive: {derive:?}, serde: {serde:?}"),
    }
}

fn is_packed_as_list<E: Engine>(error: &DecodeError) -> bool {
    let DecodeErrorKind::WrongType {
        expected, found, ..
    } = error.kind()
    else {
        return false;
    };
    let found = E::LAYOUT.type_of(*found).expect("a type of the layout");
    **expected == [Kind::Array] && matches!(found.body, Body::Packed | Body::PackedText)
}

/// Checks that the derive and serde decode the same value if both accept the bytes.
///
/// From a buffer, serde accepts values that the derive rejects, such as a list for a struct.
fn same_value<E: Engine, T>(bytes: &[u8], options: DecodeOptions)
where
    T: Encode<E> + for<'de> Decode<'de, E> + Serialize + DeserializeOwned + Debug,
{
    let derive = generic::from_slice::<E, T>(bytes, options);
    let serde = generic::from_slice::<E, Serde<T>>(bytes, options).map(|it| it.0);
    if let (Ok(derive), Ok(serde)) = (derive, serde) {
        same::<E, T>(&derive, &serde);
    }
}

fn same<E: Engine, T: Encode<E> + Debug>(derive: &T, serde: &T) {
    assert_eq!(
        generic::to_vec::<E, _>(derive, EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        generic::to_vec::<E, _>(serde, EncodeOptions::new())
            .expect("a decoded value can be encoded"),
        "derive: {derive:?}, serde: {serde:?}"
    );
}
