use super::*;
use crate::notation::MAX_LENGTH;
use gdvariant::schema::LAYOUTS;
use gdvariant::{DecodeErrorKind, DecodeOptions, format};

#[test]
fn no_header_and_no_length_of_a_value_is_a_format() {
    let gzip = (0..=u8::MAX).map(|flags| [GZIP[0], GZIP[1], GZIP[2], flags]);
    let skippable = (0x50..=0x5f).map(|number| [number, 0x2a, 0x4d, 0x18]);
    let known = [
        compressed::MAGIC,
        settings::MAGIC,
        settings::MAGIC_PANDEMONIUM,
        encrypted_ecb::MAGIC,
        encrypted_cfb::MAGIC,
    ];
    let known = known.map(u32::to_le_bytes).into_iter().chain([ZSTD]);
    for start in known.chain(gzip).chain(skippable) {
        assert!(Format::detect(&start).is_some(), "{start:?}");
        let length = u32::from_le_bytes(start);
        let is_length = length.is_multiple_of(format::ALIGNMENT) && length <= MAX_LENGTH;
        assert!(!is_length, "{start:?}");
        for layout in LAYOUTS {
            let decoded = layout.decode(&start, DecodeOptions::new());
            let error = decoded.expect_err("no value");
            let is_unknown = matches!(
                error.kind(),
                DecodeErrorKind::UnknownType { .. } | DecodeErrorKind::UnknownFlags { .. }
            );
            assert!(is_unknown, "{}: {error}", layout.name);
        }
    }
}
