//! Readers of files that fail at each byte, that are interrupted, and that return one byte at a time.

use crate::failing::{Failure, check_read};
use gdvariant::framing::FrameOptions;
use gdvariant::godot3;
use gdvariant::schema::layout_named;
use gdvariant_files::open::{OpenOptions, open};
use gdvariant_files::{
    CompressedReader, Compression, Encryption, FileKey, compress_file, decrypt_file, encrypt_file,
    list_settings, read_settings, write_settings,
};
use std::io::Read;

/// Returns short content that compresses.
fn content() -> Vec<u8> {
    b"gdvariant ".repeat(20)
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// Reads all content, and returns it as text.
fn text(mut reader: impl Read) -> Result<String, Failure> {
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn files_return_errors_at_each_byte() {
    let limit = 256 << 20;
    for compression in Compression::ALL {
        let name = format!("{compression:?}");
        let file = compress_file(&content(), compression, 4096).expect("a file");
        check_read(&name, &file, |reader| {
            text(CompressedReader::new(reader, limit)?)
        });
    }
    for encryption in [Encryption::Godot3, Encryption::Godot4] {
        let name = format!("{encryption:?}");
        let file = encrypt_file(&content(), encryption, &key()).expect("random numbers");
        check_read(&name, &file, |reader| {
            text(decrypt_file(reader, &key(), limit)?.1.as_slice())
        });
    }
    let layout = layout_named("godot4").expect("a layout");
    let settings = layout.parse(r#"{"application/name": "Ada", "level": [1, 2]}"#);
    let settings = settings.expect("a Dictionary");
    let file = write_settings(&settings).expect("settings");
    check_read("list_settings", &file, |reader| {
        Ok(format!("{:?}", list_settings(reader, limit)?))
    });
    check_read("read_settings", &file, |reader| {
        Ok(format!("{:?}", read_settings(layout, reader, limit)?))
    });
}

#[test]
fn readers_of_any_engine_return_errors_at_each_byte() {
    let mut stream = Vec::new();
    for name in ["Ada", "Grace", "Alan"] {
        godot3::write_framed(&mut stream, &[name]).expect("memory takes all");
    }
    check_read("AnyReader", &stream, |reader| {
        let values = open(reader, &OpenOptions::new())?.into_reader(FrameOptions::new())?;
        let values: Result<Vec<_>, _> = values.collect();
        Ok(format!("{:?}", values?))
    });
}
