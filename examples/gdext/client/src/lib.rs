//! A client in gdext, as classes that a script calls.

mod connection;
mod conversion;
mod values;

use godot::prelude::*;

struct Client;

#[gdextension]
unsafe impl ExtensionLibrary for Client {}
