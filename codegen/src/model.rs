//! The schema as checked data, which emitters read.

use crate::locale::Locale;
use std::fmt;

/// A checked schema: every reference resolves and every offset adds up.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The encodings of fields, in the order of the file.
    pub wires: Vec<Wire>,
    /// Bits, masks and limits.
    pub constants: Vec<Constant>,
    /// The changes of a double-precision layout.
    pub double: Double,
    /// The types of all layouts, in the order of the file.
    pub types: Vec<Type>,
    /// The layouts, in the order of their file names.
    pub layouts: Vec<Layout>,
    /// The differences between the published pages and the engines.
    pub errata: Vec<Erratum>,
    /// The values that engines cannot read back.
    pub defects: Vec<Defect>,
    /// The values that the documentation shows.
    pub examples: Vec<Example>,
    /// The languages besides English.
    pub locales: Vec<Locale>,
}

/// A wire type: the encoding of one field.
#[derive(Debug, Clone)]
pub struct Wire {
    /// The name that rows use.
    pub name: String,
    /// Bytes.
    pub length: Length,
    /// Bytes in a double-precision layout, if they differ.
    pub double: Option<u32>,
    /// The name on the published pages.
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
    /// The bytes of such a row.
    pub length: u32,
    /// The offset of a body.
    pub from: u32,
    /// `(offset - from) * factor + from` is the offset in a body of such rows only.
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
    /// The kind of its body.
    pub body: Body,
    /// Its use in every layout.
    pub role: Option<Role>,
    /// The bit fields of its header.
    pub flags: Vec<BitField>,
    /// How an encoder chooses among the tables.
    pub encode: Choice,
    /// The compound members of a [`Body::Fields`]; empty if all are plain.
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

/// The kind of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Nothing.
    Empty,
    /// A number that is 0 or 1.
    Bool,
    /// An int or a float.
    Number,
    /// A string.
    Text,
    /// Components in a fixed order.
    Fields,
    /// Elements of a type or a wire type, by its name.
    Pool(String),
    /// Strings.
    PoolText,
    /// A path.
    NodePath,
    /// An id, or a class with properties.
    Object,
    /// Pairs of values.
    Dictionary,
    /// Values.
    Array,
    /// An element type, then elements.
    TypedArray,
}

/// Declares the roles of types with their names in the schema.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal),* $(,)?) => {
        /// The use of a type by Rust types and containers, in every layout.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Role {
            $($(#[$doc])* $role),*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] = &[$(Self::$role),*];

            /// The names of all roles in the schema, in the order of [`ALL`](Self::ALL).
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Returns the name in the schema.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$role => $name),* }
            }
        }
    };
}

roles! {
    /// The absence of a value: `()` and `None`.
    Nil = "nil",
    /// `bool`.
    Bool = "bool",
    /// Integers.
    Int = "int",
    /// Floats.
    Float = "float",
    /// Strings, and the keys of a struct's fields.
    String = "string",
    /// `NodePath`.
    NodePath = "node_path",
    /// `Rid`.
    Rid = "rid",
    /// `Object`.
    Object = "object",
    /// Maps and structs.
    Dictionary = "dictionary",
    /// Lists and tuples.
    Array = "array",
    /// Bytes, borrowed or in a `Pool`.
    Bytes = "bytes",
    /// Integers in a `Pool`.
    Ints = "ints",
    /// Floats in a `Pool`.
    Reals = "reals",
    /// Strings in a `Pool`.
    Strings = "strings",
}

/// How an encoder chooses among the tables of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// By the value: each table is for other values.
    Value,
    /// The first table that holds the value exactly.
    FirstExact,
}

/// Some bits of a number: of a header or a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitField {
    /// Its name.
    pub name: String,
    /// The bits, which are consecutive.
    pub mask: u32,
    /// The value that encoders write, whatever was read.
    pub written: Option<u32>,
    /// Whether strict decoding rejects the bits and lenient decoding ignores them.
    pub is_ignored: bool,
    /// The words of the inspector for each value, from 0.
    pub shows: Vec<String>,
}

/// The condition under which a table or a row is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// A bit field of the header, an earlier row, or a bit field of one: `name_count.new_format`.
    pub field: String,
    /// The value that it has to have.
    pub is: Is,
}

/// The value of a field that a condition requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// This number.
    Number(u32),
    /// A number that is not 0, or a string that is not empty.
    Present,
    /// The number of the type with this role.
    Role(Role),
}

/// The result of decoding a number that is negative as a signed integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Negative {
    /// A large number.
    Unsigned,
    /// An error.
    Rejected,
    /// An error in strict decoding, 0 in lenient decoding.
    Zero,
}

/// Padding after a field or a repeated part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pad {
    /// The padding ends at a multiple of this many bytes from the start of the padded field.
    pub to: u32,
    /// Whether lenient decoding accepts input that ends before it.
    pub may_be_missing: bool,
}

/// One offset table of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The name among the type's tables; empty for the first one.
    pub name: String,
    /// The conditions under which it is present, all of which have to hold.
    pub when: Vec<Condition>,
    /// The error that decoding fails with if it is present.
    pub reject: Option<String>,
    /// Whether decoding it needs the option to allow objects.
    pub needs_objects: bool,
    /// The fields whose sum counts the repetitions; none for a table that does not repeat.
    pub repeat: Vec<String>,
    /// The padding after the last repetition.
    pub pad: Option<Pad>,
    /// The rows in order.
    pub rows: Vec<Row>,
}

/// One row of an offset table.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The bit fields of the number; empty if all bits are the number.
    pub bits: Vec<BitField>,
    /// The largest number that strict decoding accepts.
    pub max: Option<u32>,
    /// The conditions under which it is present.
    pub when: Vec<Condition>,
    /// The name of the row whose bytes the number counts.
    pub measures: Option<String>,
    /// The result of decoding a negative number.
    pub negative: Negative,
    /// Whether the number is that of a type of the layout.
    pub is_type_number: bool,
    /// The key of the type that a value has to be of.
    pub value_type: Option<String>,
    /// Whether the measured bytes end with a NUL.
    pub has_nul: bool,
    /// The padding after the field.
    pub pad: Option<Pad>,
    /// A short sentence.
    pub description: String,
}

/// The offset of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// At this many bytes from the start of the value.
    At(u32),
    /// At this many bytes from the start of the repeated part, which is at X.
    Part(u32),
    /// In an element of an array: at `first + index * stride`.
    Element {
        /// The offset in element 0.
        first: u32,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// Directly after the row before it and its padding.
    After,
}

/// The length of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// This many bytes.
    Fixed(u32),
    /// As many bytes as the row before it counts, or as the value has.
    Counted,
}

/// A layout: its types and their numbers.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The Rust module and the Cargo feature.
    pub module: String,
    /// The Rust type that selects the layout.
    pub marker: String,
    /// The name in prose.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// The number after the last type's.
    pub types_max: u32,
    /// The strings that the engine decodes.
    pub text: Text,
    /// The form of the engine's `var2str`.
    pub var2str: Var2str,
    /// The encoding of the engine's double-precision builds.
    pub double: DoubleBuilds,
    /// The types by number, without a gap.
    pub types: Vec<LayoutType>,
}

/// The strings that an engine decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// Also overlong forms, surrogates and numbers beyond Unicode.
    Lenient,
    /// UTF-8 only.
    Strict,
}

/// The form of an engine's `var2str`, which the library implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Var2str {
    /// That of Godot 3.2.
    Godot3,
    /// That of Pandemonium.
    Pandemonium,
}

/// The encoding of an engine's double-precision builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoubleBuilds {
    /// There are no such builds, or they were not examined.
    None,
    /// Every component has 64 bits, without a flag: a layout of its own.
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
    /// Its name in the published list of types; none if the layout has no published page.
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
    /// The statement of the page.
    pub says: String,
    /// The behaviour of engines.
    pub engine: String,
    /// The versions that were seen to do so.
    pub since: String,
    /// Rows that the page prints otherwise.
    pub published: Vec<PublishedRow>,
    /// Tables that the page does not have; `*` for all.
    pub unlisted: Vec<String>,
}

/// A row that a page prints differently from the engine's.
#[derive(Debug, Clone)]
pub struct PublishedRow {
    /// The name of the row's table.
    pub table: String,
    /// The name of the row.
    pub name: String,
    /// The offset on the page, if it differs.
    pub offset: Option<String>,
    /// The length on the page, if it differs.
    pub length: Option<String>,
    /// The wire type on the page, if it differs.
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
    /// The result of reading the value.
    pub happens: String,
    /// The versions that were seen to do so.
    pub since: String,
}

/// The values that the documentation shows of a type.
#[derive(Debug, Clone)]
pub struct Example {
    /// The key of the type.
    pub key: String,
    /// The values in JSON, without the name of the type before them.
    pub values: Vec<String>,
}

impl Schema {
    /// Returns the value of a constant.
    ///
    /// # Panics
    ///
    /// If there is no such constant; a checked schema has those that the emitters need.
    #[must_use]
    pub fn constant(&self, name: &str) -> u32 {
        let mut constants = self.constants.iter();
        constants
            .find(|constant| constant.name == name)
            .expect("a checked schema has the constants of the format")
            .value
    }

    /// Returns the length of a row in bytes; 0 if it is not fixed.
    #[must_use]
    pub fn length_of(&self, row: &Row, is_double: bool) -> u32 {
        let wire = self.wire(&row.wire);
        let length = if is_double {
            wire.length_in_double()
        } else {
            wire.length
        };
        match length {
            Length::Fixed(bytes) => bytes,
            Length::Counted => 0,
        }
    }

    /// Returns the type with a role.
    ///
    /// # Panics
    ///
    /// If no type has the role; a checked schema has a type for each.
    #[must_use]
    pub fn role(&self, role: Role) -> &Type {
        let mut types = self.types.iter();
        types
            .find(|ty| ty.role == Some(role))
            .expect("a checked schema has a type for each role")
    }

    /// Returns the type with a key.
    ///
    /// # Panics
    ///
    /// If there is no such type; in a checked schema every name resolves.
    #[must_use]
    pub fn type_of(&self, key: &str) -> &Type {
        self.types
            .iter()
            .find(|ty| ty.key == key)
            .expect("a checked schema names known types")
    }

    /// Returns the wire type with a name.
    ///
    /// # Panics
    ///
    /// If there is no such wire type; in a checked schema every name resolves.
    #[must_use]
    pub fn wire(&self, name: &str) -> &Wire {
        self.wires
            .iter()
            .find(|wire| wire.name == name)
            .expect("a checked schema names known wire types")
    }
}

impl Type {
    /// Returns whether the type has a role.
    #[must_use]
    pub fn is(&self, role: Role) -> bool {
        self.role == Some(role)
    }

    /// Returns the mask of all flags.
    #[must_use]
    pub fn known_flags(&self) -> u32 {
        self.flags.iter().fold(0, |mask, flag| mask | flag.mask)
    }
}

impl Body {
    /// Returns the name in the schema.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Bool => "bool",
            Self::Number => "number",
            Self::Text => "text",
            Self::Fields => "fields",
            Self::Pool(_) => "pool",
            Self::PoolText => "pool_text",
            Self::NodePath => "node_path",
            Self::Object => "object",
            Self::Dictionary => "dictionary",
            Self::Array => "array",
            Self::TypedArray => "typed_array",
        }
    }
}

impl Wire {
    /// Returns the length in a double-precision layout.
    #[must_use]
    pub fn length_in_double(&self) -> Length {
        self.double.map_or(self.length, Length::Fixed)
    }
}

impl BitField {
    /// Returns the number of bits to the right of the field.
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// Returns the largest value of the field.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.mask >> self.shift()
    }

    /// Returns the bits of a value of the field, in place.
    #[must_use]
    pub fn place(&self, value: u32) -> u32 {
        (value << self.shift()) & self.mask
    }
}

impl Table {
    /// Returns the components of a value, or of an element of a pool array.
    pub fn components(&self) -> impl Iterator<Item = &Row> {
        let is_pool = !self.repeat.is_empty();
        self.rows
            .iter()
            .filter(move |row| !is_pool || matches!(row.offset, Offset::Element { .. }))
    }

    /// Returns the offset and the length of each row in a double-precision layout.
    ///
    /// The offsets follow from the lengths; in a checked schema the rule of [`Double`] agrees.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
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

/// Formats the offset as in the schema: `12`, `X + 4`, `8 + index * 12` or `after`.
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

/// Formats the length as in the schema: a number, or `X`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(bytes) => write!(f, "{bytes}"),
            Self::Counted => f.write_str("X"),
        }
    }
}
