//! The schema as data: what the emitters read. Every value in it has been checked.

use crate::locale::Locale;
use std::fmt;

/// The whole schema, checked: every reference resolves and every offset adds up.
#[derive(Debug, Clone)]
pub struct Schema {
    /// How fields lie in the bytes, in the order of the file.
    pub wires: Vec<Wire>,
    /// Bits, masks and limits.
    pub constants: Vec<Constant>,
    /// What a double-precision layout changes.
    pub double: Double,
    /// The types of all layouts, in the order of the file.
    pub types: Vec<Type>,
    /// The layouts, in the order of their file names.
    pub layouts: Vec<Layout>,
    /// Where the published pages and the engines differ.
    pub errata: Vec<Erratum>,
    /// What engines cannot read back.
    pub defects: Vec<Defect>,
    /// The values that the documentation shows.
    pub examples: Vec<Example>,
    /// The languages beside English.
    pub locales: Vec<Locale>,
}

/// A wire type: how one field lies in the bytes.
#[derive(Debug, Clone)]
pub struct Wire {
    /// The name that rows use.
    pub name: String,
    /// Bytes.
    pub length: Length,
    /// Bytes in a double-precision layout, where they differ.
    pub double: Option<u32>,
    /// What the published pages call it.
    pub published: String,
    /// One sentence.
    pub description: String,
}

/// A bit, a mask or a limit of the format.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The name of the Rust constant.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// One sentence.
    pub description: String,
}

/// The rule of double precision: rows of the wire type `real` grow, and the offsets follow.
#[derive(Debug, Clone, Copy)]
pub struct Double {
    /// Bytes of such a row.
    pub length: u32,
    /// Where bodies start.
    pub from: u32,
    /// `(offset - from) * factor + from` is the offset in a body of nothing else.
    pub factor: u32,
}

/// A type, with its offset tables.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its name in Rust.
    pub key: String,
    /// Its name in the engine, unless a layout renames it.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// What reads and writes it.
    pub body: Body,
    /// The compound members of a [`Body::Fields`]; empty where all are plain.
    pub fields: Vec<Member>,
    /// The offset tables; the first one has an empty name.
    pub tables: Vec<Table>,
}

/// A compound member of a type: itself a type with fields.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name, the first part of its rows' names.
    pub name: String,
    /// The key of its type.
    pub key: String,
    /// A short sentence.
    pub description: String,
}

/// What reads and writes the body of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Nothing after the header.
    Empty,
    /// An integer that is 0 or 1.
    Bool,
    /// 32 or 64 bits, as the header's flag says.
    Number,
    /// A length, UTF-8 bytes, padding.
    Text,
    /// Components one after the other.
    Fields,
    /// A count, then elements of the type or the wire type named.
    Pool(String),
    /// A count, then strings that count their final NUL.
    PoolText,
    /// A path.
    NodePath,
    /// An id, or a class with properties.
    Object,
    /// Pairs.
    Dictionary,
    /// Elements.
    Array,
}

/// One offset table of a type.
#[derive(Debug, Clone)]
pub struct Table {
    /// Empty, or what tells it from the type's other tables.
    pub name: String,
    /// The rows in order.
    pub rows: Vec<Row>,
}

/// One row of an offset table.
#[derive(Debug, Clone)]
pub struct Row {
    /// Where the field starts.
    pub offset: Offset,
    /// Its bytes.
    pub length: Length,
    /// The name of its wire type.
    pub wire: String,
    /// The field's name; dots lead into compound members.
    pub name: String,
    /// The component's value in a new value of the type.
    pub initial: i32,
    /// A short sentence.
    pub description: String,
}

/// Where a field starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// At this many bytes from the start of the value.
    At(u32),
    /// At this many bytes from the start of the repeated part, which is at X.
    Part(u32),
    /// In an element of an array: at `first + index * stride`.
    Element {
        /// Where element 0 has it.
        first: u32,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// Right behind the row before it and its padding.
    After,
}

/// How long a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// This many bytes.
    Fixed(u32),
    /// As many as the row before it says, or as the value takes.
    Counted,
}

/// A layout: which types there are, and their numbers.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The Rust module and the Cargo feature.
    pub module: String,
    /// The Rust type that stands for the layout.
    pub marker: String,
    /// The name in prose.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// The number after the last type's.
    pub types_max: u32,
    /// Which text the engine's reader takes.
    pub text: Text,
    /// How the engine's `var2str` writes.
    pub var2str: Var2str,
    /// How builds of the engine in double precision write.
    pub double: DoubleBuilds,
    /// The types by number, without a gap.
    pub types: Vec<LayoutType>,
}

/// Which text an engine's reader takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// Overlong forms, surrogates and forms beyond Unicode pass.
    Lenient,
    /// UTF-8 only.
    Strict,
}

/// How an engine's `var2str` writes what engines write differently; the forms themselves are in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Var2str {
    /// As Godot 3.2.
    Godot3,
    /// As Pandemonium.
    Pandemonium,
}

/// How builds of an engine in double precision write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoubleBuilds {
    /// There are no such builds, or they were not examined.
    None,
    /// Every component is wide, without a mark: a layout of its own.
    Plain,
}

/// A type of a layout.
#[derive(Debug, Clone)]
pub struct LayoutType {
    /// Its number in the header.
    pub number: u32,
    /// The key of the type.
    pub key: String,
    /// Its name in this layout's engine.
    pub name: String,
    /// Its name in the published list of types; none where the layout has no published page.
    pub listed: Option<String>,
}

/// A mistake or a gap of the published pages.
#[derive(Debug, Clone)]
pub struct Erratum {
    /// A name to link to.
    pub id: String,
    /// The modules of the layouts whose page it is about.
    pub layouts: Vec<String>,
    /// The key of the type; none for the page as a whole.
    pub key: Option<String>,
    /// What the page says.
    pub says: String,
    /// What engines do.
    pub engine: String,
    /// The versions that were seen to do so.
    pub since: String,
    /// Rows that the page prints otherwise.
    pub published: Vec<PublishedRow>,
    /// Tables that the page does not have; `*` for all.
    pub unlisted: Vec<String>,
}

/// How a page prints a row, where it differs from the engine.
#[derive(Debug, Clone)]
pub struct PublishedRow {
    /// The name of the row's table.
    pub table: String,
    /// The name of the row.
    pub name: String,
    /// The offset on the page, where it differs.
    pub offset: Option<String>,
    /// The length on the page, where it differs.
    pub length: Option<String>,
    /// The wire type on the page, where it differs.
    pub wire: Option<String>,
}

/// A value that an engine cannot read back from its own bytes.
#[derive(Debug, Clone)]
pub struct Defect {
    /// A name to link to.
    pub id: String,
    /// The modules of the layouts.
    pub layouts: Vec<String>,
    /// The key of the type.
    pub key: String,
    /// What becomes of the value.
    pub happens: String,
    /// The versions that were seen to do so.
    pub since: String,
}

/// The values that the documentation shows of a type.
#[derive(Debug, Clone)]
pub struct Example {
    /// The key of the type.
    pub key: String,
    /// Each as JSON text, without the type's name in front.
    pub values: Vec<String>,
}

impl Schema {
    /// The type of a key that a checked schema names.
    ///
    /// # Panics
    ///
    /// When there is no such type; in a checked schema every name resolves.
    #[must_use]
    pub fn type_of(&self, key: &str) -> &Type {
        self.types
            .iter()
            .find(|ty| ty.key == key)
            .expect("a checked schema names known types")
    }

    /// The wire type of a name that a checked schema uses.
    ///
    /// # Panics
    ///
    /// When there is no such wire type; in a checked schema every name resolves.
    #[must_use]
    pub fn wire(&self, name: &str) -> &Wire {
        self.wires
            .iter()
            .find(|wire| wire.name == name)
            .expect("a checked schema names known wire types")
    }
}

impl Wire {
    /// Its bytes in a double-precision layout.
    #[must_use]
    pub fn length_in_double(&self) -> Length {
        self.double.map_or(self.length, Length::Fixed)
    }
}

impl Table {
    /// Where each row starts in a double-precision layout, and its length.
    ///
    /// Rows follow one another from where the first one starts, so this is what the widths say, not the rule of [`Double`]; a
    /// checked schema's agree.
    ///
    /// # Panics
    ///
    /// When a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn in_double(&self, schema: &Schema) -> Vec<(Offset, Length)> {
        let length = |row: &Row| schema.wire(&row.wire).length_in_double();
        let element_bytes = |row: &Row| match (row.offset, length(row)) {
            (Offset::Element { .. }, Length::Fixed(bytes)) => bytes,
            _ => 0,
        };
        let stride = self.rows.iter().map(element_bytes).sum();
        let mut end = 0;
        let mut rows = Vec::new();
        for row in &self.rows {
            let start = |own| if rows.is_empty() { own } else { end };
            let (start, offset) = match row.offset {
                Offset::At(own) => (start(own), Offset::At(start(own))),
                Offset::Part(own) => (start(own), Offset::Part(start(own))),
                Offset::Element { first, .. } => (
                    start(first),
                    Offset::Element {
                        first: start(first),
                        stride,
                    },
                ),
                Offset::After => (0, Offset::After),
            };
            end = start;
            if let Length::Fixed(bytes) = length(row) {
                end += bytes;
            }
            rows.push((offset, length(row)));
        }
        rows
    }
}

/// Writes the offset as the schema does: `12`, `X + 4`, `8 + index * 12` or `after`.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(bytes) => write!(f, "{bytes}"),
            Self::Part(bytes) => write!(f, "X + {bytes}"),
            Self::Element { first, stride } => write!(f, "{first} + index * {stride}"),
            Self::After => f.write_str("after"),
        }
    }
}

/// Writes the length as the schema does: a number, or `X`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(bytes) => write!(f, "{bytes}"),
            Self::Counted => f.write_str("X"),
        }
    }
}
