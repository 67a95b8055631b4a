use super::*;
use core::hash::Hash;

const RANDOM: u64 = 0x2545_f491_4f6c_dd1d;

fn hash(random: u64, value: impl Hash) -> u64 {
    let mut hasher = SeededHasher::with_key(random);
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn lengths_zeros_and_order_matter() {
    let zeros = [0; 40];
    let mut hashes: Vec<_> = (0..zeros.len())
        .flat_map(|length| {
            let mut last = zeros;
            last[length] = 1;
            [hash(RANDOM, &zeros[..length]), hash(RANDOM, last)]
        })
        .chain([hash(RANDOM, ["ab", "c"]), hash(RANDOM, ["a", "bc"])])
        .chain([hash(RANDOM, (1_u64, 2_u64)), hash(RANDOM, (2_u64, 1_u64))])
        .collect();
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn extreme_words_do_not_overflow() {
    for random in [0, RANDOM, u64::MAX] {
        let [long, longer] = [[[u8::MAX; 7]; 999].as_slice(), &[[u8::MAX; 7]; 1000]];
        assert_ne!(hash(random, long), hash(random, longer));
    }
}

/// Counts the keys in the fullest of 2^15 slots; random hashes of 10,000 keys rarely put more
/// than 6 of them in one.
#[test]
fn regular_keys_are_spread_like_random_numbers() {
    let sets: [fn(u64) -> String; 4] = [
        |key| format!("key_{key}"),
        |key| format!("{key:0>60}"),
        |key| "\0".repeat(usize::try_from(key % 100).unwrap()) + &key.to_string(),
        |key| {
            char::from_u32(u32::try_from(key + 256).unwrap())
                .unwrap()
                .into()
        },
    ];
    for point in 0..20 {
        let random = RANDOM.wrapping_mul(2 * point + 1);
        let numbers = (0..64)
            .step_by(8)
            .map(|shift| fullest((0..10_000_u64).map(|key| hash(random, key.rotate_left(shift)))));
        let texts = sets.map(|text| fullest((0..10_000).map(|key| hash(random, text(key)))));
        let worst = numbers.chain(texts).max();
        assert!(
            worst <= Some(12),
            "{worst:?} keys in one slot with {random:#x}"
        );
    }
}

fn fullest(hashes: impl Iterator<Item = u64>) -> u32 {
    let mut slots = vec![0; 1 << 15];
    for hash in hashes {
        slots[usize::try_from(hash).unwrap() % (1 << 15)] += 1;
    }
    slots.into_iter().max().unwrap()
}
