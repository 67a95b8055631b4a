use super::*;
use gdvariant::EncodeOptions;
use gdvariant::files::Compression;

fn layout() -> &'static LayoutInfo {
    gdvariant::schema::layout_named("godot4").expect("the layout")
}

fn value(text: &str) -> AnyVariant {
    layout().parse(text).expect("a value")
}

fn bytes(text: &str) -> Vec<u8> {
    value(text).to_vec(EncodeOptions::new()).expect("bytes")
}

/// Returns a document of values with big-endian lengths.
fn framed(texts: &[&str]) -> Document {
    let frames = texts.iter().flat_map(|text| {
        let bytes = bytes(text);
        let length = u32::try_from(bytes.len()).expect("a short value");
        [length.to_be_bytes().to_vec(), bytes].concat()
    });
    Document::new(frames.collect(), Vec::new(), layout(), Framing::BigEndian)
}

/// Returns a document of values without lengths.
fn concatenated(texts: &[&str]) -> Document {
    let bytes = texts.iter().flat_map(|text| bytes(text)).collect();
    Document::new(bytes, Vec::new(), layout(), Framing::Concatenated)
}

#[test]
fn replacing_a_framed_value_updates_its_length() {
    let mut document = framed(&["1", "\"a\"", "true"]);
    document.replace(1, &value("[1, 2]")).expect("a value");
    assert_eq!(document.bytes(), framed(&["1", "[1, 2]", "true"]).bytes());
    assert_eq!(document.values().len(), 3);
    assert_eq!(document.value(2).expect("a value"), value("true"));
    let missing = document.replace(3, &value("1"));
    assert!(matches!(
        missing,
        Err(EditError::NoValue { index: 3, count: 3 })
    ));
}

#[test]
fn bytes_after_a_value_are_kept() {
    let content = [bytes("\"a\""), b"checksum".to_vec()].concat();
    let document = Document::new(content, Vec::new(), layout(), Framing::Bare);
    let mut document = document.decode_options(DecodeOptions::engine());
    document.replace(0, &value("\"longer\"")).expect("a value");
    let expected = [bytes("\"longer\""), b"checksum".to_vec()].concat();
    assert_eq!(document.bytes(), expected);
}

#[test]
fn a_truncated_frame_ends_the_values() {
    let mut content = framed(&["1", "2"]).bytes().to_vec();
    content.pop();
    let document = Document::new(content, Vec::new(), layout(), Framing::BigEndian);
    assert_eq!(
        (document.values().len(), &document.values()[0]),
        (1, &(4..12))
    );
    assert!(matches!(
        document.fault(),
        Some(ReadError::UnexpectedEnd { .. })
    ));
}

#[test]
fn long_values_are_rejected() {
    let mut document = framed(&["1"]).max_length(8);
    let result = document.replace(0, &value("[1]"));
    assert!(matches!(
        result,
        Err(EditError::TooLong {
            length: 16,
            limit: 8
        })
    ));
    assert_eq!(document.bytes(), framed(&["1"]).bytes());
}

#[test]
fn a_length_in_the_header_prevents_a_change() {
    let content = bytes("\"a\"");
    let length = u8::try_from(content.len()).expect("a short value");
    let header = vec![b'S', b'V', length, 0, 0, 0];
    let wrappers = vec![Wrapper::Header(header)];
    let mut document = Document::new(content.clone(), wrappers, layout(), Framing::Bare);
    document
        .replace(0, &value("\"b\""))
        .expect("the same length");
    let error = document
        .replace(0, &value("\"longer\""))
        .expect_err("a longer value");
    assert!(matches!(
        error,
        EditError::Count {
            count: 12,
            offset: 2,
            is_prefix: true
        }
    ));
    assert_eq!(document.bytes(), bytes("\"b\""));
}

#[test]
fn a_file_has_all_wrappers() {
    let compression = Compression::Zstd;
    let wrappers = vec![
        Wrapper::Compressed(compression, 4096),
        Wrapper::Header(b"head".to_vec()),
    ];
    let document = Document::new(bytes("1"), wrappers, layout(), Framing::Bare);
    let file = document.to_file().expect("a file");
    let content = [b"head".to_vec(), bytes("1")].concat();
    let expected = Wrapper::Compressed(compression, 4096).wrap(&content);
    assert_eq!(file, expected.expect("a file"));
}

#[test]
fn splicing_changes_only_one_value() {
    let texts = |middle| ["1", middle, "true", "[2]"];
    for document in [framed, concatenated] {
        for (old, new) in [
            ("[1, 2]", "[3, 2]"),
            ("[1, 2]", "[1, 2, 3, 4]"),
            ("\"abcdefgh\"", "\"\""),
            ("null", "[[], {}]"),
        ] {
            let mut spliced = document(&texts(old));
            let range = document(&texts(old)).values()[1].clone();
            let length = bytes(new).len();
            spliced.splice(1, range, &bytes(new));
            let expected = document(&texts(new));
            assert_eq!(spliced.bytes(), expected.bytes(), "{old} {new}");
            assert_eq!(spliced.values(), expected.values(), "{old} {new}");
            assert!(spliced.check_length(1, length + 4).is_ok());
        }
    }
}

#[test]
fn checks_the_new_length_of_a_value() {
    let document = framed(&["1", "[1]"]).max_length(20);
    assert!(document.check_length(1, 20).is_ok());
    assert!(matches!(
        document.check_length(1, 24),
        Err(EditError::TooLong {
            length: 24,
            limit: 20
        })
    ));
    assert!(matches!(
        document.check_length(2, 8),
        Err(EditError::NoValue { index: 2, count: 2 })
    ));
    let content = bytes("\"a\"");
    let length = u8::try_from(content.len()).expect("a short value");
    let header = vec![Wrapper::Header(vec![length, 0, 0, 0])];
    let document = Document::new(content, header, layout(), Framing::Bare);
    assert!(document.check_length(0, 12).is_ok());
    assert!(matches!(
        document.check_length(0, 16),
        Err(EditError::Count {
            count: 12,
            offset: 0,
            is_prefix: true
        })
    ));
}
