//! Writes values on a tape for JavaScript.

use crate::border::address;
use crate::collisions::{collide, hashes};
use crate::tape::{HEADER, KNOWN_KEY, Tag, tag_of};
use gdvariant::any::{AnyRef, RecordField};
use gdvariant::generic::structure::{AsView, Number, Numbers, View, VisitAny, visit_any};
use gdvariant::schema::Layout;
use gdvariant::{Dictionary, ElementType, Kind, NodePath, Object};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of keys that are remembered: most keys repeat, and JavaScript creates each of them
/// once. Decoding a tree takes a fifth less time.
const KEYS: usize = 256;

/// The largest integer that a number of JavaScript represents with all smaller ones.
const MAX_SAFE: i128 = (1 << 53) - 1;

/// The capacity that the memory of a tape keeps for the next one, in bytes.
const KEPT: usize = 1 << 16;

thread_local! {
    /// The last tape, which JavaScript reads before the next call.
    static TAPE: RefCell<Tape> = RefCell::default();
}

/// Returns the address of the tape, in the memory of the module.
pub(crate) fn tape_of(value: AnyRef<'_>, exact: bool) -> u32 {
    visit_any(value, TapeOf { exact })
}

/// Frees the memory of a long tape, once JavaScript has read it.
#[wasm_bindgen]
pub fn free_tape() {
    TAPE.take();
}

/// Writes the tape of the visited value, and returns its address. Unless the tape is `exact`, it has
/// only JavaScript's own types: numbers instead of floats, strings instead of StringNames, no declared
/// types.
pub(crate) struct TapeOf {
    pub(crate) exact: bool,
}

impl VisitAny for TapeOf {
    type Output = u32;

    fn visit<V: AsView>(self, value: &V, layout: &'static Layout) -> u32 {
        // A tape reuses the memory of the last one: allocating takes longer than writing a short one.
        TAPE.with_borrow_mut(|tape| {
            tape.start();
            let mut writer = Writer {
                layout,
                tape,
                exact: self.exact,
            };
            writer.value(value);
            tape.finish();
            address(&tape.bytes)
        })
    }
}

/// A tape, and what is needed to write it.
#[derive(Default)]
struct Tape {
    bytes: Vec<u8>,
    texts: String,
    /// Recent keys by their hashes.
    keys: Vec<Key>,
    key_count: u32,
    /// The number of this tape. Keys of earlier tapes are unknown.
    number: u32,
    has_unicode: bool,
}

/// A key that is on a tape already.
#[derive(Clone, Copy, Default)]
struct Key {
    tape: u32,
    start: usize,
    length: usize,
    number: u32,
}

impl Tape {
    fn start(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        self.bytes.extend_from_slice(&[0; HEADER]);
        self.texts.clear();
        self.texts.shrink_to(KEPT);
        self.keys.resize(KEYS, Key::default());
        self.key_count = 0;
        self.has_unicode = false;
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            *self = Self::default();
            self.start();
        }
    }

    fn finish(&mut self) {
        // No length exceeds 32 bits, because the memory does not.
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let texts = self.texts.as_bytes();
        let header = [length(&self.bytes), address(texts), length(texts)];
        for (at, number) in header.into_iter().enumerate() {
            self.bytes[at * 4..at * 4 + 4].copy_from_slice(&number.to_le_bytes());
        }
        self.bytes[HEADER - 1] = (!self.has_unicode).into();
    }

    fn text(&mut self, text: &str) {
        let units = if text.is_ascii() {
            text.len()
        } else {
            self.has_unicode = true;
            text.encode_utf16().count()
        };
        self.count(units);
        self.texts.push_str(text);
    }

    fn count(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(&count.to_le_bytes());
    }

    /// Returns the number of a recent key, or adds a key.
    fn known(&mut self, key: &str) -> Option<u32> {
        // A hash of all bytes would take longer than writing a short key twice.
        let byte = |at: usize| key.as_bytes().get(at).copied().map_or(0, usize::from);
        let (middle, last) = (key.len() / 2, key.len().wrapping_sub(1));
        let hash = key.len() * 31 + byte(0) * 7 + byte(middle) * 5 + byte(last);
        let place = &mut self.keys[hash % KEYS];
        let known = |place: &Key| self.texts.get(place.start..place.start + place.length);
        if place.tape == self.number && known(place) == Some(key) {
            return Some(place.number);
        }
        *place = Key {
            tape: self.number,
            start: self.texts.len(),
            length: key.len(),
            number: self.key_count,
        };
        self.key_count += 1;
        None
    }
}

struct Writer<'t> {
    layout: &'static Layout,
    tape: &'t mut Tape,
    exact: bool,
}

impl Writer<'_> {
    fn value<V: AsView>(&mut self, value: &V) {
        match value.view() {
            View::Object(Object::Full(object)) => {
                self.tag(Tag::FullObject);
                self.text(&object.class);
                self.count(object.properties.len());
                for (name, value) in &object.properties {
                    self.text(name);
                    self.value(value);
                }
            }
            View::Array(values) => {
                self.tag(Tag::Array);
                self.values(values);
            }
            View::TypedArray(_, array) if !self.exact => {
                self.tag(Tag::Array);
                self.values(&array.values);
            }
            View::TypedArray(kind, array) => {
                self.tag(if kind == Kind::PackedTypedArray {
                    Tag::PackedTypedArray
                } else {
                    Tag::TypedArray
                });
                self.declared(&array.element);
                self.values(&array.values);
            }
            View::Dictionary(entries) => self.dictionary(entries, None),
            View::TypedDictionary(dictionary) => {
                let types = [&dictionary.key, &dictionary.value];
                self.dictionary(&dictionary.entries, Some(types));
            }
            leaf => self.leaf(value.kind(), &leaf),
        }
    }

    /// Writes a value without nested values. Not a part of `value`, whose stack frame has to be
    /// small.
    #[inline(never)]
    fn leaf<V: AsView>(&mut self, kind: Kind, view: &View<'_, V>) {
        match view {
            View::Bool(false) => self.tag(Tag::False),
            View::Bool(true) => self.tag(Tag::True),
            View::Int(value) => self.int((*value).into()),
            View::Float(value) => self.float(*value),
            View::Text(kind, text) => {
                self.tag(if *kind == Kind::String || !self.exact {
                    Tag::Text
                } else {
                    Tag::StringName
                });
                self.text(text);
            }
            View::Fields(kind, numbers) => {
                self.tape.bytes.push(tag_of(*kind));
                // An integer of a vector has 32 bits.
                numbers.visit(&mut |number| self.component(number.to_f64()));
            }
            View::Record(kind, record) => {
                self.tape.bytes.push(tag_of(*kind));
                for (_, field) in record.fields() {
                    match field {
                        RecordField::Text(text) => {
                            self.tag(Tag::Text);
                            self.text(text);
                        }
                        RecordField::Int(value) => self.int(value.into()),
                    }
                }
            }
            View::Packed(kind, numbers) => self.packed(*kind, *numbers),
            View::PackedText(texts) => {
                self.tape.bytes.push(tag_of(kind));
                self.count(texts.len());
                for text in *texts {
                    self.text(text.as_ref());
                }
            }
            View::NodePath(path) => {
                let path: NodePath = (*path).clone().into();
                self.tag(Tag::NodePath);
                self.tape.bytes.push(path.is_absolute().into());
                self.count(path.names().count());
                path.names().for_each(|name| self.text(name));
                self.count(path.subnames().count());
                path.subnames().for_each(|name| self.text(name));
            }
            View::Object(Object::Id(id)) => {
                self.tag(Tag::ObjectId);
                self.int((*id).into());
            }
            // `value` handles containers.
            _ => self.tag(Tag::Nil),
        }
    }

    /// Writes a packed array: the width of its components, the number of their bytes, and the bytes.
    fn packed(&mut self, kind: Kind, numbers: &dyn Numbers) {
        let mut encoded = Vec::new();
        let bytes = numbers.shape().borrowed.unwrap_or_else(|| {
            numbers.encode(&mut encoded);
            &encoded
        });
        self.tape.bytes.push(tag_of(kind));
        let mut is_double = false;
        numbers.element(0, &mut |number| {
            is_double = matches!(number, Number::Double(_));
        });
        self.tape.bytes.push(is_double.into());
        self.count(bytes.len());
        self.tape.bytes.extend_from_slice(bytes);
    }

    fn values<V: AsView>(&mut self, values: &[V]) {
        self.count(values.len());
        for value in values {
            self.value(value);
        }
    }

    fn dictionary<V: AsView>(&mut self, entries: &Dictionary<V>, types: Option<[&ElementType; 2]>) {
        let types = types.filter(|_| self.exact);
        let is_record = if self.exact {
            let mut keys = entries.iter().map(|(key, _)| key.string());
            types.is_none() && keys.all(|key| key.is_some_and(is_property))
        } else {
            are_names(entries)
        };
        if is_record {
            self.tag(Tag::Record);
            self.count(entries.len());
            for (key, value) in entries {
                match key.string() {
                    Some(name) => self.key(name),
                    None => self.key(&text_of(key).unwrap_or_default()),
                }
                self.value(value);
            }
            return;
        }
        let tag = match types {
            _ if collide(&hashes(entries)) => Tag::Pairs,
            Some(_) => Tag::TypedDictionary,
            None => Tag::Map,
        };
        self.tag(tag);
        if tag != Tag::Map {
            for declared in types.unwrap_or([&ElementType::Any; 2]) {
                self.declared(declared);
            }
        }
        self.count(entries.len());
        let exact = self.exact;
        let has_exact_keys = exact || !are_distinct(entries);
        for (key, value) in entries {
            self.exact = has_exact_keys;
            self.value(key);
            self.exact = exact;
            self.value(value);
        }
    }

    fn declared(&mut self, declared: &ElementType) {
        let (form, text) = match declared {
            ElementType::Class(name) => (2, &**name),
            ElementType::Script(path) => (3, &**path),
            ElementType::Kind(kind) if *kind != Kind::Nil => (1, self.layout.name_of(*kind)),
            _ => (0, ""),
        };
        self.tape.bytes.push(form);
        self.text(text);
    }

    fn tag(&mut self, tag: Tag) {
        self.tape.bytes.push(tag as u8);
    }

    /// Writes a length.
    fn count(&mut self, count: usize) {
        self.tape.count(count);
    }

    fn int(&mut self, value: i128) {
        if let Ok(value) = i32::try_from(value) {
            self.tag(Tag::Int32);
            self.tape.bytes.extend_from_slice(&value.to_le_bytes());
        } else if value.abs() <= MAX_SAFE {
            self.tag(Tag::Int53);
            self.number(rounded(value));
        } else if let Ok(value) = i64::try_from(value) {
            self.tag(Tag::Int64);
            self.tape.bytes.extend_from_slice(&value.to_le_bytes());
        } else {
            self.tag(Tag::Uint64);
            let value = u64::try_from(value).unwrap_or_default();
            self.tape.bytes.extend_from_slice(&value.to_le_bytes());
        }
    }

    fn float(&mut self, value: f64) {
        // JavaScript takes an integral number for an int, except for -0.
        let is_int = value.fract() == 0.0
            && value.abs() <= rounded(MAX_SAFE)
            && (value != 0.0 || value.is_sign_positive());
        let is_other_nan = value.is_nan() && value.to_bits() != f64::NAN.to_bits();
        self.tag(if self.exact && (is_int || is_other_nan) {
            Tag::ExactFloat
        } else {
            Tag::Float
        });
        self.number(value);
    }

    fn component(&mut self, value: f64) {
        let is_plain = value.is_nan() && !self.exact;
        self.number(if is_plain { f64::NAN } else { value });
    }

    fn number(&mut self, value: f64) {
        self.tape.bytes.extend_from_slice(&value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.tape.text(text);
    }

    fn key(&mut self, key: &str) {
        if let Some(number) = self.tape.known(key) {
            let number = number | KNOWN_KEY;
            self.tape.bytes.extend_from_slice(&number.to_le_bytes());
        } else {
            self.text(key);
        }
    }
}

/// Returns the nearest float, which is exact up to `MAX_SAFE`.
#[allow(clippy::cast_precision_loss)]
fn rounded(value: i128) -> f64 {
    value as f64
}

/// Returns the string of a key that is a name in plain data.
fn text_of<V: AsView>(key: &V) -> Option<Cow<'_, str>> {
    match key.view() {
        View::Text(_, text) => Some(text.into()),
        View::NodePath(path) => {
            let path: NodePath = path.clone().into();
            Some(path.to_string().into())
        }
        _ => None,
    }
}

/// Returns whether all keys are strings in plain data, no two are the same string, and an object can
/// have a property with each of them. An object with `__proto__` would be a trap.
fn are_names<V: AsView>(entries: &Dictionary<V>) -> bool {
    // The keys of a Dictionary are different Strings.
    let strings = || entries.iter().map(|(key, _)| key.string());
    if strings().all(|key| key.is_some_and(|name| name != "__proto__")) {
        return true;
    }
    let mut names = BTreeSet::new();
    entries
        .iter()
        .all(|(key, _)| text_of(key).is_some_and(|name| name != "__proto__" && names.insert(name)))
}

/// Returns whether all keys are different strings and numbers in JavaScript.
fn are_distinct<V: AsView>(entries: &Dictionary<V>) -> bool {
    let (mut texts, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    entries.iter().all(|(key, _)| match key.view() {
        View::Text(_, text) => texts.insert(text),
        View::Int(value) if i128::from(value).abs() <= MAX_SAFE => {
            numbers.insert(rounded(value.into()).to_bits())
        }
        // A larger int is a bigint.
        View::Float(value) => numbers.insert(value.to_bits()),
        _ => true,
    })
}

/// Returns whether an object can have a property with this name, at its place: JavaScript moves
/// names that are numbers to the front, and `__proto__` is special.
fn is_property(name: &str) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty();
    !is_number && name != "__proto__"
}
