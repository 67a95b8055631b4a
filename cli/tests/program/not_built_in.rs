//! Tests, in builds without some features, that a layout which is not built in is rejected with
//! advice.

#[cfg(not(feature = "pandemonium"))]
#[test]
fn pandemonium_is_not_built_in() {
    let ran = crate::common::run("decode --layout pandemonium", "");
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.error(),
        "the layout pandemonium is not built in; install it with: cargo install gdvariant-cli --features pandemonium"
    );
}

#[cfg(not(feature = "godot3"))]
#[test]
fn godot3_is_not_built_in() {
    let ran = crate::common::run("types", "");
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.error(),
        "the layout godot3 is not built in; install it with: cargo install gdvariant-cli --features godot3"
    );
}

#[cfg(not(feature = "double"))]
#[test]
fn double_precision_is_not_built_in() {
    let ran = crate::common::run("inspect --layout godot3_double", "");
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.error(),
        "the layout godot3_double is not built in; install it with: cargo install gdvariant-cli --features godot3,double"
    );
}
