//! What the expansion of `#[derive(Variant)]` calls: the derive only puts these calls in order, field by field.
//!
//! It is public so that other crates' expansions reach it, and hidden because nobody else should: it may change with every release.

mod again;
mod elements;
mod forms;
mod record;
mod remaining;
mod tagged;
mod text;

pub use again::{Attempts, again};
pub use elements::{elements, present_element, required_element};
pub use forms::{
    AsNodePath, AsPool, AsStringName, DecodeAs, EncodeAs, EncodeBy, PoolField, fits_pool,
};
pub use record::{
    Asked, DictionaryReader, Names, ReadFields, Taken, WithFields, WriteFields, present, required,
};
pub use tagged::{Payload, adjacent, external, internal, number, skipped_variant, unknown_number};
pub use text::{key, key_length};

pub use crate::{
    Decode, DecodeError, DictionaryWriter, Encode, EncodeError, Layout, Reader, Writer,
};
pub use core::clone::Clone;
pub use core::default::Default;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
