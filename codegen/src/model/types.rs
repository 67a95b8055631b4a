//! Types.

use super::keyed::keyed;
use super::role::Role;
use super::script::ScriptConstant;
use super::tables::{BitField, Table};

/// A type, with its offset tables.
#[derive(Debug, Clone)]
pub struct Type {
    /// The part of the schema that describes it.
    pub(crate) origin: Origin,
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
    /// The key of the type that values become in a layout without this one; none for types with a
    /// role.
    pub nearest: Option<String>,
    /// The bit fields of its header.
    pub flags: Vec<BitField>,
    /// How an encoder chooses among the tables.
    pub encode: Choice,
    /// The compound members of a [`Body::Fields`]; empty if all are plain.
    pub fields: Vec<Member>,
    /// The constants that scripts of all layouts with the type have.
    pub script_constants: Vec<ScriptConstant>,
    /// How many components at the end constructors in scripts can leave out.
    pub optional: u32,
    /// The offset tables; the first one has an empty name.
    pub tables: Vec<Table>,
}

/// The part of the schema that describes a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `types.yaml`, for all layouts that do not override the type.
    Types,
    /// An entry of a layout, which overrides the tables.
    Layout {
        /// The index of the layout.
        layout: usize,
        /// The index of the entry.
        entry: usize,
        /// The name of the layout's module.
        module: String,
    },
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
    /// Nothing, or an id.
    Id,
    /// Nothing: a method of an object, which engines do not encode.
    Callable,
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
    /// A name and an id.
    Signal,
    /// An id, or a class with properties.
    Object,
    /// Pairs of values.
    Dictionary,
    /// Values.
    Array,
    /// An element type, then elements.
    TypedArray,
}

/// How an encoder chooses among the tables of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// By the value: each table is for other values.
    Value,
    /// The first table that holds the value exactly.
    FirstExact,
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
            Self::Id => "id",
            Self::Callable => "callable",
            Self::Bool => "bool",
            Self::Number => "number",
            Self::Text => "text",
            Self::Fields => "fields",
            Self::Pool(_) => "pool",
            Self::PoolText => "pool_text",
            Self::NodePath => "node_path",
            Self::Signal => "signal",
            Self::Object => "object",
            Self::Dictionary => "dictionary",
            Self::Array => "array",
            Self::TypedArray => "typed_array",
        }
    }
}

keyed!(Member: name, Type: key);
