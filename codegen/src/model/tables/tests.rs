use super::*;

#[test]
fn parses_the_forms_of_an_offset() {
    assert_eq!(offset("12"), Some(Offset::At(12)));
    assert_eq!(offset("X + 4"), Some(Offset::Part(4)));
    let (first, stride) = (12, 16);
    let element = Offset::Element { first, stride };
    assert_eq!(offset("12 + index * 16"), Some(element));
    assert_eq!(offset("after"), Some(Offset::After));
    for invalid in [
        "",
        "-1",
        "X",
        "X + ",
        "X + -1",
        "8 + index",
        "8 + index * ",
        "before",
        "99999999999 + index * 1",
    ] {
        assert_eq!(offset(invalid), None, "{invalid}");
    }
}

#[test]
fn parses_the_forms_of_a_mask() {
    let constants = [Constant {
        name: "MIXED".to_owned(),
        value: 5,
        description: String::new(),
    }];
    for (text, bits) in [
        ("0", 1),
        ("31", 1 << 31),
        ("16-17", 3 << 16),
        ("0-31", u32::MAX),
    ] {
        assert_eq!(mask(text, &constants), Some(bits), "{text}");
    }
    for invalid in [
        "",
        "32",
        "5-3",
        "0-32",
        "4294967295",
        "-1",
        "COUNT_MASK",
        "MIXED",
    ] {
        assert_eq!(mask(invalid, &constants), None, "{invalid}");
    }
}
