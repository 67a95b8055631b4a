use super::*;

const TEXT: &str = "\
# a comment: not a key
module: godot3
types:

  Vector2:
    description: \"a: b\"
    tables:
      - table: \"\"
        rows:
          - { offset: 4, name: x }
          - { offset: 8, name: y }
      - table: second
  \"Rect / 2\": {}
list:
- one
- two: 2
  three: 3
note: |
  key: in a string
last: 1
";

fn line(path: &str) -> usize {
    let path = path
        .replace(" / ", "\0")
        .replace('/', "\n")
        .replace('\0', " / ");
    super::line(TEXT, &path)
}

#[test]
fn finds_keys_and_items() {
    for (path, expected) in [
        ("/module", 2),
        ("/types", 3),
        ("/types/Vector2", 5),
        ("/types/Vector2/description", 6),
        ("/types/Vector2/tables/0", 8),
        ("/types/Vector2/tables/0/table", 8),
        ("/types/Vector2/tables/0/rows/1", 11),
        ("/types/Vector2/tables/1", 12),
        ("/types/Rect / 2", 13),
        ("/list", 14),
        ("/list/0", 15),
        ("/list/1/three", 17),
        ("/note", 18),
        ("/last", 20),
    ] {
        assert_eq!(line(path), expected, "{path}");
    }
    assert_eq!(parse(TEXT).map(|value| value.duplicates()), Ok(Vec::new()));
}

#[test]
fn falls_back_to_the_block_around_a_path() {
    assert_eq!(line("/types/Vector2/tables/0/rows/1/offset"), 11);
    assert_eq!(line("/types/Vector9"), 3);
    assert_eq!(line("/note/key"), 18);
    assert_eq!(line("/list/two"), 14);
    assert_eq!(line("/list/2"), 14);
    assert_eq!(line("/nothing"), 1);
    assert_eq!(line(""), 1);
}

#[test]
fn finds_duplicate_keys() {
    let text = "a:\n  b: {}\n  c: 2\n  b:\n    d: 3\na:\n  c: 4\nl:\n- e: 1\n- { e: 2, f: 3,\n    e: 4 }\n";
    let duplicates = parse(text).map(|value| value.duplicates());
    let found: Vec<_> = duplicates.expect("the text is YAML");
    let duplicate = |path: &str, line, first| (path.replace('/', "\n"), line, first);
    let lines = found.into_iter().map(|(path, earlier)| {
        let line = |earlier| occurrence(text, &path, earlier);
        let (line, first) = (line(earlier), line(0));
        (path, line, first)
    });
    let lines: Vec<_> = lines.collect();
    assert_eq!(
        lines,
        [
            duplicate("/a/b", Some(4), Some(2)),
            duplicate("/a", Some(6), Some(1)),
            duplicate("/l/1/e", Some(11), Some(10)),
        ]
    );
}

#[test]
fn keeps_the_order_of_a_mapping() {
    let text = "z: 1\na: [0x80000000, y]\n64: !tag 1\n";
    let list = Value::List(vec![Value::Number(0x8000_0000), Value::Text("y".into())]);
    assert_eq!(
        parse(text),
        Ok(Value::Map(vec![
            ("z".into(), Value::Number(1)),
            ("a".into(), list),
            ("64".into(), Value::Other("a tagged value")),
        ]))
    );
}

#[test]
fn reports_the_line_of_a_syntax_error() {
    let error = parse("a: 1\nb: [1, 2\nc: 3\n").expect_err("the list is not closed");
    assert!(error.line >= 2, "{error:?}");
    assert!(!error.message.contains("line"), "{error:?}");
}
