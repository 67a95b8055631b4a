//! The messages between the server and the client, which both depend on this crate.

use gdvariant::{Variant, Vector2};

/// A message of a client, such as `{"type": "join", "name": "Ada"}` in a script.
#[derive(Debug, Clone, PartialEq, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub enum Request {
    Join { name: String },
    Walk { direction: Vector2 },
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Welcome {
        id: u32,
    },
    Moved {
        position: Vector2,
        #[variant(packed)]
        path: Vec<Vector2>,
    },
}
