//! Parses the pages of `docs/` and compares every row of every table with the schema.
//!
//! The tests cover all formats, languages, layouts and precisions. They do not use the generator:
//! Markdown, HTML and grid tables have parsers of their own, and the schema is parsed as YAML.

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
