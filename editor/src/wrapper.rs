//! Removes compression and encryption.

use crate::failure::Failure;
use flate2::bufread::MultiGzDecoder;
use gdvariant::files::{CompressedReader, EncryptedReader, FileError, FileKey, FileOptions};
use gdvariant_files::wrapper::{Format, MAGIC_LENGTH, MAX_WRAPPERS, Wrapper, Zstd};
use std::io::Read;

/// The maximum length of the content, in bytes.
const MAX_CONTENT: u64 = 512 << 20;

/// The content of a file without its wrappers.
pub(crate) struct Unwrapped {
    pub(crate) content: Vec<u8>,
    /// The removed wrappers, outermost first.
    pub(crate) wrappers: Vec<Wrapper>,
    /// Whether the content is the settings file of a game.
    pub(crate) is_settings: bool,
}

/// Removes the wrappers of a file.
pub(crate) fn unwrapped(file: Vec<u8>, key: Option<&FileKey>) -> Result<Unwrapped, Failure> {
    let mut content = file;
    let mut wrappers = Vec::new();
    let mut format = format_of(&content);
    while let Some(wrapper) = format.filter(|it| *it != Format::Settings) {
        if wrappers.len() == MAX_WRAPPERS {
            return Err(Failure::of(format_args!(
                "more than {MAX_WRAPPERS} layers of compression or encryption"
            )));
        }
        let (inner, wrapper) = opened(wrapper, &content, key)?;
        content = inner;
        wrappers.push(wrapper);
        format = format_of(&content);
    }
    Ok(Unwrapped {
        content,
        wrappers,
        is_settings: format.is_some(),
    })
}

fn format_of(content: &[u8]) -> Option<Format> {
    Format::of(content.get(..MAGIC_LENGTH)?)
}

fn opened(
    format: Format,
    file: &[u8],
    key: Option<&FileKey>,
) -> Result<(Vec<u8>, Wrapper), Failure> {
    let options = FileOptions::new().max_length(MAX_CONTENT);
    let mut content = Vec::new();
    let wrapper = match format {
        Format::Compressed => {
            let mut reader = CompressedReader::new(file, options)?;
            let wrapper = Wrapper::Compressed(reader.compression(), reader.block_length());
            reader.read_to_end(&mut content)?;
            wrapper
        }
        Format::Encrypted => {
            let Some(key) = key else {
                return Err(Failure::password("the file is encrypted"));
            };
            let reader = EncryptedReader::new(file, key, options).map_err(|error| match error {
                FileError::Key => Failure::password(&error.to_string()),
                error => error.into(),
            });
            let mut reader = reader?;
            reader.read_to_end(&mut content)?;
            Wrapper::Encrypted(reader.encryption(), key.clone())
        }
        Format::Gzip => {
            read_limited(MultiGzDecoder::new(file), &mut content)?;
            Wrapper::Gzip
        }
        Format::Zstd => {
            read_limited(Zstd::new(file, MAX_CONTENT)?, &mut content)?;
            Wrapper::Zstd
        }
        Format::Other(advice) => return Err(Failure::of(advice)),
        Format::Settings => return Err(Failure::of("settings have no wrapper")),
    };
    Ok((content, wrapper))
}

fn read_limited(reader: impl Read, content: &mut Vec<u8>) -> Result<(), Failure> {
    reader.take(MAX_CONTENT + 1).read_to_end(content)?;
    if content.len() as u64 > MAX_CONTENT {
        return Err(Failure::of(format_args!(
            "the content exceeds the limit of {MAX_CONTENT} bytes"
        )));
    }
    Ok(())
}
