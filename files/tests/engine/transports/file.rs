use super::{Transport, framed};
use crate::folder::Folder;
use crate::live::LiveLayout;
use gdvariant::framing::Frames;
use gdvariant::generic;
use gdvariant_files::{
    CompressedReader, Compression, Encryption, FileKey, compress_file, decrypt_file, encrypt_file,
};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;

/// The layer around the values of a file.
#[derive(Clone, Copy)]
pub(crate) enum Layer {
    None,
    Compressed(Compression),
    /// Encryption with the password in the engine's script.
    Encrypted(Encryption),
}

impl Layer {
    /// Returns the file extension by which the engine's script recognizes the layer.
    fn extension(self) -> String {
        match self {
            Self::None => "plain".into(),
            Self::Compressed(compression) => compression.name().to_lowercase(),
            Self::Encrypted(_) => "password".into(),
        }
    }

    fn wrap(self, content: &[u8]) -> Vec<u8> {
        let wrapped = match self {
            Self::None => return content.to_vec(),
            Self::Compressed(compression) => compress_file(content, compression, 4096),
            Self::Encrypted(encryption) => encrypt_file(content, encryption, &key()),
        };
        wrapped.expect("written to memory")
    }

    fn unwrap(self, file: &[u8]) -> Vec<u8> {
        let limit = 256 << 20;
        match self {
            Self::None => file.to_vec(),
            Self::Compressed(_) => {
                let reader = CompressedReader::new(file, limit);
                let mut content = Vec::new();
                let read = reader
                    .expect("the engine's header")
                    .read_to_end(&mut content);
                read.expect("the engine's blocks");
                content
            }
            Self::Encrypted(_) => {
                decrypt_file(file, &key(), limit)
                    .expect("the engine's content")
                    .1
            }
        }
    }
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// A file with all values: `File.store_var` and `get_var` (`FileAccess` in Godot 4).
pub(crate) struct FileTransport {
    folder: Folder,
    is_big_endian: bool,
    layer: Layer,
}

impl FileTransport {
    pub(crate) fn new(is_big_endian: bool) -> Self {
        Self {
            folder: Folder::new("file"),
            is_big_endian,
            layer: Layer::None,
        }
    }

    /// Creates a transport through compressed or encrypted files.
    pub(crate) fn wrapped(layer: Layer) -> Self {
        Self {
            layer,
            ..Self::new(false)
        }
    }

    fn path(&self) -> PathBuf {
        let name = format!("values.{}", self.layer.extension());
        self.folder.path().join(name)
    }
}

impl<E: LiveLayout> Transport<E> for FileTransport {
    fn name(&self) -> &'static str {
        "file"
    }

    fn address(&self) -> String {
        self.path()
            .to_str()
            .expect("Cargo's folders have names of text")
            .into()
    }

    fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    fn batch(&self) -> usize {
        250
    }

    fn send(&mut self, values: &[E::Variant]) {
        let mut content = Vec::new();
        for value in values {
            generic::write_framed::<E, _>(&mut content, value, framed(self.is_big_endian))
                .expect("written");
        }
        let mut file = File::create(self.path()).expect("a new file");
        file.write_all(&self.layer.wrap(&content)).expect("written");
    }

    fn receive(&mut self, count: usize) -> Vec<Vec<u8>> {
        let file = fs::read(self.path()).expect("the engine's file");
        let content = self.layer.unwrap(&file);
        let mut frames = Frames::new(content.as_slice(), framed(self.is_big_endian));
        let values = (0..count)
            .map(|_| {
                frames
                    .next_frame()
                    .expect("a value")
                    .expect("not the end yet")
                    .to_vec()
            })
            .collect();
        assert_eq!(frames.next_frame().expect("the end"), None);
        values
    }
}
