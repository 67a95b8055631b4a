use super::*;

fn marks() -> impl Iterator<Item = Mark> {
    let layouts = (0..LAYOUTS.len()).map(Some).chain([None]);
    layouts.flat_map(|layout| Kind::ALL.iter().map(move |&kind| Mark { kind, layout }))
}

#[test]
fn marks_are_known_by_their_address() {
    for mark in marks() {
        let (key, name) = (mark.key(), mark.newtype_name());
        assert_eq!(
            (Mark::of_key(key), Mark::of_newtype(key)),
            (Some(mark), None)
        );
        assert_eq!(
            (Mark::of_key(name), Mark::of_newtype(name)),
            (None, Some(mark))
        );
        assert!(!is_plain(key) && !is_plain(name));
        for copy in [String::from(key), String::from(name)] {
            assert_eq!((Mark::of_key(&copy), Mark::of_newtype(&copy)), (None, None));
        }
        let empty = key.get(..0).expect("the start of a key");
        assert_eq!(Mark::of_key(empty), None);
    }
}

#[test]
fn reserved_names_become_plain() {
    for name in RESERVED_NAMES {
        let plain = plain_name(name).expect("a reserved name");
        assert_eq!(plain, *name);
        assert!(is_plain(plain) && !is_plain(name));
        assert_eq!((Mark::of_key(plain), Mark::of_newtype(plain)), (None, None));
    }
    assert_eq!(plain_name("x"), None);
}
