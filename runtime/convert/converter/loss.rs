//! Losses and notes, each with the path of its value.

use crate::Path;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// An entry of a [`Report`](crate::Report): what happened, and to which value.
///
/// It displays as one line, such as `players[3].position: Vector2i became Vector2`.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Converter, Godot3, Godot4, Vector2i, godot4};
///
/// let values = godot4::variant!([Vector2i::new(3, 4)]);
/// let (_, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&values)?;
/// let loss = &report.losses()[0];
/// assert_eq!(loss.path().to_string(), "[0]");
/// assert_eq!(loss.kind().to_string(), "Vector2i became Vector2");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ReportEntry<K> {
    pub(super) path: Path,
    pub(super) kind: K,
}

/// A loss, with the path of its value.
pub type Loss = ReportEntry<LossKind>;

/// A note, with the path of its value.
pub type Note = ReportEntry<NoteKind>;

impl<K> ReportEntry<K> {
    /// Returns the path from the outermost value, by the keys of the converted value.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what happened.
    #[must_use]
    pub fn kind(&self) -> &K {
        &self.kind
    }
}

impl<K: fmt::Display> fmt::Display for ReportEntry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

crate::error::messages! {
    /// What a conversion loses of a value.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Converter, Godot3, Godot4, LossKind, Vector2i, godot4};
    ///
    /// let values = godot4::variant!([Vector2i::new(3, 4)]);
    /// let (_, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&values)?;
    /// assert!(matches!(report.losses()[0].kind(), LossKind::Type { .. }));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub enum LossKind {
        /// The target lacks the type, and the value became its nearest equivalent.
        #[error("{from} became {to}")]
        Type {
            /// The name of the type in the source.
            from: &'static str,
            /// The name of the type in the target.
            to: &'static str,
        },
        /// The target declares no types, or lacks the declared one.
        #[error("{from} became {to}")]
        DeclaredType {
            /// The container with its declared types in the source, such as `Array[int]`.
            from: String,
            /// The container in the target.
            to: String,
        },
        /// Components or elements of fewer bits cannot represent the numbers exactly.
        #[error(
            if *changed == 1 => ("{from} became {to} in a {ty}"),
            else ("{changed} numbers changed in a {ty}: the first, {from}, became {to}")
        )]
        Precision {
            /// The name of the type in the target.
            ty: &'static str,
            /// The number of components that changed.
            changed: usize,
            /// The first changed component in the source.
            from: f64,
            /// The first changed component in the target.
            to: f64,
        },
        /// Keys that differ in the source are equal in the target: the value replaced that of an
        /// earlier entry, whose key stays.
        #[error("the key equals an earlier one, whose value was replaced")]
        Key,
        /// One of the engines does not keep the root of an absolute path without names.
        #[error("the root of an empty NodePath was dropped")]
        Root,
        /// The target lacks a field of the type, such as the id of a RID.
        #[error("the {field} {value} of a {ty} was dropped")]
        Field {
            /// The name of the type in the source.
            ty: &'static str,
            /// The name of the field.
            field: &'static str,
            /// The value of the field.
            value: String,
        },
    }
}

crate::error::messages! {
    /// Names and ids that a conversion keeps although they may mean nothing to the target's engine.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Converter, Godot3, Godot4, NoteKind, godot4};
    ///
    /// let object = godot4::Variant::from(godot4::Object::Id(1288));
    /// let (_, report) = Converter::new().convert::<Godot4, Godot3>(&object)?;
    /// assert!(matches!(report.notes()[0].kind(), NoteKind::ObjectId { .. }));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum NoteKind {
        /// The class and the property names of a full object, which engines rename between versions.
        /// Long names are truncated.
        #[error(fmt = object(class, properties))]
        Object {
            /// The class.
            class: String,
            /// The names of the properties.
            properties: Vec<String>,
        },
        /// The id of an object in the engine that encoded it.
        #[error("an object keeps its id {id}")]
        ObjectId {
            /// The id.
            id: u64,
        },
    }
}

fn object(class: &str, properties: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "an object keeps its class {class:?}")?;
    for (index, name) in properties.iter().enumerate() {
        let separator = match index {
            0 => " and its properties",
            _ => ",",
        };
        write!(f, "{separator} {name:?}")?;
    }
    Ok(())
}
