//! Reports rows that engines ignore, alter or cannot restore, unusual sizes, duplicate keys, and
//! `NodePaths` that lead out of their scene.

use super::rules::{Excerpt, Finding, FindingSink, LARGE_VALUE, Place, report, word};
use gdvariant::any::AnyVariant;
use gdvariant::dictionary::Key;
use gdvariant::inspect::{InspectRow, RowKind, RowValue};
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
    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
        numbers(row, at);
        if row.kind == RowKind::Header {
            self.header = Some(row.offset);
            header(row, at);
        }
        let name = row.field.name;
        let number = match row.value {
            RowValue::F32(number) => f64::from(number),
            RowValue::Double(number) => number,
            RowValue::Padding { is_zero: false } => {
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
        float(at, name, number);
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
fn header(row: &InspectRow<'_>, at: &mut Place<'_>) {
    let name = row.ty.name;
    if let Some(declared) = row.path.declared_other_than(row.ty.kind) {
        not_declared(at, name, declared.name());
    }
    if row.ty.body == Body::Record && row.ty.tables.is_empty() {
        report!(
            at,
            NOT_RESTORED,
            "the content of a {name} is not encoded: engines load an empty {name}; store the data from which the game creates it"
        );
    }
}

/// Examines bits and numbers that engines ignore or interpret differently, and numbers of elements.
fn numbers(row: &InspectRow<'_>, at: &mut Place<'_>) {
    let (name, body) = (row.field.name, row.ty.body);
    if let RowValue::Type { unknown, .. } = row.value {
        unused(at, name, unknown);
    }
    let Some(number) = word(row).filter(|_| row.kind == RowKind::Field) else {
        return;
    };
    let is_of_array = matches!(row.field.offset, Offset::At(_));
    let mut count = 0;
    match (body, name) {
        (Body::Array | Body::TypedArray | Body::Dictionary, "count") => {
            unused(at, name, number & format::COUNT_SHARED);
            count = number & format::COUNT_MASK;
        }
        (Body::NodePath, "flags") => {
            let known = format::NODE_PATH_ABSOLUTE | format::NODE_PATH_PROPERTY;
            unused(at, name, number & !known);
        }
        // Engines treat a negative count as 0.
        (Body::Packed | Body::PackedText, "length")
            if is_of_array && number <= format::MAX_LENGTH =>
        {
            count = number;
        }
        (Body::Bool, _) if number > 1 => report!(
            at,
            BOOL_NUMBER,
            "a bool of {number}, expected 0 or 1: engines treat it as true"
        ),
        _ => {}
    }
    let is_count = body == Body::PackedText && name == "length" && is_of_array
        || body == Body::Object && name == "property_count";
    if is_count && matches!(row.value, RowValue::Flags { number: ..0, .. }) {
        let number = number.cast_signed();
        report!(
            at,
            NEGATIVE_COUNT,
            "a count of {number}: engines treat it as 0, and no engine writes it"
        );
    }
    if count >= LARGE {
        let least = (u64::from(count) * ELEMENT) >> 20;
        // Other arrays use about as much memory as they have encoded bytes.
        let memory = match name {
            "count" => format!(": engines use at least {least} MiB of memory"),
            _ => String::new(),
        };
        report!(
            at,
            LARGE_ARRAY,
            "{} of {count} elements{memory}; check that the number is intended",
            row.ty.name
        );
    }
}

fn unused(at: &mut Place<'_>, name: &str, bits: u32) {
    if bits != 0 {
        report!(
            at,
            UNUSED_BITS,
            "the bits {bits:#010x} of the {name} are unused: engines ignore them, and no engine sets them; decode and encode the value to clear them"
        );
    }
}

/// Examines the length of a whole value.
pub(super) fn value_size(length: usize, sink: &mut FindingSink<'_>) {
    let limit = format::MAX_PACKET_LENGTH;
    if length > limit as usize {
        let message = format_args!(
            "a value of {length} bytes: put_var sends at most {limit}, unless PacketPeer.encode_buffer_max_size is raised; files have no such limit"
        );
        sink(&Finding::at_value(&LARGE_VALUE, 0, message));
    }
}

/// Examines the length of a string.
pub(super) fn size(row: &InspectRow<'_>, at: &mut Place<'_>) {
    let length = row.bytes.len();
    if let (RowValue::Text(_), true) = (row.value, length >= LARGE as usize) {
        report!(
            at,
            LARGE_STRING,
            "a string of {length} bytes: engines use up to four times as much memory; check that the length is intended"
        );
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

    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
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
                    matches!(row.value, RowValue::Text(text) if text.contains(|c| c > '\u{ffff}'))
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

    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
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
                        duplicate_key(&mut at.with_offset(start));
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
    /// The depth below the node at which the path starts; `None` once the path has left that node.
    level: Option<usize>,
}

impl NodePaths {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
        if row.ty.body != Body::NodePath || row.kind != RowKind::Field {
            return;
        }
        match (row.field.name, row.value) {
            ("name_count", _) => {
                *self = Self {
                    names: word(row).unwrap_or(0) & format::NODE_PATH_COUNT_MASK,
                    level: Some(0),
                    ..Self::default()
                };
            }
            ("flags", _) => {
                let flags = word(row).unwrap_or(0);
                self.is_absolute = flags & format::NODE_PATH_ABSOLUTE != 0;
            }
            ("length", RowValue::Unsigned(_)) => match self.names.checked_sub(1) {
                Some(left) => self.names = left,
                None => self.level = None,
            },
            ("name", RowValue::Text(name)) => self.name(at, name),
            _ => {}
        }
    }

    fn name(&mut self, at: &mut Place<'_>, name: &str) {
        let Some(level) = self.level else {
            return;
        };
        if self.is_absolute {
            self.level = None;
            return report!(
                at,
                NODE_PATH_ABSOLUTE,
                "an absolute path, starting with {}: it starts at the root of the tree and reaches nodes outside the scene; use a relative path",
                Excerpt(&format!("/{name}"))
            );
        }
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
