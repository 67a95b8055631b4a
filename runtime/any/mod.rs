//! Reads values of any engine: detects their layout, and decodes them.
//!
//! [`AnyReader`] detects the layout and the framing from the start of a file or a buffer, and yields
//! each value as an [`AnyVariant`] or as one of the caller's own types. The crate gdvariant-files
//! also opens compressed and encrypted files and the settings of exported games.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "godot4"))] {
//! use gdvariant::any::AnyReader;
//! use gdvariant::{Godot4, godot4};
//!
//! #[derive(Debug, PartialEq, gdvariant::Variant)]
//! struct Player {
//!     name: String,
//!     health: i64,
//! }
//!
//! let ada = Player { name: "Ada".into(), health: 100 };
//! let mut save = Vec::new(); // or a File
//! godot4::write_framed(&mut save, &ada)?;
//!
//! let reader = AnyReader::open(save.as_slice())?;
//! assert_eq!(reader.choice().layout.name, "godot4");
//! let players: Vec<Player> = reader.decode_as::<Godot4, _>()?.collect::<Result<_, _>>()?;
//! assert_eq!(players, [ada]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The module [`detect`](mod@crate::detect) explains how a layout is chosen. At most
//! [`MAX_BYTES`](crate::inspection::detect::MAX_BYTES) bytes are read before the first value;
//! detection stops earlier if one layout is certain.

mod layout;
mod member;
pub(crate) mod precision;
mod reader;
mod value;

pub use crate::value::record::{Record, RecordField};
pub use crate::value::view::Numbers;
pub use crate::wire::number::Number;
pub use member::{Member, SegmentRef};
pub use reader::{AnyError, AnyReader};
pub use value::{AnyPrecision, AnyRef, AnyVariant, AnyView};
