use super::*;

#[test]
fn elements_with_common_features_are_paired() {
    let elements = |elements: &[(u64, &[u64])]| -> Vec<Features> {
        let features = elements.iter().map(|(kind, parts)| Features {
            kind: *kind,
            parts: parts.to_vec(),
        });
        features.collect()
    };
    let old = elements(&[(1, &[2, 3]), (1, &[4, 5])]);
    let new = elements(&[(1, &[4, 7]), (1, &[8])]);
    assert_eq!(
        by_features(&old, &new, [10, 20]),
        [Pair::Removed(10), Pair::Changed(11, 20), Pair::Added(21)]
    );
    // Without a reason for another choice they are paired in order.
    let old = elements(&[(1, &[]), (1, &[])]);
    let new = elements(&[(1, &[]), (1, &[]), (1, &[])]);
    assert_eq!(by_features(&old, &new, [0, 0]), in_order(0..2, 0..3));
    let new = elements(&[(2, &[]), (3, &[])]);
    assert_eq!(by_features(&old, &new, [0, 0]), in_order(0..2, 0..2));
    assert_eq!(by_features(&[], &new, [0, 5]), in_order(0..0, 5..7));
}
