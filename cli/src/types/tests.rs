use super::{DEFAULT_WIDTH, named, print};
use gdvariant::Layout;

/// Returns the output for a layout without colors, and checks the length of each line.
fn plain<L: Layout>() -> String {
    let mut out = Vec::new();
    print::<L>(&mut out, &named::<L>(&[]).expect("types"), DEFAULT_WIDTH)
        .expect("writing to memory succeeds");
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
    insta::assert_snapshot!(plain::<gdvariant::Godot3>());
}

#[cfg(feature = "godot4")]
#[test]
fn the_types_of_godot4() {
    insta::assert_snapshot!(plain::<gdvariant::Godot4>());
}

#[test]
fn the_types_of_every_layout_fit_the_line() {
    macro_rules! each {
        ({} $({ $module:ident $marker:ident $types:tt })*) => {
            $(plain::<gdvariant::$marker>();)*
        };
    }
    gdvariant::each_layout!(each {});
}
