//! The limit of memory for elements of types that are larger in memory than in the input.

use crate::memory::budget::allowed;
use allocation_counter::measure;
use gdvariant::{Decode, DecodeErrorKind, DecodeOptions, Godot4, Path, Variant, generic, godot4};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

/// A struct of 768 bytes, which is encoded in 8 bytes if all fields have their defaults.
#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Variant)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[variant(default)]
struct Fat {
    a: [i64; 32],
    b: [i64; 32],
    c: [i64; 32],
}

/// Elements that differ, so that a set keeps all of them.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Variant)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
struct Keyed {
    id: u32,
    #[variant(default)]
    #[cfg_attr(feature = "serde", serde(default))]
    fat: Fat,
}

#[derive(Debug, Variant)]
#[variant(untagged)]
enum Untagged {
    Numbers(Vec<Vec<i8>>),
    Fats(Vec<Fat>),
}

#[derive(Debug, Variant)]
struct Flat {
    #[variant(flatten)]
    tree: BTreeMap<String, Fat>,
}

#[derive(Debug, Variant)]
struct FlatHash {
    #[variant(flatten)]
    table: HashMap<String, Fat>,
}

#[derive(Debug, Variant)]
struct FlatBox {
    #[variant(flatten)]
    fat: Box<Fat>,
}

/// Decodes and encodes a `Fat` by its own implementation.
mod same {
    use super::Fat;
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};

    pub(super) fn encode<E: Engine>(
        fat: &Fat,
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        fat.encode(writer)
    }

    pub(super) fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<Fat, DecodeError> {
        Fat::decode(reader)
    }
}

#[derive(Debug, Variant)]
#[variant(transparent)]
struct Each(#[variant(each_with = "same")] BTreeSet<Fat>);

#[derive(Debug, Variant)]
#[variant(transparent)]
struct EachValue(#[variant(each_with = "same")] HashMap<u32, Fat>);

/// Returns inputs with `count` values of `element`: in one list, and in lists of one element.
fn lists(count: u32, element: impl Fn(u32) -> godot4::Variant) -> Vec<u8> {
    let elements = (0..count).map(element).collect::<Vec<_>>();
    godot4::to_vec(&elements).expect("an Array")
}

fn empty(_: u32) -> godot4::Variant {
    godot4::variant!({})
}

fn keyed(id: u32) -> godot4::Variant {
    godot4::variant!({ "id": id })
}

fn one_entry(_: u32) -> godot4::Variant {
    godot4::variant!({ 7: {} })
}

fn dictionary(count: u32, key: impl Fn(u32) -> godot4::Variant) -> Vec<u8> {
    let entries = (0..count).map(|index| (key(index), empty(index)));
    godot4::to_vec(&entries.collect::<godot4::Dictionary>()).expect("a Dictionary")
}

fn int(index: u32) -> godot4::Variant {
    index.into()
}

fn text(index: u32) -> godot4::Variant {
    index.to_string().into()
}

/// Checks that decoding stays within each limit, and succeeds with a limit that suffices.
fn check<'de, T: Decode<'de, Godot4>>(input: &'de [u8], more: u64) {
    let decode = |options| {
        let result = Cell::new(None);
        let info = measure(|| {
            let value = black_box(generic::from_slice::<Godot4, T>(input, options));
            result.set(Some(value.map(drop)));
        });
        (result.into_inner().expect("a result"), info.bytes_max)
    };
    let name = std::any::type_name::<T>();
    let (all, needed) = decode(DecodeOptions::new().max_memory(u32::MAX));
    all.expect(name);
    let default = 64 * input.len() as u64 + (1 << 20);
    for (options, limit) in [
        (DecodeOptions::new(), default),
        (DecodeOptions::engine(), default),
        (DecodeOptions::new().max_memory(1), 1 << 16),
        (DecodeOptions::new().max_memory(1 << 20), 1 << 20),
        (DecodeOptions::engine().max_memory(1 << 24), 1 << 24),
    ] {
        let (result, most) = decode(options);
        let context = format!("{name}, {} bytes, {needed} needed", input.len());
        assert!(
            most <= limit + more + allowed(input.len()),
            "{context}: {most} bytes exceed {limit}"
        );
        match result {
            Ok(()) => assert!(needed <= limit + allowed(input.len()), "{context}"),
            Err(error) => {
                assert!(6 * needed > limit, "{context}: {error} with {limit}");
                let kind = error.kind();
                let is_limit = matches!(kind, DecodeErrorKind::MemoryLimitExceeded { limit: found, needed, .. }
                    if *found as u64 == limit && needed > found);
                assert!(is_limit, "{context}: {error}");
            }
        }
    }
}

#[test]
fn elements_stay_within_the_limit() {
    for count in [1, 2, 3, 40, 1000, 1500, 10_000] {
        let fats = lists(count, empty);
        check::<Vec<Fat>>(&fats, 0);
        check::<VecDeque<Fat>>(&fats, 0);
        check::<Box<[Fat]>>(&fats, 0);
        check::<Vec<Option<Box<Fat>>>>(&fats, 0);
        check::<Vec<Rc<Fat>>>(&fats, 0);
        check::<Vec<Arc<Fat>>>(&fats, 0);
        check::<Untagged>(&fats, 0);
        check::<Vec<FlatBox>>(&fats, 0);
        check::<Each>(&fats, 0);
        let keyed = lists(count, keyed);
        check::<BTreeSet<Keyed>>(&keyed, 0);
        check::<HashSet<Keyed>>(&keyed, 0);
        check::<Vec<Vec<Fat>>>(&lists(count, |_| godot4::variant!([{}])), 0);
        let entries = lists(count, one_entry);
        check::<Vec<BTreeMap<u8, Fat>>>(&entries, 0);
        check::<Vec<HashMap<u8, Fat>>>(&entries, 0);
        let numbers = dictionary(count, int);
        check::<BTreeMap<u32, Fat>>(&numbers, 0);
        check::<HashMap<u32, Fat>>(&numbers, 0);
        check::<EachValue>(&numbers, 0);
        let texts = dictionary(count, text);
        check::<HashMap<String, Fat>>(&texts, 0);
        check::<Flat>(&texts, 0);
        check::<FlatHash>(&texts, 0);
    }
}

#[cfg(feature = "serde")]
#[test]
fn elements_of_serde_stay_within_the_limit() {
    use gdvariant::serde::Serde;
    for count in [1, 2, 3, 40, 1000, 1500, 10_000] {
        // A visitor reserves up to 1 MiB before it decodes the first element.
        let more = 1 << 20;
        let fats = lists(count, empty);
        check::<Serde<Vec<Fat>>>(&fats, more);
        check::<Serde<VecDeque<Fat>>>(&fats, more);
        check::<Serde<Vec<Option<Box<Fat>>>>>(&fats, more);
        let keyed = lists(count, keyed);
        check::<Serde<BTreeSet<Keyed>>>(&keyed, more);
        check::<Serde<HashSet<Keyed>>>(&keyed, more);
        check::<Serde<Vec<Vec<Fat>>>>(&lists(count, |_| godot4::variant!([{}])), more);
        check::<Serde<Vec<BTreeMap<u8, Fat>>>>(&lists(count, one_entry), more);
        let texts = dictionary(count, text);
        check::<Serde<HashMap<String, Fat>>>(&texts, more);
        check::<Serde<BTreeMap<String, Fat>>>(&texts, more);
    }
}

#[test]
fn errors_have_the_place_of_the_elements() {
    let fats = (0..200).map(empty).collect::<Vec<_>>();
    let input = godot4::to_vec(&godot4::variant!({ "fats": fats })).expect("a Dictionary");
    let options = DecodeOptions::new().max_memory(100_000);
    let error = generic::from_slice::<Godot4, BTreeMap<String, Vec<Fat>>>(&input, options);
    let error = error.expect_err("too much memory");
    assert_eq!(error.path(), &"fats".parse::<Path>().expect("a path"));
    assert_eq!(error.offset(), 8 + 12 + 8);
}

#[derive(Debug, Variant)]
#[variant(untagged)]
enum Element {
    A(Vec<[i64; 1]>),
    B(Vec<Vec<u64>>),
    C(Vec<Vec<Vec<f32>>>),
    D(Vec<godot4::Variant>),
}

#[test]
fn failed_variants_of_untagged_enums_free_their_memory() {
    let input = lists(2000, |_| godot4::variant!([[1], [2], [3], 4]));
    let needed = measure(|| {
        let options = DecodeOptions::new().max_memory(u32::MAX);
        let value = generic::from_slice::<Godot4, Vec<Element>>(&input, options);
        drop(black_box(value.expect("a value")));
    });
    let options = DecodeOptions::new().max_memory(u32::try_from(needed.bytes_max).expect("short"));
    generic::from_slice::<Godot4, Vec<Element>>(&input, options).expect("it fits");
}
