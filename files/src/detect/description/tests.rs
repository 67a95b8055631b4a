use super::*;

#[test]
fn implausible_characters_cost_more() {
    for (c, bits) in [
        ('a', 5),
        ('_', 6),
        ('\n', 7),
        ('\r', 5),
        ('\u{1}', 12),
        ('\u{80}', 20),
        ('é', 13),
        ('語', 21),
    ] {
        assert_eq!(character(c), bits, "{c:?}");
    }
}
