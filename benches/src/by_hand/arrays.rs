//! The payloads `mesh` and `packed`, and packed arrays.

use super::headers::godot3::{self, COLORS, INTS, VECTOR3S};
use super::headers::godot4::{self, FLOATS64, INTS64, VECTOR4S};
use super::headers::key;
use super::input::{Input, Malformed, decode_all, ordered_or};
use super::output::{Buffer, Unencodable};
use crate::payloads::Mesh;
use crate::payloads::godot4::Timeline;
use bytemuck::{AnyBitPattern, NoUninit, cast_slice};
use gdvariant::Packed;

/// The bytes of three packed arrays.
type Arrays<'de> = [&'de [u8]; 3];

/// The name of an array, its header, and the number of bytes of an element.
type Field = (&'static str, u32, usize);

const MESH: [Field; 3] = [
    ("vertices", VECTOR3S, 12),
    ("colors", COLORS, 16),
    ("indices", INTS, 4),
];

const PACKED: [Field; 3] = [
    ("ticks", INTS64, 8),
    ("times", FLOATS64, 8),
    ("points", VECTOR4S, 16),
];

/// Copies the elements of a packed array in bulk.
#[inline]
pub(super) fn elements<T: NoUninit + AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    if let Ok(elements) = bytemuck::try_cast_slice(bytes) {
        return elements.to_vec();
    }
    let elements = bytes.chunks_exact(size_of::<T>());
    elements.map(bytemuck::pod_read_unaligned).collect()
}

pub(super) fn mesh(bytes: &[u8]) -> Result<Mesh, Malformed> {
    mesh_ref(bytes).map(|[vertices, colors, indices]| Mesh {
        vertices: Packed(elements(vertices)),
        colors: Packed(elements(colors)),
        indices: Packed(elements(indices)),
    })
}

pub(super) fn packed(bytes: &[u8]) -> Result<Timeline, Malformed> {
    packed_ref(bytes).map(|[ticks, times, points]| Timeline {
        ticks: Packed(elements(ticks)),
        times: Packed(elements(times)),
        points: Packed(elements(points)),
    })
}

pub(super) fn mesh_ref(bytes: &[u8]) -> Result<Arrays<'_>, Malformed> {
    decode_all(bytes, |input| {
        let keys = (key!("vertices"), key!("colors"), key!("indices"));
        ordered_or(
            input,
            |input| ordered(input, godot3::DICTIONARY, keys, MESH),
            |input| any_order(input, godot3::DICTIONARY, MESH),
        )
    })
}

pub(super) fn packed_ref(bytes: &[u8]) -> Result<Arrays<'_>, Malformed> {
    decode_all(bytes, |input| {
        let keys = (key!("ticks"), key!("times"), key!("points"));
        ordered_or(
            input,
            |input| ordered(input, godot4::DICTIONARY, keys, PACKED),
            |input| any_order(input, godot4::DICTIONARY, PACKED),
        )
    })
}

#[inline(always)]
fn ordered<'de, const A: usize, const B: usize, const C: usize>(
    input: &mut Input<'de>,
    dictionary: u32,
    keys: (&[u8; A], &[u8; B], &[u8; C]),
    fields: [Field; 3],
) -> Option<Arrays<'de>> {
    if input.words()? != [dictionary, 3] {
        return None;
    }
    let [first, second, third] = fields;
    input.expect(keys.0)?;
    let first = array(input, first)?;
    input.expect(keys.1)?;
    let second = array(input, second)?;
    input.expect(keys.2)?;
    let third = array(input, third)?;
    Some([first, second, third])
}

#[cold]
fn any_order<'de>(
    input: &mut Input<'de>,
    dictionary: u32,
    fields: [Field; 3],
) -> Option<Arrays<'de>> {
    let mut arrays = [None; 3];
    input.header(dictionary)?;
    for _ in 0..input.count(8)? {
        let key = input.string()?;
        let at = fields.iter().position(|(name, ..)| *name == key)?;
        arrays[at] = Some(array(input, fields[at])?);
    }
    let [first, second, third] = arrays;
    Some([first?, second?, third?])
}

#[inline(always)]
fn array<'de>(input: &mut Input<'de>, (_, header, each): Field) -> Option<&'de [u8]> {
    input.header(header)?;
    input.elements(each)
}

pub(super) fn encode_mesh(mesh: &Mesh, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let mut buffer = Buffer::new(buffer);
    buffer.words([godot3::DICTIONARY, 3]);
    buffer.put(key!("vertices"));
    let vertices = buffer.packed(VECTOR3S, cast_slice(&mesh.vertices.0), 12);
    buffer.put(key!("colors"));
    let colors = buffer.packed(COLORS, cast_slice(&mesh.colors.0), 16);
    buffer.put(key!("indices"));
    let indices = buffer.packed(INTS, cast_slice(&mesh.indices.0), 4);
    buffer.finish();
    vertices.and(colors).and(indices).ok_or(Unencodable)
}

pub(super) fn encode_packed(packed: &Timeline, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let mut buffer = Buffer::new(buffer);
    buffer.words([godot4::DICTIONARY, 3]);
    buffer.put(key!("ticks"));
    let ticks = buffer.packed(INTS64, cast_slice(&packed.ticks.0), 8);
    buffer.put(key!("times"));
    let times = buffer.packed(FLOATS64, cast_slice(&packed.times.0), 8);
    buffer.put(key!("points"));
    let points = buffer.packed(VECTOR4S, cast_slice(&packed.points.0), 16);
    buffer.finish();
    ticks.and(times).and(points).ok_or(Unencodable)
}
