//! The schema as checked data, which emitters read.

mod double;
mod errata;
mod keyed;
mod role;
mod schema;
mod script;
mod tables;
mod types;
mod version;

pub use double::Double;
pub use errata::{
    Affected, Citation, Defect, Engine, Erratum, ErratumKind, PublishedPage, PublishedRow,
};
pub(crate) use keyed::{find, has, names};
pub use role::Role;
pub use schema::{
    Constant, Conversion, DoubleBuilds, Encryption, Example, JsonForm, KeyEquality, Layout,
    LayoutType, Schema, Text, Var2str, Wire,
};
pub use script::{ScriptComponents, ScriptConstant};
pub use tables::{BitField, Condition, Declares, Is, Length, Negative, Offset, Pad, Row, Table};
pub(crate) use types::Origin;
pub use types::{Body, Choice, Member, Type};
pub use version::{Version, Versions};
