//! Parses the pages that `cargo xtask pages` writes, and compares every table with the schema.
//!
//! The tests cover all formats, languages, layouts and precisions. The tests do not use the
//! generator: Markdown, HTML and grid tables have their own parsers, and the schema is parsed as
//! YAML.

mod change;
mod command;
mod formats;
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
mod versions;
