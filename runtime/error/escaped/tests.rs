use super::*;
use alloc::format;

#[test]
fn escapes_controls_and_nothing_else() {
    for c in '\0'..=char::MAX {
        let text = format!("a{c}b");
        let expected = if is_terminal_control(c) {
            format!("a{}b", c.escape_default())
        } else {
            text.clone()
        };
        assert_eq!(format!("{}", Escaped(&text)), expected);
    }
}

#[test]
fn classifies_the_controls_of_unicode() {
    let controls = ('\0'..=char::MAX).filter(|&c| is_terminal_control(c));
    let others: alloc::vec::Vec<u32> = controls
        .filter(|c| !c.is_control())
        .map(u32::from)
        .collect();
    assert_eq!(
        others,
        [
            0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066,
            0x2067, 0x2068, 0x2069
        ]
    );
    let mut all = '\0'..=char::MAX;
    assert!(all.all(|c| !c.is_control() || is_terminal_control(c)));
}

#[test]
fn passes_the_alternate_form_on() {
    struct Forms;
    impl Display for Forms {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(if f.alternate() { "long\t" } else { "short\t" })
        }
    }
    assert_eq!(format!("{}", Escaped(Forms)), r"short\t");
    assert_eq!(format!("{:#}", Escaped(Forms)), r"long\t");
}
