//! `AnyReader`: input that is opened without options, or that requires options.

use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Converter, DecodeOptions, Godot4, ReadError, Vector2, godot3, godot4};
use gdvariant_files::AnyReader;
use gdvariant_files::detect::{Ambiguous, DetectOptions, Framing, detect_reader};
use gdvariant_files::error::{Error, ErrorKind};
use gdvariant_files::open::{Input, OpenOptions, open};
use std::io::Read;

/// Returns the candidates of a file whose layout is ambiguous.
fn ambiguous(file: &[u8]) -> Ambiguous {
    match open(file, &OpenOptions::new()).map_err(Error::into_kind) {
        Err(ErrorKind::Ambiguous(ambiguous)) => ambiguous,
        opened => panic!("{opened:?}"),
    }
}

fn values<'f>(file: &'f [u8], options: &OpenOptions) -> AnyReader<Input<'f>> {
    let opened = open(file, options).expect("a layout");
    opened.into_reader(FrameOptions::new()).expect("bytes")
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
        let mut players = values(&file, &OpenOptions::new());
        let player = players.next().expect("a value").expect("a player");
        let converted = player.convert::<Godot4>(&Converter::new().lossy());
        let (player, _) = converted.expect("types of Godot 4");
        assert_eq!(godot4::from_variant(&player), Ok(ada.clone()));
        assert!(players.next().is_none());
    }
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
        let reader = values(&file[header.len()..], &OpenOptions::new());
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
    let mut first = values(&row, &OpenOptions::new());
    assert!(matches!(first.next(), Some(Err(ReadError::Decode(_)))));
    let options = OpenOptions::new().framing(Framing::Concatenated);
    let names = values(&row, &options).map(|value| value.expect("a value").to_string());
    assert_eq!(names.collect::<Vec<_>>(), [r#"["Ada"]"#, r#"["Grace"]"#]);
}

#[test]
fn a_stated_layout_prefers_a_bare_value() {
    let nil = [4, 0, 0, 0, 0, 0, 0, 0];
    let open = |options: OpenOptions| {
        values(&nil, &options)
            .next()
            .expect("a value")
            .expect("a value")
            .to_string()
    };
    assert_eq!(open(OpenOptions::new()), "null");
    assert_eq!(open(OpenOptions::new().layout(layout("godot4"))), "\"\"");
    let framed = OpenOptions::new().framing(Framing::LittleEndian);
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
