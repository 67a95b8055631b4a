//! The inputs that take the most time for their length. The time of each input grows linearly.
//!
//! `cargo test --release --test limits worst_cases -- --nocapture` prints the times.

use gdvariant::dictionary::{Key, KeyEquality, KeyRule};
use gdvariant::godot3::{Variant, VariantRef};
use gdvariant::godot4::{self, TypedArray};
use gdvariant::{DecodeOptions, Dictionary, Engine, Godot3, Kind, generic};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hasher};
use std::str::FromStr;
use std::time::{Duration, Instant};

fn number(kind: Kind) -> u32 {
    Godot3::LAYOUT
        .number_of(kind)
        .expect("Godot 3 has it")
        .into()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns a container with `count` elements or pairs.
fn container(kind: Kind, count: u32, part: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    let mut input = words(&[number(kind), count]);
    (0..count).for_each(|index| input.extend(part(index)));
    input
}

/// Returns a Dictionary of `count` pairs with the value Nil.
fn dictionary(count: u32, key: impl Fn(u32) -> Vec<u32>) -> Vec<u8> {
    container(Kind::Dictionary, count, |index| {
        words(&[&key(index)[..], &[0]].concat())
    })
}

/// Creates an input with a number of elements.
type Case = fn(u32) -> Vec<u8>;

/// Decodes or inspects an input.
type Operation = fn(&[u8], DecodeOptions);

/// Names, largest numbers of elements, and inputs.
const CASES: [(&str, u32, Case); 8] = [
    ("nests of 1022 arrays", 100, |count| {
        let nest = [&[number(Kind::Array), 1].repeat(1022)[..], &[0]].concat();
        container(Kind::Array, count, |_| words(&nest))
    }),
    ("equal keys", 10_000, |count| {
        dictionary(count, |_| vec![number(Kind::Int), 7])
    }),
    ("distinct keys", 10_000, |count| {
        dictionary(count, |index| vec![number(Kind::Int), index])
    }),
    // A hash of the low bits would be the same for all keys.
    ("keys with other highest bits", 6_000, |count| {
        let wide = number(Kind::Int) | gdvariant::format::FLAG_WIDE;
        dictionary(count, |index| vec![wide, 0, index << 16])
    }),
    ("keys that equal no key", 10_000, |count| {
        dictionary(count, |_| vec![number(Kind::Dictionary), 0])
    }),
    ("empty arrays", 100_000, |count| {
        container(Kind::Array, count, |_| words(&[number(Kind::Array), 0]))
    }),
    ("an exaggerated length", 100_000, |count| {
        let mut input = words(&[number(Kind::PackedVector3Array), 0x7fff_ffff]);
        input.resize(input.len() + count as usize * 4, 0);
        input
    }),
    ("empty packed strings", 100_000, |count| {
        container(Kind::PackedStringArray, count, |_| words(&[0]))
    }),
];

/// Returns the shortest time of several runs, the least affected by other programs.
fn shortest_time(run: impl Fn()) -> Duration {
    let times = (0..3).map(|_| {
        let started = Instant::now();
        run();
        started.elapsed()
    });
    times.min().expect("some runs")
}

/// Checks that 16 times the length takes at most 64 times as long.
///
/// Linear time exceeds a factor of 16 if the longer input exceeds the caches; quadratic time would
/// have a factor of 256. Measures again after a larger factor, because other programs may have run.
#[track_caller]
fn check_linear(what: &str, short: impl Fn(), long: impl Fn()) {
    let mut factors = (0..10).map(|_| {
        let [short, long] = [shortest_time(&short), shortest_time(&long)];
        println!("{what}: {short:?}, then {long:?}");
        long.as_secs_f64() / short.as_secs_f64()
    });
    assert!(factors.any(|factor| factor < 64.0), "{what}");
}

#[test]
fn time_is_linear_in_the_length() {
    let options = DecodeOptions::new();
    let operations: [(&str, Operation); 3] = [
        ("owned", |input, options| {
            drop(generic::from_slice::<Godot3, Variant>(input, options));
        }),
        ("borrowed", |input, options| {
            drop(generic::from_slice::<Godot3, VariantRef<'_>>(
                input, options,
            ));
        }),
        ("inspect", |input, options| {
            drop(Godot3::LAYOUT.inspect(input, options, |_| {}));
        }),
    ];
    // Comparing times needs short inputs only; the printed figures need long inputs.
    let factor = if cfg!(debug_assertions) { 1 } else { 10 };
    for (what, count, case) in CASES {
        let count = count * factor;
        let (start, whole) = (case(count / 16), case(count));
        for (operation, run) in operations {
            check_linear(
                &format!("{what}, {operation}, {} bytes", whole.len()),
                || run(&start, options),
                || run(&whole, options),
            );
        }
    }
}

/// Checks that declared types of nested containers are not checked again at each level.
///
/// 16 times as many levels take at most 64 times as long; a check of each level would take 256 times
/// as long.
#[test]
fn time_is_linear_in_the_depth_of_declared_types() {
    /// A list of lists of any depth.
    #[derive(gdvariant::Variant)]
    struct List(Vec<Self>);

    let empty = godot4::to_vec(&[0; 0]).expect("an Array");
    let nested = TypedArray::new(Kind::Array, [godot4::Variant::Array(Vec::new())]);
    let nested = godot4::to_vec(&nested).expect("an Array");
    let start = nested
        .strip_suffix(&empty[..])
        .expect("the element is last");
    let nests = |levels: usize| {
        let nest = [&start.repeat(levels)[..], &empty].concat();
        [&empty[..4], &50_u32.to_le_bytes(), &nest.repeat(50)].concat()
    };
    let [short, long] = [60, 960].map(nests);
    let decode = |input: &[u8]| drop(godot4::from_slice::<List>(input).expect("a list"));
    check_linear("levels", || decode(&short), || decode(&long));
}

thread_local! {
    static COMPARED: Cell<u32> = const { Cell::new(0) };
    static HASHES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// A key that counts comparisons and records its hashes.
#[derive(Clone)]
struct CountedKey(u64);

impl KeyEquality for CountedKey {
    fn is_same_key(&self, other: &Self, _: KeyRule) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }

    fn hash_key<H: Hasher>(&self, hasher: &mut H, _: KeyRule) {
        hasher.write_u64(self.0);
        HASHES.with_borrow_mut(|hashes| hashes.push(hasher.finish()));
    }
}

/// Returns the number of comparisons while a Dictionary is built from the keys.
fn comparisons(keys: impl Iterator<Item = u64>) -> u32 {
    COMPARED.set(0);
    let dictionary: Dictionary<CountedKey> =
        keys.map(|key| (CountedKey(key), CountedKey(0))).collect();
    assert!(!dictionary.is_empty());
    COMPARED.get()
}

/// Returns the key at an index.
type KeyAt = fn(u64) -> u64;

#[test]
fn comparisons_do_not_grow_with_the_keys() {
    let keys: [(&str, KeyAt); 4] = [
        ("distinct keys", |key| key),
        ("equal keys", |_| 7),
        ("multiples of 2^32", |key| key << 32),
        ("keys that come twice", |key| key / 2),
    ];
    for count in [1000, 20_000] {
        for (what, key) in keys {
            let compared = comparisons((0..count).map(key));
            assert!(
                u64::from(compared) <= count * 3,
                "{count} {what}: {compared} comparisons"
            );
        }
    }
}

/// Checks that unequal containers as keys have different hashes, whatever they contain.
///
/// Otherwise, somebody could send many keys that collide in every Dictionary.
#[test]
fn unequal_containers_have_different_hashes() {
    let of_godot3 = values(&["PoolByteArray()", "PoolByteArray(0)"]);
    check_hashes(KeyRule::ByIdentity, &of_godot3, |elements| {
        Variant::Array(vec![Variant::Array(elements)])
    });
    let of_godot4 = values(&["PackedByteArray()", "PackedByteArray(0)", "&\"\"", "&\"a\""]);
    check_hashes(KeyRule::ByValue, &of_godot4, |elements| {
        let entry = |pair: &[_]| Some((pair.first().cloned()?, pair.last().cloned()?));
        godot4::Variant::Dictionary(elements.chunks(2).filter_map(entry).collect())
    });
}

/// Returns values that are encoded or hashed alike.
fn values<V: FromStr<Err: Debug>>(others: &[&str]) -> Vec<V> {
    let texts = "null false 0 1 1.0 4607182418800017408 \"\" \"a\" [] [0]";
    let texts = texts.split(' ').chain(others.iter().copied());
    texts.map(|text| text.parse().expect("a value")).collect()
}

/// Checks the hashes of containers of one to three of the parts.
fn check_hashes<V: KeyEquality + Clone + Debug>(
    rule: KeyRule,
    parts: &[V],
    container: impl Fn(Vec<V>) -> V,
) {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut keys = HashMap::<u64, V>::new();
    let mut equal_hashes = Vec::new();
    for a in parts {
        for b in parts {
            let lists = [&[a][..], &[a, b], &[a, b, b], &[a, a, b], &[b, a, b]];
            for list in lists {
                let key = container(list.iter().copied().cloned().collect());
                let key = Key::with_rule(key, rule).expect("the parts equal themselves");
                let (hash, key) = (hasher.hash_one(&key), key.into_inner());
                match keys.get(&hash) {
                    Some(other) if !key.is_same_key(other, rule) => {
                        equal_hashes.push((key, other.clone()));
                    }
                    _ => drop(keys.insert(hash, key)),
                }
            }
        }
    }
    assert!(keys.len() > 300, "{} keys", keys.len());
    // The hash of a Dictionary has 32 bits, so two of them can be equal by chance.
    assert!(equal_hashes.len() < 2, "{equal_hashes:?}");
}

/// Checks that keys that collide in one Dictionary do not collide in another.
///
/// Otherwise, collisions could be precomputed.
#[test]
fn every_dictionary_has_its_own_hash_key() {
    let hashes = || {
        HASHES.with_borrow_mut(Vec::clear);
        comparisons(0..20);
        HASHES.with_borrow(|hashes| hashes[..12].to_vec())
    };
    assert_ne!(hashes(), hashes());
}
