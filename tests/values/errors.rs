//! Guarantees of error types: non-exhaustive variants, names as engines spell them, and sources.
#![cfg(all(feature = "std", feature = "godot3", feature = "godot4"))]

use gdvariant::{
    DecodeErrorKind, EncodeErrorKind, Godot3, Kind, ReadError, WriteError, generic, godot3, godot4,
};
use std::error::Error;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

#[test]
fn names_types_as_the_engine_does() {
    let error = godot4::from_slice::<Vec<i64>>(&godot4::to_vec("Ada").unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0000: expected Array, PackedByteArray, PackedInt32Array or PackedInt64Array, found String"
    );
    let DecodeErrorKind::WrongType {
        expected,
        found,
        layout,
        ..
    } = error.kind()
    else {
        panic!("{error}")
    };
    assert_eq!(
        *expected,
        [
            Kind::Array,
            Kind::PackedByteArray,
            Kind::PackedInt32Array,
            Kind::PackedInt64Array
        ]
    );
    assert_eq!((*found, *layout), (Kind::String, "godot4"));

    let error = godot3::from_slice::<Vec<i64>>(&godot3::to_vec("Ada").unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("expected Array, PoolByteArray or PoolIntArray, found")
    );

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
    assert!(
        error
            .to_string()
            .contains("expected Quaternion, the declared type")
    );
}

fn check_names<L: gdvariant::Layout>() {
    for kind in Kind::ALL {
        assert_eq!(kind.name_in(L::NAME), L::name_of(*kind));
    }
}

#[test]
fn kinds_have_the_names_of_every_layout() {
    check_names::<gdvariant::Godot3>();
    check_names::<gdvariant::Godot4>();
    #[cfg(feature = "double")]
    check_names::<gdvariant::Godot4Double>();
    #[cfg(feature = "pandemonium")]
    check_names::<gdvariant::Pandemonium>();
    assert_eq!(Kind::Float.name_in("no layout"), "float");
    // Without a layout, a kind has its name in Godot 4 or, if Godot 4 lacks it, in its engine.
    assert_eq!(Kind::PackedInt32Array.to_string(), "PackedInt32Array");
    assert_eq!(Kind::PoolVector2iArray.to_string(), "PoolVector2iArray");
}

/// Detects whether a type is ordered: the inherent constant takes precedence over that of the
/// trait.
struct Probe<T>(PhantomData<T>);

trait Unordered {
    const IS_ORDERED: bool = false;
}

impl<T> Unordered for Probe<T> {}

impl<T: PartialOrd> Probe<T> {
    const IS_ORDERED: bool = true;
}

#[test]
fn kinds_have_no_order() {
    const { assert!(!Probe::<Kind>::IS_ORDERED && Probe::<u8>::IS_ORDERED) };
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

/// Returns whether the source of an error has this type.
fn is_caused_by<T: Error + 'static>(error: &dyn Error) -> bool {
    error.source().is_some_and(<dyn Error>::is::<T>)
}

#[test]
fn readers_and_writers_are_sources() {
    let error = godot3::read_framed::<i64>(FailingIo).unwrap_err();
    assert!(is_caused_by::<io::Error>(&error), "{error:?}");
    let error = godot3::to_writer(FailingIo, &7).unwrap_err();
    assert!(is_caused_by::<io::Error>(&error), "{error:?}");
    let error = godot3::to_writer(Vec::new(), "a\0b").unwrap_err();
    assert!(is_caused_by::<gdvariant::EncodeError>(&error), "{error:?}");
    assert!(matches!(error, WriteError::Encode(_)));
    let error = godot3::read_framed::<i64>(&[4, 0, 0, 0, 0, 0, 0, 0][..]).unwrap_err();
    assert!(is_caused_by::<gdvariant::DecodeError>(&error), "{error:?}");
    assert!(matches!(error, ReadError::Decode(_)));
    let error = godot3::read_framed::<i64>(&[9][..]).unwrap_err();
    assert!(error.source().is_none(), "{error:?}");
}

#[cfg(feature = "compressed")]
#[test]
fn readers_are_sources_of_file_errors() {
    use gdvariant::files::{CompressedReader, FileError, FileOptions};

    let error = CompressedReader::new(FailingIo, FileOptions::new()).unwrap_err();
    assert!(is_caused_by::<io::Error>(&error), "{error:?}");
    assert!(matches!(error, FileError::Io(_)));
}

#[test]
fn equal_errors_can_have_different_sources() {
    let error = |cause: &'static str| {
        let kind = EncodeErrorKind::Custom("not connected".into());
        gdvariant::EncodeError::new(kind).with_source(io::Error::other(cause))
    };
    assert_eq!(error("a"), error("b"));
    assert_eq!(error("a").source().unwrap().to_string(), "a");
    assert_eq!(size_of_val(&error("a")), size_of::<usize>());
}

/// Checks `Debug`, with which `main` prints errors.
#[cfg(feature = "encrypted")]
#[test]
fn debug_shows_the_message() {
    use gdvariant::files::{EncryptedReader, EncryptedWriter, Encryption, FileKey, FileOptions};

    let key = FileKey::from_password("right");
    let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot4, key).unwrap();
    godot4::write_framed(&mut writer, "Ada").unwrap();
    let file = writer.finish().unwrap();
    let wrong = FileKey::from_password("wrong");
    let error = EncryptedReader::new(&file[..], &wrong, FileOptions::new()).unwrap_err();
    let message = "the content does not match its digest: wrong password or key, or a damaged file";
    assert_eq!(format!("{error:?}"), format!("FileError({message})"));

    let cut = godot4::read_framed::<i64>(&[8, 0, 0, 0, 2][..]).unwrap_err();
    assert_eq!(format!("{cut:?}"), format!("ReadError({cut})"));
    let path = "a[".parse::<gdvariant::Path>().unwrap_err();
    assert_eq!(format!("{path:?}"), format!("ParsePathError({path})"));
}

#[test]
fn messages_have_no_advice() {
    let error = godot4::from_slice::<bool>(&[1, 0, 0, 0, 2, 0, 0, 0]).unwrap_err();
    assert_advice(
        &error,
        error.advice().as_deref(),
        "lenient decoding treats it as true",
    );
    assert_eq!(error.kind().advice(), error.advice());

    // The message of a caller's error may contain a semicolon.
    let error =
        gdvariant::DecodeError::new(0, DecodeErrorKind::Custom("no such room; try again".into()));
    assert_eq!(error.to_string(), "0x0000: no such room; try again");
    assert_eq!(error.advice(), None);

    let error = gdvariant::ReadError::from(godot4::from_slice::<()>(&[0; 5]).unwrap_err());
    let advice = "`from_slice_prefix` or lenient decoding ignores it";
    assert_advice(&error, error.advice().as_deref(), advice);

    let sprite = gdvariant::Variant::StringName("idle".into());
    let error = godot3::to_vec(&sprite).unwrap_err();
    assert_advice(
        &error,
        error.advice().as_deref(),
        "convert the value with a `Converter`",
    );
    let error = godot3::to_writer(Vec::new(), &sprite).unwrap_err();
    assert_advice(
        &error,
        error.advice().as_deref(),
        "convert the value with a `Converter`",
    );

    let error = generic::parse::<Godot3>("Quaternion(0, 0, 0, 1)").unwrap_err();
    assert_advice(&error, error.advice().as_deref(), "use Quat");

    let error = "a b".parse::<gdvariant::Path>().unwrap_err();
    let advice = "a key with other characters is written as `[\"a b\"]`";
    assert_advice(&error, error.advice(), advice);

    let mut value = gdvariant::Variant::from(vec![gdvariant::Variant::Nil]);
    let error = value.set_at_path(&"[7]".parse().unwrap(), 1).unwrap_err();
    let advice = "`[+]` is the position after the last element";
    assert_advice(&error, error.advice().as_deref(), advice);
}

/// Checks that only `{:#}` and `Debug` show the advice.
#[track_caller]
fn assert_advice(error: &impl Error, advice: Option<&str>, expected: &str) {
    let message = error.to_string();
    assert_eq!(advice, Some(expected));
    assert!(!message.contains(expected), "{message}");
    assert_eq!(format!("{error:#}"), format!("{message}; {expected}"));
    let debug = format!("{error:?}");
    assert!(
        debug.ends_with(&format!("({message}; {expected})")),
        "{debug}"
    );
}
