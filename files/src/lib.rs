//! Opens, edits and writes files with values of Godot 3, Godot 4 and Pandemonium.

#[cfg(feature = "audit")]
pub mod audit;
#[doc(hidden)]
pub mod certainty;
#[cfg(feature = "edit")]
pub mod change;
#[cfg(feature = "compare")]
#[doc(hidden)]
pub mod compare;
#[cfg(feature = "edit")]
#[doc(hidden)]
#[expect(
    clippy::must_use_candidate,
    reason = "only the program and the editor call these functions"
)]
pub mod display;
#[cfg(feature = "edit")]
pub mod document;
pub mod error;
pub mod forms;
#[doc(hidden)]
pub mod input;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
#[doc(hidden)]
pub mod kept;
pub mod open;
#[doc(hidden)]
pub mod packages;
#[cfg(feature = "save")]
pub mod save;
#[cfg(feature = "search")]
#[doc(hidden)]
pub mod search;
#[cfg(feature = "edit")]
#[doc(hidden)]
pub mod typos;
pub mod values;
pub mod wrapper;
