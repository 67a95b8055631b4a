//! `AnyReader`: input that is decoded without options, or that requires options.

use crate::common::root;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Converter, DecodeOptions, Godot4, ReadError, Vector2, godot3, godot4};
use gdvariant_files::AnyReader;
use gdvariant_files::detect::{Ambiguous, DetectOptions, Framing, detect_reader};
use gdvariant_files::error::{Error, ErrorKind};
use std::io::Read;

/// Returns the candidates of a file whose layout is ambiguous.
fn ambiguous(file: &[u8]) -> Ambiguous {
    match AnyReader::open(file).map_err(Error::into_kind) {
        Err(ErrorKind::Ambiguous(ambiguous)) => ambiguous,
        opened => panic!("{opened:?}"),
    }
}

fn layout(name: &str) -> &'static Layout {
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
        let mut players = AnyReader::open(file.as_slice()).expect("a layout");
        let player = players.next().expect("a value").expect("a player");
        let converted = player.convert::<Godot4>(&Converter::new().lossy());
        let (player, _) = converted.expect("types of Godot 4");
        assert_eq!(godot4::from_variant(&player), Ok(ada.clone()));
        assert!(players.next().is_none());
    }
}

/// A type of one layout is decoded from files of that layout, whichever other layouts are enabled.
#[test]
fn types_of_one_layout_are_decoded() {
    #[derive(Debug, PartialEq, gdvariant::Variant)]
    struct Plane {
        normal: gdvariant::Vector4,
    }
    let plane = Plane {
        normal: gdvariant::Vector4::new(1.0, 2.0, 3.0, 4.0),
    };
    let file = godot4::to_vec(&[&plane, &plane]).expect("two planes");
    let open = || AnyReader::open(file.as_slice()).expect("a layout");
    let mut planes = open().decode_as::<Godot4, Vec<Plane>>();
    let planes = planes.as_mut().expect("the layout").next();
    let planes = planes.expect("a value").expect("planes");
    assert_eq!(planes, [&plane, &plane].map(|it| Plane { ..*it }));

    let error = open().decode_as::<gdvariant::Godot3, Vec<String>>();
    let error = error.err().expect("another layout");
    assert_eq!(
        error.to_string(),
        "expected values of the layout godot3, found godot4"
    );
    assert!(matches!(error.kind(), ErrorKind::OtherLayout { .. }));
}

/// Checks that no bytes of compressed files, encrypted files and settings are taken for values.
#[test]
fn wrapped_files_have_no_values() {
    let mut count = 0;
    for engine in ["godot-3.2.3", "godot-3.6.2", "godot-4.6.3"] {
        for entry in
            std::fs::read_dir(root().join("conformance/files").join(engine)).expect("a folder")
        {
            let path = entry.expect("an entry").path();
            let is_wrapped = path
                .extension()
                .is_some_and(|end| end == "gcpf" || end == "gdec" || end == "binary");
            if is_wrapped {
                let file = std::fs::read(&path).expect("a file");
                let opened = AnyReader::open(file.as_slice());
                let is_value =
                    opened.is_ok_and(|mut values| !matches!(values.next(), Some(Err(_))));
                assert!(!is_value, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} files");
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
        let ambiguous = ambiguous(&file);
        let first = &ambiguous.candidates[0];
        assert_eq!((first.layout.name, first.skip), ("godot4", header.len()));
        assert!(first.framing == Framing::LittleEndian && first.fits());
        let reader = AnyReader::open(&file[header.len()..]).expect("a clear layout");
        assert_eq!(reader.count(), 2);
    }
    // A String is the same in all layouts: the engine with the most users comes first.
    let mut text = vec![7, 0, 0, 0];
    godot4::write_framed(&mut text, "Ada").expect("a string");
    let candidates = ambiguous(&text).candidates;
    assert_eq!(candidates[0].layout.name, "godot4");
    assert_eq!(candidates[0].rank, candidates[1].rank);
    // More values than detection reads.
    let long = [
        &[7, 0, 0, 0][..],
        &save.repeat(gdvariant_files::detect::MAX_BYTES / save.len() + 1),
    ]
    .concat();
    assert_eq!(ambiguous(&long).candidates[0].skip, 4);
    // A file with a long name before the save.
    let name = [&80_u32.to_le_bytes()[..], &[b'a'; 80], &save].concat();
    assert_eq!(gdvariant_files::detect(&name).candidates()[0].skip, 84);
    // Bytes after the values need not be values.
    let other = [&[7, 0, 0, 0][..], &save, b"end"].concat();
    let ambiguous = ambiguous(&other);
    let first = &ambiguous.candidates[0];
    assert_eq!((first.skip, first.values, first.fits()), (4, 2, false));
}

#[test]
fn concatenated_values_need_the_option() {
    let row = [godot4::to_vec(&["Ada"]), godot4::to_vec(&["Grace"])];
    let row = row.map(|bytes| bytes.expect("a value")).concat();
    let mut values = AnyReader::open(row.as_slice()).expect("a layout");
    assert!(matches!(values.next(), Some(Err(ReadError::Decode(_)))));
    let options = DetectOptions::new().framing(Framing::Concatenated);
    let values = AnyReader::open_with(row.as_slice(), options, FrameOptions::new());
    let values = values.expect("a layout");
    let values = values.decode_as::<Godot4, Vec<String>>();
    let values: Result<Vec<_>, _> = values.expect("the layout").collect();
    let values = values.expect("values");
    assert_eq!(values, [["Ada"], ["Grace"]]);
}

#[test]
fn a_stated_layout_prefers_a_bare_value() {
    let nil = [4, 0, 0, 0, 0, 0, 0, 0];
    let open = |options: DetectOptions| {
        let values = AnyReader::open_with(&nil[..], options, FrameOptions::new());
        let mut values = values.expect("a layout");
        values
            .next()
            .expect("a value")
            .expect("a value")
            .to_string()
    };
    assert_eq!(open(DetectOptions::new()), "null");
    assert_eq!(open(DetectOptions::new().layout(layout("godot4"))), "\"\"");
    let framed = DetectOptions::new().framing(Framing::LittleEndian);
    assert_eq!(open(framed.layout(layout("godot4"))), "null");
}

#[test]
fn options_apply_to_consecutive_values() {
    // A bool that only lenient decoding accepts, and an int.
    let bytes: &[u8] = &[1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    let options = FrameOptions::new().decode_options(DecodeOptions::engine());
    let reader = AnyReader::with_layout(bytes, layout("godot3"), Framing::Concatenated, options);
    let values: Vec<AnyVariant> = reader.collect::<Result<_, _>>().expect("two values");
    assert_eq!(values.len(), 2);
    let strict = FrameOptions::new();
    let rest = [&bytes[8..], &[0xff, 0, 0, 0]].concat();
    let mut reader =
        AnyReader::with_layout(&rest[..], layout("godot3"), Framing::Concatenated, strict);
    reader.next().expect("an int").expect("an int");
    let Some(Err(ReadError::Decode(error))) = reader.next() else {
        panic!("the layout has no type 255");
    };
    assert_eq!(error.offset(), 8);
}
