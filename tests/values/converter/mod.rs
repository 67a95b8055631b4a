//! Conversions of values between layouts, and their reports.

mod encoding;
mod losses;
mod random;
mod reports;
mod vectors;
