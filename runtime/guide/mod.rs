//! Guides to common tasks. All of their examples are tested.
//!
//! | guide | answers |
//! | --- | --- |
//! | [`functions`] | Which function do I need, and which feature? |
//! | [`values`] | How do I read, change and write a save? How do I create, compare and print values? |
//! | [`types`] | How do I encode and decode my own types, and those of other crates? |
//! | [`scripts`] | What does a script receive, and what does a Rust type accept from a script? |
//! | [`io`] | How do I read and write files, packets and connections? |
//! | [`evolve`] | How do I change messages and saves while old programs and old saves exist? |
//! | [`gdext`] | How do a server and a client in gdext share the types of their messages? |
//! | [`limits`] | How long can a value be in each connection of an engine, and what can wait in it? |
//! | [`errors`] | What do errors contain, and what can a hostile peer not do? |
//! | [`engines`] | How do other engines differ from Godot 4, and how do I convert values between engines? |
//! | [`versions`] | What can a new version change, which dependencies are public, and which version of Rust, `no_std` and WebAssembly targets are supported? |

/// Which function do I need? The functions and features of each task.
///
#[doc = include_str!("functions.md")]
pub mod functions {}

/// Values: creating, reading, changing, comparing and printing them.
///
#[doc = include_str!("values.md")]
pub mod values {}

/// Your own types, and types of other crates.
///
#[doc = include_str!("types.md")]
pub mod types {}

/// Between GDScript and Rust: what each side receives.
///
#[doc = include_str!("scripts.md")]
pub mod scripts {}

/// Files, packets and connections.
///
#[doc = include_str!("io.md")]
pub mod io {}

/// Evolve messages and saves: types that change while old programs and old saves exist.
///
#[doc = include_str!("evolve.md")]
pub mod evolve {}

/// The same types in a server and in a client that is written with gdext.
///
#[doc = include_str!("gdext.md")]
pub mod gdext {}

/// The limits of engines in packets and connections.
///
#[doc = include_str!("limits.md")]
pub mod limits {}

/// Errors, limits and hostile input.
///
#[doc = include_str!("errors.md")]
pub mod errors {}

/// Engines, their versions and precisions, and conversion between them.
///
#[doc = include_str!("engines.md")]
pub mod engines {}

/// Versions of this crate, public dependencies, and supported platforms and versions of Rust.
///
#[doc = include_str!("versions.md")]
pub mod versions {}
