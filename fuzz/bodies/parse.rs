use super::memory::within_limit_and;
use gdvariant::{DecodeOptions, Engine};

/// The bytes that each container may allocate.
const CONTAINER_MEMORY: u64 = 512;

/// The bytes that all containers may allocate, as documented for `FromStr`.
const MAX_CONTAINERS_MEMORY: u64 = 128 * 1024;

/// Checks that errors point into the text, and that a displayed value is parsed as the same value.
pub fn parse(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], _options: DecodeOptions) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let containers = text.chars().filter(|c| "[{(".contains(*c)).count() as u64;
    let limit = MAX_CONTAINERS_MEMORY.min(4096 + containers * CONTAINER_MEMORY);
    match within_limit_and(limit, input, || text.parse::<E::Variant>()) {
        Ok(value) => check_value::<E>(&value),
        Err(error) => {
            let line = text
                .split('\n')
                .nth(error.line() - 1)
                .expect("an error is in a line of the text");
            assert!(error.column() <= line.chars().count() + 1, "{error}");
        }
    }
}

/// Checks that a displayed value is parsed as the same value.
///
/// Compares the second and third text: the first may lose data, such as ids, and merge keys that
/// differ only in this data.
fn check_value<E: Engine>(value: &E::Variant) {
    let text = format!("{value:#}");
    let value: E::Variant = text.parse().expect(&text);
    let text = format!("{value:#}");
    let value: E::Variant = text.parse().expect(&text);
    assert_eq!(format!("{value:#}"), text);
    // Parsing must not panic, but the value may differ: this text has fewer digits, and in some
    // layouts no RIDs.
    let _ = value.to_string().parse::<E::Variant>();
}
