//! Conversions of whole values between layouts, and what their reports list.
#![cfg(feature = "std")]

mod declared;
mod losses;
mod random;
mod reports;
mod vectors;
