//! The memory that conversions allocate for values and reports.

use crate::common::encode;
use gdvariant::godot4::Variant;
use gdvariant::{
    Callable, Converter, Dictionary, Godot3, Godot4, Object, Packed, StringName, Vector2i, Vector4,
};

/// The limit for the paths and names of a report, in bytes.
///
/// Losses and notes have 256 KiB each, plus vectors that double their capacity and the allocation
/// of each string.
const REPORT: u64 = 4 << 20;

/// Converts a value, and checks the memory that this allocates and the paths of the report.
#[track_caller]
fn check(what: &str, value: impl Into<Variant>) {
    let value = value.into();
    let input = encode::<Godot4>(&value).len() as u64;
    let info = allocation_counter::measure(|| {
        let converter = Converter::new().lossy().max_listed(usize::MAX);
        let result = converter.convert::<Godot4, Godot3>(&value).expect(what);
        let paths = result.1.losses().iter().map(|loss| loss.path().to_string());
        let length: usize = paths.map(|path| path.len()).sum();
        assert!(length <= 256 << 10, "{what}: {length} bytes");
        let _ = std::hint::black_box(result);
    });
    assert_eq!(info.bytes_current, 0, "everything is freed");
    let limit = 64 * input + REPORT;
    let total = info.bytes_total;
    assert!(
        total <= limit,
        "{what}: {input} bytes of input, {total} allocated, {limit} allowed"
    );
}

#[test]
fn conversions_allocate_in_proportion_to_the_value() {
    check("callables", vec![Variant::from(Callable); 20_000]);
    check("integers", Packed(vec![i64::MAX; 20_000]));
    check("vectors", Packed(vec![Vector4::default(); 20_000]));
    check("bytes", Packed(vec![7_u8; 1_000_000]));
    let empty = Variant::from(Vec::<Variant>::new());
    check("empty arrays", vec![empty; 20_000]);
    let keys: Dictionary<Variant> = (0..20_000)
        .map(|key| (Vector2i::new(key, key), StringName::from("x")))
        .collect();
    check("keys", keys);
    let object = Object::full("Node", [("a property", Callable); 1000]);
    check("objects", vec![Variant::from(object); 20]);
    let values: Vec<Variant> = (0..20_000).map(|n| Vector2i::new(n, n).into()).collect();
    check("a long key", Dictionary::from([("k".repeat(50), values)]));
}

/// Checks that a report lists few losses if their paths are long.
#[test]
fn reports_of_deep_losses_are_bounded() {
    for width in [1, 20_000] {
        let leaves = Variant::from(vec![Variant::from(Callable); width]);
        let key = "k".repeat(100);
        let value = (0..1000).fold(leaves, |value, _| {
            Dictionary::from([(key.as_str(), value)]).into()
        });
        check("deep losses", value);
    }
}
