use super::*;

#[test]
fn the_forms_that_are_no_types_are_reserved() {
    for name in [FLOAT, TYPED_ARRAY, TYPED_DICTIONARY] {
        assert!(reserved(name).is_some(), "{name}");
    }
}

/// Fails for a new name of a type: raise the version, because the form of Dictionaries changes.
#[test]
fn each_version_has_its_reserved_names() {
    assert_eq!((JSON_VERSION, RESERVED_NAMES.len() + FORMS.len()), (2, 58));
}
