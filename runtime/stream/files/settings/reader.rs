use super::Settings;
use crate::codec::bodies::dictionary;
use crate::stream::files::{FileError, FileOptions};
use crate::{DecodeOptions, Encode, Ignored, Kind, Layout, Segment, Writer, codec};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::marker::PhantomData;
use std::io::{self, Read};

/// Reads `project.binary`, the settings of an exported game, as the bytes of one Dictionary.
///
/// The keys of the Dictionary are Strings, the names of the settings. The file has the same form in
/// Godot 3 and Godot 4, but its values have the layout of the engine: `L`. Values may contain whole
/// objects, which engines instantiate; decoding the Dictionary rejects them by default.
///
/// It holds one setting at a time. Errors of [`Read::read`] contain a [`FileError`]; after an
/// error, there are no more settings. Lengths are read 4 bytes at a time: use a
/// [`BufReader`](io::BufReader) around a [`File`](std::fs::File).
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::files::{FileOptions, SettingsReader};
/// use gdvariant::{Godot3, godot3};
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let reader = SettingsReader::<_, Godot3>::new(&file[..], FileOptions::new())?;
/// let settings: godot3::Variant = godot3::from_reader(reader)?;
/// assert_eq!(settings["application/name"], "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6; measured in Godot 3.2.3 and 4.6.3.
#[derive(Debug)]
pub struct SettingsReader<R, L> {
    settings: Settings<R>,
    /// The bytes of the header or of the current setting that have not been read.
    content: VecDeque<u8>,
    layout: PhantomData<L>,
}

impl<R: Read, L: Layout> SettingsReader<R, L> {
    /// Reads the header of the file.
    ///
    /// The options limit the length of each name and each value.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `ECFG`, or ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let settings = Settings::new(reader, options)?;
        let mut content = Vec::new();
        let mut writer = Writer::<L>::new(&mut content);
        writer.start([], Kind::Dictionary, dictionary::put_start(settings.left()));
        Ok(Self {
            settings,
            content: content.into(),
            layout: PhantomData,
        })
    }

    /// Reads the next setting as an entry of a Dictionary.
    fn next_entry(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some((name, mut value)) = self.settings.next().transpose()? else {
            return Ok(None);
        };
        let options = DecodeOptions::engine().allow_objects(true);
        match codec::from_slice_prefix::<L, Ignored>(&value, options) {
            // Engines ignore what follows.
            Ok((_, length)) => value.truncate(length),
            Err(error) => {
                let end = usize::try_from(self.settings.offset());
                let start = end.map_or(0, |end| end.saturating_sub(value.len()));
                let error = error.within(Segment::name(&name)).with_base_offset(start);
                return Err(FileError::Value { name, error }.into());
            }
        }
        let mut entry = Vec::new();
        let written = name.encode(&mut Writer::<L>::new(&mut entry));
        written.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        entry.extend(value);
        Ok(Some(entry))
    }
}

impl<R: Read, L: Layout> Read for SettingsReader<R, L> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.content.is_empty() {
            let entry = self.next_entry().inspect_err(|_| self.settings.end())?;
            self.content = entry.unwrap_or_default().into();
        }
        self.content.read(buffer)
    }
}
