//! Fields in encoding order are decoded like those that are found by their names.

use gdvariant::{
    Decode, DecodeError, DecodeOptions, Encode, EncodeOptions, Engine, NodePath, NodePathRef,
    Packed, PackedView, Quaternion, StringName, Variant, Vector2, Vector3i, generic,
};
use std::fmt::Debug;

#[derive(Debug, PartialEq, Variant)]
struct Last<T> {
    first: bool,
    value: T,
}

/// Decodes a [`Last`] and prints its value.
type Printed = fn(&[u8]) -> Result<String, DecodeError>;

fn printed<'de, E: Engine, T: Decode<'de, E> + Debug>(
    bytes: &'de [u8],
) -> Result<String, DecodeError> {
    let value = generic::from_slice::<E, T>(bytes, DecodeOptions::new())?;
    Ok(format!("{value:?}"))
}

/// The changed values of a byte.
fn changes(byte: u8) -> impl Iterator<Item = u8> {
    let changed = [0, 1, 2, 4, 0x7f, 0x80, 0xff, byte ^ 1, byte.wrapping_add(4)];
    changed.into_iter().filter(move |it| *it != byte)
}

/// Compares decoding in order with decoding by name, for a value and for its bytes with each byte
/// changed or missing. An additional entry before the fields makes the decoder search their names.
fn check<E: Engine, T: Encode<E>>(value: T, print: Printed) {
    let length = generic::to_vec::<E, T>(&value, EncodeOptions::new())
        .expect("a value")
        .len();
    let bytes = generic::to_vec::<E, _>(&Last { first: true, value }, EncodeOptions::new())
        .expect("a struct");
    let other = [
        generic::to_vec::<E, str>("x", EncodeOptions::new()).expect("a key"),
        generic::to_vec::<E, ()>(&(), EncodeOptions::new()).expect("a value"),
    ]
    .concat();
    let after_other = |bytes: &[u8]| [&bytes[..4], &[3, 0, 0, 0], &other, &bytes[8..]].concat();
    let (mut accepted, mut rejected) = (0, 0);
    let mut compare = |bytes: &[u8]| {
        let shown = |result: Result<String, DecodeError>, before: usize| {
            result.map_err(|error| {
                let place = error.offset().saturating_sub(before);
                format!("{place} {} {:?}", error.path(), error.kind())
            })
        };
        let in_order = shown(print(bytes), 0);
        assert_eq!(
            in_order,
            shown(print(&after_other(bytes)), other.len()),
            "{bytes:?}"
        );
        match in_order {
            Ok(_) => accepted += 1,
            Err(_) => rejected += 1,
        }
    };
    compare(&bytes);
    for index in bytes.len() - length..bytes.len() {
        compare(&bytes[..index]);
        for byte in changes(bytes[index]) {
            let mut changed = bytes.clone();
            changed[index] = byte;
            compare(&changed);
        }
    }
    assert!(accepted > 0 && rejected > 0, "{bytes:?}");
}

/// Returns the type that is encoded: the decoded type, or another one after `as`.
macro_rules! encoded {
    ($type:ty) => {
        $type
    };
    ($type:ty as $encoded:ty) => {
        $encoded
    };
}

/// Checks values of types, some of which are encoded as another type.
macro_rules! checks {
    ($layout:ident: $($type:ty $(as $encoded:ty)? = $values:expr;)*) => {
        $(for value in $values {
            check::<$layout, encoded!($type $(as $encoded)?)>(value, |bytes| {
                printed::<$layout, Last<$type>>(bytes)
            });
        })*
    };
}

macro_rules! tests {
    ($($(#[$condition:meta])* $test:ident: $layout:ident [$($others:tt)*];)*) => {$(
        $(#[$condition])*
        #[test]
        fn $test() {
            use gdvariant::$layout;

            checks! { $layout:
                bool = [false, true];
                i8 = [-7];
                u8 = [200];
                i16 = [-300];
                u16 = [60_000];
                i32 = [-70_000];
                u32 = [7, 4_000_000_000];
                i64 = [7, -1 << 40];
                u64 = [7, 1 << 40];
                f32 = [0.5];
                f64 = [0.5, 0.1];
                String = [String::new(), "a".into(), "long names".into(), "ä".into()];
                &str = ["four", "seventh"];
                Vec<u8> = [vec![], vec![1, 2, 3]];
                Vec<i64> = [vec![], (0..9).collect(), vec![1 << 40, 2]];
                Vec<u16> = [vec![7]];
                Vec<String> = [vec!["a".into()]];
                Packed<Vec<u8>> = [Packed(vec![1, 2, 3, 4, 5])];
                &[u8] as Packed<[u8; 5]> = [Packed([1, 2, 3, 4, 5])];
                Vector2 = [Vector2::new(1.5, -2.0)];
                Quaternion = [Quaternion::new(0.0, 0.0, 0.0, 1.0)];
                NodePath = [NodePath::from("/root/A:x"), NodePath::from("ä")];
                NodePathRef<'_> as NodePath = [NodePath::from("/root/A:x")];
                PackedView<'_, Vector2> as Packed<[Vector2; 2]> = [Packed([Vector2::new(1.5, -2.0); 2])];
                (i64, bool) = [(1, true)];
                ((u8,), String) = [((1,), "a".into())];
                Option<i64> = [Some(7), None];
                Last<i64> = [Last { first: false, value: 7 }];
                $($others)*
            }
        }
    )*};
}

tests! {
    in_godot_3: Godot3 [];
    in_godot_4: Godot4 [StringName = [StringName::from("name")]; Vector3i = [Vector3i::new(1, -2, 3)];];
}
