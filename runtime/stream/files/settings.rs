//! The settings of an exported game: `project.binary`.

use super::input::{Fields, Input};
use super::{FileError, FileOptions};
use crate::format::settings::{self, row};
use crate::value::view::{AsView, View};
use crate::{DecodeOptions, Engine, Ignored, Kind, Segment, Writer, codec};
use alloc::format as text;
use alloc::string::String;
use alloc::vec::Vec;
use std::io::{self, Read};

/// A setting in `project.binary`, which [`list_settings`] returns.
///
/// ```
/// use gdvariant::files::{FileOptions, list_settings};
///
/// let file = b"ECFG\x01\0\0\0\x01\0\0\0a\x04\0\0\0\0\0\0\0";
/// let settings = list_settings(&file[..], FileOptions::new())?;
/// assert_eq!((settings[0].name.as_str(), settings[0].offset), ("a", 17));
/// # Ok::<(), gdvariant::files::FileError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The name.
    pub name: String,
    /// The offset of the value in the file.
    pub offset: u64,
    /// The encoded value. Engines ignore bytes after it.
    pub value: Vec<u8>,
}

/// Returns the settings in `project.binary`, the settings of an exported game.
///
/// The file does not state the layout of the values. [`read_settings`] reads the settings of a
/// known layout as one Dictionary. The options limit the length of each name and each value.
///
/// ```
/// use gdvariant::files::{FileOptions, list_settings};
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let settings = list_settings(&file[..], FileOptions::new())?;
/// assert_eq!(settings[0].name, "application/name");
/// assert_eq!(settings[0].value, b"\x04\0\0\0\x03\0\0\0Ada\0");
/// # Ok::<(), gdvariant::files::FileError>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6 and of Pandemonium 5.2; measured in Godot 3.2.3
/// and 4.6.3.
///
/// # Errors
///
/// Returns an error if the file starts neither with `ECFG` nor with `ECFP`, the magic of
/// Pandemonium 5, if it ends early, or if a name is not UTF-8 or a length exceeds the limit.
pub fn list_settings(reader: impl Read, options: FileOptions) -> Result<Vec<Setting>, FileError> {
    let mut input = Input::new(reader);
    let count = input.fields(settings::HEADER, options)?.number(row::COUNT);
    let mut list = Vec::new();
    for _ in 0..count {
        let mut fields = input.fields(settings::EACH_SETTING, options)?;
        let offset = fields.offset(row::NAME);
        let name = String::from_utf8(fields.bytes(row::NAME));
        list.push(Setting {
            name: name.map_err(|_| FileError::Name { offset })?,
            offset: fields.offset(row::VALUE),
            value: fields.bytes(row::VALUE),
        });
    }
    Ok(list)
}

/// Reads `project.binary`, the settings of an exported game, as the bytes of one Dictionary.
///
/// The keys of the Dictionary are Strings, the names of the settings. The file has the same form in
/// Godot 3 and Godot 4, but its values have the layout of the engine: `E`. Values may contain full
/// objects, which engines instantiate; decoding the Dictionary rejects full objects by default.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::files::{FileOptions, read_settings};
/// use gdvariant::{Godot4, godot4};
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let bytes = read_settings::<Godot4>(&file[..], FileOptions::new())?;
/// let settings: godot4::Variant = godot4::from_slice(&bytes)?;
/// assert_eq!(settings["application/name"], "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6 and of Pandemonium 5.2; measured in Godot 3.2.3
/// and 4.6.3.
///
/// # Errors
///
/// Returns the errors of [`list_settings`], and [`FileError::Value`] if a value is invalid.
pub fn read_settings<E: Engine>(
    reader: impl Read,
    options: FileOptions,
) -> Result<Vec<u8>, FileError> {
    let settings = list_settings(reader, options)?;
    let mut content = Vec::new();
    let mut writer = Writer::<E>::new(&mut content);
    let count = u32::try_from(settings.len()).unwrap_or(u32::MAX);
    writer.words(
        [],
        Kind::Dictionary,
        0,
        [E::LAYOUT.dictionary.count.encoded(count)],
    );
    let options = DecodeOptions::engine().allow_objects(true);
    for Setting {
        name,
        offset,
        value,
    } in settings
    {
        match codec::from_slice_prefix::<E, Ignored>(&value, options) {
            // Engines ignore bytes after the value.
            Ok((Ignored, length)) => {
                content.extend(codec::to_vec::<E, str>(&name).map_err(invalid)?);
                content.extend(&value[..length]);
            }
            Err(error) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let error = error.within(Segment::name(&name)).with_base_offset(start);
                return Err(FileError::Value { name, error });
            }
        }
    }
    Ok(content)
}

/// Returns `project.binary`, the settings of an exported game.
///
/// `settings` is a Dictionary with the names of the settings as keys, as
/// [`read_settings`] returns it. The file starts with `ECFG`, which every
/// engine reads, although Pandemonium 5 itself writes `ECFP`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::files::{FileOptions, read_settings, write_settings};
/// use gdvariant::{Godot4, godot4};
///
/// let settings = godot4::variant!({"application/name": "Ada", "game/lives": 3});
/// let file = write_settings::<Godot4>(&settings)?;
/// assert_eq!(&file[..4], b"ECFG");
///
/// let bytes = read_settings::<Godot4>(file.as_slice(), FileOptions::new())?;
/// assert_eq!(godot4::from_slice::<godot4::Variant>(&bytes)?, settings);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_save_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6. Godot 3.2.3 and 4.6.3 open the files.
///
/// # Errors
///
/// Returns an error if the settings are not a Dictionary, if a key is neither a String nor a
/// StringName, or if a value cannot be encoded.
pub fn write_settings<E: Engine>(settings: &E::Variant) -> io::Result<Vec<u8>> {
    let view = settings.view();
    let entries = view
        .entries()
        .ok_or_else(|| invalid("expected a Dictionary of settings"))?;
    let mut header = Fields::new(settings::HEADER);
    header.set_number(row::COUNT, entries.len() as u64)?;
    let mut file = header.concat();
    for (key, value) in entries {
        let View::Text(_, name) = key.view() else {
            return Err(invalid(text!(
                "expected a String as the name of a setting, found {key}"
            )));
        };
        let mut setting = Fields::new(settings::EACH_SETTING);
        setting.set(row::NAME, name.as_bytes().to_vec())?;
        setting.set(row::VALUE, codec::to_vec::<E, _>(value).map_err(invalid)?)?;
        file.extend(setting.concat());
    }
    Ok(file)
}

fn invalid(error: impl Into<alloc::boxed::Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}
