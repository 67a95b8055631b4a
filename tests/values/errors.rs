//! Guarantees of error types: kinds with the layout, sources, `Debug` and advice.

use gdvariant::schema::LAYOUTS;
use gdvariant::{
    Converter, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Godot3, Godot4, Kind,
    Path, ReadError, Segment, Variant, Vector4, generic, godot3, godot4, variant,
};
use std::error::Error;
use std::io::{self, Read, Write};

#[test]
fn errors_have_the_types_and_the_layout() {
    let error = godot4::from_slice::<Vec<i64>>(&godot4::to_vec("Ada").unwrap()).unwrap_err();
    let lists = [
        Kind::Array,
        Kind::PackedByteArray,
        Kind::PackedInt32Array,
        Kind::PackedInt64Array,
    ];
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::WrongType { expected, found: Kind::String, layout: "godot4", .. }
            if **expected == lists
    ));
    let mixed = godot4::TypedArray::new(Kind::Quaternion, ["Ada"]);
    let error = godot4::to_vec(&mixed).unwrap_err();
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::NotDeclared {
            declared: Kind::Quaternion,
            found: Kind::String,
            layout: "godot4",
            ..
        }
    ));
}

#[test]
fn truncated_bytes_differ_from_other_types() {
    let (bytes, text) = (
        godot4::to_vec(&true).unwrap(),
        godot4::to_vec("text").unwrap(),
    );
    for (bytes, is_eof, is_data) in [
        (&bytes[..5], true, false),
        (&text, false, true),
        (&[0xff; 8], false, false),
    ] {
        let error = godot4::from_slice::<bool>(bytes).unwrap_err();
        assert_eq!(
            (error.is_eof(), error.is_data()),
            (is_eof, is_data),
            "{error}"
        );
    }
}

#[test]
fn kinds_have_the_names_of_every_layout() {
    for layout in LAYOUTS {
        for kind in Kind::ALL.iter().filter(|kind| layout.has(**kind)) {
            assert_eq!(kind.name_in(layout.name), layout.name_of(*kind));
            assert_eq!(layout.kind_named(layout.name_of(*kind)), Some(*kind));
        }
    }
    assert_eq!(Kind::Float.name_in("no layout"), "float");
    // Without a layout, a kind has its name in Godot 4 or, if Godot 4 lacks it, in its engine.
    assert_eq!(Kind::PackedInt32Array.to_string(), "PackedInt32Array");
    assert_eq!(Kind::PoolVector2iArray.to_string(), "PoolVector2iArray");
}

/// A reader and a writer that return errors.
#[derive(Debug)]
struct FailingIo;

impl Read for FailingIo {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }
}

impl Write for FailingIo {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_have_their_cause_as_a_source() {
    fn has_source<T: Error + 'static>(error: &dyn Error) {
        assert!(
            error.source().is_some_and(<dyn Error>::is::<T>),
            "{error:?}"
        );
    }
    has_source::<io::Error>(&godot3::read_framed::<i64>(FailingIo).unwrap_err());
    has_source::<io::Error>(&godot3::to_writer(FailingIo, &7).unwrap_err());
    has_source::<EncodeError>(&godot3::to_writer(Vec::new(), "a\0b").unwrap_err());
    let frame = [4, 0, 0, 0, 0, 0, 0, 0];
    has_source::<DecodeError>(&godot3::read_framed::<i64>(&frame[..]).unwrap_err());
    let cut = godot3::read_framed::<i64>(&frame[..1]).unwrap_err();
    assert!(cut.source().is_none(), "{cut:?}");
}

#[test]
fn equal_errors_can_have_different_sources() {
    let error = |cause: &'static str| {
        let kind = EncodeErrorKind::Custom("not connected".into());
        EncodeError::new(kind).with_source(io::Error::other(cause))
    };
    assert_eq!(error("a"), error("b"));
    assert_eq!(error("a").source().unwrap().to_string(), "a");
    assert_eq!(size_of_val(&error("a")), size_of::<usize>());
}

/// Checks `Debug`, with which `main` prints errors.
#[test]
fn debug_shows_the_message() {
    let cut = godot4::read_framed::<i64>(&[8, 0, 0, 0, 2][..]).unwrap_err();
    assert_eq!(format!("{cut:?}"), format!("ReadError({cut})"));
    let path = "a[".parse::<gdvariant::Path>().unwrap_err();
    assert_eq!(format!("{path:?}"), format!("ParsePathError({path})"));
}

/// Checks that only `{:#}` and `Debug` show the advice.
#[test]
fn messages_have_no_advice() {
    let sprite = gdvariant::Variant::StringName("idle".into());
    let mut list = gdvariant::Variant::from(vec![gdvariant::Variant::Nil]);
    macro_rules! check {
        ($($result:expr),* $(,)?) => {$({
            let error = $result.unwrap_err();
            let (message, advice) = (error.to_string(), error.advice().expect("some advice").to_string());
            assert!(!message.contains(&advice), "{message}");
            assert_eq!(format!("{error:#}"), format!("{message}; {advice}"));
            let debug = format!("{error:?}");
            assert!(debug.ends_with(&format!("({message}; {advice})")), "{debug}");
        })*};
    }
    check!(
        godot4::from_slice::<bool>(&[1, 0, 0, 0, 2, 0, 0, 0]),
        godot4::from_slice::<()>(&[0; 5]).map_err(ReadError::from),
        godot3::to_vec(&sprite),
        godot3::to_writer(Vec::new(), &sprite),
        generic::parse::<Godot3>("Quaternion(0, 0, 0, 1)"),
        "a b".parse::<gdvariant::Path>(),
        list.set_at_path(&"[7]".parse().unwrap(), 1),
    );
    // The message of a caller's error may contain a semicolon.
    let error = DecodeError::new(0, DecodeErrorKind::Custom("no such room; try again".into()));
    assert_eq!(error.to_string(), "0x0000: no such room; try again");
    assert_eq!(error.advice(), None);
}

/// A list that is nested through an enum, whose variants errors name.
#[derive(Debug, Variant)]
#[variant(tag = "type", content = "content")]
enum Nested {
    List { next: Vec<Self> },
    End { level: u8 },
}

#[test]
fn messages_shorten_long_paths() {
    let nested = |mut value: Variant, levels: usize| {
        for _ in 0..levels {
            value = vec![value].into();
        }
        value
    };
    // More levels than the limit, which the library cannot encode.
    let deep = [&[28, 0, 0, 0, 1, 0, 0, 0].repeat(1100)[..], &[0; 4]].concat();
    let decoded = godot4::from_slice::<Variant>(&deep).unwrap_err();
    assert_eq!(
        (decoded.offset(), decoded.path().segments().count()),
        (8200, 1024)
    );
    let middle = format!("{}…(1008 more)…{}", "[0]".repeat(8), "[0]".repeat(8));
    assert_eq!(
        decoded.to_string(),
        format!("0x2008: {middle}: nesting exceeds 1024 levels")
    );
    let shown = middle.parse::<Path>().unwrap_err();
    assert!(shown.to_string().contains("shortened"), "{shown}");

    let value = nested("a\0b".into(), 500);
    let encoded = godot4::to_vec(&value).unwrap_err();
    let cell = nested(Vector4::default().into(), 500);
    let converted = Converter::new()
        .convert::<Godot4, Godot3>(&cell)
        .unwrap_err();
    let report = Converter::new()
        .lossy()
        .convert::<Godot4, Godot3>(&cell)
        .unwrap()
        .1;
    let path: Path = vec![Segment::Index(0); 500].into_iter().collect();
    let set = cell
        .clone()
        .set_at_path(&path.join(&"w.w".parse().unwrap()), 1.0)
        .unwrap_err();
    let messages = [
        encoded.to_string(),
        converted.to_string(),
        report.to_string(),
        set.to_string(),
    ];
    for message in messages {
        assert!(
            message.contains("[0]…(48") && message.len() < 300,
            "{message}"
        );
    }
    assert_eq!([encoded.path(), converted.path()], [&path, &path]);

    // Variants within the omitted part are omitted as well.
    let mut list = variant!({"type": "End", "content": {"level": 256}});
    for _ in 0..30 {
        list = variant!({"type": "List", "content": {"next": [list]}});
    }
    let error = godot4::from_variant::<Nested>(&list)
        .unwrap_err()
        .to_string();
    let ends = [
        "content: List: next[0].content: List: next[0].content: List: next…(76 more)….content: ",
        ": End: level: 256 is out of the range of u8",
    ];
    assert!(
        error.starts_with(ends[0]) && error.ends_with(ends[1]),
        "{error}"
    );
}
