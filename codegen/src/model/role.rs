//! The roles of types.

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

            /// Returns the role with a name in the schema.
            pub(crate) fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|role| role.name() == name)
            }

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
