//! The colours of the program: those of the terminal's own palette.

use anstyle::{AnsiColor, Style};

/// What is there but rarely looked at: offsets, headers, padding.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The titles of columns.
pub(crate) const HEADING: Style = Style::new().bold().underline();
/// The way to a value.
pub(crate) const PATH: Style = AnsiColor::BrightBlue.on_default();
/// The name of a type.
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default().bold();
/// Text, and bytes as text.
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
/// Numbers.
pub(crate) const NUMBER: Style = AnsiColor::Yellow.on_default();
/// What is wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
