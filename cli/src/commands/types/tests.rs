use super::{DEFAULT_WIDTH, named, print};
use gdvariant::schema::{LAYOUTS, LayoutInfo, layout_named};

/// Returns the output for a layout without colors, and checks the length of each line.
fn plain(layout: &LayoutInfo) -> String {
    let mut out = Vec::new();
    let types = named(layout, &[]).expect("types");
    print(&mut out, layout, &types, DEFAULT_WIDTH).expect("writing to memory succeeds");
    let text = String::from_utf8(out).expect("text");
    let text = anstream::adapter::strip_str(&text).to_string();
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert_eq!(line, line.trim_end());
    }
    text
}

#[cfg(feature = "godot3")]
#[test]
fn the_types_of_godot3() {
    insta::assert_snapshot!(plain(layout_named("godot3").expect("a layout")));
}

#[cfg(feature = "godot4")]
#[test]
fn the_types_of_godot4() {
    insta::assert_snapshot!(plain(layout_named("godot4").expect("a layout")));
}

#[test]
fn the_types_of_every_layout_fit_the_line() {
    for layout in LAYOUTS.iter().filter(|layout| layout.is_built_in) {
        plain(layout);
    }
}
