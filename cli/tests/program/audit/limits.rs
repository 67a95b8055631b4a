//! Tests the rules about nesting depths and sizes.

use super::{findings, ids};
use crate::common::{bytes, run};
use serde_json::Value;

/// Returns Nil nested in `depth` Arrays.
fn nested(depth: usize) -> Vec<u8> {
    [bytes("13000000 01000000").repeat(depth), bytes("00000000")].concat()
}

/// Returns the start of a value, followed by a number of spaces.
fn large(start: &str, spaces: usize) -> Vec<u8> {
    [bytes(start), vec![b' '; spaces]].concat()
}

#[test]
fn nesting_is_limited_like_in_engines() {
    assert_eq!(findings("", &nested(1024)), Vec::<Value>::new());
    let found = findings("", &nested(1025));
    assert_eq!(ids(&found), ["too-deep"]);
    assert_eq!(found[0]["offset"], 8 * 1025);
    // The path has 3,072 characters, of which the last 255 are printed.
    assert_eq!(found[0]["path"], format!("…{}", "[0]".repeat(85)));
    // Lines of text have shorter paths.
    let shown = run("audit", nested(1025)).out;
    assert!(shown.lines().all(|line| line.len() < 300), "{shown}");
}

#[test]
fn large_values_are_reported() {
    let string = |length: u32| {
        let start = [bytes("04000000"), length.to_le_bytes().to_vec()].concat();
        [start, vec![b' '; length as usize]].concat()
    };
    assert_eq!(
        ids(&findings("", &string((1 << 20) - 4))),
        Vec::<&str>::new()
    );
    assert_eq!(ids(&findings("", &string(1 << 20))), ["large-string"]);
    assert_eq!(
        ids(&findings("--ignore large-string", &string(8 << 20))),
        ["large-value"]
    );
    assert_eq!(
        ids(&findings("--ignore large-string", &string((8 << 20) - 8))),
        Vec::<&str>::new()
    );
    // An Array of Nil, and a PoolByteArray.
    let nils = [bytes("13000000 00001000"), vec![0; 4 << 20]].concat();
    assert_eq!(ids(&findings("", &nils)), ["large-array"]);
    let few = [bytes("13000000 ffff0f00"), vec![0; (4 << 20) - 4]].concat();
    assert_eq!(ids(&findings("", &few)), Vec::<&str>::new());
    let pool = large("14000000 00001000", 1 << 20);
    assert_eq!(ids(&findings("", &pool)), ["large-array"]);
}
