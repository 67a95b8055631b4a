use super::*;

/// Checks that the aligned ranges cover both lists in order; returns the number of replacements.
fn replaced(old: &[u64], new: &[u64]) -> usize {
    let (mut place, mut count) = ((0, 0), 0);
    for part in align(old, new) {
        let (tag, a, b) = part.as_tag_tuple();
        assert_eq!((a.start, b.start), place);
        place = (a.end, b.end);
        if tag == DiffTag::Equal {
            assert_eq!(old[a], new[b]);
        } else {
            count += a.len() + b.len();
        }
    }
    assert_eq!(place, (old.len(), new.len()));
    count
}

#[test]
fn the_common_subsequence_is_kept() {
    for (old, new, count) in [
        (&[][..], &[][..], 0),
        (&[1], &[], 1),
        (&[1, 2, 3], &[1, 2, 3], 0),
        (&[1, 2, 3], &[0, 1, 2, 3, 4], 2),
        (&[1, 2, 3, 4], &[2, 3, 4, 1], 2),
        (&[1, 1, 2, 1, 1], &[1, 1, 1, 1], 1),
        (&[5, 1, 1, 6, 1, 1, 7], &[1, 1, 6, 1, 8, 1], 3),
    ] {
        assert_eq!(replaced(old, new), count, "{old:?} {new:?}");
    }
}

#[test]
fn large_lists_are_aligned_in_linear_time() {
    let old: Vec<u64> = (0..200_000).collect();
    let mut new = old.clone();
    new.remove(150_000);
    new.insert(50_000, 1 << 40);
    new.insert(10, 1 << 41);
    assert_eq!(replaced(&old, &new), 3);
    let other: Vec<u64> = (1 << 50..(1 << 50) + 200_000).collect();
    assert_eq!(replaced(&old, &other), 400_000);
    // The inserted block is longer than a window.
    new.splice(30_000..31_000, (0..2000).map(|i| i | 1 << 42));
    assert_eq!(replaced(&old, &new), 3003);
}

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
        pair_by_features(&old, &new, [10, 20]),
        [[Some(10), None], [Some(11), Some(20)], [None, Some(21)]]
    );
    // Elements without distinguishing features are paired in order.
    let old = elements(&[(1, &[]), (1, &[])]);
    for new in [
        &[(1, &[][..]), (1, &[]), (1, &[])][..],
        &[(2, &[]), (3, &[])],
    ] {
        let pairs = pair_by_features(&old, &elements(new), [0, 0]);
        assert_eq!(pairs, pair_in_order(0..2, 0..new.len()));
    }
}
