//! The settings of an exported game: `project.binary`.

use super::input::{Fields, Input};
use crate::LENIENT;
use crate::error::{Error, ErrorKind};
use gdvariant::any::{AnyRef, AnyView, SegmentRef};
use gdvariant::format::settings::{EACH_SETTING, HEADER, row};
use gdvariant::schema::Layout;
use gdvariant::{EncodeOptions, Segment};
use std::io::{self, Read};

/// A setting in `project.binary`, which [`list_settings`] returns.
///
/// ```
/// use gdvariant_files::list_settings;
///
/// let file = b"ECFG\x01\0\0\0\x01\0\0\0a\x04\0\0\0\0\0\0\0";
/// let settings = list_settings(&file[..], 256 << 20)?;
/// assert_eq!((settings[0].name.as_str(), settings[0].offset), ("a", 17));
/// # Ok::<(), gdvariant_files::error::Error>(())
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
/// known layout as one Dictionary. `max_length` limits each name and each
/// value.
///
/// ```
/// use gdvariant_files::list_settings;
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let settings = list_settings(&file[..], 256 << 20)?;
/// assert_eq!(settings[0].name, "application/name");
/// assert_eq!(settings[0].value, b"\x04\0\0\0\x03\0\0\0Ada\0");
/// # Ok::<(), gdvariant_files::error::Error>(())
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
pub fn list_settings(reader: impl Read, max_length: u64) -> Result<Vec<Setting>, Error> {
    let mut input = Input::new(reader);
    let count = input.fields(HEADER, max_length)?.number(row::COUNT);
    let mut list = Vec::new();
    for _ in 0..count {
        let mut fields = input.fields(EACH_SETTING, max_length)?;
        let offset = fields.offset(row::NAME);
        let name = String::from_utf8(fields.bytes(row::NAME));
        list.push(Setting {
            name: name.map_err(|_| ErrorKind::SettingName { offset })?,
            offset: fields.offset(row::VALUE),
            value: fields.bytes(row::VALUE),
        });
    }
    Ok(list)
}

/// Reads `project.binary`, the settings of an exported game, as the bytes of one Dictionary.
///
/// The keys of the Dictionary are Strings, the names of the settings. The file has the same form in
/// Godot 3 and Godot 4, but its values have the layout of the engine. Values may contain full
/// objects, which engines instantiate; decoding the Dictionary rejects full objects by default.
///
/// ```
/// use gdvariant::DecodeOptions;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::read_settings;
///
/// let layout = layout_named("godot4").unwrap();
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let bytes = read_settings(layout, &file[..], 256 << 20)?;
/// let settings = layout.decode(&bytes, DecodeOptions::new())?;
/// assert_eq!(settings, layout.parse(r#"{"application/name": "Ada"}"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6 and of Pandemonium 5.2; measured in Godot 3.2.3
/// and 4.6.3.
///
/// # Errors
///
/// Returns the errors of [`list_settings`], and [`ErrorKind::Setting`] if a value is invalid.
pub fn read_settings(
    layout: &'static Layout,
    reader: impl Read,
    max_length: u64,
) -> Result<Vec<u8>, Error> {
    let settings = list_settings(reader, max_length)?;
    let count = u32::try_from(settings.len()).unwrap_or(u32::MAX);
    let start = layout.dictionary_start(count);
    let mut content = start.concat();
    for Setting {
        name,
        offset,
        value,
    } in settings
    {
        match layout.skip(&value, LENIENT) {
            // Engines ignore bytes after the value.
            Ok(length) => {
                let key = layout.encode(name.as_str(), EncodeOptions::new());
                content.extend(key.map_err(invalid)?);
                content.extend(&value[..length]);
            }
            Err(error) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let error = error.within(Segment::name(&name)).with_base_offset(start);
                return Err(ErrorKind::Setting { name, error }.into());
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
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::{read_settings, write_settings};
///
/// let layout = layout_named("godot4").unwrap();
/// let settings = layout.parse(r#"{"application/name": "Ada", "game/lives": 3}"#)?;
/// let file = write_settings(&settings)?;
/// assert_eq!(&file[..4], b"ECFG");
///
/// let bytes = read_settings(layout, file.as_slice(), 256 << 20)?;
/// assert_eq!(layout.decode(&bytes, Default::default())?, settings);
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
pub fn write_settings<'v>(settings: impl Into<AnyRef<'v>>) -> io::Result<Vec<u8>> {
    let settings = settings.into();
    let AnyView::Dictionary { length, .. } = settings.view() else {
        return Err(invalid("expected a Dictionary of settings"));
    };
    let mut header = Fields::new(HEADER);
    header.set_number(row::COUNT, length as u64)?;
    let mut file = header.concat();
    for member in settings.members() {
        let SegmentRef::Key(key) = member.segment else {
            continue;
        };
        let AnyView::Text(name) = key.view() else {
            let message = format!("expected a String as the name of a setting, found {key}");
            return Err(invalid(message));
        };
        let mut setting = Fields::new(EACH_SETTING);
        setting.set(row::NAME, name.as_bytes().to_vec())?;
        let value = member.value.to_vec(EncodeOptions::new());
        setting.set(row::VALUE, value.map_err(invalid)?)?;
        file.extend(setting.concat());
    }
    Ok(file)
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}
