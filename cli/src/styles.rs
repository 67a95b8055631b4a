//! The colors of the program: those of the terminal's own palette.

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
/// What a file has that another one lacks.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// What a file lacks that another one has.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// What differs between two files.
pub(crate) const CHANGED: Style = AnsiColor::Yellow.on_default();
/// The name of a file.
pub(crate) const FILE: Style = AnsiColor::Magenta.on_default();
