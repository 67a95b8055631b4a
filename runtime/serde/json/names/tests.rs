use super::*;

#[test]
fn the_forms_that_are_no_types_are_reserved() {
    for name in [FLOAT, TYPED_ARRAY, TYPED_DICTIONARY] {
        assert!(
            RESERVED_NAMES.contains(&name),
            "{name} is missing in `json` in the schema"
        );
    }
}
