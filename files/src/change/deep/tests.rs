use super::*;
use crate::forms::{self, ByteForm};
use gdvariant::files::Compression;
use gdvariant::schema::layout_named;

const NAMES: [&str; 2] = ["godot3", "godot4"];

fn layout(name: &str) -> &'static LayoutInfo {
    layout_named(name).expect("a layout")
}

fn parsed(layout: &'static LayoutInfo, text: &str) -> AnyVariant {
    layout
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn path(text: &str) -> DeepPath {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn string(layout: &'static LayoutInfo, text: String) -> AnyVariant {
    build_any(layout, Leaf(Kind::String, Content::Text(text))).expect("a String")
}

fn encoded(value: &AnyVariant) -> Vec<u8> {
    value.to_vec(EncodeOptions::new()).expect("a value")
}

/// Returns a Dictionary with a byte array at `data`, and a path that continues there.
fn in_data(layout: &'static LayoutInfo, bytes: &[u8]) -> AnyVariant {
    let mut value = parsed(layout, r#"{"before": 1, "data": null, "after": [2]}"#);
    let array = byte_array(layout, bytes).expect("an array");
    super::super::set(&mut value, &"data".parse().expect("a path"), array).expect("a key");
    value
}

/// Sets a value and returns the bytes at `data` and the notes.
fn set_in(value: &mut AnyVariant, at: &str, new: &str) -> (Vec<u8>, Vec<String>) {
    let new = parsed(value.layout(), new);
    let notes = set(value, &path(at), new, StepOptions::default());
    let notes = notes.unwrap_or_else(|error| panic!("{at}: {error}"));
    let data = get((&*value).into(), &path("data"), StepOptions::default()).expect("data");
    let notes = notes.iter().map(ToString::to_string).collect();
    (bytes((&data).into()).expect("bytes"), notes)
}

fn error_at(value: &AnyVariant, at: &str) -> EditError {
    get(value.into(), &path(at), StepOptions::default()).expect_err(at)
}

#[test]
fn paths_are_parsed_as_they_are_displayed() {
    for text in [
        "",
        "a.b[3]",
        "<bytes>",
        "<bytes>.a",
        "a.<gzip>.<bytes>",
        "a[3].<text>[0].b",
        r#"["<bytes>"].<bytes>["a.<text>"]"#,
        "[Vector2( 1, 2 )].<zlib>.<zstd>.<fastlz>.<base64>[\"]<\"].<text>",
    ] {
        assert_eq!(path(text).to_string(), text);
    }
    assert_eq!(path(r#"["<bytes>"]"#).inner, None);
}

#[test]
fn errors_of_paths_have_their_offset() {
    for (text, offset) in [
        ("a<bytes>", 1),
        (".<bytes>", 0),
        ("a.<bytes", 8),
        ("a.<byte>", 2),
        ("a.<bytes>b", 9),
        ("a.<bytes>.", 10),
        ("a.<bytes>.[3]", 10),
        ("a.<bytes>.b c", 11),
        ("a b.<bytes>", 1),
        ("a.<text>.<gzip>.x[", 18),
    ] {
        let error = text.parse::<DeepPath>().expect_err(text);
        assert_eq!(error.offset(), offset, "{text}: {error}");
    }
}

#[test]
fn the_number_of_steps_has_a_limit() {
    let steps = |count| ["<gzip>"].repeat(count).join(".");
    assert_eq!(path(&steps(64)).to_string(), steps(64));
    let error = steps(100_000).parse::<DeepPath>().unwrap_err();
    assert_eq!(error.to_string(), "offset 448: expected at most 64 steps");
}

#[test]
fn a_plain_path_rejects_steps() {
    let error = "state.<bytes>".parse::<Path>().unwrap_err();
    assert!(format!("{error:#}").contains(r#"["<a>"]"#), "{error:#}");
}

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("less than the limit")
    }
}

/// Returns a value whose content after a step is `content`, or `None` if the step has other content.
fn wrapped(step: Step, content: &AnyVariant, random: &mut Random) -> Option<AnyVariant> {
    let layout = content.layout();
    let array = bytes(content.into());
    let text = match step {
        Step::Bytes => {
            let value = encoded(content);
            let length = u32::try_from(value.len()).expect("a short value");
            let prefix = [
                vec![],
                length.to_le_bytes().into(),
                length.to_be_bytes().into(),
            ];
            let framed = [prefix[random.below(3)].as_slice(), &value].concat();
            return byte_array(layout, &framed).ok();
        }
        Step::Compressed(compression) => {
            return byte_array(layout, &compression.compress(&array?).ok()?).ok();
        }
        Step::Text => content.to_string(),
        Step::Base64 => {
            let digits = forms::write(ByteForm::Base64, &array?);
            String::from_utf8(digits).ok()?.trim_end().into()
        }
    };
    Some(match random.below(2) {
        0 => string(layout, text),
        _ => byte_array(layout, text.as_bytes()).ok()?,
    })
}

#[test]
fn values_are_set_through_random_steps() {
    let mut depths = [0; 6];
    for case in 0..600 {
        let random = &mut Random(case);
        let layout = layout(NAMES[random.below(2)]);
        let mut value = parsed(
            layout,
            r#"{"hp": 30, "name": "Ada", "at": Vector2(1.5, 2)}"#,
        );
        let mut names = vec!["hp".to_owned()];
        let mut steps = 0;
        for _ in 0..8 {
            let step = Step::ALL[random.below(Step::ALL.len())];
            let Some(outer) = wrapped(step, &value, random) else {
                continue;
            };
            value = outer;
            names.push(step.to_string());
            steps += 1;
            if random.below(3) == 0 {
                let mut list = parsed(layout, r#"{"list": [0, 0, true], "n": 1}"#);
                let at = "list[1]".parse().expect("a path");
                super::super::set(&mut list, &at, value).expect("an element");
                value = list;
                names.push("list[1]".into());
            }
            if steps == 5 {
                break;
            }
        }
        depths[steps] += 1;
        names.reverse();
        let at = path(&names.join("."));
        let before = encoded(&value);
        let options = StepOptions::default();
        assert_eq!(
            get((&value).into(), &at, options).expect("30").to_string(),
            "30",
            "{at}"
        );

        let same = parsed(layout, "30");
        set(&mut value, &at, same, options).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(encoded(&value), before, "{at}");

        let new = parsed(layout, &format!("[{case}, \"x\"]"));
        set(&mut value, &at, new.clone(), options).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(
            get((&value).into(), &at, options).expect("new"),
            new,
            "{at}"
        );

        remove_all(&mut value, std::slice::from_ref(&at), options).expect("a key");
        assert!(
            get((&value).into(), &at, options)
                .expect_err("removed")
                .is_missing()
        );
        names.pop();
        let rest = get((&value).into(), &path(&names.join(".")), options).expect("the rest");
        assert_eq!(
            rest,
            parsed(layout, r#"{"name": "Ada", "at": Vector2(1.5, 2)}"#),
            "{at}"
        );
    }
    assert!(depths[1..].iter().all(|count| *count > 10), "{depths:?}");
}

#[test]
fn the_form_of_encoded_bytes_is_kept() {
    let layout = layout("godot4");
    // The int 7 takes 64 bits, which an engine writes only for large numbers, and the padding of
    // the key is not zero.
    let start = b"\x1b\0\0\0\x02\0\0\0\x04\0\0\0\x01\0\0\0aXYZ\x02\0\x01\0\x07\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0b\0\0\0";
    let (old, new) = (
        b"\x02\0\0\0\x01\0\0\0",
        b"\x03\0\x01\0\x9a\x99\x99\x99\x99\x99\xb9\x3f",
    );
    for is_big in [None, Some(false), Some(true)] {
        let file = |end: &[u8]| {
            let value = [&start[..], end].concat();
            let length = u32::try_from(value.len()).expect("short");
            let prefix = is_big.map(|it| {
                if it {
                    length.to_be_bytes()
                } else {
                    length.to_le_bytes()
                }
            });
            [prefix.as_slice().as_flattened(), &value].concat()
        };
        let mut value = in_data(layout, &file(old));
        let (data, notes) = set_in(&mut value, "data.<bytes>.b", "0.1");
        assert_eq!(data, file(new), "{is_big:?}");
        assert_eq!(
            notes,
            ["in data.<bytes>: the type of b changed from int to float"]
        );
    }
}

#[test]
fn the_sign_of_a_zero_is_a_change() {
    let layout = layout("godot4");
    let mut value = in_data(layout, &encoded(&parsed(layout, "[0.0]")));
    set_in(&mut value, "data.<bytes>[0]", "-0.0");
    let zero = get(
        (&value).into(),
        &path("data.<bytes>[0]"),
        StepOptions::default(),
    );
    assert_eq!(
        encoded(&zero.expect("a float")),
        encoded(&parsed(layout, "-0.0"))
    );
}

#[test]
fn the_rest_of_a_text_is_kept() {
    let layout = layout("godot4");
    for (text, at, expected) in [
        (
            "[1,  &\"a\" ; one\n]",
            "data.<text>[0]",
            "[7,  &\"a\" ; one\n]",
        ),
        (
            "; mine\n[s]\n\nn=1 ; one\n",
            "data.<text>.s.n",
            "; mine\n[s]\n\nn=7 ; one\n",
        ),
    ] {
        let mut value = in_data(layout, text.as_bytes());
        assert_eq!(set_in(&mut value, at, "7").0, expected.as_bytes());
    }
    let error = error_at(&in_data(layout, b"1\n2\n"), "data.<text>");
    assert!(error.to_string().contains("found 2 values"), "{error}");
}

#[test]
fn text_keeps_all_digits_that_were_set() {
    let layout = layout("godot3");
    let mut value = parsed(layout, r#"["{\n\"a\": 0.25,\n\"b\": 7\n}"]"#);
    let at = path("[0].<text>.b");
    let new = parsed(layout, "0.1234567890123");
    set(&mut value, &at, new.clone(), StepOptions::default()).expect("a float");
    assert_eq!(
        get((&value).into(), &at, StepOptions::default()).expect("b"),
        new
    );
}

#[test]
fn sizes_next_to_changed_bytes_are_noted() {
    let layout = layout("godot4");
    let content = encoded(&parsed(layout, r#"{"name": "Ada"}"#));
    for compression in Compression::ALL {
        let compressed = compression.compress(&content).expect("compressed");
        let mut value = in_data(layout, &compressed);
        let size = parsed(layout, &content.len().to_string());
        super::super::set(&mut value, &"after".parse().expect("a path"), size).expect("a key");
        let step = Step::Compressed(compression);
        let at = format!("data.{step}.<bytes>.name");
        let (_, notes) = set_in(&mut value.clone(), &at, "\"Grace Hopper\"");
        let (old, new) = (content.len(), content.len() + 8);
        let note = format!(
            "after is {old}, the length of data.{step} before the change; the new length is {new}"
        );
        assert_eq!(notes, [note]);
        // Nothing is noted if the length stays.
        assert_eq!(set_in(&mut value, &at, "\"Bob\"").1, [""; 0]);
    }
}

#[test]
fn removals_are_grouped_by_content() {
    let layout = layout("godot4");
    let text = r#"{"a": "[1, 2, 3, 4]", "b": ["[5, 6]", 7, 8]}"#;
    let mut value = parsed(layout, text);
    let paths = [
        "b[1]",
        "a.<text>[0]",
        "b[0].<text>[1]",
        "a.<text>[2]",
        r#"["a"].<text>[3]"#,
    ];
    let options = StepOptions::default();
    remove_all(&mut value, &paths.map(path), options).expect("removed");
    assert_eq!(value, parsed(layout, r#"{"a": "[2]", "b": ["[5]", 8]}"#));
    for paths in [
        ["b", "b[0].<text>[0]"],
        ["a.<text>[0]", "a"],
        ["a.<text>[0]", "a.<text>[0]"],
    ] {
        let error = remove_all(&mut value.clone(), &paths.map(path), options).expect_err("overlap");
        let is_overlap = |error: &EditError| matches!(error, EditError::Overlap { .. });
        let found = match &error {
            EditError::Within { error, .. } => is_overlap(error),
            error => is_overlap(error),
        };
        assert!(found, "{error}");
    }
}

#[test]
fn errors_name_the_step() {
    let layout = layout("godot4");
    let gzip = Compression::Gzip.compress(&[0; 100]).expect("gzip");
    let values = parsed(
        layout,
        r#"{"n": 7, "s": "Ada!", "t": "{\n\"a\": [\"x\", 1]\n}", "r": "Zm9v"}"#,
    );
    for (at, place) in [
        ("n.<bytes>", "n.<bytes>: "),
        ("n.<text>.x", "n.<text>: "),
        ("s.<bytes>", "s.<bytes>: "),
        ("s.<text>", "s.<text>: "),
        ("s.<base64>", "s.<base64>: "),
        ("t.<text>.a[1].<gzip>", "t.<text>.a[1].<gzip>: "),
        ("r.<base64>.<zstd>.<bytes>.x", "r.<base64>.<zstd>: "),
    ] {
        let error = error_at(&values, at).to_string();
        assert!(error.starts_with(place), "{at}: {error}");
        assert!(
            error.contains("expected ") && error.contains("found "),
            "{at}: {error}"
        );
    }
    // The error suggests the steps that lead to the rest of the path.
    let error = error_at(&values, "t.<base64>.<bytes>.a[1]");
    assert_eq!(error.advice().as_deref(), Some("try t.<text>.a[1]"));

    let missing = error_at(&values, "t.<text>.a[2]");
    assert!(missing.is_missing());
    assert_eq!(missing.advice().as_deref(), Some("a has 2 elements"));

    let value = in_data(layout, &gzip);
    let limited = StepOptions {
        max_content: 99,
        ..StepOptions::default()
    };
    let error = get((&value).into(), &path("data.<gzip>"), limited).expect_err("99 bytes");
    assert!(
        error.to_string().contains("longer than 99 bytes"),
        "{error}"
    );
    for damaged in [&gzip[..gzip.len() - 1], &[&gzip[..12], &[0xff; 9]].concat()] {
        error_at(&in_data(layout, damaged), "data.<gzip>");
    }
    // Reading ignores bytes after the content, as engines do, but a change would lose them.
    for compression in [Compression::Gzip, Compression::Deflate, Compression::Zstd] {
        let data = [
            compression.compress(&[7; 100]).expect("bytes"),
            b"rest".to_vec(),
        ]
        .concat();
        let mut value = in_data(layout, &data);
        let at = path(&format!("data.{}[0]", Step::Compressed(compression)));
        let options = StepOptions::default();
        assert_eq!(
            get((&value).into(), &at, options).expect("7").to_string(),
            "7"
        );
        let before = encoded(&value);
        let error = set(&mut value, &at, parsed(layout, "8"), options).expect_err("rest");
        assert!(error.to_string().contains("other bytes follow"), "{error}");
        assert_eq!(encoded(&value), before);
    }
}

#[test]
fn objects_in_bytes_need_permission() {
    let layout = layout("godot4");
    let object = encoded(&parsed(layout, r#"Object(Node,"name":"x")"#));
    let value = in_data(layout, &object);
    assert!(
        get(
            (&value).into(),
            &path("data.<bytes>.name"),
            StepOptions::default()
        )
        .is_ok()
    );
    let decode = DecodeOptions::new();
    let options = StepOptions {
        decode,
        ..StepOptions::default()
    };
    let error = get((&value).into(), &path("data.<bytes>.name"), options).expect_err("an object");
    assert!(error.advice().is_some(), "{error}");
}

#[test]
fn json_is_not_replaced_by_text() {
    let layout = layout("godot4");
    let mut value = parsed(layout, r#"{"j": "{\"gold\":30}"}"#);
    let at = path("j.<text>.gold");
    assert!(get((&value).into(), &at, StepOptions::default()).is_ok());
    let error = set(
        &mut value,
        &at,
        parsed(layout, "99"),
        StepOptions::default(),
    );
    let error = error.expect_err("JSON");
    assert!(
        error.advice().is_some_and(|it| it.contains("jq")),
        "{error}"
    );
}

#[test]
fn a_path_that_stops_at_content_suggests_steps() {
    let layout = layout("godot4");
    let content = encoded(&parsed(layout, r#"{"gold": 30, "items": [{"id": 1}]}"#));
    let framed = [
        &u32::try_from(content.len()).expect("short").to_le_bytes(),
        &content[..],
    ]
    .concat();
    let gzip = Compression::Gzip.compress(&content).expect("gzip");
    let base64 = String::from_utf8(forms::write(ByteForm::Base64, &gzip)).expect("digits");
    for (value, steps) in [
        (byte_array(layout, &content).expect("bytes"), "<bytes>"),
        (byte_array(layout, &framed).expect("bytes"), "<bytes>"),
        (byte_array(layout, &gzip).expect("bytes"), "<gzip>.<bytes>"),
        (string(layout, base64), "<base64>.<gzip>.<bytes>"),
        (
            string(
                layout,
                parsed(layout, "{\"gold\": 1, \"items\": [{\"id\": 1}]}").to_string(),
            ),
            "<text>",
        ),
    ] {
        let mut save = parsed(layout, r#"{"saves": [0]}"#);
        super::super::set(&mut save, &"saves[0]".parse().expect("a path"), value).expect("set");
        let advice = |at: &str| {
            let missing = MissingPath::of((&save).into(), &at.parse().expect("a path"), 0);
            missing.advice().expect("advice").to_owned()
        };
        for rest in ["gold", "items[0].id"] {
            let advice = advice(&format!("saves[0].{rest}"));
            let tried = format!("; try saves[0].{steps}.{rest}");
            assert!(advice.ends_with(&tried), "{advice}");
            // The suggestion is a path to the value.
            let tried = path(tried.trim_start_matches("; try "));
            assert!(get((&save).into(), &tried, StepOptions::default()).is_ok());
        }
        assert!(!advice("saves[0].gems").contains("try"));
        let mut changed = save.clone();
        let new = parsed(layout, "5");
        let error = super::super::set(&mut changed, &"saves[0].gold".parse().expect("a path"), new);
        let expected = format!("try saves[0].{steps}.gold");
        assert_eq!(error.expect_err("no container").advice(), Some(expected));
    }
    let json = parsed(layout, r#"["{\"gold\":30}"]"#);
    let missing = MissingPath::of((&json).into(), &"[0].gold".parse().expect("a path"), 0);
    assert!(
        missing.advice().is_some_and(|it| it.contains("jq")),
        "{missing}"
    );
}

/// Moves a value, and returns the text of the whole value.
#[track_caller]
fn moved(value: &mut AnyVariant, from: &str, to: &str) -> String {
    let options = StepOptions::default();
    move_value(value, &path(from), &path(to), IfExists::Fail, options).expect("moved");
    value.to_string()
}

#[test]
fn a_renamed_entry_keeps_its_position() {
    let layout = layout("godot4");
    for (text, from, to, expected) in [
        (r#"{"a": 1, "b": 2}"#, "a", "c", r#"{"c": 1, "b": 2}"#),
        // A StringName stays a StringName; other keys have the type that the path names.
        (r#"{&"a": 1, "b": 2}"#, "a", "c", r#"{&"c": 1, "b": 2}"#),
        (r#"{7: 1, "b": 2}"#, "[7]", "c", r#"{"c": 1, "b": 2}"#),
        (
            r#"{"a": 1, "b": 2}"#,
            "a",
            "[Vector2(1, 2)]",
            r#"{Vector2(1, 2): 1, "b": 2}"#,
        ),
        (
            r#"[{"a": 1, "b": 2}]"#,
            "[0].a",
            "[0].c",
            r#"[{"c": 1, "b": 2}]"#,
        ),
        (
            r#"Dictionary[String, int]({"a": 1, "b": 2})"#,
            "a",
            "c",
            r#"Dictionary[String, int]({"c": 1, "b": 2})"#,
        ),
        (
            r#"{"s": "{\"a\": 1, \"b\": &\"\"}"}"#,
            "s.<text>.a",
            "s.<text>.c",
            r#"{"s": "{\"c\": 1, \"b\": &\"\"}"}"#,
        ),
    ] {
        let mut value = parsed(layout, text);
        assert_eq!(
            moved(&mut value, from, to),
            parsed(layout, expected).to_string()
        );
    }
}

#[test]
fn values_move_between_containers_and_contents() {
    let layout = layout("godot4");
    for (text, from, to, expected) in [
        ("[1, 2, 3]", "[0]", "[+]", "[2, 3, 1]"),
        ("[[1], [2, 3]]", "[1][0]", "[0][+]", "[[1, 2], [3]]"),
        // Both paths refer to the value before the change.
        (r#"[7, {"a": 1}]"#, "[0]", "[1].b", r#"[{"a": 1, "b": 7}]"#),
        (
            r#"{"p": PackedInt32Array(4, 5), "l": []}"#,
            "p[0]",
            "l[+]",
            r#"{"p": PackedInt32Array(5), "l": [4]}"#,
        ),
        (
            r#"{"a": 5, "s": "{\"b\": &\"\"}"}"#,
            "a",
            "s.<text>.c",
            r#"{"s": "{\"b\": &\"\", \"c\": 5}"}"#,
        ),
        (
            r#"{"s": "{\"b\": &\"\"}"}"#,
            "s.<text>.b",
            "b",
            r#"{"s": "{}", "b": &""}"#,
        ),
        // The target has the value already, as after an interrupted move.
        (r#"{"a": 1, "b": 1}"#, "a", "b", r#"{"b": 1}"#),
    ] {
        let mut value = parsed(layout, text);
        assert_eq!(
            moved(&mut value, from, to),
            parsed(layout, expected).to_string()
        );
    }
}

#[test]
fn a_failed_move_changes_nothing() {
    let layout = layout("godot4");
    let text = r#"{"a": {"b": 1}, "v": Vector2(1, 2), "s": "{\"x\": 1}", "l": [1]}"#;
    for (from, to, expected) in [
        (
            "a",
            "a",
            "cannot move a to a, which leads to the same value or into it",
        ),
        (
            "a",
            "a.c",
            "cannot move a to a.c, which leads to the same value or into it",
        ),
        (
            "a",
            "value(0).c",
            "cannot move a to value(0).c, which leads to the same value or into it",
        ),
        (
            "s",
            "s.<text>.y",
            "cannot move s to s.<text>.y, which leads to the same value or into it",
        ),
        ("a", "l", "l already has a value"),
        ("a", "s.<text>.x", "s.<text>.x already has a value"),
        (
            "s.<text>.x",
            "s.<text>.x.y",
            "cannot move s.<text>.x to s.<text>.x.y, which leads to the same value or into it",
        ),
        (
            "v.x",
            "l[+]",
            "v.x is a component, which cannot be removed from its value",
        ),
        ("q", "r", "no value at q"),
        (
            "a",
            "q.r",
            "cannot set q.r: the value is of the type Dictionary and has no q",
        ),
        (
            "a",
            "s.<bytes>.y",
            "s.<bytes>: expected a PackedByteArray, found String",
        ),
        (
            "",
            "q",
            "the empty path is the whole value, which cannot be removed",
        ),
    ] {
        let mut value = parsed(layout, text);
        let options = StepOptions::default();
        let error = move_value(&mut value, &path(from), &path(to), IfExists::Fail, options);
        assert_eq!(error.expect_err(to).to_string(), expected);
        assert_eq!(value, parsed(layout, text));
    }
}

#[test]
fn a_replaced_value_can_contain_the_moved_one() {
    let layout = layout("godot4");
    for (text, from, to, expected) in [
        (
            r#"{"a": {"b": {"c": 1}}}"#,
            "a.b",
            "a",
            r#"{"a": {"c": 1}}"#,
        ),
        (r#"{"s": "{\"x\": 1}"}"#, "s.<text>.x", "s", r#"{"s": 1}"#),
        (
            r#"{"a": 1, "b": 2, "c": 3}"#,
            "c",
            "a",
            r#"{"a": 3, "b": 2}"#,
        ),
        ("[[1]]", "[0][0]", "", "1"),
    ] {
        let mut value = parsed(layout, text);
        let (from, to, options) = (path(from), path(to), StepOptions::default());
        move_value(&mut value, &from, &to, IfExists::Replace, options).expect("moved");
        assert_eq!(value.to_string(), parsed(layout, expected).to_string());
    }
}

#[test]
fn patterns_and_conditions_select_values() {
    let layout = layout("godot4");
    let text = r#"{
        "items": [{"id": 7, "n": &"a"}, {"id": 7.0}, {"id": 8, "d": null}, 7],
        "map": {"x": {"hp": 0}, 5: {"hp": 1}, &"y z": {}, Vector2(1, 2): {"hp": 0.0}, 0.1: {"hp": 0}},
        "packed": PackedFloat32Array(0.1, 2), "names": PackedStringArray("a", "b"),
        "text": "[[1, 2], [3]]", "at": [Vector2(0.1, 2), Vector2(1, 2)]
    }"#;
    let value = parsed(layout, text);
    for (pattern, conditions, expected) in [
        ("items[*]", &["id=7"][..], "items[0] items[1]"),
        ("items[*]", &["id == 7.0", "n"], "items[0]"),
        ("items[*]", &["id!=7"], "items[2]"),
        ("items[*]", &["=7"], "items[3]"),
        ("items[*]", &["n=\"a\""], "items[0]"),
        ("items[*]", &["d=null"], "items[2]"),
        ("items[*].id", &[], "items[0].id items[1].id items[2].id"),
        ("items[*].id", &["!=7"], "items[2].id"),
        ("map[*]", &["hp=0"], "map.x map[Vector2(1, 2)] map[0.1]"),
        (
            "map[*]",
            &[],
            "map.x map[5] map[\"y z\"] map[Vector2(1, 2)] map[0.1]",
        ),
        ("packed[*]", &["=0.1"], "packed[0]"),
        ("names[*]", &["!=\"a\""], "names[1]"),
        ("at[*]", &["x=0.1"], "at[0]"),
        ("at[*]", &["=Vector2(1, 2)"], "at[1]"),
        ("text.<text>[*]", &["[0]=3"], "text.<text>[1]"),
        (
            "text.<text>[*][*]",
            &["!=1"],
            "text.<text>[0][1] text.<text>[1][0]",
        ),
        ("map", &["x.hp=0"], "map"),
        ("map", &["x.hp=1"], ""),
        ("[*][*].id", &["=8"], "items[2].id"),
    ] {
        let conditions: Vec<Condition> = conditions
            .iter()
            .map(|it| it.parse().expect("a condition"))
            .collect();
        let found = select(
            (&value).into(),
            &[path(pattern)],
            &conditions,
            StepOptions::default(),
        );
        let found = found.expect("a selection");
        let shown: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join(" "), expected, "{pattern} {conditions:?}");
        // The paths lead to the values, and the values are removed.
        let mut rest = value.clone();
        remove_all(&mut rest, &found, StepOptions::default()).expect("removed");
        let left = select(
            (&rest).into(),
            &[path(pattern)],
            &conditions,
            StepOptions::default(),
        );
        assert!(
            left.is_err() || left.is_ok_and(|left| left.is_empty()),
            "{pattern}"
        );
    }
}

#[test]
fn invalid_selections_are_errors() {
    let layout = layout("godot4");
    let value = parsed(layout, r#"{"items": [{"id": 7}], "n": 1, "t": "[]"}"#);
    for (pattern, condition, expected) in [
        ("itms[*]", "id", "no value at itms[*]: itms does not exist"),
        ("n[*]", "id", "no value at n[*]"),
        ("q", "id", "no value at q"),
        (
            "t.<bytes>[*]",
            "id",
            "t.<bytes>: expected a PackedByteArray, found String",
        ),
        (
            "items[*]",
            "id=foo",
            "invalid value in the condition id=foo: ",
        ),
        (
            "items[*]",
            "id.<bytes>",
            "id.<bytes>: expected a PackedByteArray, found int",
        ),
    ] {
        let conditions = [condition.parse().expect("a condition")];
        let found = select(
            (&value).into(),
            &[path(pattern)],
            &conditions,
            StepOptions::default(),
        );
        let error = found.expect_err(pattern).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for (condition, expected) in [
        (
            "",
            "offset 0: expected a condition, such as id=7, id!=7 or id",
        ),
        ("id=", "offset 3: expected a value, such as 7 or \"text\""),
        ("id!= ", "offset 5: expected a value, such as 7 or \"text\""),
        ("a b=1", "offset 1: expected "),
    ] {
        let error = condition
            .parse::<Condition>()
            .expect_err(condition)
            .to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    // Brackets and quotes contain `=`, and a condition is written as it was parsed.
    for condition in ["[\"a=b\"]=7", "a!=\"=\"", "a.<bytes>=1"] {
        let parsed: Condition = condition.parse().expect(condition);
        assert_eq!(parsed.to_string(), condition);
    }
}

#[test]
fn members_of_any_container_are_removed_in_one_pass() {
    let layout = layout("godot4");
    for (text, expected) in [
        ("[0, [1], 2, 3]", "[[1], 3]"),
        ("Array[int]([0, 1, 2, 3])", "Array[int]([1, 3])"),
        (r#"{"a": 0, 5: 1, &"c": 2, "d": 3}"#, r#"{5: 1, "d": 3}"#),
        (
            "Dictionary[int, int]({0: 0, 1: 1, 2: 2, 3: 3})",
            "Dictionary[int, int]({1: 1, 3: 3})",
        ),
        (
            r#"Object(Node,"a":0,"b":1,"c":2,"d":3)"#,
            r#"Object(Node,"b":1,"d":3)"#,
        ),
        ("PackedByteArray(0, 1, 2, 3)", "PackedByteArray(1, 3)"),
        (
            "PackedVector2Array(0, 0, 1, 1, 2, 2, 3, 3)",
            "PackedVector2Array(1, 1, 3, 3)",
        ),
        (
            r#"PackedStringArray("a", "b", "c", "d")"#,
            r#"PackedStringArray("b", "d")"#,
        ),
    ] {
        for (around, at) in [("X", ""), (r#"[1, {"x": X}]"#, "[1].x"), ("[X]", "[0]")] {
            let whole = |text: &str| parsed(layout, &around.replace('X', text));
            let mut value = whole(text);
            let all = select(
                (&value).into(),
                &[path(&format!("{at}[*]"))],
                &[],
                StepOptions::default(),
            );
            let all = all.expect("members");
            assert_eq!(all.len(), 4, "{text}");
            remove_all(
                &mut value,
                &[all[2].clone(), all[0].clone()],
                StepOptions::default(),
            )
            .expect(text);
            assert_eq!(value.to_string(), whole(expected).to_string());
            assert_eq!(value, whole(expected));
        }
    }
    // Members at several depths.
    let mut value = parsed(layout, "[[0, 1, 2], 3, [4, 5, 6], 7]");
    let paths = ["[0][0]", "[0][2]", "[1]", "[2][1]", "[2][2]", "[3]"].map(path);
    remove_all(&mut value, &paths, StepOptions::default()).expect("removed");
    assert_eq!(value, parsed(layout, "[[1], [4]]"));
    // Components cannot be removed.
    let mut value = parsed(layout, "[Vector2(1, 2), Color(1, 2, 3)]");
    let paths = ["[0].x", "[0].y"].map(path);
    let error = remove_all(&mut value, &paths, StepOptions::default()).expect_err("components");
    assert!(matches!(error, EditError::Component(_)), "{error}");
}
