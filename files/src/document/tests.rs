use super::*;
use gdvariant::{Advice, Godot3, Godot4};
use std::collections::HashMap;

fn layout() -> &'static Layout {
    gdvariant::schema::layout_named("godot4").expect("the layout")
}

fn value(text: &str) -> AnyVariant {
    layout().parse(text).expect("a value")
}

fn bytes(text: &str) -> Vec<u8> {
    value(text).to_vec(EncodeOptions::new()).expect("bytes")
}

fn document(bytes: Vec<u8>, header: &[u8], framing: Framing) -> Document {
    let layers = (!header.is_empty()).then(|| Layer::Header(header.to_vec()));
    Document::new(bytes, layers.into_iter().collect(), layout(), framing)
}

/// Returns a document of values with big-endian lengths.
fn framed(texts: &[&str]) -> Document {
    let frames = texts.iter().flat_map(|text| {
        let bytes = bytes(text);
        let length = u32::try_from(bytes.len()).expect("a short value");
        [length.to_be_bytes().to_vec(), bytes].concat()
    });
    document(frames.collect(), b"", Framing::BigEndian)
}

/// Returns a document of values without lengths.
fn concatenated(texts: &[&str]) -> Document {
    let bytes = texts.iter().flat_map(|text| bytes(text)).collect();
    document(bytes, b"", Framing::Concatenated)
}

#[test]
fn replacing_a_framed_value_updates_its_length() {
    let mut document = framed(&["1", "\"a\"", "true"]);
    document.replace(1, &value("[1, 2]")).expect("a value");
    assert_eq!(document.bytes(), framed(&["1", "[1, 2]", "true"]).bytes());
    assert_eq!(document.values().len(), 3);
    assert_eq!(document.value(2).expect("a value"), value("true"));
    let missing = document.replace(3, &value("1")).expect_err("no value");
    assert!(matches!(missing, EditError::NoValue { index: 3, count: 3 }));
}

#[test]
fn bytes_after_a_value_are_kept() {
    let content = |text| [bytes(text), b"checksum".to_vec()].concat();
    let document = document(content("\"a\""), b"", Framing::Bare);
    let mut document = document.decode_options(DecodeOptions::engine());
    document.replace(0, &value("\"longer\"")).expect("a value");
    assert_eq!(document.bytes(), content("\"longer\""));
}

#[test]
fn a_truncated_frame_ends_the_values() {
    let mut content = framed(&["1", "2"]).bytes().to_vec();
    content.pop();
    let document = document(content, b"", Framing::BigEndian);
    assert_eq!(document.values(), std::slice::from_ref(&(4..12)));
    let fault = document.fault().map(Error::kind);
    assert!(matches!(fault, Some(ErrorKind::Value(_))));
}

#[test]
fn rejects_changes_that_would_lose_bytes() {
    let file = [bytes("1"), b"rest".to_vec()].concat();
    let mut bare = document(file.clone(), b"", Framing::Bare);
    assert!(bare.set(0, &Path::default(), value("2")).is_err());
    assert!(bare.convert(layout(), &Converter::new()).is_err());
    assert_eq!(bare.bytes(), file);

    let mut values = framed(&["1", "2"]);
    values.set_bytes(values.bytes()[..15].to_vec());
    assert!(values.convert(layout(), &Converter::new()).is_err());
    assert_eq!(values.bytes().len(), 15);
}

#[test]
fn splicing_changes_only_one_value() {
    let texts = |middle| ["1", middle, "true", "[2]"];
    for document in [framed, concatenated] {
        for (old, new) in [
            ("[1, 2]", "[3, 2]"),
            ("[1, 2]", "[1, 2, 3, 4]"),
            ("\"abcdefgh\"", "\"\""),
        ] {
            let mut spliced = document(&texts(old));
            let before = spliced.bytes().to_vec();
            let length = bytes(new).len();
            let splice = Splice {
                range: 0..spliced.values()[1].len(),
                bytes: bytes(new),
            };
            let undo = spliced.splice(1, &[splice]).expect("a value");
            let expected = document(&texts(new));
            assert_eq!(spliced.bytes(), expected.bytes(), "{old} {new}");
            assert_eq!(spliced.values(), expected.values(), "{old} {new}");
            assert!(spliced.check_length(1, length + 4).is_ok());
            spliced.splice(1, &undo).expect("the old value");
            assert_eq!(spliced.bytes(), before, "{old} {new}");
        }
    }
}

/// Checks the limit of lengths, and lengths in a header, which would no longer match the value.
#[test]
fn checks_the_new_length_of_a_value() {
    let mut limited = framed(&["1"]).max_length(8);
    let too_long = |error| {
        matches!(
            error,
            EditError::TooLong {
                length: 16,
                limit: 8
            }
        )
    };
    assert!(limited.replace(0, &value("[1]")).is_err_and(too_long));
    assert!(limited.check_length(0, 16).is_err_and(too_long));
    assert!(limited.check_length(0, 8).is_ok());
    assert_eq!(limited.bytes(), framed(&["1"]).bytes());
    let missing = limited.check_length(1, 8).expect_err("no value");
    assert!(matches!(missing, EditError::NoValue { index: 1, count: 1 }));

    let mut counted = document(bytes("\"a\""), b"SV\x0c\0\0\0", Framing::Bare);
    counted
        .replace(0, &value("\"b\""))
        .expect("the same length");
    let is_count = |error| {
        matches!(
            error,
            EditError::Count {
                count: 12,
                offset: 2,
                is_prefix: true
            }
        )
    };
    assert!(
        counted
            .replace(0, &value("\"longer\""))
            .is_err_and(is_count)
    );
    assert!(counted.check_length(0, 16).is_err_and(is_count));
    assert!(counted.check_length(0, 12).is_ok());
    assert_eq!(counted.bytes(), bytes("\"b\""));
}

/// Containers of all kinds, for random changes.
const VALUES: [&str; 8] = [
    r#"{"a": 1, "b": [1, 2.5, "x", null], "c": {"d": Vector2(1, 2), 7: true, -1: 2, &"s": 3}}"#,
    r#"[[1, [2, [3]]], {"k": PackedInt32Array(1, 2, 3)}, PackedStringArray("a", "b")]"#,
    r"Array[int]([1, 2, 3])",
    r#"Dictionary[String, int]({"a": 1, "b": 2})"#,
    r#"{"o": Object(Node,"name":"n","list":[1, 2],"v":Vector3(1, 2, 3)), "e": []}"#,
    r#"{Vector2(1, 2): {[1]: "key", "t": Transform2D(1, 0, 0, 1, 5, 6)}, "n": {}}"#,
    r"PackedVector2Array(1, 2, 3, 4)",
    r#"[Array[Dictionary]([{"x": 1}]), Dictionary[int, Array]({3: [1], 4: []})]"#,
];

/// Returns the paths of all values in a value.
fn paths(value: AnyRef<'_>) -> Vec<Path> {
    let mut all = vec![Path::default()];
    for member in value.members() {
        let first = Path::from(member.segment.to_segment());
        all.extend(paths(member.value).iter().map(|rest| first.join(rest)));
    }
    all
}

#[test]
fn random_changes_equal_those_of_the_tree() {
    let mut state = 7_u64;
    let mut random = |count: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits") % count
    };
    let ends = [
        "x",
        "[0]",
        "[1]",
        "[5]",
        "[+]",
        "[-1]",
        "new",
        "[9]",
        "x.y",
        "[&\"s\"]",
        "key(0)",
        "[Vector2(1, 2)]",
    ];
    let new_values = [
        "1",
        "\"text\"",
        "[1, {\"z\": 2}]",
        "Vector2(3, 4)",
        "null",
        "2.5",
        "{\"x\": 1}",
    ];
    let mut changed = 0;
    for round in 0..4000 {
        let text = VALUES[random(VALUES.len())];
        let mut tree = value(text);
        let old = tree.to_vec(EncodeOptions::new()).expect("bytes");
        let mut document = Document::new(old.clone(), Vec::new(), layout(), Framing::Bare);
        let known = paths((&tree).into());
        let mut path = known[random(known.len())].clone();
        if random(2) == 0 {
            path = path.join(&ends[random(ends.len())].parse().expect("a path"));
        }
        let label = format!("{round}: {text} at {path}");
        let result = if random(3) == 0 {
            let removed = tree.remove_at_path(&path).filter(|_| !path.is_empty());
            let result = document.remove(0, std::slice::from_ref(&path));
            assert_eq!(removed.is_some(), result.is_ok(), "{label}");
            result
        } else {
            let new = value(new_values[random(new_values.len())]);
            let mut expected = tree.set_at_path(&path, new.clone()).map(drop).map_err(drop);
            if tree.to_vec(EncodeOptions::new()).is_err() {
                expected = Err(());
            }
            let found = AnyRef::from(&tree).component_at_path(&path);
            let result = document.set(0, &path, new);
            assert_eq!(expected.is_ok(), result.is_ok(), "{label}: {result:?}");
            if path.segments().last() != Some(&Segment::Append) && result.is_ok() {
                assert_eq!(document.get(0, &path).ok(), found, "{label}");
            }
            result
        };
        if result.is_ok() {
            changed += 1;
            let expected = tree.to_vec(EncodeOptions::new()).expect("bytes");
            assert_eq!(document.bytes(), expected, "{label}");
        } else {
            assert_eq!(document.bytes(), old, "{label}");
        }
    }
    assert!(changed > 1000, "{changed}");
}

/// The file is on disk: its values are read into memory only for this change.
#[test]
fn the_number_of_values_of_a_file_can_change() {
    let path = std::env::temp_dir().join(format!("gdvariant-count-{}", std::process::id()));
    let file = [&b"v1.5"[..], framed(&["[7]", "\"Ada\""]).bytes()].concat();
    std::fs::write(&path, &file).expect("a file");
    let options = OpenOptions::new().framing(Framing::BigEndian);
    let options = options.layout(layout()).skip(4);
    let mut document = Document::open_file(&path, &options).expect("a file");
    document
        .set(0, &"[0]".parse().expect("a path"), value("8"))
        .expect("set");
    let new = [value("[8]"), value("1")];
    document.replace_values(0..1, &new).expect("replaced");
    let expected = [&b"v1.5"[..], framed(&["[8]", "1", "\"Ada\""]).bytes()].concat();
    assert_eq!(document.to_file().expect("a file"), expected);
    std::fs::remove_file(path).expect("a file");
}

#[test]
fn values_of_files_are_changed_one_at_a_time() {
    let path = std::env::temp_dir().join(format!("gdvariant-frames-{}", std::process::id()));
    let texts = ["{\"a\": [1, 2]}", "[7]", "\"Ada\"", "{\"b\": {}}"];
    let options = |header: usize| {
        let options = OpenOptions::new().framing(Framing::BigEndian);
        options.layout(layout()).skip(header as u64)
    };
    for header in [&b""[..], b"v1.5"] {
        let mut content = framed(&texts).bytes().to_vec();
        content.extend(b"\xfb\xff\xff\xffrest!");
        let file = [header, &content].concat();
        std::fs::write(&path, &file).expect("a file");
        let options = options(header.len());
        let mut stored = Document::open_file(&path, &options).expect("a file");
        let mut memory = Document::open(&file[..], &options).expect("a file");
        assert!(stored.bytes().is_empty());
        for document in [&mut stored, &mut memory] {
            assert_eq!((document.count(), document.rest(0).expect("bytes")), (4, 9));
            assert_eq!(document.to_file().expect("a file"), file);
            for (index, at, new) in [
                (2, "", "[1, \"longer\"]"),
                (0, "a[+]", "3"),
                (3, "b.c", "true"),
                (0, "a[0]", "\"x\""),
                (2, "[0]", "null"),
            ] {
                let at = at.parse().expect("a path");
                document.set(index, &at, value(new)).expect("set");
                assert_eq!(
                    document.get(index, &at).ok(),
                    Some(value(new)).filter(|_| index != 0 || new != "3")
                );
            }
            document
                .remove(1, &["[0]".parse().expect("a path")])
                .expect("removed");
            let failed: Result<(), _> = document.edit(|document| {
                document.remove(0, &["a".parse().expect("a path")])?;
                document.remove(9, &[]).map(drop)
            });
            assert!(matches!(
                failed,
                Err(EditError::NoValue { index: 9, count: 4 })
            ));
        }
        let changed = [
            "{\"a\": [\"x\", 2, 3]}",
            "[]",
            "[null, \"longer\"]",
            "{\"b\": {\"c\": true}}",
        ];
        let expected = [header, framed(&changed).bytes(), b"\xfb\xff\xff\xffrest!"].concat();
        assert_eq!(
            stored.to_file().expect("a file"),
            memory.to_file().expect("a file")
        );
        let written = stored.to_file().expect("a file");
        let written = Document::open(&written[..], &options).expect("a file");
        assert!(expected.ends_with(written.bytes()));
    }
    std::fs::remove_file(path).expect("a file");
}

#[test]
fn values_are_not_nested_too_deeply() {
    let nested = |depth: usize| value(&["[".repeat(depth), "]".repeat(depth)].concat());
    let mut document = document(bytes("{\"a\": [[]]}"), b"", Framing::Bare);
    let old = document.bytes().to_vec();
    let at = "a[0][+]".parse().expect("a path");
    let error = document
        .set(0, &at, nested(1023))
        .map(drop)
        .expect_err("too deep");
    assert!(matches!(error, EditError::Encode(_)), "{error}");
    assert_eq!(document.bytes(), old);
    document.set(0, &at, nested(1022)).expect("the limit");
    document.value(0).expect("a value");
}

fn at(path: &str) -> Path {
    path.parse().expect(path)
}

/// Checks moves and copies in encoded values and in JSON.
#[test]
fn moved_values_are_removed_from_their_place() {
    let moves: [(&str, &str, &str, &str); 8] = [
        ("[1, 2, 3]", "[-2]", "[+]", "[1, 3, 2]"),
        (
            r#"{"l": [1, 2, 3]}"#,
            "l[-2]",
            "l[+]",
            r#"{"l": [1, 3, 2]}"#,
        ),
        (
            r#"{"x": 1, "y": 2}"#,
            "x",
            "[&\"x\"]",
            "leads to the same value",
        ),
        (
            r#"{"x": 1, "y": 2}"#,
            "y",
            "[&\"x\"]",
            "already has a value",
        ),
        (r#"{"x": 1, "y": 2}"#, "x", "z", r#"{"z": 1, "y": 2}"#),
        (
            r#"{"x": {"q": 1}}"#,
            "x.q",
            "[&\"x\"].q",
            "leads to the same value",
        ),
        (
            r#"{"s": "{\"a\": [1, 2, 3]}"}"#,
            "s.<json>.a[-2]",
            "s.<json>.a[+]",
            r#"{"s": "{\"a\": [1, 3, 2]}"}"#,
        ),
        (
            r#"{"s": "{\"a\": 1, \"b\": 2}"}"#,
            "s.<json>.a",
            "s.<json>.c",
            r#"{"s": "{\"c\": 1, \"b\": 2}"}"#,
        ),
    ];
    for (text, from, to, expected) in moves {
        let encoded = document(bytes(text), b"", Framing::Bare);
        let json = TextDocument::parse(text, Some(layout())).expect(text);
        for mut document in [encoded, Document::from_text(json, Vec::new())] {
            let old = document.to_file().expect("a file");
            let result = document.move_value(0, &at(from), &at(to), IfExists::Fail);
            match result {
                Ok(_) => {
                    let value = document.value(0).expect("a value");
                    let encoded = value.to_vec(EncodeOptions::new()).expect("bytes");
                    assert_eq!(encoded, bytes(expected), "{text}: {from} {to}");
                }
                Err(error) => {
                    assert!(error.to_string().contains(expected), "{text}: {error}");
                    assert_eq!(document.to_file().expect("a file"), old);
                }
            }
        }
    }
}

/// A Dictionary with a duplicate key has fewer entries after decoding.
#[test]
fn duplicate_keys_are_not_numbered() {
    let entries = [(1, 10), (2, 20), (1, 11), (3, 30)];
    let int = |number: i32| [2_i32.to_le_bytes(), number.to_le_bytes()].concat();
    let entries = entries
        .iter()
        .flat_map(|(key, value)| [int(*key), int(*value)].concat());
    let head = [27_u32, 4].map(u32::to_le_bytes).concat();
    let twice = [head, entries.collect()].concat();
    let mut document = document(twice.clone(), b"", Framing::Bare);
    let nine = || value("9");
    for paths in ["[*]", "[?=30]", "value(2)", "[1]"] {
        document
            .remove_where(0, &[at(paths)], &[])
            .expect_err(paths);
    }
    for path in ["[*]", "value(2)"] {
        document
            .set_where(0, &at(path), &[], nine(), NewKeys::Fail)
            .expect_err(path);
    }
    assert_eq!(document.bytes(), twice);
    // The last one has the value.
    document.set(0, &at("[1]"), nine()).expect("a value");
    let changed = document
        .value(0)
        .expect("a value")
        .to_vec(EncodeOptions::new());
    assert_eq!(changed.expect("bytes"), bytes("{1: 9, 2: 20, 3: 30}"));
}

#[test]
fn a_pattern_changes_content_once() {
    let text = r#"{"s": "[{\"hp\": 1}, {\"hp\": 2}]", "t": "[3]"}"#;
    let mut document = document(bytes(text), b"", Framing::Bare);
    let set = document.set_where(0, &at("s.<json>[*].hp"), &[], value("100"), NewKeys::Fail);
    assert_eq!(
        set.expect("set").paths,
        [at("s.<json>[0].hp"), at("s.<json>[1].hp")]
    );
    let paths = ["s.<json>[0]", "value(0).<json>[1].hp", "t.<json>[0]"].map(at);
    document.remove(0, &paths).expect("removed");
    let expected = r#"{"s": "[{}]", "t": "[]"}"#;
    assert_eq!(
        document.value(0).expect("a value").to_string(),
        value(expected).to_string()
    );
    let overlap = document.remove(0, &[at("value(0)"), at("s.<json>[0]")]);
    assert!(matches!(overlap, Err(EditError::Overlap { .. })));
}

#[test]
fn repeated_properties_are_changed_by_number() {
    let object = |text: &str| bytes(&format!("[Object(Node,{text}),5]"));
    let old = object(r#""b":1,"b":2,"c":3"#);
    let mut document = document(old, b"", Framing::Bare);
    let path = |text: &str| text.parse::<Path>().expect("a path");
    document.remove(0, &[path("[0].c")]).expect("a property");
    let set = document.set(0, &path("[0].value(1)"), value("7"));
    set.expect("a property");
    assert_eq!(document.bytes(), object(r#""b":1,"b":7"#));
}

#[test]
fn keys_are_compared_as_in_the_layout() {
    let pandemonium = gdvariant::schema::layout_named("pandemonium").expect("the layout");
    let encoded = |text: &str| {
        let value = pandemonium.parse(text).expect("a value");
        value.to_vec(EncodeOptions::new()).expect("bytes")
    };
    let bytes = encoded(r#"{"a":1,&"a":2,{}:3,{}:4}"#);
    let mut document = Document::new(bytes, Vec::new(), pandemonium, Framing::Bare);
    for (path, new) in [("a", "5"), (r#"[&"a"]"#, "6"), ("value(3)", "7")] {
        let new = pandemonium.parse(new).expect("a value");
        document
            .set(0, &path.parse().expect("a path"), new)
            .expect("an entry");
    }
    assert_eq!(document.bytes(), encoded(r#"{"a":5,&"a":6,{}:3,{}:7}"#));
}

#[test]
fn elements_of_packed_arrays_are_removed_together() {
    for [old, new] in [
        [
            "PackedStringArray(\"a\", \"b\", \"c\")",
            "PackedStringArray(\"b\")",
        ],
        [
            "PackedVector2Array(1, 2, 3, 4, 5, 6)",
            "PackedVector2Array(3, 4)",
        ],
    ] {
        let mut document = document(bytes(old), b"", Framing::Bare);
        let paths = ["[0]", "[-1]"].map(|path| path.parse().expect("a path"));
        document.remove(0, &paths).expect("elements");
        assert_eq!(document.value(0).expect("a value"), value(new));
        assert!(
            document
                .remove(
                    0,
                    &["[0]", "[-1]"].map(|path| path.parse().expect("a path"))
                )
                .is_err()
        );
    }
}

#[test]
fn a_whole_value_with_a_repeated_key_is_replaced() {
    let entry = bytes(r#"{"a":1}"#).split_off(8);
    let mut twice = bytes("{}");
    twice[4] = 2;
    let content = [twice, entry.clone(), entry].concat();
    let mut document = document(content, b"", Framing::Bare);
    document
        .set(0, &Path::default(), value("7"))
        .expect("a value");
    assert_eq!(document.bytes(), bytes("7"));
}

#[test]
fn values_without_ranges_are_not_replaced_by_others() {
    let mut text = Document::open(&b"[a]\n\nb=1\n"[..], &OpenOptions::new()).expect("a text");
    let replaced = text.replace_values(0..1, &[value("1"), value("2")]);
    assert!(matches!(replaced, Err(EditError::NoValue { .. })));
}

#[test]
fn a_replaced_value_fits_the_target() {
    let target = gdvariant::EngineVersion::new(4, 2);
    let options = EncodeOptions::new().target(target).fallback(true);
    let mut document = document(bytes("[]"), b"", Framing::Bare);
    document.options.encode = options;
    document
        .replace(0, &value("Dictionary[int, int]({1: 2})"))
        .expect("a value");
    assert_eq!(document.bytes(), bytes("{1: 2}"));
}

#[test]
fn a_pattern_sets_values_of_a_text_together() {
    let text = "{\n\t\"a\": {\"n\": 1},\n\t\"b\": {\"n\": 2, \"m\": 0},\n\t\"c\": {}\n}";
    let mut document = Document::open(text.as_bytes(), &OpenOptions::new()).expect("a text");
    let path = |text: &str| text.parse::<Path>().expect("a path");
    let set = document.set_where(0, &path("[*].n"), &[], value("5"), NewKeys::Add);
    assert_eq!(set.expect("values").paths.len(), 3);
    let expected =
        "{\n\t\"a\": {\"n\": 5},\n\t\"b\": {\"n\": 5, \"m\": 0},\n\t\"c\": {\n\t\t\"n\": 5\n\t}\n}";
    let found = document.to_file().expect("a file");
    assert_eq!(String::from_utf8_lossy(&found), expected);
}

#[test]
fn types_of_each_engine_that_fits_a_file_are_decoded() {
    fn open(file: &[u8]) -> Document {
        Document::open(file, &OpenOptions::new()).expect("a file")
    }
    fn decoded<E: Engine<Variant: for<'de> Decode<'de, E>>>(file: &[u8]) -> bool {
        match open(file).decode::<E, E::Variant>(0) {
            Ok(_) => true,
            Err(error) => {
                let advice = Advice::layouts([E::LAYOUT.name]);
                assert!(matches!(error, EditError::Layout { .. }));
                assert_eq!(error.advice(), Some(advice));
                false
            }
        }
    }
    let mut stored = Vec::new();
    gdvariant::godot3::write_framed(&mut stored, "hello").expect("a value");
    for file in [&stored[..], b"[player]\n\nlevel=3\n", b"{\"level\": 3}"] {
        assert!(decoded::<Godot3>(file) && decoded::<Godot4>(file));
    }
    let godot3 = b"[s]\n\nlist=PoolIntArray( 1 )\n";
    assert!(decoded::<Godot3>(godot3) && !decoded::<Godot4>(godot3));
    let names = bytes("[&\"a\", 1]");
    assert!(decoded::<Godot4>(&names) && !decoded::<Godot3>(&names));

    let mut lines = open(b"{\"n\": 1}\n{\"n\": 2}\n");
    let second = lines.decode::<Godot3, HashMap<String, u8>>(1);
    assert_eq!(second.expect("a map")["n"], 2);
    let error = lines
        .decode::<Godot3, HashMap<String, bool>>(1)
        .unwrap_err();
    assert!(error.to_string().starts_with("n: "), "{error}");
    lines.encode::<Godot3, _>(1, &[3]).expect("a list");
    assert_eq!(lines.layout(), Godot3::LAYOUT);
}
