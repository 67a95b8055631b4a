use super::*;
use crate::forms::MAX_LENGTH;
use gdvariant::schema::LAYOUTS;
use gdvariant::{DecodeErrorKind, DecodeOptions, format};

#[test]
fn no_header_and_no_length_of_a_value_is_a_format() {
    let gzip = (0..=u8::MAX).map(|flags| [GZIP[0], GZIP[1], GZIP[2], flags]);
    let settings = [settings::MAGIC, settings::MAGIC_PANDEMONIUM];
    let encrypted = [encrypted_ecb::MAGIC, encrypted_cfb::MAGIC];
    let known = [compressed::MAGIC]
        .into_iter()
        .chain(settings)
        .chain(encrypted);
    let known = known.map(u32::to_le_bytes).chain([ZSTD]);
    let skippable = (0x50..=0x5f).map(|number| [number, 0x2a, 0x4d, 0x18]);
    for start in known.chain(gzip).chain(skippable) {
        assert!(Format::of(&start).is_some(), "{start:?}");
        let length = u32::from_le_bytes(start);
        let is_length = length.is_multiple_of(format::ALIGNMENT) && length <= MAX_LENGTH;
        assert!(!is_length, "{start:?}");
        for layout in LAYOUTS.iter().filter(|layout| layout.is_built_in) {
            let decoded = layout.decode(&start, DecodeOptions::new());
            let error = decoded.expect_err("no value");
            assert!(
                matches!(
                    error.kind(),
                    DecodeErrorKind::UnknownType { .. } | DecodeErrorKind::UnknownFlags { .. }
                ),
                "{}: {error}",
                layout.name
            );
        }
    }
}
