//! Checks `schema/`, and generates tables, value types, encoders and decoders for the enabled
//! features.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=schema");
    let schema = match gdvariant_codegen::load(Path::new("schema")) {
        Ok(schema) => schema,
        Err(diagnostics) => return report("error", &diagnostics.0),
    };
    report("warning", &schema.untranslated);
    let files = gdvariant_codegen::rust::files(&schema, &is_enabled);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for file in files {
        fs::write(out.join(&file.name), file.text).expect("OUT_DIR is writable");
    }
}

/// Prints diagnostics with their files and entries. Cargo fails after an error.
fn report(severity: &str, diagnostics: &[String]) {
    for diagnostic in diagnostics {
        println!("cargo::{severity}={diagnostic}");
    }
}

fn is_enabled(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}
