use super::*;
use crate::Compression;
use crate::common::{Random, rounds};
use crate::document::IfExists;
use crate::notation::{self, Notation};
use crate::packages::json::to_json;
use crate::text::TextDocument;
use changes::edited;
use gdvariant::Condition;
use gdvariant::schema::layout_named;

#[path = "../../../tests/common/changes.rs"]
mod changes;

fn layout(name: &str) -> &'static Layout {
    layout_named(name).expect("a layout")
}

fn godot4(text: &str) -> AnyVariant {
    parsed(layout("godot4"), text)
}

fn parsed(layout: &'static Layout, text: &str) -> AnyVariant {
    let value = layout.parse(text);
    value.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn path(text: &str) -> Path {
    let path = text.parse();
    path.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn string(layout: &'static Layout, text: String) -> AnyVariant {
    let built = layout.build(Kind::String, Content::Text(text));
    built.expect("a String")
}

fn encoded(value: &AnyVariant) -> Vec<u8> {
    value.to_vec(EncodeOptions::new()).expect("a value")
}

/// Returns a Dictionary with a byte array at `data`, and a path that continues there.
fn in_data(bytes: &[u8]) -> AnyVariant {
    let mut value = godot4(r#"{"before": 1, "data": null, "after": [2]}"#);
    let array = byte_array(value.layout(), bytes).expect("an array");
    set_at(&mut value, "data", array).expect("a key");
    value
}

fn get_at(value: &AnyVariant, at: &str) -> Result<AnyVariant, EditError> {
    get(value.into(), &path(at), StepOptions::default())
}

fn error_at(value: &AnyVariant, at: &str) -> EditError {
    get_at(value, at).expect_err(at)
}

fn set_at(value: &mut AnyVariant, at: &str, new: AnyVariant) -> Result<Vec<ChangeNote>, EditError> {
    edited(value, |document| document.set(0, &path(at), new)).map(|it| it.notes)
}

fn remove_at<const N: usize>(value: &mut AnyVariant, paths: [&str; N]) -> Result<(), EditError> {
    edited(value, |document| document.remove(0, &paths.map(path))).map(drop)
}

/// Sets a value and returns the bytes at `data` and the notes.
fn set_in(value: &mut AnyVariant, at: &str, new: &str) -> (Vec<u8>, Vec<String>) {
    let new = parsed(value.layout(), new);
    let notes = set_at(value, at, new).unwrap_or_else(|error| panic!("{at}: {error}"));
    let notes = notes.iter().map(ToString::to_string).collect();
    let data = get_at(value, "data").expect("data");
    (bytes((&data).into()).expect("bytes"), notes)
}

/// Returns the name of the variant of an error.
fn kind(error: &EditError) -> &'static str {
    match error {
        EditError::Component(_) => "Component",
        EditError::Exists(_) => "Exists",
        EditError::IntoItself { .. } => "IntoItself",
        EditError::InvalidValue { .. } => "InvalidValue",
        EditError::Missing(_) => "Missing",
        EditError::Overlap { .. } => "Overlap",
        EditError::Root => "Root",
        EditError::Step { .. } => "Step",
        error => panic!("another kind of error: {error}"),
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
            let prefixes = [length.to_le_bytes(), length.to_be_bytes()];
            let prefix = &prefixes.as_flattened()[random.below(3) * 4..];
            let prefix = prefix.first_chunk::<4>().map_or(&[][..], |it| it);
            return byte_array(layout, &[prefix, &value].concat()).ok();
        }
        Step::Gzip | Step::Zlib | Step::Zstd | Step::FastLz => {
            let compressed = step::compression(step).compress(&array?).ok()?;
            return byte_array(layout, &compressed).ok();
        }
        Step::Text => content.to_string(),
        Step::Json => {
            let text = to_json(content.into(), true, None).ok()?;
            let document = TextDocument::parse_json(&text, Some(layout)).ok()?;
            (document.value(0).as_ref() == Ok(content)).then_some(text)?
        }
        Step::Base64 => {
            let digits = notation::write(Notation::Base64, &array?);
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
    let rest = r#"{"name": "Ada", "at": Vector2(1.5, 2)}"#;
    for case in 0..rounds(200) {
        let random = &mut Random(case as u64);
        let layout = layout(random.one(&["godot3", "godot4"]));
        let mut value = parsed(layout, &rest.replace('{', r#"{"hp": 30, "#));
        let mut names = vec!["hp".to_owned()];
        let mut steps = 0;
        while steps < 5 && random.below(8) > 0 {
            let step = random.one(Step::ALL);
            let Some(outer) = wrapped(step, &value, random) else {
                continue;
            };
            value = outer;
            names.push(step.to_string());
            steps += 1;
            if random.below(3) == 0 {
                let mut list = parsed(layout, r#"{"list": [0, 0, true], "n": 1}"#);
                set_at(&mut list, "list[1]", value).expect("an element");
                value = list;
                names.push("list[1]".into());
            }
        }
        depths[steps] += 1;
        names.reverse();
        let at = &names.join(".");
        let before = encoded(&value);
        assert_eq!(get_at(&value, at).expect(at).to_string(), "30", "{at}");

        set_at(&mut value, at, parsed(layout, "30")).expect(at);
        assert_eq!(encoded(&value), before, "{at}");

        let new = parsed(layout, &format!("[{case}, \"x\"]"));
        set_at(&mut value, at, new.clone()).expect(at);
        assert_eq!(get_at(&value, at).expect(at), new, "{at}");

        remove_at(&mut value, [at]).expect(at);
        assert!(error_at(&value, at).is_missing(), "{at}");
        names.pop();
        let left = get_at(&value, &names.join(".")).expect(at);
        assert_eq!(left, parsed(layout, rest), "{at}");
    }
    assert!(depths[1..].iter().all(|count| *count > 10), "{depths:?}");
}

#[test]
fn the_form_of_encoded_bytes_is_kept() {
    // The int 7 takes 64 bits, which an engine writes only for large numbers, and the padding of
    // the key is not zero.
    let start = b"\x1b\0\0\0\x02\0\0\0\x04\0\0\0\x01\0\0\0aXYZ\x02\0\x01\0\x07\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0b\0\0\0";
    let (old, new) = (
        b"\x02\0\0\0\x01\0\0\0",
        b"\x03\0\x01\0\x9a\x99\x99\x99\x99\x99\xb9\x3f",
    );
    for prefix in [
        |_| vec![],
        |it: u32| it.to_le_bytes().into(),
        |it: u32| it.to_be_bytes().into(),
    ] {
        let file = |end: &[u8]| {
            let value = [&start[..], end].concat();
            let length = u32::try_from(value.len()).expect("short");
            [prefix(length), value].concat()
        };
        let mut value = in_data(&file(old));
        let (data, notes) = set_in(&mut value, "data.<bytes>.b", "0.1");
        assert_eq!(data, file(new));
        let note = "in data.<bytes>: the type of b changed from int to float";
        assert_eq!(notes, [note]);
    }
    // The sign of a zero is a change.
    let mut value = in_data(&encoded(&godot4("[0.0]")));
    set_in(&mut value, "data.<bytes>[0]", "-0.0");
    let zero = get_at(&value, "data.<bytes>[0]").expect("a float");
    assert_eq!(encoded(&zero), encoded(&godot4("-0.0")));
}

#[test]
fn the_rest_of_a_text_is_kept() {
    for (text, at) in [
        ("[1,  &\"a\" ; one\n]", "data.<text>[0]"),
        ("; mine\n[s]\n\nn=1 ; one\n", "data.<text>.s.n"),
    ] {
        let mut value = in_data(text.as_bytes());
        let expected = text.replace('1', "7");
        assert_eq!(set_in(&mut value, at, "7").0, expected.as_bytes());
    }
    let error = error_at(&in_data(b"1\n2\n"), "data.<text>");
    assert!(error.to_string().contains("found 2 values"), "{error}");
    // Text has all digits that were set.
    let mut value = parsed(layout("godot3"), r#"["{\n\"a\": 0.25,\n\"b\": 7\n}"]"#);
    let new = parsed(value.layout(), "0.1234567890123");
    set_at(&mut value, "[0].<text>.b", new.clone()).expect("a float");
    assert_eq!(get_at(&value, "[0].<text>.b").expect("b"), new);
    // JSON stays JSON.
    for step in ["<text>", "<json>"] {
        let mut value = godot4(r#"{"j": "{\"gold\":1e3}"}"#);
        let path = format!("j.{step}.gold");
        set_at(&mut value, &path, godot4("99")).expect("a number");
        assert_eq!(value, godot4(r#"{"j": "{\"gold\":99.0}"}"#));
        let error = set_at(&mut value, &path, godot4("Vector2(1, 2)")).expect_err("JSON");
        assert!(error.to_string().contains("JSON has no Vector2"), "{error}");
    }
    for (text, fits) in [
        ("5", true),
        ("\"Ada\"", true),
        ("[1, 2]", true),
        ("[1,]", false),
        ("", false),
    ] {
        let array = byte_array(layout("godot4"), text.as_bytes()).expect("an array");
        assert_eq!(get_at(&array, "<json>").is_ok(), fits, "{text}");
    }
}

#[test]
fn sizes_next_to_changed_bytes_are_noted() {
    let content = encoded(&godot4(r#"{"name": "Ada"}"#));
    for step in [Step::Gzip, Step::Zlib, Step::Zstd, Step::FastLz] {
        let compression = step::compression(step);
        let mut value = in_data(&compression.compress(&content).expect("compressed"));
        let (old, new) = (content.len(), content.len() + 8);
        set_at(&mut value, "after", godot4(&old.to_string())).expect("a key");
        let at = format!("data.{step}.<bytes>.name");
        let (_, notes) = set_in(&mut value.clone(), &at, "\"Grace Hopper\"");
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
    let mut value = godot4(r#"{"a": "[1, 2, 3, 4]", "b": ["[5, 6]", 7, 8]}"#);
    let (first, last) = ("a.<text>[0]", r#"["a"].<text>[3]"#);
    let paths = ["b[1]", first, "b[0].<text>[1]", "a.<text>[2]", last];
    remove_at(&mut value, paths).expect("removed");
    assert_eq!(value, godot4(r#"{"a": "[2]", "b": ["[5]", 8]}"#));
    for paths in [["b", "b[0].<text>[0]"], [first, "a"], [first, first]] {
        let error = remove_at(&mut value.clone(), paths).expect_err("overlap");
        let error = match error {
            EditError::Within { error, .. } => *error,
            error => error,
        };
        assert_eq!(kind(&error), "Overlap", "{error}");
    }
}

#[test]
fn errors_name_the_step() {
    let values = godot4(r#"{"n": 7, "s": "Ada!", "t": "{\n\"a\": [\"x\", 1]\n}", "r": "Zm9v"}"#);
    for (at, place) in [
        ("n.<bytes>", "n.<bytes>: "),
        ("s.<bytes>", "s.<bytes>: "),
        ("s.<text>", "s.<text>: "),
        ("t.<text>.a[1].<gzip>", "t.<text>.a[1].<gzip>: "),
        ("r.<base64>.<zstd>.<bytes>.x", "r.<base64>.<zstd>: "),
    ] {
        let error = error_at(&values, at).to_string();
        let is_complete = error.contains("expected ") && error.contains("found ");
        assert!(error.starts_with(place) && is_complete, "{at}: {error}");
    }
    for (at, advice) in [
        // The steps that lead to the rest of the path.
        ("t.<base64>.<bytes>.a[1]", "try t.<json>.a[1]"),
        ("t.<text>.a[2]", "a has 2 elements"),
    ] {
        let found = error_at(&values, at).advice().expect("advice");
        assert_eq!(found.to_string(), advice);
    }
    assert!(error_at(&values, "t.<text>.a[2]").is_missing());

    let gzip = Compression::Gzip.compress(&[0; 100]).expect("gzip");
    let max_content = 99;
    let limited = StepOptions {
        max_content,
        ..StepOptions::default()
    };
    let value = in_data(&gzip);
    let error = get((&value).into(), &path("data.<gzip>"), limited).expect_err("99 bytes");
    assert!(
        error.to_string().contains("longer than 99 bytes"),
        "{error}"
    );
    for damaged in [&gzip[..gzip.len() - 1], &[&gzip[..12], &[0xff; 9]].concat()] {
        error_at(&in_data(damaged), "data.<gzip>");
    }
    // Reading ignores bytes after the content, as engines do, but a change would lose them.
    for step in [Step::Gzip, Step::Zlib, Step::Zstd] {
        let data = step::compression(step).compress(&[7; 100]).expect("bytes");
        let mut value = in_data(&[&data[..], b"rest"].concat());
        let at = format!("data.{step}[0]");
        assert_eq!(get_at(&value, &at).expect("7").to_string(), "7");
        let before = encoded(&value);
        let error = set_at(&mut value, &at, godot4("8")).expect_err("rest");
        assert!(error.to_string().contains("other bytes follow"), "{error}");
        assert_eq!(encoded(&value), before);
    }
    // Objects in bytes need permission.
    let value = in_data(&encoded(&godot4(r#"Object(Node,"name":"x")"#)));
    assert!(get_at(&value, "data.<bytes>.name").is_ok());
    let decode = DecodeOptions::new();
    let options = StepOptions {
        decode,
        ..StepOptions::default()
    };
    let error = get((&value).into(), &path("data.<bytes>.name"), options).expect_err("an object");
    assert!(error.advice().is_some(), "{error}");
}

#[test]
fn a_path_that_stops_at_content_suggests_steps() {
    let text = r#"{"gold": 30, "items": [{"id": 1}]}"#;
    let content = encoded(&godot4(text));
    let length = u32::try_from(content.len()).expect("short").to_le_bytes();
    let framed = [&length[..], &content].concat();
    let gzip = Compression::Gzip.compress(&content).expect("gzip");
    let base64 = String::from_utf8(notation::write(Notation::Base64, &gzip)).expect("digits");
    let array = |bytes: &[u8]| byte_array(layout("godot4"), bytes).expect("bytes");
    let string = |text| string(layout("godot4"), text);
    for (value, steps) in [
        (array(&content), "<bytes>"),
        (array(&framed), "<bytes>"),
        (array(&gzip), "<gzip>.<bytes>"),
        (string(base64), "<base64>.<gzip>.<bytes>"),
        (
            string(r#"{"gold": 30, "items": [{"id": 1}], "at": Vector2(1, 2)}"#.to_owned()),
            "<text>",
        ),
        (string(text.to_owned()), "<json>"),
    ] {
        let mut save = godot4(r#"{"saves": [0]}"#);
        set_at(&mut save, "saves[0]", value).expect("set");
        let advice = |at: &str| {
            let missing =
                crate::change::MissingPath::new((&save).into(), &at.parse().expect("a path"), 0);
            missing.advice().expect("advice").to_string()
        };
        for rest in ["gold", "items[0].id"] {
            let advice = advice(&format!("saves[0].{rest}"));
            let tried = format!("saves[0].{steps}.{rest}");
            assert!(advice.ends_with(&format!(": try {tried}")), "{advice}");
            assert!(get_at(&save, &tried).is_ok(), "{tried}");
        }
        assert!(!advice("saves[0].gems").contains("try"));
        let error = set_at(&mut save, "saves[0].gold", godot4("5")).expect_err("no container");
        let path = format!("saves[0].{steps}.gold");
        let advice = error.advice().expect("advice").to_string();
        assert!(advice.ends_with(&format!(": try {path}")), "{advice}");
    }
}

#[test]
fn values_are_moved() {
    for (text, from, to, expected) in [
        // A renamed entry keeps its position.
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
        ("[1, 2, 3]", "[0]", "[+]", "[2, 3, 1]"),
        // Both paths refer to the value before the change.
        (r#"[7, {"a": 1}]"#, "[0]", "[1].b", r#"[{"a": 1, "b": 7}]"#),
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
        // A replaced value can contain the moved one.
        (
            r#"{"a": {"b": {"c": 1}}}"#,
            "a.b",
            "a",
            r#"{"a": {"c": 1}}"#,
        ),
        (r#"{"s": "{\"x\": 1}"}"#, "s.<text>.x", "s", r#"{"s": 1}"#),
        ("[[1]]", "[0][0]", "", "1"),
    ] {
        let is_replaced = get_at(&godot4(text), to).is_ok();
        for if_exists in [IfExists::Replace, IfExists::Fail] {
            let mut value = godot4(text);
            let moved = edited(&mut value, |document| {
                document.move_value(0, &path(from), &path(to), if_exists)
            });
            if is_replaced && moved.is_err() {
                assert_eq!(if_exists, IfExists::Fail, "{from} {to}");
            } else {
                moved.expect(from);
                assert_eq!(value.to_string(), godot4(expected).to_string());
            }
        }
    }
}

#[test]
fn a_failed_move_changes_nothing() {
    let text = r#"{"a": {"b": 1}, "v": Vector2(1, 2), "s": "{\"x\": 1}", "l": [1]}"#;
    for (from, to, expected) in [
        ("a", "a", "IntoItself"),
        ("a", "a.c", "IntoItself"),
        ("a", "value(0).c", "IntoItself"),
        ("s", "s.<text>.y", "IntoItself"),
        ("a", "l", "Exists"),
        ("a", "s.<text>.x", "Exists"),
        ("s.<text>.x", "s.<text>.x.y", "IntoItself"),
        ("s.<text>.x", "s.<text>.value(0).y", "IntoItself"),
        ("v.x", "l[+]", "Component"),
        ("q", "r", "Missing"),
        ("a", "q.r", "Missing"),
        ("a", "s.<bytes>.y", "Step"),
        ("", "q", "Root"),
    ] {
        let mut value = godot4(text);
        let error = edited(&mut value, |document| {
            document.move_value(0, &path(from), &path(to), IfExists::Fail)
        });
        assert_eq!(kind(&error.expect_err(to)), expected, "{from} {to}");
        assert_eq!(value, godot4(text));
    }
}

fn selected(
    value: &AnyVariant,
    pattern: &str,
    conditions: &[&str],
) -> Result<Vec<Path>, EditError> {
    let conditions = conditions.iter().map(|it| it.parse().expect("a condition"));
    let conditions: Vec<Condition> = conditions.collect();
    let (start, options) = (Path::default(), StepOptions::default());
    let mut paths = Vec::new();
    let each = &mut |path: &Path, _: AnyRef<'_>| {
        paths.push(path.clone());
        ControlFlow::Continue(())
    };
    each_selected(
        &start,
        value.into(),
        &path(pattern),
        &conditions,
        options,
        each,
    )?;
    Ok(paths)
}

#[test]
fn patterns_and_conditions_select_values() {
    let text = r#"{
        "items": [{"id": 7, "n": &"a"}, {"id": 7.0}, {"id": 8, "d": null}, 7],
        "map": {"x": {"hp": 0}, 5: {"hp": 1}, &"y z": {}, Vector2(1, 2): {"hp": 0.0}, 0.1: {"hp": 0}},
        "packed": PackedFloat32Array(0.1, 2), "names": PackedStringArray("a", "b"),
        "text": "[[1, 2], [3]]", "at": [Vector2(0.1, 2), Vector2(1, 2)]
    }"#;
    let value = godot4(text);
    for (pattern, conditions, expected) in [
        ("items[*]", &["id=7"][..], "items[0] items[1]"),
        ("items[*]", &["id == 7.0", "n"], "items[0]"),
        ("items[*]", &["id!=7"], "items[2]"),
        ("items[*]", &["n=\"a\""], "items[0]"),
        ("items[*]", &["d=null"], "items[2]"),
        ("items[*].id", &[], "items[0].id items[1].id items[2].id"),
        ("map[*]", &["hp=0"], "map.x map[Vector2(1, 2)] map[0.1]"),
        (
            "map[*]",
            &[],
            "map.x map[5] map[\"y z\"] map[Vector2(1, 2)] map[0.1]",
        ),
        ("packed[*]", &["=0.1"], "packed[0]"),
        ("at[*]", &["x=0.1"], "at[0]"),
        ("at[*]", &["=Vector2(1, 2)"], "at[1]"),
        ("text.<text>[*]", &["[0]=3"], "text.<text>[1]"),
        (
            "text.<text>[*][*]",
            &["!=1"],
            "text.<text>[0][1] text.<text>[1][0]",
        ),
        ("map", &["x.hp=0"], "map"),
        ("[*][*].id", &["id=8"], "items[2].id"),
        ("items[?id=7].id", &["n"], "items[0].id"),
        ("items[*].id", &["id!=7"], "items[2].id"),
        (
            "[*][?hp=0].hp",
            &[],
            "map.x.hp map[Vector2(1, 2)].hp map[0.1].hp",
        ),
        ("map[?[*]=0.0]", &[], "map.x map[Vector2(1, 2)] map[0.1]"),
        ("text.<text>[?[1]].id", &[], ""),
        ("items[-2].d", &[], "items[-2].d"),
    ] {
        let found = selected(&value, pattern, conditions).expect("a selection");
        let shown: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join(" "), expected, "{pattern} {conditions:?}");
        // The paths lead to the values, and the values are removed.
        let mut rest = value.clone();
        edited(&mut rest, |document| document.remove(0, &found)).expect("removed");
        let left = selected(&rest, pattern, conditions).unwrap_or_default();
        assert_eq!(left, [], "{pattern}");
    }
}

#[test]
fn invalid_selections_are_errors() {
    let value = godot4(r#"{"items": [{"id": 7}], "n": 1, "t": "[]"}"#);
    for (pattern, condition, expected) in [
        ("itms[*]", "id", "Missing"),
        ("n[*]", "id", "Missing"),
        ("q", "id", "Missing"),
        ("t.<bytes>[*]", "id", "Step"),
        ("items[*]", "id=foo", "InvalidValue"),
        ("items[*]", "id.<bytes>", "Step"),
    ] {
        let error = selected(&value, pattern, &[condition]).expect_err(pattern);
        assert_eq!(kind(&error), expected, "{pattern} {condition}");
    }
}

#[test]
fn members_of_any_container_are_removed_in_one_pass() {
    for (text, expected) in [
        ("[0, [1], 2, 3]", "[[1], 3]"),
        ("Array[int]([0, 1, 2, 3])", "Array[int]([1, 3])"),
        (r#"{"a": 0, 5: 1, &"c": 2, "d": 3}"#, r#"{5: 1, "d": 3}"#),
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
        for (around, at) in [("X", ""), (r#"[1, {"x": X}]"#, "[1].x")] {
            let whole = |text: &str| godot4(&around.replace('X', text));
            let mut value = whole(text);
            let all = selected(&value, &format!("{at}[*]"), &[]).expect("members");
            assert_eq!(all.len(), 4, "{text}");
            let removed = [all[2].clone(), all[0].clone()];
            edited(&mut value, |document| document.remove(0, &removed)).expect(text);
            assert_eq!(value.to_string(), whole(expected).to_string());
        }
    }
    // Members at several depths.
    let mut value = godot4("[[0, 1, 2], 3, [4, 5, 6], 7]");
    let paths = ["[0][0]", "[0][2]", "[1]", "[2][1]", "[2][2]", "[3]"];
    remove_at(&mut value, paths).expect("removed");
    assert_eq!(value, godot4("[[1], [4]]"));
    // Components cannot be removed.
    let mut value = godot4("[Vector2(1, 2), Color(1, 2, 3)]");
    let error = remove_at(&mut value, ["[0].x", "[0].y"]).expect_err("components");
    assert_eq!(kind(&error), "Component");
}
