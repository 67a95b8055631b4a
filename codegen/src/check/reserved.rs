//! Names of the library's own that a schema cannot define again.

/// The types and traits of the library and of the prelude, in alphabetical order.
const TYPES: &str = "
    ArrayWriter Box Clone Codec ConvertError ConvertErrorKind Converter Copy Debug DeclaredType
    Decode DecodeError DecodeErrorKind DecodeOptions DecodeOwned Default DictionaryWriter
    Display Drop ElementType Encode EncodeError EncodeErrorKind EncodeOptions EngineVersion Eq
    Err Escaped Fn FnMut FnOnce FrameDecoder FrameOptions FramedValues Frames From FromIterator
    FromVariantError FromVariantErrorKind Hash Header Ignored Into IntoIterator Iterator Key
    KeyEquality Kind Layout LayoutRules Lookup Loss LossKind NodePathRef None Note NoteKind
    Ok Option Ord ParseError ParseErrorKind ParsePathError ParseVersionError
    ParsedValues PartialEq PartialOrd Path Pool PoolElement PoolIter PoolView Pooled ReadError
    Reader Report ReportEntry Result Segment Send Sized Some Sync ToOwned ToString TryFrom
    TryInto TypedDictionary TypedLayout Unpin EncodedValue Variant VariantIndex VariantIndexMut
    VariantRef VariantType Vec FullObject WriteError Writer
";

/// The modules and features of the library, in alphabetical order.
const MODULES: &str = "
    access alloc any bytemuck bytes codec compressed convert core default derive detect dictionary
    double encrypted error files format generic guide inspect inspection layouts mint notes pages
    schema serde simd std stream table text tokio value wire
";

/// Returns whether the library has another type of a name already.
pub(super) fn is_type(name: &str) -> bool {
    TYPES.split_whitespace().any(|reserved| reserved == name)
}

/// Returns whether the library has another module or another feature of a name already.
pub(super) fn is_module(name: &str) -> bool {
    MODULES.split_whitespace().any(|reserved| reserved == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Returns a file of the library, whose package contains this one only in the repository.
    fn file(path: &str) -> Option<String> {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
        fs::read_to_string(library.join(path)).ok()
    }

    #[test]
    fn the_lists_are_sorted() {
        assert!(TYPES.split_whitespace().is_sorted());
        assert!(MODULES.split_whitespace().is_sorted());
    }

    #[test]
    fn the_lists_have_the_names_of_the_library() {
        let (Some(root), Some(manifest), Some(types)) = (
            file("runtime/lib.rs"),
            file("Cargo.toml"),
            file("schema/types.yaml"),
        ) else {
            return;
        };
        for (index, _) in root.match_indices("pub use ") {
            let names = root[index..].split(';').next().unwrap_or_default();
            let names = names.split(|c: char| !c.is_alphanumeric());
            for name in names.filter(|name| name.starts_with(char::is_uppercase)) {
                let is_of_schema = types.contains(&format!("\n  {name}:\n"));
                assert!(is_type(name) || is_of_schema, "{name}");
            }
        }
        let modules = root.lines().filter_map(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("pub ").unwrap_or(line);
            line.strip_prefix("mod ")?.split([';', ' ']).next()
        });
        for name in modules.filter(|name| *name != "readme" && !name.starts_with('_')) {
            assert!(is_module(name), "{name}");
        }
        let features = manifest.split("\n[features]\n").nth(1);
        let features = features.and_then(|text| text.split("\n[").next());
        let features = features.expect("features").lines();
        // The features of layouts depend on nothing.
        let others = features.filter(|line| !line.starts_with('#') && !line.ends_with(" = []"));
        for name in others.filter_map(|line| line.split(" = ").next()) {
            assert!(is_module(name) || name.contains('-'), "{name}");
        }
    }
}
