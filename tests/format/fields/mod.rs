//! Compares the tables of the schema with encoded bytes and with the tables of the library.

mod library_tables;
mod rows;
mod walked;
