//! Tests, in builds without some features, that a layout which is not built in is rejected with
//! advice.

#[test]
fn layouts_that_are_not_built_in_name_their_features() {
    let layouts = gdvariant::schema::LAYOUTS.iter();
    for layout in layouts.filter(|layout| !layout.is_built_in) {
        let ran = crate::common::run(&format!("types --layout {}", layout.name), "");
        assert_eq!(ran.status, 2);
        let error = ran.error();
        assert!(error.contains("is not built in; install it"), "{error}");
    }
}
