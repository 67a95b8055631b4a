//! The nesting depth of inspected values.

use gdvariant::{DecodeOptions, Engine, Godot3};

/// Checks that the inspector does not recurse, so that its limit can exceed the limit of decoding.
#[test]
fn limits_the_depth_as_decoding_does() {
    let inspected = std::thread::Builder::new().stack_size(256 << 10).spawn(|| {
        let options = DecodeOptions::new().max_depth(65_535);
        let mut deep = [0x13, 0, 0, 0, 1, 0, 0, 0].repeat(60_000);
        deep.extend([0; 4]);
        let mut depth = 0;
        let end = Godot3::LAYOUT.inspect(&deep, options, |row| depth = depth.max(row.path.depth()));
        assert_eq!((end, depth), (Ok(deep.len()), 60_000));
    });
    inspected.expect("a thread").join().expect("no overflow");
}
