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
    Lines::new(TEXT).line(&path)
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
    assert_eq!(Lines::new(TEXT).duplicates().count(), 0);
}

#[test]
fn falls_back_to_the_block_around_a_path() {
    assert_eq!(line("/types/Vector2/tables/0/rows/1/offset"), 11);
    assert_eq!(line("/types/Vector9"), 3);
    assert_eq!(line("/note/key"), 18);
    assert_eq!(line("/nothing"), 1);
    assert_eq!(line(""), 1);
}

#[test]
fn finds_duplicate_keys() {
    let text = "a:\n  b: {}\n  c: 2\n  b:\n    d: 3\na:\n  c: 4\nl:\n- e: 1\n- e: 2\n";
    let duplicate = |key, line, first| Duplicate { key, line, first };
    let lines = Lines::new(text);
    let found: Vec<_> = lines.duplicates().collect();
    assert_eq!(found, [duplicate("b", 4, 2), duplicate("a", 6, 1)]);
}
