//! Deserializes the JSON form, value by value in the order of the input.

use super::components::{Number, out_of_int};
use super::names::{TooDeep, layout_token, reserved};
use super::{Value, content};
use crate::codec::construct::{Names, key_rule, name_of};
use crate::error::Count;
use crate::error::kinds::NUMBER_TOKEN;
use crate::table::key_rule::KeyRule;
use crate::table::layout::{AnyEngine, LAYOUTS, Layout};
use crate::table::rule::BodyRules;
use crate::value::view::{self, AsView, Content};
use crate::{DecodeOptions, Dictionary, Header, Kind, Reader, format};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};

/// Deserializes any value, with the names and the rule of keys of a layout, or those of Godot 4.
pub(crate) fn deserialize<'de, V: Value, D: Deserializer<'de>>(
    names: Names,
    deserializer: D,
) -> Result<V, D::Error> {
    deserialize_by(ValueVisitor::new(names), deserializer)
}

/// Deserializes any value without its JSON form: names of types have no meaning.
pub(crate) fn deserialize_plain<'de, V: Value, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<V, D::Error> {
    let mut visitor = ValueVisitor::new(None);
    visitor.is_plain = true;
    deserialize_by(visitor, deserializer)
}

/// Deserializes the JSON form of a value in another format's precision, which must not round.
pub(super) fn deserialize_form<'de, V: Value, D: Deserializer<'de>>(
    rule: KeyRule,
    deserializer: D,
) -> Result<V, D::Error> {
    let mut visitor = ValueVisitor::new(None);
    visitor.rule = rule;
    visitor.is_form = true;
    let value = deserializer.deserialize_any(visitor)?;
    value.read(rule).map_err(D::Error::custom)
}

/// Returns the name of the newtype struct that requests a value of any type in a precision. A layout's
/// own format passes the encoding of the value, other formats the JSON form.
pub(in crate::serde) const fn any_name(is_double: bool) -> &'static str {
    if is_double {
        "$gdvariant::double::Variant"
    } else {
        "$gdvariant::Variant"
    }
}

fn deserialize_by<'de, V: Value, D: Deserializer<'de>>(
    visitor: ValueVisitor<V>,
    deserializer: D,
) -> Result<V, D::Error> {
    let rule = visitor.rule;
    let value = deserializer.deserialize_newtype_struct(any_name(V::IS_DOUBLE), visitor)?;
    let value = value.read(rule).map_err(D::Error::custom)?;
    check_depth(&value, format::MAX_DEPTH).map_err(D::Error::custom)?;
    Ok(value)
}

/// The maximum nesting depth of lists and objects, so that no input exhausts the stack.
///
/// A level of values needs at most four levels of lists and objects, as in an Object: the name,
/// `properties`, the list, a pair. The innermost value needs a few more.
const LEVELS: u32 = 4 * (format::MAX_DEPTH + 1) + 8;

/// The result of deserializing a value in the input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A value of the layout.
    Value,
    /// A value whose type is not known yet.
    Untyped,
    /// A key of an object.
    Key,
}

/// A visitor of one value in the input.
pub(crate) struct ValueVisitor<V> {
    /// The number of levels that may be nested in this value.
    levels: u32,
    mode: Mode,
    names: Names,
    /// The rule of the keys of Dictionaries.
    rule: KeyRule,
    /// Whether names of types have no meaning.
    is_plain: bool,
    /// Whether a layout's own serializer has encoded the JSON form: a float must not be rounded, and
    /// bytes are an unsigned integer beyond int.
    is_form: bool,
    /// For the value under `NUMBER_TOKEN`: whether a `&str` can be the digits of a number.
    digits: Option<bool>,
    value: PhantomData<V>,
}

impl<V> ValueVisitor<V> {
    /// Creates the visitor of the outermost value.
    pub(super) fn new(names: Names) -> Self {
        Self {
            levels: LEVELS,
            mode: Mode::Value,
            names,
            rule: key_rule(names),
            is_plain: false,
            is_form: false,
            digits: None,
            value: PhantomData,
        }
    }

    /// Returns the visitor of an element or a value nested in this one.
    fn inner<E: Error>(&self) -> Result<Self, E> {
        self.inner_as(match self.mode {
            Mode::Untyped => Mode::Untyped,
            Mode::Value | Mode::Key => Mode::Value,
        })
    }

    /// Returns the visitor of a value nested in this one, to be deserialized in another mode.
    fn inner_as<E: Error>(&self, mode: Mode) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1);
        Ok(Self {
            levels: levels.ok_or_else(|| E::custom(TooDeep))?,
            mode,
            digits: None,
            ..*self
        })
    }
}

impl<V: Value> ValueVisitor<V> {
    /// Returns a value, converted unless its type is not known yet.
    ///
    /// A separate function keeps the recursive stack frames small.
    #[inline(never)]
    fn typed<E: Error>(self, value: Untyped<V>) -> Result<Untyped<V>, E> {
        if self.mode == Mode::Untyped {
            return Ok(value);
        }
        value.read(self.rule).map(Untyped::Value).map_err(E::custom)
    }

    /// Returns whether the first key of an object may determine the type of its value: a name of
    /// the JSON form, or the key by which serde_json passes a number.
    fn is_name(&self, key: &Untyped<V>) -> bool {
        if self.is_plain {
            matches!(key, Untyped::Text(name) if name == NUMBER_TOKEN)
        } else {
            key.is_name()
        }
    }

    pub(super) fn next_key<'de, A: MapAccess<'de>>(
        &self,
        object: &mut A,
    ) -> Result<Option<Untyped<V>>, A::Error> {
        object.next_key_seed(AnySeed(self.inner_as(Mode::Key)?))
    }
}

impl<'de, V: Value> Visitor<'de> for ValueVisitor<V> {
    type Value = Untyped<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode {
            Mode::Key => f.write_str("a key"),
            _ if self.is_plain => f.write_str("a value"),
            _ => match self.names {
                Some(layout) => write!(f, "a value of the layout {} in its JSON form", layout.name),
                None => f.write_str("a Variant in its JSON form"),
            },
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Untyped::Value(V::default()))
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Untyped::Value(build(Kind::Bool, Content::Bool(value))))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.typed(Untyped::Number(Number::Int(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        self.typed(Untyped::Number(Number::from_u64(value)))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Self::Value, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Self::Value, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        let number = if self.is_form {
            Number::exactly(value)
        } else {
            Number::from_f64(value)
        };
        self.typed(Untyped::Number(number))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        match self.mode {
            Mode::Key => Ok(Untyped::Text(text.into())),
            _ if self.digits.is_some() => Ok(Untyped::PlainText(text.into())),
            _ => self.visit_str(text),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        match self.mode {
            Mode::Key if text != NUMBER_TOKEN => Ok(Untyped::Text(text.into())),
            Mode::Value | Mode::Untyped if self.digits != Some(false) => {
                self.typed(Untyped::Text(text.into()))
            }
            _ => Ok(Untyped::PlainText(text.into())),
        }
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        match self.mode {
            Mode::Key => self.visit_str(&text),
            _ => self.typed(Untyped::Text(text)),
        }
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        if self.mode != Mode::Key {
            return self.visit_bytes(bytes);
        }
        // A layout's own format passes a String key that is a reserved name as borrowed bytes.
        let key =
            str::from_utf8(bytes).map_err(|_| E::invalid_value(Unexpected::Bytes(bytes), &self))?;
        Ok(Untyped::PlainText(key.into()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        if self.mode != Mode::Key {
            let value = match bytes.first_chunk() {
                Some(large) if self.is_form => {
                    Untyped::Number(Number::Large(u64::from_le_bytes(*large)))
                }
                _ => Untyped::Bytes(bytes.into()),
            };
            return self.typed(value);
        }
        // A layout's own format passes a StringName key as owned bytes.
        let name =
            str::from_utf8(bytes).map_err(|_| E::invalid_value(Unexpected::Bytes(bytes), &self))?;
        content::read(
            self.names,
            self.rule,
            name_of(self.names, Kind::StringName),
            Untyped::Text(name.into()),
        )
        .map(Untyped::Value)
        .map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        if self.mode == Mode::Key {
            return layout_of(u64::deserialize(deserializer)?).map(Untyped::Layout);
        }
        deserializer.deserialize_any(self.inner()?)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element_seed(AnySeed(self.inner()?))? {
            elements.push(element);
        }
        self.typed(Untyped::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let first = self.next_key(&mut object)?;
        if let Some(Untyped::Layout(layout)) = first {
            return encoded(layout, object);
        }
        self.object(first, object)
    }
}

/// Decodes the encoding after the key with a layout.
///
/// A separate function keeps the recursive stack frames small.
#[inline(never)]
fn encoded<'de, V: Value, A: MapAccess<'de>>(
    layout: &'static Layout,
    mut object: A,
) -> Result<Untyped<V>, A::Error> {
    let bytes = object.next_value_seed(AnySeed(BytesVisitor))?;
    decode(layout, &bytes)
        .map(Untyped::Value)
        .map_err(A::Error::custom)
}

impl<V: Value> ValueVisitor<V> {
    /// Returns the value of an object with the name of a type, or of a number, and its content.
    ///
    /// A separate function keeps the recursive stack frames small.
    #[inline(never)]
    fn named<E: Error>(
        self,
        name: &str,
        is_token: bool,
        content: Untyped<V>,
    ) -> Result<Untyped<V>, E> {
        let value = match content {
            Untyped::Text(digits) if is_token => Number::from_text(&digits).map(Untyped::Number),
            content => content::read(self.names, self.rule, name, content).map(Untyped::Value),
        };
        self.typed(value.map_err(E::custom)?)
    }

    /// Deserializes an object whose first key has been deserialized.
    // A second stack frame per level would exceed the stack of JavaScript.
    #[inline(always)]
    pub(super) fn object<'de, A: MapAccess<'de>>(
        self,
        first: Option<Untyped<V>>,
        mut object: A,
    ) -> Result<Untyped<V>, A::Error> {
        let mut members = Vec::new();
        let mut map = Dictionary::with_rule(self.rule);
        let mut add = |key, value| match key {
            key if self.mode != Mode::Untyped => insert(&mut map, key, value),
            Untyped::Text(key) | Untyped::PlainText(key) => {
                members.push((key, value));
                Ok(())
            }
            _ => Err("expected a string key".into()),
        };
        let mut next = first;
        if let Some(Untyped::Text(name)) = next.take_if(|first| self.is_name(first)) {
            // With `arbitrary_precision`, serde_json passes a number as a map. Its key borrows from
            // the program, and its digits are a `String`, which serde's buffers may pass as a `&str`.
            // In any other map with this key, the key is not borrowed, or both borrow from the input,
            // unless the string has escapes in the input and serde has buffered the map.
            let is_token = name == NUMBER_TOKEN;
            let mut visitor = self.inner_as(Mode::Untyped)?;
            visitor.digits = is_token.then_some(object.size_hint().is_some());
            let content = object.next_value_seed(AnySeed(visitor))?;
            next = self.next_key(&mut object)?;
            if next.is_none() && (!is_token || matches!(content, Untyped::Text(_))) {
                return self.named(&name, is_token, content);
            }
            let name = Untyped::Text(name);
            add(name, content).map_err(A::Error::custom)?;
        }
        while let Some(key) = next {
            let value = object.next_value_seed(AnySeed(self.inner()?))?;
            add(key, value).map_err(A::Error::custom)?;
            next = self.next_key(&mut object)?;
        }
        Ok(match self.mode {
            Mode::Untyped => Untyped::Map(members),
            _ => Untyped::Value(map.into()),
        })
    }
}

/// A seed that deserializes a value of any type with a visitor.
#[derive(Clone, Copy)]
pub(super) struct AnySeed<V>(pub(super) V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for AnySeed<V> {
    type Value = V::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// Returns whether the values of a type can contain real numbers.
fn depends_on_precision(layout: &Layout, number: u8) -> bool {
    let is_container = matches!(
        layout.body_of(number),
        BodyRules::Array(_)
            | BodyRules::Dictionary(_)
            | BodyRules::TypedArray(_)
            | BodyRules::Object(_)
    );
    is_container || layout.states_precision(number)
}

/// Returns the layout of a token, whose encoding of a value follows.
fn layout_of<E: Error>(token: u64) -> Result<&'static Layout, E> {
    let mut layouts = LAYOUTS.iter();
    let found = layouts.find(|layout| layout_token(layout) == token);
    found.ok_or_else(|| E::custom("a newtype struct as a key"))
}

/// A visitor of the encoding of a value.
pub(super) struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the encoding of a value")
    }

    #[inline]
    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.into()))
    }
}

/// Decodes the encoding of a value, which the layout's own format has checked.
pub(super) fn decode<V: Value>(layout: &'static Layout, bytes: &[u8]) -> Result<V, String> {
    let options = DecodeOptions::new().allow_objects(true);
    let mut reader = Reader::<AnyEngine>::for_layout(layout, bytes, options);
    let number = reader.peek().map_or(0, Header::number);
    if layout.is_double != V::IS_DOUBLE && depends_on_precision(layout, number) {
        let (name, module) = (layout.name, if layout.is_double { "::double" } else { "" });
        return Err(alloc::format!(
            "a value of the layout {name}, whose values have another precision; use the types of `gdvariant{module}`"
        ));
    }
    V::decode(&mut reader).map_err(|error| error.to_string())
}

/// A value whose type may depend on a name that precedes it, or a key of an object.
pub(crate) enum Untyped<V> {
    Number(Number),
    /// A string. A string key may be a reserved name of the JSON form.
    Text(String),
    /// A PackedByteArray. Text formats have no bytes.
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// An object without the name of a type: the members of a value, or a Dictionary.
    Map(Vec<(String, Self)>),
    /// A value whose type is known: null, a bool, or a value with the name of its type.
    Value(V),
    /// A string that is never a reserved name, such as a key of a layout's own format.
    PlainText(String),
    /// The key that precedes the encoding of a value in this layout.
    Layout(&'static Layout),
}

impl<V: Value> Untyped<V> {
    /// Converts the value to the Variant that it represents without the name of a type.
    pub(super) fn read(self, rule: KeyRule) -> Result<V, String> {
        match self {
            Self::Number(Number::Int(value)) => Ok(value.into()),
            Self::Number(Number::Float { wide, .. }) => Ok(wide.into()),
            Self::Number(Number::Large(value)) => Err(out_of_int(value)),
            Self::Text(text) | Self::PlainText(text) => Ok(text.into()),
            Self::Bytes(bytes) => Ok(build(Kind::PackedByteArray, Content::Components(&bytes))),
            // Only the access to the encoding of a value has such a key.
            Self::Layout(layout) => Err(alloc::format!("a value of the layout {}", layout.name)),
            Self::Value(value) => Ok(value),
            Self::List(elements) => list(elements, rule).map(V::from),
            Self::Map(entries) => {
                let mut map = Dictionary::with_rule(rule);
                for (key, value) in entries {
                    insert(&mut map, Self::Text(key), value)?;
                }
                Ok(map.into())
            }
        }
    }
}

/// Builds a value of a type that every Variant has.
pub(super) fn build<V: Value>(kind: Kind, content: Content<'_>) -> V {
    V::build(kind, content).unwrap_or_default()
}

/// Converts the elements of a list.
pub(super) fn list<V: Value>(elements: Vec<Untyped<V>>, rule: KeyRule) -> Result<Vec<V>, String> {
    let elements = elements.into_iter();
    elements.map(|element| element.read(rule)).collect()
}

/// Inserts an entry; returns an error for a duplicate key, because one of its values would be lost.
pub(super) fn insert<V: Value>(
    entries: &mut Dictionary<V>,
    key: Untyped<V>,
    value: Untyped<V>,
) -> Result<(), String> {
    let rule = entries.key_rule();
    let (key, value) = (key.read(rule)?, value.read(rule)?);
    // A key that only identity tells from an earlier one is a key of Godot 3, whose layout may be
    // unknown here.
    if rule == KeyRule::ByValue && !view::is_plain(&key) && entries.contains_key(&key) {
        entries.set_key_rule(KeyRule::ByIdentity);
    }
    let place = entries.insert_at(key, value);
    match place.and_then(|(place, _)| entries.pair(place)) {
        None => Ok(()),
        Some([key, _]) => Err(alloc::format!("duplicate key {key}")),
    }
}

/// Returns an error if containers in a value are nested more than `levels` levels.
pub(super) fn check_depth<V: AsView>(value: &V, levels: u32) -> Result<(), TooDeep> {
    let mut members = value.view().members();
    members.try_for_each(|member| check_depth(member, levels.checked_sub(1).ok_or(TooDeep)?))
}

impl<V> Untyped<V> {
    /// Returns whether this key is a reserved name, so that it may determine the type of its value.
    pub(super) fn is_name(&self) -> bool {
        matches!(self, Self::Text(text) if reserved(text).is_some())
    }

    /// Describes the value, for an error.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Number(Number::Int(value)) => value.to_string(),
            Self::Number(Number::Large(value)) => value.to_string(),
            Self::Number(Number::Float { wide, .. }) => alloc::format!("{wide:?}"),
            Self::Bytes(bytes) => Count(bytes.len(), "byte").to_string(),
            Self::Text(text) => {
                const LONGEST: usize = 24;
                let short: String = text.chars().take(LONGEST).collect();
                let cut = if short.len() < text.len() { "…" } else { "" };
                alloc::format!("the string {short:?}{cut}")
            }
            Self::List(elements) => {
                alloc::format!("a list of {}", Count(elements.len(), "element"))
            }
            Self::Map(_) => "an object".into(),
            Self::Value(_) | Self::PlainText(_) | Self::Layout(_) => "another value".into(),
        }
    }
}
