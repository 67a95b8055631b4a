//! Tests of the program, command by command.

mod common;
#[cfg(unix)]
mod session;

mod audit;
#[cfg(unix)]
mod conformance;
mod content;
mod convert;
mod declared;
mod decode;
mod detect;
mod detection;
mod diff;
mod edit;
mod editor;
mod encode;
mod examples;
mod failures;
#[cfg(unix)]
mod forms;
mod get;
mod grep;
mod inspect;
mod inspect_rows;
mod kept_bytes;
mod manual;
mod memory;
mod output;
mod packed;
mod pasted;
mod readme;
mod recipes;
mod several;
mod steps;
mod terminal;
mod text;
mod transfer;
mod usage;
mod wrapped;
