//! What the packages of gdvariant for other languages have in common: options with the names that
//! callers write, and values built with messages for callers.

#[cfg(feature = "audit")]
pub mod audit;
pub mod build;
#[cfg(feature = "edit")]
pub mod document;
pub mod failure;
pub mod frames;
#[cfg(feature = "edit")]
pub mod json;
pub mod layouts;
pub mod options;
pub mod output;
