use super::{DEFAULT_WIDTH, named, print};
use gdvariant::schema::LAYOUTS;

#[test]
fn the_types_of_every_layout_fit_the_line() {
    for layout in LAYOUTS {
        let mut out = Vec::new();
        let types = named(layout, &[]).expect("types");
        print(&mut out, layout, &types, DEFAULT_WIDTH).expect("writing to memory succeeds");
        let text = String::from_utf8(out).expect("text");
        let text = anstream::adapter::strip_str(&text).to_string();
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{line}");
            assert_eq!(line, line.trim_end());
        }
        if layout.name == "godot4" {
            insta::assert_snapshot!(text);
        }
    }
}
