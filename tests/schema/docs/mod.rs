//! Parses the pages of `docs/` and compares every row of every table with the schema, in every
//! format, language, layout and precision.
//!
//! Nothing here depends on the generator: Markdown and HTML have their own parsers, grid tables a
//! small one, and the schema is parsed as YAML.

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
