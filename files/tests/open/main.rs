//! Opens files in every form: plain, compressed, encrypted, and settings of games.

mod common;
mod compressed;
mod corpus;
mod faults;
mod json;
mod rates;
#[path = "../detect/samples.rs"]
mod samples;
mod settings;
mod wrapped;
