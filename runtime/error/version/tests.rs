use super::*;

#[test]
fn parses_two_numbers_only() {
    assert_eq!("4.10".parse(), Ok(EngineVersion::new(4, 10)));
    for text in [
        "", "4", "4.", ".2", "4.2.1", "4.x", "+4.2", "4.+2", "-4.2", "4.65536",
    ] {
        assert_eq!(
            text.parse::<EngineVersion>(),
            Err(ParseVersionError),
            "{text}"
        );
    }
}
