//! Limits on the nesting depth and the length of values.

use gdvariant::inspect::inspect;
use gdvariant::{DecodeOptions, Godot3, Layout, generic};

#[test]
fn limits_the_depth_as_decoding_does() {
    let nested = |levels: usize| {
        let mut bytes: Vec<u8> = [0x13, 0, 0, 0, 1, 0, 0, 0].repeat(levels);
        bytes.extend([0; 4]);
        bytes
    };
    let inspected = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || {
            let deepest = nested(1024);
            assert_eq!(
                inspect::<Godot3>(&deepest, DecodeOptions::new(), |_| {}),
                Ok(deepest.len())
            );
            // The inspector does not recurse, so the limit can exceed that of decoding.
            let options = DecodeOptions::new().max_depth(u32::MAX);
            let deeper = nested(100_000);
            let mut depth = 0;
            assert_eq!(
                inspect::<Godot3>(&deeper, options, |row| depth = depth.max(row.path.depth())),
                Ok(deeper.len())
            );
            assert_eq!(depth, 100_000);
            inspect::<Godot3>(&nested(1025), DecodeOptions::new(), |_| {}).unwrap_err()
        });
    let error = inspected.expect("a thread").join().expect("no overflow");
    let decoded = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            generic::from_slice::<Godot3, <Godot3 as Layout>::Variant>(
                &nested(1025),
                DecodeOptions::new(),
            )
            .unwrap_err()
        });
    assert_eq!(
        error,
        decoded.expect("a thread").join().expect("no overflow")
    );
}

#[test]
fn rows_grow_with_the_input() {
    let ints = |count: u32| {
        let mut bytes = vec![0x15, 0, 0, 0];
        bytes.extend(count.to_le_bytes());
        bytes.resize(8 + 4 * count as usize, 0);
        bytes
    };
    for count in [0, 1, 1000, 1_000_000] {
        let mut rows = 0;
        let input = ints(count);
        assert_eq!(
            inspect::<Godot3>(&input, DecodeOptions::new(), |_| rows += 1),
            Ok(input.len())
        );
        assert_eq!(rows, 2 + count);
    }
}
