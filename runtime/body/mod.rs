//! Bodies that are more than components: text, paths, objects, dictionaries.

mod dictionary;
mod names;
mod node_path;
mod object;
mod text;
