//! The functions for single values.

use crate::border::{
    BIG_ENDIAN, EXACT, FALLBACK, FRAMED, Options, answer, copy_encoded, with_message,
};
use crate::errors::{self, Result};
use crate::memory::reserve;
use crate::read::{Reader, variant};
use crate::write::{TapeOf, tape_of};
use gdvariant::generic::structure::DecodedValue;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeError, NodePath};
use gdvariant_files::detect::Candidate;
use gdvariant_files::layer;
use gdvariant_files::layouts;
use gdvariant_files::packages::build::message;
use gdvariant_files::packages::failure::Failure;
use gdvariant_files::packages::json;
use gdvariant_files::packages::options::{self, role_name, unpacking};
use gdvariant_files::packages::output::{Encoding, PackOptions};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the address of the tape of an encoded value.
#[wasm_bindgen]
pub fn decode(data: &[u8], options: u32) -> u32 {
    answer(decoded_with(data, Options(options), 0))
}

/// Returns the address of the tape of the encoded value in the buffer.
#[wasm_bindgen]
pub fn decode_short(length: usize, options: u32) -> u32 {
    with_message(length, |data| {
        answer(decoded_with(data, Options(options), 0))
    })
}

/// Decodes the value in `bytes`, which start at the offset `start` of a connection, and returns the
/// address of its tape.
pub(crate) fn decoded_with(bytes: &[u8], options: Options, start: usize) -> Result<u32> {
    let (decoding, exact) = (options.decoding(), options.has(EXACT));
    decoded(options.layout(), bytes, decoding, start, exact)
}

/// Decodes the value in `bytes`, which start at the offset `start` of a file, and returns the address of
/// its tape. With `exact`, JavaScript gets the types of the engines.
pub(crate) fn decoded(
    layout: &'static Layout,
    bytes: &[u8],
    options: DecodeOptions,
    start: usize,
    exact: bool,
) -> Result<u32> {
    reserve(bytes.len());
    let value = DecodedValue::new(layout, bytes, options);
    let value =
        value.map_err(|error| Failure::decode(&error.with_base_offset(start), layout, bytes))?;
    Ok(value.visit(TapeOf { exact }))
}

/// Encodes the value on a tape.
#[wasm_bindgen]
pub fn encode(value: &[u8], options: u32, target: Option<String>) -> Result<Vec<u8>> {
    encoded(value, Options(options), target.as_deref())
}

/// Encodes the value whose tape is in the buffer to the buffer, and returns the number of bytes.
#[wasm_bindgen]
pub fn encode_short(length: usize, options: u32) -> u32 {
    let encoded = with_message(length, |value| encoded(value, Options(options), None));
    answer(encoded.map(copy_encoded))
}

fn encoded(value: &[u8], options: Options, target: Option<&str>) -> Result<Vec<u8>> {
    let layout = options.layout();
    let (framed, big_endian) = (options.has(FRAMED), options.has(BIG_ENDIAN));
    let encoding = Encoding::new(framed, big_endian, target, options.has(FALLBACK));
    Ok(encoding?.encode(layout, &Reader::new(layout, value))?)
}

/// Compresses and encrypts the content of a file.
#[wasm_bindgen]
pub fn pack(
    content: Vec<u8>,
    layout: Option<String>,
    header: Option<Vec<u8>>,
    compression: Option<String>,
    password: Option<String>,
    key: Option<Vec<u8>>,
) -> Result<Vec<u8>> {
    let options = PackOptions {
        layout: layout.as_deref(),
        header: header.as_deref(),
        compression: compression.as_deref(),
        password: password.as_deref(),
        key: key.as_deref(),
    };
    Ok(layer::add_layers(content, &options.layers()?)?)
}

/// Returns the content of a file, then its compression and encryption, outermost first.
#[wasm_bindgen]
pub fn unpack(
    data: &[u8],
    password: Option<String>,
    key: Option<Vec<u8>>,
    skip: u32,
    max_content: Option<u32>,
) -> Result<Array> {
    let options = unpacking(password, key, skip.into())?;
    let options = options.max_content(max_content.map(u64::from));
    let (content, layers) = layer::unpack(data, &options, &mut ())?;
    let content = JsValue::from(Uint8Array::from(&*content));
    let layers = layers.iter().map(|it| JsValue::from(it.to_string()));
    Ok(std::iter::once(content).chain(layers).collect())
}

/// Returns the [fields] of the possible layouts and framings.
#[wasm_bindgen]
pub fn detect(
    data: &[u8],
    password: Option<String>,
    key: Option<Vec<u8>>,
    max_content: Option<u32>,
) -> Result<Array> {
    let options = unpacking(password, key, 0)?.max_content(max_content.map(u64::from));
    let detection = gdvariant_files::open::detect(data, &options)?;
    Ok(fields(detection.candidates()))
}

/// Returns the fields of candidates: for each the layout, the framing, the length of a header, the
/// rank, the confidence, whether it fits, and the reasons.
pub(crate) fn fields(candidates: &[Candidate]) -> Array {
    let candidates = candidates.iter().map(|candidate| {
        let reasons: Array = candidate.reasons().into_iter().map(JsValue::from).collect();
        let fields: [JsValue; 7] = [
            candidate.layout.name.into(),
            candidate.framing.name().into(),
            candidate.skip.into(),
            candidate.rank.into(),
            candidate.confidence.into(),
            candidate.fits().into(),
            reasons.into(),
        ];
        fields.into_iter().collect::<Array>()
    });
    candidates.collect()
}

/// Lists the bytes of a value: for each row the offset, the length, the role, the path, the type,
/// the field and the meaning. The last element is the error at which the rows end, or null.
#[wasm_bindgen]
pub fn inspect(data: &[u8], options: u32) -> Array {
    let (layout, options) = (Options(options).layout(), Options(options).decoding());
    let rows = Array::new();
    let ended = layout.inspect(data, options, |row| {
        let fields: [JsValue; 7] = [
            row.offset.into(),
            row.bytes.len().into(),
            role_name(row.kind).into(),
            row.path.to_string().into(),
            row.ty.name.into(),
            row.field.name.into(),
            row.value.to_string().into(),
        ];
        rows.push(&fields.into_iter().collect::<Array>());
    });
    rows.push(&match ended {
        Ok(_) => JsValue::NULL,
        Err(error) => errors::Failure::from(Failure::decode(&error, layout, data)).into(),
    });
    rows
}

/// Formats the value on a tape like the engine's `var_to_str`.
#[wasm_bindgen]
pub fn var_to_str(value: &[u8], layout: &str, exact: bool) -> Result<String> {
    let layout = options::layout(layout)?;
    let value = variant(layout, value)?;
    Ok(if exact {
        format!("{value:#}")
    } else {
        value.to_string()
    })
}

/// Parses the text form of a value, and returns the address of its tape.
#[wasm_bindgen]
pub fn str_to_var(text: &str, layout: &str, exact: bool) -> Result<u32> {
    let layout = options::layout(layout)?;
    reserve(text.len());
    let value = layout.parse(text)?;
    Ok(tape_of((&value).into(), exact))
}

/// Formats the value on a tape as JSON: in the lossless form, or as plain data.
#[wasm_bindgen]
pub fn to_json(value: &[u8], layout: &str, plain: bool, indent: Option<usize>) -> Result<String> {
    let layout = options::layout(layout)?;
    let value = variant(layout, value)?;
    Ok(json::to_json((&value).into(), plain, indent).map_err(message)?)
}

/// Parses the lossless JSON form of a value, and returns the address of its tape.
#[wasm_bindgen]
pub fn from_json(text: &str, layout: &str, exact: bool) -> Result<u32> {
    let layout = options::layout(layout)?;
    reserve(text.len());
    let value = json::from_json(layout, text)?;
    Ok(tape_of((&value).into(), exact))
}

/// Formats the value on a tape in the first layout that has its type.
#[wasm_bindgen]
pub fn display(value: &[u8]) -> Result<String> {
    let text = |layout| Ok::<_, EncodeError>(variant(layout, value)?.to_string());
    Ok(layouts::first_fitting(text)?)
}

/// Returns whether a path is absolute, the number of its names, the names, and the sub-names.
#[wasm_bindgen]
pub fn node_path_parts(path: &str) -> Array {
    let path = NodePath::from(path);
    let names = path.names().chain(path.subnames()).map(JsValue::from);
    let head = [path.is_absolute().into(), path.names().count().into()];
    head.into_iter().chain(names).collect()
}

/// Returns the maximum nesting depth of the engines.
#[wasm_bindgen]
pub fn max_depth() -> u32 {
    gdvariant::format::MAX_DEPTH
}

/// Returns the names of the layouts, the layout with the most users first.
#[wasm_bindgen]
pub fn layouts() -> Vec<String> {
    layouts::all()
        .map(|layout| layout.name.to_owned())
        .collect()
}

/// Panics, for the test that a panic becomes an exception.
#[wasm_bindgen]
pub fn test_panic() {
    panic!("a panic that was asked for");
}
