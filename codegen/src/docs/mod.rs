//! Generates the documentation of the format: pages in several languages, formats and precisions.
//!
//! Numbers and names come from the schema, the prose between them from `templates/docs/`, which has
//! one folder for each language. A page is built once as a [`page::Page`] and then formatted by the
//! module of each [`Format`].

mod body_ruler;
mod book;
mod differences;
mod dump;
mod edition;
mod examples;
mod files;
mod gdscript;
mod home;
mod html;
mod layout;
mod markdown;
mod markup;
mod migration;
mod notes;
pub mod page;
mod prose;
mod published;
mod rst;
mod ruler;
mod table;
mod types;

pub use book::{Book, File, Format};
pub use dump::{Dump, Stretch};
pub use examples::{Example, ExampleRow, Examples};
pub use markdown::markdown;
pub(crate) use prose::environment;
pub use prose::parse;
pub use ruler::{Cell, CellKind, Ruler};
