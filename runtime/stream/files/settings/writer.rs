use crate::value::view::{AsView, View};
use crate::{Layout, codec, format};
use alloc::format as text;
use alloc::vec::Vec;
use std::io::{self, Write};

/// Writes `project.binary`, the settings of an exported game, and returns the writer.
///
/// The settings are a Dictionary with their names as keys, such as a
/// [`SettingsReader`](super::SettingsReader) reads.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::files::{FileOptions, SettingsReader, write_settings};
/// use gdvariant::{Godot4, godot4};
///
/// let settings = godot4::variant!({"application/name": "Ada", "game/lives": 3});
/// let file = write_settings::<Godot4, _>(Vec::new(), &settings)?;
/// assert_eq!(&file[..4], b"ECFG");
///
/// let reader = SettingsReader::<_, Godot4>::new(file.as_slice(), FileOptions::new())?;
/// assert_eq!(godot4::from_reader::<godot4::Variant>(reader)?, settings);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_save_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6. Godot 3.2.3 and 4.6.3 open the files.
///
/// # Errors
///
/// Returns an error if the settings are no Dictionary, if a key is neither a String nor a
/// StringName, if a value cannot be encoded, or if writing fails. Nothing is written in the first
/// three cases.
pub fn write_settings<L: Layout, W: Write>(mut writer: W, settings: &L::Variant) -> io::Result<W> {
    let view = settings.view();
    let entries = view
        .entries()
        .ok_or_else(|| invalid("expected a Dictionary of settings"))?;
    let count = length(entries.len())?;
    let mut file = format::SETTINGS_MAGIC.to_le_bytes().to_vec();
    file.extend(count);
    for (key, value) in entries {
        let View::Text(_, name) = key.view() else {
            return Err(invalid(text!(
                "expected a String as the name of a setting, found {key}"
            )));
        };
        let value = codec::to_vec::<L, _>(value).map_err(invalid)?;
        put(&mut file, name.as_bytes())?;
        put(&mut file, &value)?;
    }
    writer.write_all(&file)?;
    Ok(writer)
}

/// Writes bytes after their length.
fn put(file: &mut Vec<u8>, bytes: &[u8]) -> io::Result<()> {
    file.extend(length(bytes.len())?);
    file.extend_from_slice(bytes);
    Ok(())
}

/// Returns the bytes of a length or a count.
fn length(length: usize) -> io::Result<[u8; 4]> {
    let length = u32::try_from(length).map_err(|_| invalid("a length of more than 32 bits"))?;
    Ok(length.to_le_bytes())
}

fn invalid(error: impl Into<alloc::boxed::Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}
