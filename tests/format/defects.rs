//! The bytes in `conformance/defects/` show the known defects of the schema.

use crate::common::{TestLayout, bytes, hex, in_each_layout, lines};
use gdvariant::{DecodeErrorKind, DecodeOptions, EncodeOptions, generic};
use std::path::Path;

fn file(layout: &str) -> String {
    format!("defects/{layout}.jsonl")
}

#[test]
fn every_defect_has_bytes() {
    let schema = gdvariant_codegen::load(Path::new("schema")).expect("a valid schema");
    let mut count = 0;
    for layout in &schema.layouts {
        let defects = schema.defects.iter().filter(|defect| {
            let mut layouts = defect.layouts.iter();
            layouts.any(|it| it.module == layout.module)
        });
        let defects: Vec<&str> = defects.map(|defect| &*defect.id).collect();
        let lines = lines(&file(&layout.module));
        let shown: Vec<&str> = lines
            .iter()
            .map(|line| line["id"].as_str().expect("an id"))
            .collect();
        assert_eq!(shown, defects, "{}", layout.module);
        count += shown.len();
    }
    assert!(count > 0);
}

/// Checks that the engine does not return valid bytes as they are, or accepts invalid bytes.
///
/// `DecodeOptions::engine()` decodes the value of the engine, or the value that the bytes encode, or
/// rejects bytes that the engine should reject.
fn bytes_show_defects<E: TestLayout>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    if !folder.join(file(E::LAYOUT.name)).exists() {
        return;
    }
    let again = |bytes: &[u8], options: DecodeOptions| {
        let value = generic::from_slice::<E, E::Variant>(bytes, options.allow_objects(true))?;
        // A value that breaks a declared type cannot be encoded.
        let encoded = generic::to_vec::<E, _>(&value, EncodeOptions::new())
            .unwrap_or_else(|_| bytes.to_vec());
        Ok::<_, gdvariant::DecodeError>(encoded)
    };
    for line in lines(&file(E::LAYOUT.name)) {
        let bytes_of = |key: &str| line[key].as_str().map(bytes);
        let (input, engine) = (bytes_of("hex"), bytes_of("engine_hex"));
        let Some(input) = input else {
            // The engine creates the value by a script and encodes it as another value or as none.
            let value = generic::from_slice::<E, E::Variant>(
                &engine.expect("the bytes of the engine"),
                DecodeOptions::engine(),
            );
            let tag = value.map_or(serde_json::Value::Null, |value| E::to_tag(&value));
            assert_eq!(tag, line["value"], "{line}");
            continue;
        };
        let is_valid = again(&input, DecodeOptions::new()).is_ok();
        assert_ne!(is_valid.then_some(&input), engine.as_ref(), "{line}");
        let engine = engine.map(|bytes| again(&bytes, DecodeOptions::engine()));
        match again(&input, DecodeOptions::engine()) {
            Ok(ours) => assert!(
                ours == input || engine.is_some_and(|engine| engine == Ok(ours.clone())),
                "{line}: {}",
                hex(&ours)
            ),
            Err(error) => assert!(
                matches!(
                    error.kind(),
                    DecodeErrorKind::InvalidString
                        | DecodeErrorKind::TooDeep { .. }
                        | DecodeErrorKind::UnexpectedEnd { .. }
                ),
                "{line}: {error}"
            ),
        }
    }
}

in_each_layout!(bytes_show_defects);
