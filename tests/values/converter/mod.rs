//! Conversions of values between layouts, and their reports.
#![cfg(feature = "std")]

mod declared;
mod losses;
mod random;
mod reports;
mod vectors;
