//! The schema as checked data, which emitters read.

mod keyed;
mod role;
mod schema;
mod script;
mod tables;
mod types;
mod version;

pub(crate) use keyed::{find, has, names};
pub use role::Role;
pub use schema::{
    Affected, Constant, Conversion, Defect, Double, DoubleBuilds, Encryption, Erratum, Example,
    JsonForm, KeyEquality, Layout, LayoutType, PublishedRow, Schema, Text, Var2str, Wire,
};
pub use script::{ScriptComponents, ScriptConstant};
pub use tables::{BitField, Condition, Declares, Is, Length, Negative, Offset, Pad, Row, Table};
pub(crate) use types::Origin;
pub use types::{Body, Choice, Member, Type};
pub use version::{Version, Versions};
