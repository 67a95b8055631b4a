//! Conversions of values between layouts, and their reports.
#![cfg(feature = "std")]

mod encoding;
mod losses;
mod random;
mod reports;
mod vectors;
