//! Compares the tables of the schema with encoded bytes and with the tables of the library.
#![cfg(feature = "std")]

mod library_tables;
mod rows;
#[cfg(feature = "serde")]
mod walked;
