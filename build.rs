//! Generates tables, value types, encoders and decoders for the enabled features from `schema/`.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=schema");
    let schema = gdvariant_codegen::load(Path::new("schema")).unwrap_or_else(|diagnostics| {
        eprintln!("{diagnostics}");
        process::exit(1);
    });
    // Builds do not check the schema, because every user would have to compile the checks.
    if !gdvariant_codegen::is_checked(Path::new("schema")) {
        eprintln!(
            "schema: changed since the last check; to check it, run `cargo test -p gdvariant-codegen -F checks`"
        );
        process::exit(1);
    }
    let lists = gdvariant_codegen::rust::lists(&schema, &is_enabled);
    let files = gdvariant_codegen::rust::files(&schema, &is_enabled);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for file in files.into_iter().chain(lists) {
        fs::write(out.join(&file.name), file.text()).expect("OUT_DIR is writable");
    }
}

fn is_enabled(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}
