//! Parses the pages that `gdvariant docs` writes, and compares every table with the schema.
//!
//! The tests cover all formats, languages, layouts and precisions. The tests do not use the
//! generator: Markdown, HTML and grid tables have their own parsers, and the schema is parsed as
//! YAML.
#![cfg(all(
    feature = "double",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5"
))]

mod change;
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
