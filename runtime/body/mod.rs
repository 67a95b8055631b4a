//! Bodies that are more than components: paths, objects, dictionaries.

mod dictionary;
mod names;
mod node_path;
mod object;
