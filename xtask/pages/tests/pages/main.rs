//! Parses the pages that `cargo xtask pages` writes.
//!
//! The Markdown pages are checked in, so a review sees every change of them. The tests compare the
//! other formats with them, and the facts on the pages with the transcriptions of the published
//! pages and the codec. Each format has its own parser.

mod change;
mod command;
mod html;
mod lacking;
mod markdown;
mod page;
mod pictures;
mod published;
mod rst;
mod schema;
mod tables;
mod texts;
