use super::FileKey;
use crate::format;
use crate::table::encryption::Encryption;
use aes::Aes256;
use aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit};
use alloc::vec::Vec;
use md5::{Digest, Md5};

/// The length of a block of AES in bytes, of the MD5 and of the start value.
pub(super) const BLOCK: usize = 16;

/// The fields of an encrypted file.
#[derive(Debug)]
pub(super) struct Sealed {
    pub(super) encryption: Encryption,
    pub(super) md5: [u8; BLOCK],
    pub(super) length: u64,
    /// Zeros in files of Godot 3, which have none.
    pub(super) start: [u8; BLOCK],
}

impl Sealed {
    /// Decrypts content in place, and compares its digest; returns `None` if it differs.
    pub(super) fn open(&self, key: &FileKey, mut content: Vec<u8>) -> Option<Vec<u8>> {
        match self.encryption {
            Encryption::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(&mut content);
                Aes256::new(&(*key.bytes()).into()).decrypt_blocks(blocks);
            }
            Encryption::Godot4 => {
                let (key, start) = (&(*key.bytes()).into(), &self.start.into());
                cfb_mode::Decryptor::<Aes256>::new(key, start).decrypt(&mut content);
            }
        }
        content.truncate(usize::try_from(self.length).ok()?);
        (digest(&content) == self.md5).then_some(content)
    }

    /// Encrypts content in place, after padding it.
    pub(super) fn close(&self, key: &FileKey, content: &mut Vec<u8>) {
        content.resize(content.len().next_multiple_of(BLOCK), 0);
        match self.encryption {
            Encryption::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&(*key.bytes()).into()).encrypt_blocks(blocks);
            }
            Encryption::Godot4 => {
                let (key, start) = (&(*key.bytes()).into(), &self.start.into());
                cfb_mode::Encryptor::<Aes256>::new(key, start).encrypt(content);
            }
        }
    }

    /// Returns the fields before the encrypted content.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = format::ENCRYPTED_MAGIC.to_le_bytes().to_vec();
        if self.encryption == Encryption::Godot3 {
            header.extend(format::ENCRYPTED_MODE.to_le_bytes());
        }
        header.extend(self.md5);
        header.extend(self.length.to_le_bytes());
        if self.encryption == Encryption::Godot4 {
            header.extend(self.start);
        }
        header
    }
}

/// Returns the MD5 of content.
pub(super) fn digest(content: &[u8]) -> [u8; BLOCK] {
    Md5::digest(content).into()
}
