//! Reports rows that engines ignore, alter or cannot restore, unusual sizes, duplicate keys, and
//! `NodePaths` that lead out of their scene.

use super::rules::{At, Excerpt, Finding, FindingSink, LARGE_VALUE, Place, report, word};
use gdvariant::any::AnyVariant;
use gdvariant::dictionary::Key;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::schema::{Affected, DEFECTS, Layout};
use gdvariant::table::{Body, Offset};
use gdvariant::{DecodeOptions, format};
use std::collections::HashSet;

/// The minimum length of a large string, in bytes, and of a large array, in elements.
const LARGE: u32 = 1 << 20;

/// The least memory that an engine uses for an element of an Array, in bytes.
const ELEMENT: u64 = 20;

/// Examines the fields of each value.
#[derive(Default)]
pub(super) struct Fields {
    /// The offset of the last header; `None` once a float has followed the header.
    header: Option<usize>,
}

impl Fields {
    pub(super) fn row(&mut self, at: &mut At<'_>) {
        let row = at.row;
        bits(at);
        if row.kind == RowKind::Header {
            self.header = Some(row.offset);
            header(at);
        }
        let name = row.field.name;
        let number = match row.value {
            Value::F32(number) => f64::from(number),
            Value::Double(number) => number,
            Value::Padding { is_zero: false } => {
                return report!(
                    at,
                    PADDING,
                    "padding of {} is {:02x?}, expected zeros: engines ignore it, but it can leak memory of the program that wrote it; decode and encode the value to clear it",
                    row.ty.name,
                    row.bytes
                );
            }
            _ => return,
        };
        if let Some(offset) = self.header.take()
            && row.bytes.len() != row.field.fixed_length()
        {
            let (bits, name) = (8 * row.bytes.len(), row.ty.name);
            report!(
                at.with_offset(offset),
                OTHER_PRECISION,
                "{name} has {bits}-bit components, of a build with the other precision: engines convert them, and rounding can lose digits; use the layout of that build"
            );
        }
        float(&mut at.place(), name, number);
    }
}

/// Reports a number that is NaN or infinite.
pub(super) fn float(at: &mut Place<'_>, name: &str, number: f64) {
    if number.is_nan() {
        report!(
            at,
            NAN,
            "{name} is NaN: engines load it, but no comparison with it is true, and it spreads through calculations; replace it"
        );
    } else if number.is_infinite() {
        report!(
            at,
            INFINITY,
            "{name} is {number}: engines load it; check that the game can calculate with it"
        );
    }
}

/// Reports a value, a key or an element of another type than its container declares.
pub(super) fn not_declared(at: &mut Place<'_>, found: &str, declared: &str) {
    report!(
        at,
        NOT_DECLARED,
        "found {found}, expected {declared} as the container declares: the engine converts, drops or keeps the value, or reads an empty container; store a value of the declared type"
    );
}

pub(super) fn duplicate_key(at: &mut Place<'_>) {
    report!(
        at,
        DUPLICATE_KEY,
        "duplicate key: engines keep the position of the first entry and the value of the last, but other programs may differ; remove one"
    );
}

/// Examines the type of a value.
fn header(at: &mut At<'_>) {
    let row = at.row;
    let name = row.ty.name;
    if let Some(declared) = row.path.declared_other_than(row.ty.kind) {
        not_declared(&mut at.place(), name, declared.name());
    }
    if row.ty.body == Body::Record && row.ty.tables.is_empty() {
        report!(
            at,
            NOT_RESTORED,
            "the content of a {name} is not encoded: engines load an empty {name}; store the data from which the game creates it"
        );
    }
}

/// Examines bits and numbers that engines ignore or interpret differently.
fn bits(at: &mut At<'_>) {
    let row = at.row;
    let unused = unused(row);
    if unused != 0 {
        report!(
            at,
            UNUSED_BITS,
            "the bits {unused:#010x} of the {} are unused: engines ignore them, and no engine sets them; decode and encode the value to clear them",
            row.field.name
        );
    }
    let Some(number) = word(row).filter(|_| row.kind == RowKind::Field) else {
        return;
    };
    if row.ty.body == Body::Bool && number > 1 {
        report!(
            at,
            BOOL_NUMBER,
            "a bool of {number}, expected 0 or 1: engines treat it as true"
        );
    }
    if is_negative_count(row) {
        let number = number.cast_signed();
        report!(
            at,
            NEGATIVE_COUNT,
            "a count of {number}: engines treat it as 0, and no engine writes it"
        );
    }
}

/// Returns the bits of a row that have no meaning.
fn unused(row: &InspectRow<'_>) -> u32 {
    let number = || word(row).unwrap_or(0);
    match (row.ty.body, row.field.name, row.value) {
        (_, _, Value::Type { unknown, .. }) => unknown,
        (Body::Array | Body::Dictionary | Body::TypedArray, "count", _) => {
            number() & format::COUNT_SHARED
        }
        (Body::NodePath, "flags", _) => {
            number() & !(format::NODE_PATH_ABSOLUTE | format::NODE_PATH_PROPERTY)
        }
        _ => 0,
    }
}

/// Returns whether a row is a count that lenient decoding treats as 0.
fn is_negative_count(row: &InspectRow<'_>) -> bool {
    let is_count = match (row.ty.body, row.field.name) {
        (Body::PackedText, "length") => matches!(row.field.offset, Offset::At(_)),
        (Body::Object, "property_count") => true,
        _ => false,
    };
    is_count && matches!(row.value, Value::Flags { number: ..0, .. })
}

/// Examines the length of a whole value.
pub(super) fn value_size(length: usize, sink: &mut FindingSink<'_>) {
    let limit = format::MAX_PACKET_LENGTH;
    if length > limit as usize {
        let message = format_args!(
            "a value of {length} bytes: put_var sends at most {limit}, unless PacketPeer.encode_buffer_max_size is raised; files have no such limit"
        );
        sink(&Finding::of_value(&LARGE_VALUE, 0, message));
    }
}

/// Examines the length of a string, and the number of elements.
pub(super) fn size(at: &mut At<'_>) {
    let row = at.row;
    if row.kind != RowKind::Field {
        return;
    }
    if let (Value::Text(_), true) = (row.value, row.bytes.len() >= LARGE as usize) {
        let length = row.bytes.len();
        report!(
            at,
            LARGE_STRING,
            "a string of {length} bytes: engines use up to four times as much memory; check that the length is intended"
        );
    }
    if let Some(count @ LARGE..) = count(row) {
        let is_list = matches!(
            row.ty.body,
            Body::Array | Body::TypedArray | Body::Dictionary
        );
        let least = (u64::from(count) * ELEMENT) >> 20;
        let memory = format!(": engines use at least {least} MiB of memory");
        // Other arrays use about as much memory as they have encoded bytes.
        let memory = if is_list { &memory } else { "" };
        report!(
            at,
            LARGE_ARRAY,
            "{} of {count} elements{memory}; check that the number is intended",
            row.ty.name
        );
    }
}

/// Returns the number of elements if the row contains that number.
fn count(row: &InspectRow<'_>) -> Option<u32> {
    let name = row.field.name;
    match row.ty.body {
        Body::Array | Body::TypedArray | Body::Dictionary if name == "count" => {
            Some(word(row)? & format::COUNT_MASK)
        }
        Body::Packed | Body::PackedText
            if name == "length" && matches!(row.field.offset, Offset::At(_)) =>
        {
            // Engines treat a negative count as 0.
            word(row).filter(|&count| count <= format::MAX_LENGTH)
        }
        _ => None,
    }
}

/// Finds values that trigger a known defect of their engine, as recorded in the schema.
pub(super) struct Defects {
    /// The single-precision form of the layout.
    layout: &'static str,
    /// The number of names of the current `NodePath`.
    names: u32,
    /// Whether no element of the current packed array has been decoded.
    is_packed_empty: bool,
}

impl Defects {
    pub(super) fn new(layout: &'static Layout) -> Self {
        Self {
            layout: layout.base,
            names: 0,
            is_packed_empty: false,
        }
    }

    pub(super) fn row(&mut self, at: &mut At<'_>) {
        let row = at.row;
        let number = || word(row).unwrap_or(0);
        let node_path = (row.ty.body == Body::NodePath).then_some(row.field.name);
        if node_path == Some("name_count") {
            self.names = number() & format::NODE_PATH_COUNT_MASK;
        }
        let is_header = row.kind == RowKind::Header;
        let is_element = matches!(row.field.offset, Offset::Element { .. });
        let is_first_element = is_element && self.is_packed_empty;
        self.is_packed_empty = is_header || self.is_packed_empty && !is_element;
        for defect in DEFECTS.iter().filter(|defect| defect.kind == row.ty.kind) {
            let mut layouts = defect.layouts.iter();
            let Some((_, versions)) = layouts.find(|(layout, _)| *layout == self.layout) else {
                continue;
            };
            let is_affected = match defect.affected {
                Affected::Every if row.ty.body == Body::Packed => is_first_element,
                Affected::Every => is_header,
                Affected::Nested => is_header && row.path.depth() > 0,
                Affected::Root => {
                    let is_empty = node_path == Some("flags") && self.names == 0;
                    is_empty && number() & format::NODE_PATH_ABSOLUTE != 0
                }
                Affected::Supplementary => {
                    matches!(row.value, Value::Text(text) if text.contains(|c| c > '\u{ffff}'))
                }
            };
            if is_affected {
                report!(
                    at,
                    ENGINE_DEFECT,
                    "known defect of the engine, versions {versions}: {}",
                    defect.effect
                );
            }
        }
    }
}

/// The maximum length of a compared key, in bytes; strings are always compared. Without this limit,
/// nested keys would be decoded once for each Dictionary around them.
const MAX_KEY_LENGTH: usize = 256;

/// Finds duplicate keys in the open Dictionaries around a row.
pub(super) struct Keys<'b> {
    layout: &'static Layout,
    input: &'b [u8],
    options: DecodeOptions,
    dictionaries: Vec<OpenDictionary>,
}

/// A Dictionary whose entries are not all decoded yet.
#[derive(Default)]
struct OpenDictionary {
    depth: usize,
    /// The offset of the current key; `None` once its value has started.
    key: Option<usize>,
    is_text: bool,
    known: HashSet<Key<AnyVariant>>,
}

impl<'b> Keys<'b> {
    pub(super) fn new(layout: &'static Layout, input: &'b [u8], options: DecodeOptions) -> Self {
        Self {
            layout,
            input,
            options,
            dictionaries: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, at: &mut At<'_>) {
        let row = at.row;
        if row.kind != RowKind::Header {
            return;
        }
        let depth = row.path.depth();
        while self.dictionaries.pop_if(|it| it.depth >= depth).is_some() {}
        if let Some(last) = self.dictionaries.last_mut()
            && last.depth + 1 == depth
        {
            match last.key.take() {
                None => {
                    last.key = Some(row.offset);
                    last.is_text = row.ty.body == Body::Text;
                }
                Some(start) => {
                    let bytes = self.input.get(start..row.offset).unwrap_or_default();
                    if last.is_duplicate(self.layout, bytes, self.options) {
                        duplicate_key(&mut at.with_offset(start).place());
                    }
                }
            }
        }
        if row.ty.body == Body::Dictionary {
            self.dictionaries.push(OpenDictionary {
                depth,
                ..OpenDictionary::default()
            });
        }
    }
}

impl OpenDictionary {
    /// Adds a key, and returns whether the Dictionary already had it.
    fn is_duplicate(
        &mut self,
        layout: &'static Layout,
        bytes: &[u8],
        options: DecodeOptions,
    ) -> bool {
        if !self.is_text && bytes.len() > MAX_KEY_LENGTH {
            return false;
        }
        let key = layout.decode(bytes, options).ok();
        // Keys that engines compare by identity cannot be a `Key` and are never duplicates.
        let key = key.and_then(|key| Key::with_rule(key, layout.keys).ok());
        key.is_some_and(|key| !self.known.insert(key))
    }
}

/// Finds `NodePaths` that lead out of their scene.
#[derive(Default)]
pub(super) struct NodePaths {
    is_absolute: bool,
    /// The number of names that have not started yet; subnames follow the names.
    names: u32,
    /// Whether all names decoded so far are empty.
    is_first: bool,
    /// The depth below the node at which the path starts; `None` once the path has left that node.
    level: Option<usize>,
}

impl NodePaths {
    pub(super) fn row(&mut self, at: &mut At<'_>) {
        let row = at.row;
        if row.ty.body != Body::NodePath || row.kind != RowKind::Field {
            return;
        }
        match (row.field.name, row.value) {
            ("name_count", _) => {
                *self = Self {
                    names: word(row).unwrap_or(0) & format::NODE_PATH_COUNT_MASK,
                    is_first: true,
                    level: Some(0),
                    ..Self::default()
                };
            }
            ("flags", _) => {
                let flags = word(row).unwrap_or(0);
                self.is_absolute = flags & format::NODE_PATH_ABSOLUTE != 0;
            }
            // An empty name has only a row for its length.
            ("length", Value::Unsigned(length)) => match self.names.checked_sub(1) {
                Some(left) => {
                    self.names = left;
                    self.is_first &= length > 0 || left > 0;
                }
                None => self.level = None,
            },
            ("name", Value::Text(name)) => self.name(at, name),
            _ => {}
        }
    }

    fn name(&mut self, at: &mut At<'_>, name: &str) {
        let is_first = std::mem::take(&mut self.is_first);
        if self.is_absolute {
            if is_first && self.level.is_some() {
                report!(
                    at,
                    NODE_PATH_ABSOLUTE,
                    "an absolute path, starting with {}: it starts at the root of the tree and reaches nodes outside the scene; use a relative path",
                    Excerpt(&format!("/{name}"))
                );
            }
            return;
        }
        let Some(level) = self.level else {
            return;
        };
        self.level = match name {
            ".." => level.checked_sub(1),
            "." => Some(level),
            _ => Some(level + 1),
        };
        if self.level.is_none() {
            report!(
                at,
                NODE_PATH_PARENT,
                "\"..\" leads above the node at which the path starts; check that the path stays in the scene"
            );
        }
    }
}
