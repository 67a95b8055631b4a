use super::{LINE, named, print};
use gdvariant::Layout;

fn plain<L: Layout>() -> String {
    let mut out = Vec::new();
    print::<L>(&mut out, &named::<L>(&[]).expect("types"), LINE).expect("a Vec takes everything");
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

#[cfg(feature = "pandemonium")]
#[test]
fn the_types_of_pandemonium() {
    insta::assert_snapshot!(plain::<gdvariant::Pandemonium>());
}

#[cfg(feature = "pandemonium5")]
#[test]
fn the_types_of_pandemonium5() {
    insta::assert_snapshot!(plain::<gdvariant::Pandemonium5>());
}

#[cfg(all(feature = "godot3", feature = "double"))]
#[test]
fn the_types_of_godot3_in_double_precision() {
    insta::assert_snapshot!(plain::<gdvariant::Godot3Double>());
}
