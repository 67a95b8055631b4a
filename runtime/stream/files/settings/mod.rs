//! The settings of an exported game: `project.binary`.

mod entries;
mod reader;
mod writer;

pub use entries::Settings;
pub use reader::SettingsReader;
pub use writer::write_settings;
