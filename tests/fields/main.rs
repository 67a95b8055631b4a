//! Compares the tables of the schema with the bytes and the tables of the library.
#![cfg(feature = "std")]

#[path = "../common/mod.rs"]
mod common;

mod bodies;
mod components;
mod library_tables;
mod rows;
