//! The JSON form of a Variant: lossless, and readable.
//!
//! `write` serializes the form. Deserializing goes through `read` (the parts in the order of the input), `draft` (the value of a type's name until
//! it is known whether another key follows) and `tagged` (the meaning of such a value). Where the format is a layout's own, values pass through
//! serde as their bytes instead: those that belong to a layout in `whole`, those that all layouts share in `alone`. `mark` and `own` keep the two
//! apart.

mod alone;
mod components;
mod content;
mod depth;
mod draft;
mod entry;
mod ids;
mod key;
mod leaves;
mod mark;
mod members;
mod names;
mod number;
mod own;
mod part;
mod place;
mod pools;
mod read;
mod reserved;
mod shared;
mod tagged;
mod traits;
mod variant;
mod views;
mod whole;
mod write;

pub(crate) use alone::{ALONE, deserialize_alone, serialize_alone};
pub(crate) use mark::{Mark, plain_name};
pub(crate) use names::absent;
pub(crate) use own::TYPE_NAME;
pub(crate) use pools::{PoolAlone, pool_form};
pub(crate) use read::deserialize;
pub(crate) use shared::{FieldsAlone, alone_form, fields_form};
pub use traits::SerdeLayout;
pub(crate) use traits::{Formed, Value};
pub(crate) use variant::json_form;
pub(crate) use views::view_form;
pub(crate) use whole::Whole;
