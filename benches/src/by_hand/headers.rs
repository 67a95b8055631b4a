//! The constants of the format, as its documentation states them.

pub(super) const NIL: u32 = 0;
pub(super) const BOOL: u32 = 1;
pub(super) const INT: u32 = 2;
pub(super) const FLOAT: u32 = 3;
pub(super) const STRING: u32 = 4;
pub(super) const VECTOR2: u32 = 5;

/// The flag of ints and floats with 64 bits.
pub(super) const WIDE: u32 = 1 << 16;
/// The maximum length of a string or a packed array.
pub(super) const LENGTH: u32 = u32::MAX >> 1;
/// The bit in the first count of a NodePath that engines require.
pub(super) const NEW_FORMAT: u32 = 1 << 31;
/// The flag of an absolute NodePath.
pub(super) const ABSOLUTE: u32 = 1;

/// The other types of Godot 3.
pub(super) mod godot3 {
    pub(in crate::by_hand) const VECTOR3: u32 = 7;
    pub(in crate::by_hand) const QUAT: u32 = 10;
    pub(in crate::by_hand) const NODE_PATH: u32 = 15;
    pub(in crate::by_hand) const DICTIONARY: u32 = 18;
    pub(in crate::by_hand) const ARRAY: u32 = 19;
    pub(in crate::by_hand) const BYTES: u32 = 20;
    pub(in crate::by_hand) const INTS: u32 = 21;
    pub(in crate::by_hand) const STRINGS: u32 = 23;
    pub(in crate::by_hand) const VECTOR3S: u32 = 25;
    pub(in crate::by_hand) const COLORS: u32 = 26;
}

/// The other types of Godot 4.
pub(super) mod godot4 {
    pub(in crate::by_hand) const VECTOR3: u32 = 9;
    pub(in crate::by_hand) const VECTOR3I: u32 = 10;
    pub(in crate::by_hand) const QUATERNION: u32 = 15;
    pub(in crate::by_hand) const STRING_NAME: u32 = 21;
    pub(in crate::by_hand) const NODE_PATH: u32 = 22;
    pub(in crate::by_hand) const DICTIONARY: u32 = 27;
    pub(in crate::by_hand) const ARRAY: u32 = 28;
    pub(in crate::by_hand) const BYTES: u32 = 29;
    pub(in crate::by_hand) const INTS: u32 = 30;
    pub(in crate::by_hand) const INTS64: u32 = 31;
    pub(in crate::by_hand) const FLOATS64: u32 = 33;
    pub(in crate::by_hand) const STRINGS: u32 = 34;
    pub(in crate::by_hand) const VECTOR3S: u32 = 36;
    pub(in crate::by_hand) const COLORS: u32 = 37;
    pub(in crate::by_hand) const VECTOR4S: u32 = 38;

    /// An Array whose elements have a declared type, which precedes the count.
    pub(in crate::by_hand) const TYPED_ARRAY: u32 = ARRAY | 1 << 16;
}

/// Returns the encoding of a short string.
pub(super) const fn encoded_key<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let name = name.as_bytes();
    bytes[0] = STRING.to_le_bytes()[0];
    bytes[4] = name.len().to_le_bytes()[0];
    let mut index = 0;
    while index < name.len() {
        bytes[8 + index] = name[index];
        index += 1;
    }
    bytes
}

/// The bytes of a key.
macro_rules! key {
    ($name:expr) => {
        &const {
            $crate::by_hand::headers::encoded_key::<
                { 8 + $crate::by_hand::input::padded($name.len()) },
            >($name)
        }
    };
}

pub(super) use key;
