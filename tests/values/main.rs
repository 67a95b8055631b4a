//! Variants: editing, conversions, and texts.

#[path = "../common/mod.rs"]
mod common;

mod conversions;
mod converter;
mod dictionary;
mod dictionary_sizes;
mod editing;
mod equal_keys;
mod errors;
mod escaping;
#[cfg(feature = "godot4")]
mod key_rules;
mod notation;
mod parse;
mod targets;
mod tasks;
mod texts;
