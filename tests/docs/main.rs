//! The pages of `docs/`, read back: every row of every table is the schema's, in every format, language, layout and precision.
//!
//! Nothing here is the generator's: Markdown and HTML are read by their own parsers, the grid tables by a small reader, the schema as YAML.

mod change;
mod html;
mod markdown;
mod page;
mod pictures;
mod published;
mod rst;
mod schema;
mod tables;
mod texts;
