//! The JSON form of a Variant: lossless, and readable.
//!
//! `write` serializes the form. Deserializing goes through `read` (the parts in the order of the
//! input), `draft` (values whose type is not known before the next key) and `tagged` (the meaning
//! of a type's name and its value). In a layout's own format, values pass through serde as their
//! bytes: those of one layout in `whole`, those that all layouts share in `alone`. `mark` and `own`
//! distinguish the two formats.

mod alone;
mod components;
mod content;
mod depth;
mod draft;
mod entry;
mod from_body;
mod holding;
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
