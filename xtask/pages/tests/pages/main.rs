//! Checks the generated files: they are up to date, and the facts on the pages are those of the
//! transcriptions of the published pages and of the codec.
//!
//! The pages are checked in, so a review sees every change of them.

mod change;
mod lacking;
mod markdown;
mod page;
mod pictures;
mod schema;
mod tables;
mod texts;
mod written;
