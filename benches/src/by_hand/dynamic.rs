//! Values of any type: encoding, and decoding into owned and borrowed values.
//!
//! Only the types of the payloads are implemented. Bytes that contain another type are rejected.

use super::dictionary::{Key, Map};
use super::headers::{BOOL, FLOAT, INT, NIL, STRING, VECTOR2, WIDE, godot3, godot4};
use super::input::{
    AHEAD, BATCH, Input, MAX_DEPTH, Malformed, Path, PathRef, decode_all, string_length,
};
use super::output::{Buffer, Unencodable};
use bytemuck::{AnyBitPattern, NoUninit};
use gdvariant::{Color, Quaternion, Vector2, Vector3, Vector3i, Vector4};
use std::marker::PhantomData;
use std::ops::Deref;

/// The number of bytes that are reserved for elements before decoding them, for each byte of input.
const RESERVED_FOR_A_BYTE: usize = 8;

/// The headers of a layout. A layout that lacks a type has none for it.
pub(super) trait Layout {
    const VECTOR3: u32;
    const QUAT: u32;
    const NODE_PATH: u32;
    const DICTIONARY: u32;
    const ARRAY: u32;
    const BYTES: u32;
    const INTS: u32;
    const STRINGS: u32;
    const VECTOR3S: u32;
    const COLORS: u32;
    const VECTOR3I: Option<u32> = None;
    const STRING_NAME: Option<u32> = None;
    const TYPED_ARRAY: Option<u32> = None;
    const INTS64: Option<u32> = None;
    const FLOATS64: Option<u32> = None;
    const VECTOR4S: Option<u32> = None;
    /// The largest type number.
    const LAST: u32;
}

/// The layout of Godot 3.
#[derive(Debug)]
pub(super) struct Godot3;

impl Layout for Godot3 {
    const VECTOR3: u32 = godot3::VECTOR3;
    const QUAT: u32 = godot3::QUAT;
    const NODE_PATH: u32 = godot3::NODE_PATH;
    const DICTIONARY: u32 = godot3::DICTIONARY;
    const ARRAY: u32 = godot3::ARRAY;
    const BYTES: u32 = godot3::BYTES;
    const INTS: u32 = godot3::INTS;
    const STRINGS: u32 = godot3::STRINGS;
    const VECTOR3S: u32 = godot3::VECTOR3S;
    const COLORS: u32 = godot3::COLORS;
    const LAST: u32 = godot3::COLORS;
}

/// The layout of Godot 4.
#[derive(Debug)]
pub(super) struct Godot4;

impl Layout for Godot4 {
    const VECTOR3: u32 = godot4::VECTOR3;
    const QUAT: u32 = godot4::QUATERNION;
    const NODE_PATH: u32 = godot4::NODE_PATH;
    const DICTIONARY: u32 = godot4::DICTIONARY;
    const ARRAY: u32 = godot4::ARRAY;
    const BYTES: u32 = godot4::BYTES;
    const INTS: u32 = godot4::INTS;
    const STRINGS: u32 = godot4::STRINGS;
    const VECTOR3S: u32 = godot4::VECTOR3S;
    const COLORS: u32 = godot4::COLORS;
    const VECTOR3I: Option<u32> = Some(godot4::VECTOR3I);
    const STRING_NAME: Option<u32> = Some(godot4::STRING_NAME);
    const TYPED_ARRAY: Option<u32> = Some(godot4::TYPED_ARRAY);
    const INTS64: Option<u32> = Some(godot4::INTS64);
    const FLOATS64: Option<u32> = Some(godot4::FLOATS64);
    const VECTOR4S: Option<u32> = Some(godot4::VECTOR4S);
    const LAST: u32 = godot4::VECTOR4S;
}

/// A value of any type that the payloads contain, in 32 bytes.
pub(super) enum Value<F: Form> {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(F::Text),
    StringName(F::Text),
    Vector2(Vector2),
    Vector3(Vector3),
    Vector3i(Vector3i),
    Quaternion(Quaternion),
    NodePath(F::Path),
    Dictionary(Map<F>),
    Array(Vec<Self>),
    /// An Array with the type number of its elements.
    TypedArray(u32, Vec<Self>),
    Bytes(F::Packed<u8>),
    Ints(F::Packed<i32>),
    Ints64(F::Packed<i64>),
    Floats64(F::Packed<f64>),
    Strings(Vec<F::Text>),
    Vector3s(F::Packed<Vector3>),
    Vector4s(F::Packed<Vector4>),
    Colors(F::Packed<Color>),
}

impl<F: Form> Value<F> {
    /// Returns whether each Dictionary finds the values of its keys.
    pub(super) fn finds_keys(&self) -> bool {
        match self {
            Self::Array(values) => values.iter().all(Self::finds_keys),
            Self::Dictionary(entries) => entries.as_chunks().0.iter().all(|[key, value]| {
                let found = Key::of(key).and_then(|key| entries.get(key));
                found.is_some_and(|found| std::ptr::eq(found, value)) && value.finds_keys()
            }),
            _ => true,
        }
    }
}

/// The types of strings and packed arrays: owned or borrowed.
pub(super) trait Form: Sized {
    type Text: Deref<Target = str>;
    type Path;
    type Packed<T: NoUninit + AnyBitPattern>;

    fn path(path: &Self::Path) -> PathRef<'_>;
    fn bytes<T: NoUninit + AnyBitPattern>(packed: &Self::Packed<T>) -> &[u8];
}

/// Creates the values of a form.
pub(super) trait Build<'de>: Form {
    fn text(text: &'de str) -> Self::Text;
    fn path_of(path: PathRef<'de>) -> Self::Path;
    fn packed<T: NoUninit + AnyBitPattern>(bytes: &'de [u8]) -> Self::Packed<T>;
}

/// Values that own all of their memory.
#[derive(Debug)]
pub(super) struct Owned;

/// Values that borrow strings and packed arrays from the input.
#[derive(Debug)]
pub(super) struct Borrowed<'de>(PhantomData<&'de [u8]>);

impl Form for Owned {
    type Text = String;
    type Path = Path;
    type Packed<T: NoUninit + AnyBitPattern> = Vec<T>;

    fn path(path: &Path) -> PathRef<'_> {
        path.borrowed()
    }

    fn bytes<T: NoUninit + AnyBitPattern>(packed: &Vec<T>) -> &[u8] {
        bytemuck::cast_slice(packed)
    }
}

impl<'de> Build<'de> for Owned {
    #[inline(always)]
    fn text(text: &'de str) -> String {
        text.into()
    }

    #[inline(always)]
    fn path_of(path: PathRef<'de>) -> Path {
        path.into()
    }

    /// Copies the elements of a packed array in bulk.
    #[inline(always)]
    fn packed<T: NoUninit + AnyBitPattern>(bytes: &'de [u8]) -> Vec<T> {
        if let Ok(elements) = bytemuck::try_cast_slice(bytes) {
            return elements.to_vec();
        }
        let elements = bytes.chunks_exact(size_of::<T>());
        elements.map(bytemuck::pod_read_unaligned).collect()
    }
}

impl<'de> Form for Borrowed<'de> {
    type Text = &'de str;
    type Path = PathRef<'de>;
    type Packed<T: NoUninit + AnyBitPattern> = &'de [u8];

    fn path(path: &PathRef<'de>) -> PathRef<'de> {
        *path
    }

    fn bytes<'b, T: NoUninit + AnyBitPattern>(packed: &'b &'de [u8]) -> &'b [u8] {
        packed
    }
}

impl<'de> Build<'de> for Borrowed<'de> {
    #[inline(always)]
    fn text(text: &'de str) -> &'de str {
        text
    }

    #[inline(always)]
    fn path_of(path: PathRef<'de>) -> PathRef<'de> {
        path
    }

    #[inline(always)]
    fn packed<T: NoUninit + AnyBitPattern>(bytes: &'de [u8]) -> &'de [u8] {
        bytes
    }
}

/// Decodes a value that spans all bytes.
#[inline(always)]
pub(super) fn decode<'de, L: Layout, F: Build<'de>>(
    bytes: &'de [u8],
) -> Result<Value<F>, Malformed> {
    decode_all(bytes, |input| decode_next::<L, F>(input, 0))
}

#[inline(always)]
fn decode_next<'de, L: Layout, F: Build<'de>>(
    input: &mut Input<'de>,
    depth: u32,
) -> Option<Value<F>> {
    let budget = input.rest.len().saturating_mul(RESERVED_FOR_A_BYTE);
    let mut decoder = Decoder::<L, F> {
        input,
        budget,
        marker: PhantomData,
    };
    let mut value = None;
    decoder.value(depth, 0, |decoded| value = Some(decoded))?;
    value
}

/// Skips the value of an unknown key of a struct, which is nested at most two levels.
#[cold]
pub(super) fn skip<L: Layout>(input: &mut Input<'_>) -> Option<()> {
    decode_next::<L, Borrowed<'_>>(input, 3).map(drop)
}

struct Decoder<'i, 'de, L, F> {
    input: &'i mut Input<'de>,
    /// The number of bytes that can still be reserved before decoding elements.
    budget: usize,
    marker: PhantomData<(L, F)>,
}

impl<'de, L: Layout, F: Build<'de>> Decoder<'_, 'de, L, F> {
    /// Decodes a value of the type `declared`, or of any type if that is 0.
    ///
    /// The value is passed to `place`, which constructs it in its container. Moving a value that
    /// was just constructed is slow.
    #[inline(always)]
    fn value(&mut self, depth: u32, declared: u32, place: impl FnOnce(Value<F>)) -> Option<()> {
        let header = self.input.u32()?;
        if declared != 0 && header & 0xff != declared {
            return None;
        }
        match header {
            INT => place(Value::Int(i64::from(self.input.u32()?.cast_signed()))),
            STRING => place(Value::String(F::text(self.input.text()?))),
            WIDE_INT => place(Value::Int(i64::from_le_bytes(*self.input.take()?))),
            FLOAT => {
                let [bits] = self.input.words()?;
                place(Value::Float(f32::from_bits(bits).into()));
            }
            WIDE_FLOAT => place(Value::Float(f64::from_le_bytes(*self.input.take()?))),
            NIL => place(Value::Nil),
            BOOL => match self.input.u32()? {
                0 => place(Value::Bool(false)),
                1 => place(Value::Bool(true)),
                _ => return None,
            },
            VECTOR2 => {
                let [x, y] = self.input.words()?.map(f32::from_bits);
                place(Value::Vector2(Vector2::new(x, y)));
            }
            _ if header == L::VECTOR3 => {
                let [x, y, z] = self.input.words()?.map(f32::from_bits);
                place(Value::Vector3(Vector3::new(x, y, z)));
            }
            _ if header == L::QUAT => {
                let [x, y, z, w] = self.input.words()?.map(f32::from_bits);
                place(Value::Quaternion(Quaternion::new(x, y, z, w)));
            }
            _ if header == L::DICTIONARY => {
                let count = self.input.count(8)?;
                let values = self.values(count * 2, depth)?;
                place(Value::Dictionary(Map::of(values)?));
            }
            _ if header == L::ARRAY => {
                let count = self.input.count(4)?;
                let values = self.elements(count, depth, 0)?;
                place(Value::Array(values));
            }
            _ if header == L::NODE_PATH => {
                place(Value::NodePath(F::path_of(self.input.path()?)));
            }
            _ if header == L::BYTES => place(Value::Bytes(F::packed(self.input.elements(1)?))),
            _ if Some(header) == L::VECTOR3I => {
                let [x, y, z] = self.input.words()?.map(u32::cast_signed);
                place(Value::Vector3i(Vector3i::new(x, y, z)));
            }
            _ if Some(header) == L::STRING_NAME => {
                place(Value::StringName(F::text(self.input.text()?)));
            }
            _ => place(self.large_value(header, depth)?),
        }
        Some(())
    }

    /// Decodes a packed array or a typed Array.
    #[inline(never)]
    fn large_value(&mut self, header: u32, depth: u32) -> Option<Value<F>> {
        Some(match header {
            _ if Some(header) == L::TYPED_ARRAY => {
                let element = self.input.u32()?;
                if element == 0 || element > L::LAST {
                    return None;
                }
                let count = self.input.count(4)?;
                Value::TypedArray(element, self.elements(count, depth, element)?)
            }
            _ if header == L::STRINGS => {
                let count = self.input.count(4)?;
                let mut texts = Vec::with_capacity(count);
                let push = |text| texts.push(F::text(text));
                self.input.packed_texts(count, push)?;
                Value::Strings(texts)
            }
            _ if header == L::INTS => Value::Ints(F::packed(self.input.elements(4)?)),
            _ if header == L::VECTOR3S => Value::Vector3s(F::packed(self.input.elements(12)?)),
            _ if header == L::COLORS => Value::Colors(F::packed(self.input.elements(16)?)),
            _ if Some(header) == L::INTS64 => Value::Ints64(F::packed(self.input.elements(8)?)),
            _ if Some(header) == L::FLOATS64 => Value::Floats64(F::packed(self.input.elements(8)?)),
            _ if Some(header) == L::VECTOR4S => {
                Value::Vector4s(F::packed(self.input.elements(16)?))
            }
            _ => return None,
        })
    }

    /// Decodes the keys and values of a Dictionary at this depth.
    fn values(&mut self, count: usize, depth: u32) -> Option<Vec<Value<F>>> {
        if count > 0 && depth >= MAX_DEPTH {
            return None;
        }
        let mut values = Vec::with_capacity(self.spend(count));
        for _ in 0..count {
            self.value(depth + 1, 0, |value| values.push(value))?;
        }
        Some(values)
    }

    /// Decodes the elements of an Array at this depth, consecutive ints and strings in batches.
    fn elements(&mut self, count: usize, depth: u32, declared: u32) -> Option<Vec<Value<F>>> {
        const FIRST: usize = 128;
        if count > 0 && depth >= MAX_DEPTH {
            return None;
        }
        let mut values = Vec::with_capacity(self.spend(count));
        let (mut left, mut ahead) = (count, FIRST);
        while left > 0 {
            if left >= BATCH
                && [0, INT].contains(&declared)
                && let Some(ints) = self.input.int_batch()
            {
                values.extend(ints.into_iter().map(Value::Int));
                left -= BATCH;
                continue;
            }
            let is_string = self.input.is_next(STRING);
            self.value(depth + 1, declared, |value| values.push(value))?;
            left -= 1;
            // Two consecutive strings are probably followed by more.
            while is_string && left > 0 && self.input.is_next(STRING) {
                let taken = self.input.valid_texts(left, ahead, string_length, |text| {
                    values.push(Value::String(F::text(text)));
                });
                if taken == 0 {
                    break;
                }
                left -= taken;
                ahead = AHEAD.min(ahead * 2);
            }
        }
        Some(values)
    }

    /// Returns how many of `count` values to reserve memory for. False counts of nested containers
    /// cannot reserve more than the budget in total.
    #[inline(always)]
    fn spend(&mut self, count: usize) -> usize {
        let count = count.min(self.budget / size_of::<Value<F>>());
        self.budget -= count * size_of::<Value<F>>();
        count
    }
}

const WIDE_INT: u32 = INT | WIDE;
const WIDE_FLOAT: u32 = FLOAT | WIDE;

/// Appends a value.
#[inline(always)]
pub(super) fn encode<L: Layout, F: Form>(
    value: &Value<F>,
    buffer: &mut Vec<u8>,
) -> Result<(), Unencodable> {
    let mut buffer = Buffer::new(buffer);
    let result = put_all::<L, F>(std::slice::from_ref(value), &mut buffer, 0);
    buffer.finish();
    result.ok_or(Unencodable)
}

/// Returns the ints at the start, if there are enough for a batch and all have 32 bits.
#[inline(always)]
fn int_batch<F: Form>(values: &[Value<F>]) -> Option<[i32; BATCH]> {
    let mut ints = [0; BATCH];
    for (value, int) in values.first_chunk::<BATCH>()?.iter().zip(&mut ints) {
        let Value::Int(value) = value else {
            return None;
        };
        *int = i32::try_from(*value).ok()?;
    }
    Some(ints)
}

/// Encodes the elements of a container, or the keys and values of a Dictionary.
fn put_all<L: Layout, F: Form>(
    values: &[Value<F>],
    buffer: &mut Buffer<'_>,
    depth: u32,
) -> Option<()> {
    // The outermost value has depth 0, as in the engine.
    if depth > MAX_DEPTH && !values.is_empty() {
        return None;
    }
    let mut rest = values;
    while let [value, after @ ..] = rest {
        if let Some(ints) = int_batch(rest) {
            buffer.narrow_ints(ints);
            rest = &rest[BATCH..];
            continue;
        }
        rest = after;
        match value {
            Value::Int(value) => buffer.int(*value),
            Value::String(text) => buffer.text(STRING, text)?,
            Value::Nil => buffer.words([NIL]),
            Value::Bool(value) => buffer.words([BOOL, (*value).into()]),
            Value::Float(value) => buffer.float(*value),
            Value::StringName(text) => buffer.text(L::STRING_NAME?, text)?,
            Value::Vector2(Vector2 { x, y }) => {
                buffer.words([VECTOR2, x.to_bits(), y.to_bits()]);
            }
            Value::Vector3(Vector3 { x, y, z }) => {
                buffer.words([L::VECTOR3, x.to_bits(), y.to_bits(), z.to_bits()]);
            }
            Value::Vector3i(Vector3i { x, y, z }) => {
                let [x, y, z] = [*x, *y, *z].map(i32::cast_unsigned);
                buffer.words([L::VECTOR3I?, x, y, z]);
            }
            Value::Quaternion(Quaternion { x, y, z, w }) => {
                let [x, y, z, w] = [x, y, z, w].map(|component| component.to_bits());
                buffer.words([L::QUAT, x, y, z, w]);
            }
            Value::NodePath(path) => buffer.path(L::NODE_PATH, F::path(path))?,
            Value::Dictionary(entries) => {
                buffer.start(L::DICTIONARY, entries.len() / 2)?;
                put_all::<L, F>(entries, buffer, depth + 1)?;
            }
            Value::Array(values) => {
                buffer.start(L::ARRAY, values.len())?;
                put_all::<L, F>(values, buffer, depth + 1)?;
            }
            Value::TypedArray(element, values) => {
                buffer.words([L::TYPED_ARRAY?]);
                buffer.start(*element, values.len())?;
                put_all::<L, F>(values, buffer, depth + 1)?;
            }
            Value::Bytes(bytes) => buffer.packed(L::BYTES, F::bytes(bytes), 1)?,
            Value::Ints(ints) => buffer.packed(L::INTS, F::bytes(ints), 4)?,
            Value::Ints64(ints) => buffer.packed(L::INTS64?, F::bytes(ints), 8)?,
            Value::Floats64(floats) => buffer.packed(L::FLOATS64?, F::bytes(floats), 8)?,
            Value::Vector3s(vectors) => buffer.packed(L::VECTOR3S, F::bytes(vectors), 12)?,
            Value::Vector4s(vectors) => buffer.packed(L::VECTOR4S?, F::bytes(vectors), 16)?,
            Value::Colors(colors) => buffer.packed(L::COLORS, F::bytes(colors), 16)?,
            Value::Strings(texts) => {
                buffer.start(L::STRINGS, texts.len())?;
                texts
                    .iter()
                    .try_for_each(|text| buffer.text_with_nul(text))?;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdvariant::godot3::{Variant, VariantRef};

    #[test]
    fn values_have_the_size_of_variants() {
        assert_eq!(size_of::<Value<Owned>>(), size_of::<Variant>());
        assert_eq!(
            size_of::<Value<Borrowed<'_>>>(),
            size_of::<VariantRef<'_>>()
        );
    }
}
