//! Tests of the program with files that running engines write and read.
//!
//! The engines store random values in the forms that games use. The program decodes and edits the
//! files, and the engines load the edited files as a game does. `files/tests/engine/README.md` explains
//! how to run these tests, which are skipped without engines.
#![cfg(unix)]
#![allow(
    dead_code,
    reason = "the tests without engines use the other functions"
)]

#[path = "../program/common/mod.rs"]
mod common;
mod edits;
#[path = "../program/forms/form.rs"]
mod form;
mod jobs;
mod packed;
mod saved;
#[path = "../program/forms/saves.rs"]
mod saves;
#[path = "../program/forms/scene.rs"]
mod scene;
mod scenes;
#[path = "../program/forms/user.rs"]
mod user;
