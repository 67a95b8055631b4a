//! `AnyReader`: files that are decoded without options, that require options, or that are misread.
//!
//! `cargo test --all-features --test stream any -- --nocapture` prints the counts.
#![cfg(all(
    feature = "compressed",
    feature = "derive",
    feature = "double",
    feature = "encrypted",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5",
    feature = "serde"
))]

mod rates;

use gdvariant::any::{AnyError, AnyOptions, AnyReader, AnyVariant, detect};
use gdvariant::detect::{DetectOptions, Framing, detect_reader};
use gdvariant::files::{
    CompressedWriter, Compression, EncryptedWriter, Encryption, FileError, FileKey, FileOptions,
};
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant::{Converter, DecodeOptions, Godot4, ReadError, Vector2, godot3, godot4};
use std::io::{Read, Write};

/// Returns the error of opening a file.
fn error(file: &[u8]) -> AnyError {
    match AnyReader::open(file, &AnyOptions::new()) {
        Ok(reader) => panic!("{}", reader.choice()),
        Err(error) => error,
    }
}

fn layout(name: &str) -> &'static LayoutInfo {
    let layout = LAYOUTS.iter().find(|layout| layout.name == name);
    layout.expect("a layout")
}

/// Returns two framed values of Godot 4.
fn save() -> Vec<u8> {
    let mut save = Vec::new();
    let player = godot4::variant!({ "name": "Ada", "position": (Vector2::new(1.5, 2.0)) });
    godot4::write_framed(&mut save, &player).expect("a short value");
    godot4::write_framed(&mut save, &["sword", "shield"]).expect("a short value");
    save
}

fn compressed(content: &[u8], compression: Compression) -> Vec<u8> {
    let mut writer = CompressedWriter::new(Vec::new(), compression);
    writer.write_all(content).expect("a vector");
    writer.finish().expect("a vector")
}

fn encrypted(content: &[u8], encryption: Encryption) -> Vec<u8> {
    let mut writer = EncryptedWriter::new(Vec::new(), encryption, key()).expect("a vector");
    writer.write_all(content).expect("a vector");
    writer.finish().expect("a vector")
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// A connection that returns one piece per read, and panics if it is read after the last piece.
struct Pieces<'b>(Vec<&'b [u8]>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(
            !self.0.is_empty(),
            "the reader is asked for more than necessary"
        );
        let piece = self.0.remove(0);
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn wrapped_files_yield_the_same_values() {
    let save = save();
    let expected: Vec<_> = AnyReader::open(save.as_slice(), &AnyOptions::new())
        .expect("a clear layout")
        .map(|value| value.expect("a value"))
        .collect();
    assert_eq!(expected.len(), 2);
    let packed = Compression::ALL.map(|it| compressed(&save, it));
    let sealed = [Encryption::Godot3, Encryption::Godot4].map(|it| encrypted(&save, it));
    let both = encrypted(&compressed(&save, Compression::Zstd), Encryption::Godot4);
    for file in packed.iter().chain(&sealed).chain([&both]) {
        let options = AnyOptions::new().key(key());
        let reader = AnyReader::open(file.as_slice(), &options).expect("a clear layout");
        assert_eq!(reader.choice().to_string(), "godot4, framed: 99%");
        let values: Result<Vec<AnyVariant>, _> = reader.collect();
        assert_eq!(values.expect("values"), expected);
        let detection = detect(file.as_slice(), &options).expect("a ranking");
        assert_eq!(detection.best()[0].layout.name, "godot4");
    }
    let error = error(&sealed[0]);
    assert!(matches!(error, AnyError::Key), "{error}");
}

#[test]
fn the_options_of_files_apply_to_each_wrapper() {
    let save = save();
    let files = FileOptions::new().max_length(8);
    let options = AnyOptions::new().key(key()).file_options(files);
    for file in [
        compressed(&save, Compression::Zstd),
        encrypted(&save, Encryption::Godot3),
        encrypted(&save, Encryption::Godot4),
    ] {
        let error = AnyReader::open(file.as_slice(), &options).unwrap_err();
        assert!(
            matches!(error, AnyError::File(FileError::TooLong { limit: 8, .. })),
            "{error}"
        );
    }
}

#[test]
fn values_are_decoded_into_types() {
    #[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
    struct Player {
        name: String,
        position: Vector2,
    }
    let ada = Player {
        name: "Ada".into(),
        position: Vector2::new(0.5, 2.0),
    };
    let position = gdvariant::double::Vector2::new(0.5, 2.0);
    let double = gdvariant::godot4_double::variant!({ "name": "Ada", "position": (position) });
    let files = [
        godot3::to_vec(&ada).expect("a player"),
        godot4::to_vec(&ada).expect("a player"),
        gdvariant::pandemonium::to_vec(&ada).expect("a player"),
        gdvariant::godot4_double::to_vec(&double).expect("a player"),
    ];
    for file in files {
        let players = AnyReader::open(file.as_slice(), &AnyOptions::new()).expect("a layout");
        let players: Vec<Player> = players.decode().collect::<Result<_, _>>().expect("players");
        assert_eq!(players, std::slice::from_ref(&ada));
    }
}

#[test]
fn settings_of_a_game_are_a_dictionary() {
    let file = std::fs::read("conformance/files/godot-4.6.3/project.binary").expect("a file");
    let mut values = AnyReader::open(file.as_slice(), &AnyOptions::new()).expect("a layout");
    assert_eq!(values.choice().layout.name, "godot4");
    let settings = values.next().expect("a value").expect("a Dictionary");
    assert!(settings.kind() == gdvariant::Kind::Dictionary);
    let (settings, report) = settings
        .convert::<Godot4>(&Converter::new())
        .expect("the same");
    assert!(report.is_lossless() && settings.as_dictionary().is_some());
}

#[test]
fn connections_are_read_no_further_than_needed() {
    let save = save();
    let (first, rest) = save.split_at(64);
    let mut pieces = Pieces(vec![first, rest]);
    let detected = detect_reader(&mut pieces, DetectOptions::new());
    let (start, detection) = detected.expect("two pieces");
    assert_eq!((start.bytes.as_slice(), pieces.0.len()), (first, 1));
    assert_eq!(detection.choice().expect("clear").layout.name, "godot4");
}

#[test]
fn an_error_before_the_first_byte_is_returned() {
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }

    let error = detect_reader(Broken, DetectOptions::new()).expect_err("no byte");
    assert_eq!(error.to_string(), "unplugged");
}

#[test]
fn headers_are_proposed_but_not_chosen() {
    let save = save();
    for header in [
        &[3, 0, 0, 0][..],
        &[7, 0, 0, 0],
        b"\x05\0\0\0v1.20",
        &[0xff; 64],
    ] {
        let file = [header, &save].concat();
        let AnyError::Unclear(unclear) = error(&file) else {
            panic!("{header:?}")
        };
        let first = &unclear.candidates[0];
        assert_eq!((first.layout.name, first.skip), ("godot4", header.len()));
        assert!(first.framing == Framing::LittleEndian && first.fits);
        let options = AnyOptions::new().skip(header.len() as u64);
        let reader = AnyReader::open(file.as_slice(), &options).expect("a clear layout");
        assert_eq!(reader.count(), 2);
    }
    // More values than detection reads.
    let long = [
        &[7, 0, 0, 0][..],
        &save.repeat(gdvariant::detect::MAX_BYTES / save.len() + 1),
    ]
    .concat();
    let AnyError::Unclear(unclear) = error(&long) else {
        panic!("the header is skipped")
    };
    assert_eq!(unclear.candidates[0].skip, 4);
    // A file with a long name before the save.
    let name = [&80_u32.to_le_bytes()[..], &[b'a'; 80], &save].concat();
    assert_eq!(gdvariant::detect(&name).candidates()[0].skip, 84);
    // Bytes after the values need not be values.
    let other = [&[7, 0, 0, 0][..], &save, b"end"].concat();
    let AnyError::Unclear(unclear) = error(&other) else {
        panic!("the header is skipped")
    };
    let first = &unclear.candidates[0];
    assert_eq!((first.skip, first.values, first.fits), (4, 2, false));
}

#[test]
fn values_in_a_row_need_the_option() {
    let row = [godot4::to_vec(&["Ada"]), godot4::to_vec(&["Grace"])];
    let row = row.map(|bytes| bytes.expect("a value")).concat();
    let mut values = AnyReader::open(row.as_slice(), &AnyOptions::new()).expect("a layout");
    assert!(matches!(values.next(), Some(Err(ReadError::Decode(_)))));
    let options = AnyOptions::new().framing(Framing::InARow);
    let values = AnyReader::open(row.as_slice(), &options).expect("a layout");
    let values: Vec<Vec<String>> = values.decode().collect::<Result<_, _>>().expect("values");
    assert_eq!(values, [["Ada"], ["Grace"]]);
}

#[test]
fn a_stated_layout_prefers_a_bare_value() {
    let nil = [4, 0, 0, 0, 0, 0, 0, 0];
    let open = |options: &AnyOptions| {
        let mut values = AnyReader::open(&nil[..], options).expect("a layout");
        values
            .next()
            .expect("a value")
            .expect("a value")
            .to_string()
    };
    assert_eq!(open(&AnyOptions::new()), "null");
    assert_eq!(open(&AnyOptions::new().layout(layout("godot4"))), "\"\"");
    let framed = AnyOptions::new().framing(Framing::LittleEndian);
    assert_eq!(open(&framed.layout(layout("godot4"))), "null");
}

#[test]
fn options_apply_to_consecutive_values() {
    // A bool that only lenient decoding accepts, and an int.
    let bytes: &[u8] = &[1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    let options = FrameOptions::new().decode_options(DecodeOptions::engine());
    let reader = AnyReader::with_layout(bytes, layout("godot3"), Framing::InARow, options);
    let values: Vec<AnyVariant> = reader.collect::<Result<_, _>>().expect("two values");
    assert_eq!(values.len(), 2);
    let strict = FrameOptions::new();
    let rest = [&bytes[8..], &[0xff, 0, 0, 0]].concat();
    let mut reader = AnyReader::with_layout(&rest[..], layout("godot3"), Framing::InARow, strict);
    reader.next().expect("an int").expect("an int");
    let Some(Err(ReadError::Decode(error))) = reader.next() else {
        panic!("the layout has no type 255");
    };
    assert_eq!(error.offset(), 8);
}
