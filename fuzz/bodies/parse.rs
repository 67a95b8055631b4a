use super::memory::within_limit_and;
use gdvariant::{DecodeOptions, Layout};

/// What the vector of one more container and its first elements allocate.
const CONTAINER: u64 = 512;

/// What the documentation of `FromStr` promises for all containers.
const CONTAINERS: u64 = 128 * 1024;

/// Text of any kind: a value or an error within the text. The text of the value is parsed as the
/// value.
pub fn parse(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<L: Layout>(input: &[u8], _options: DecodeOptions) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let containers = text.chars().filter(|c| "[{(".contains(*c)).count() as u64;
    let limit = CONTAINERS.min(4096 + containers * CONTAINER);
    match within_limit_and(limit, input, || text.parse::<L::Variant>()) {
        Ok(value) => check_value::<L>(&value),
        Err(error) => {
            let line = text.split('\n').nth(error.line() - 1).expect("a line");
            assert!(error.column() <= line.chars().count() + 1, "{error}");
        }
    }
}

/// What the text lacks, such as an id, may make keys the same, but only once.
fn check_value<L: Layout>(value: &L::Variant) {
    let text = format!("{value:#}");
    let value: L::Variant = text.parse().expect(&text);
    let text = format!("{value:#}");
    let value: L::Variant = text.parse().expect(&text);
    assert_eq!(format!("{value:#}"), text);
    // Fewer digits, and nothing for a RID in some layouts.
    let _ = value.to_string().parse::<L::Variant>();
}
