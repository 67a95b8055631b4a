//! Opens, edits and writes files with values of Godot 3, Godot 4 and Pandemonium.
//!
//! The crate [gdvariant] decodes and encodes values. This crate is for the files around them:
//! compression, encryption, headers, length prefixes, bytes pasted as text. It finds out what a file
//! is, and an edited file is compressed, encrypted and framed as the original. The program
//! `gdvariant`, the packages for Python and JavaScript and the editor in the browser use it.
//!
//! `cargo add gdvariant-files --path ../gdvariant/files` adds the crate from a clone beside your
//! project.
//!
//! This example sets the gold in a save of any engine, whatever its form, and replaces the file:
//!
//! ```
//! use gdvariant_files::{document::Document, open::OpenOptions, save::Replacement};
//! # let folder = std::env::temp_dir().join(format!("gdvariant-files-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("save.dat");
//! # let mut content = Vec::new();
//! # gdvariant::godot4::write_framed(&mut content, &gdvariant::variant!({ "gold": 7, "name": "Ada" }))?;
//! # std::fs::write(&path, &content)?;
//!
//! let mut file = Replacement::create(&path)?;
//! let old = file.lock()?; // other replacements wait
//! let mut save = Document::open(&old[..], &OpenOptions::new())?;
//! save.set(0, &"gold".parse()?, save.layout().parse("100")?)?;
//! save.write_to(&mut file)?;
//! file.commit()?; // until here, the old file is unchanged
//! # let values = Document::open_file(&path, &OpenOptions::new())?;
//! # assert_eq!(values.to_file()?.len(), content.len());
//! # assert_eq!(values.value(0)?, save.layout().parse(r#"{"gold": 100, "name": "Ada"}"#)?);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which function do I need?
//!
//! | task | guide | main items |
//! | --- | --- | --- |
//! | change a save as your own type or by path, write it in the same form | [`guide::save`] | [`Document`](document::Document), [`Replacement`](save::Replacement) |
//! | make any change, and keep all other bytes | [`guide::edit`] | [`Document`](document::Document), [`EditError`](change::EditError) |
//! | convert a file, also an encrypted one, for another engine | [`guide::save`] | [`Document::convert`](document::Document::convert) |
//! | read the values of any file, one at a time | [`guide::open`] | [`open`](open::open), [`OpenOptions`](open::OpenOptions), [`Values`](values::Values), [`Error`] |
//! | detect the engine | [`guide::open`] | [`detect`](fn@detect) |
//! | change ConfigFiles, scenes, resources, JSON and the text of `var_to_str` | [`guide::edit`] | [`Document`](document::Document), [`TextDocument`](text::TextDocument) |
//! | find what a file does to the game that loads it | [`guide::audit`] | [`file`](audit::file()), [`audit`](audit::audit()), [`RULES`](audit::RULES) |
//! | compare and search values, and print them on a line | | [`compare`], [`search`], [`display`] |
//! | choose among the layouts by the number of their users | | [`layouts`] |
//! | offer files in another language | | [`packages`] |
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `notation` | yes | bytes as text: hex digits, base64, literals, dumps |
//! | `search` | | searches of values, for the program |
//!
//! On WebAssembly, encrypted files need random numbers from JavaScript: a program enables the feature
//! `wasm_js` of getrandom in its own `Cargo.toml`.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Test modules that integration tests share name the package.
#[cfg(test)]
extern crate self as gdvariant_files;

pub mod advice;
pub mod audit;
mod certainty;
pub mod change;
mod clip;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
mod common_ends;
pub mod compare;
mod contents;
mod debug;
pub mod detect;
pub mod display;
pub mod document;
mod engine_files;
pub mod error;
#[cfg(doc)]
pub mod guide;
pub mod input;
pub mod json;
pub mod layer;
pub mod layouts;
mod merge;
mod native_json;
pub mod notation;
pub mod open;
mod options;
pub mod packages;
mod reader;
pub mod save;
#[cfg(feature = "search")]
pub mod search;
pub mod text;
mod type_changes;
mod typos;
pub mod values;
mod walk_path;

/// The options that decode only valid values, with objects as data.
pub const STRICT: DecodeOptions = DecodeOptions::new().allow_objects(true);
/// The options that decode all values that engines accept, with objects as data.
pub const LENIENT: DecodeOptions = DecodeOptions::engine().allow_objects(true);

pub use detect::detect;
pub(crate) use engine_files::fastlz_length;
pub use engine_files::*;
pub use error::{Error, ErrorKind};
use gdvariant::DecodeOptions;
pub use reader::AnyReader;

/// Tests the examples of the README of the repository.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
