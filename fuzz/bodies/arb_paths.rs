use super::generate::{GenerateLayout, GenerateVariant};
use super::path;
use gdvariant::{DecodeOptions, EncodeOptions, Engine, Path, SetAtPathErrorKind, generic};

/// Checks access to the places of a generated value, by the paths that the inspector shows, which
/// may be changed.
pub fn arb_paths(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<E>(input: &[u8], _options: DecodeOptions)
where
    E: Engine<Variant: GenerateVariant>,
{
    let Some((&[row, ref change @ ..], random)) = input.split_first_chunk::<5>() else {
        return;
    };
    let value = E::from_bytes(random);
    let bytes = generic::to_vec::<E, _>(&value, EncodeOptions::new())
        .expect("a generated value can be encoded");
    let mut paths = Vec::new();
    let strict = DecodeOptions::new().allow_objects(true);
    E::LAYOUT
        .inspect(&bytes, strict, |row| paths.push(row.path.to_string()))
        .expect("an encoded value can be inspected");
    let shown = paths.swap_remove(usize::from(row) % paths.len());
    let edited = super::perhaps_edited(shown.into_bytes(), *change);
    let Ok(text) = String::from_utf8(edited) else {
        return;
    };
    path::check(&text);
    if let Ok(path) = text.parse() {
        access::<E>(&value, &path);
        search::<E>(&value, &bytes, &path, strict);
    }
}

/// Checks that the encoded value at a path is the one that decoding everything leads to.
fn search<E: Engine>(value: &E::Variant, bytes: &[u8], path: &Path, options: DecodeOptions) {
    let found = generic::bytes_at_path::<E>(bytes, path, options).expect("the bytes are valid");
    let (bytes, rest) = found.deepest();
    let part = generic::from_slice::<E, E::Variant>(bytes, options).expect("it is a value");
    let shown = |part: Option<E::Variant>| part.map(|part| format!("{part:#}"));
    assert_eq!(
        shown(generic::component_at_path(&part, rest)),
        shown(generic::component_at_path(value, path)),
        "{path}"
    );
}

/// Checks that values, components and elements are found where they are set, and that removing
/// returns them.
fn access<E: Engine<Variant: Clone>>(value: &E::Variant, path: &Path) {
    let Some(part) = generic::component_at_path(value, path) else {
        assert!(generic::at_path(value, path).is_none());
        return;
    };
    let shown = format!("{part:#}");
    let resolved = generic::resolved_path(value, path).expect("the path leads to a value");
    let found = generic::component_at_path(value, &resolved).expect("it is the same path");
    assert_eq!(format!("{found:#}"), shown, "{path} and {resolved}");

    let mut changed = value.clone();
    match generic::set_at_path(&mut changed, path, part) {
        Ok(old) => {
            let old = old.expect("the path leads to a value");
            assert_eq!(format!("{old:#}"), shown, "{path}");
            assert_eq!(format!("{changed:#}"), format!("{value:#}"), "{path}");
        }
        // Keys cannot be changed.
        Err(error) => {
            assert!(matches!(error.kind(), SetAtPathErrorKind::Key), "{error}");
            assert_eq!(format!("{:#}", error.into_value()), shown, "{path}");
        }
    }
    let mut shorter = value.clone();
    match generic::remove_at_path(&mut shorter, path) {
        Some(removed) => {
            assert_eq!(format!("{removed:#}"), shown, "{path}");
            generic::to_vec::<E, _>(&shorter, EncodeOptions::new())
                .expect("the rest can be encoded");
        }
        None => assert_eq!(format!("{shorter:#}"), format!("{value:#}"), "{path}"),
    }
}
