//! Generates tables, value types, encoders and decoders for the enabled features from `schema/`.

use std::path::{Path, PathBuf};
use std::{env, fs, panic, process};

fn main() {
    println!("cargo::rerun-if-changed=schema");
    println!("cargo::rerun-if-changed=docs/en");
    let folder = Path::new("schema");
    let schema = gdvariant_codegen::load(folder).unwrap_or_else(|diagnostics| {
        eprintln!("{diagnostics}");
        process::exit(1);
    });
    let paths = gdvariant_codegen::paths(folder);
    let generate = || {
        let lists = gdvariant_codegen::rust::lists(&schema, &paths, &is_enabled);
        let files = gdvariant_codegen::rust::files(&schema, &is_enabled);
        files.into_iter().chain(lists).collect::<Vec<_>>()
    };
    // Builds do not check the schema, because every user would have to compile the checks.
    let files = panic::catch_unwind(generate).unwrap_or_else(|_| {
        eprintln!(
            "schema: invalid; to list the errors, run `cargo test -p gdvariant-codegen -F checks`"
        );
        process::exit(1);
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for file in files {
        fs::write(out.join(&file.name), file.text()).expect("OUT_DIR is writable");
    }
    write_pages(&out);
}

/// Writes the English pages, which the library's documentation includes as modules.
fn write_pages(out: &Path) {
    // The pages are optional: without the folder, only the documentation lacks them.
    let Ok(folder) = fs::read_dir("docs/en") else {
        return;
    };
    let files = folder.map(|entry| entry.expect("the folder is readable").path());
    let pages: Vec<PathBuf> = files
        .filter(|file| file.extension() == Some("md".as_ref()))
        .collect();
    let stems = || pages.iter().filter_map(|page| page.file_stem()?.to_str());
    for page in &pages {
        let text = fs::read_to_string(page).expect("the page is readable");
        // The documentation of the library has no targets for links to other folders.
        let lines = text.lines().filter(|line| !line.contains("](../"));
        let text = lines.fold(String::new(), |text, line| text + line + "\n");
        let text = stems().fold(text, |text, stem| {
            text.replace(&format!("]({stem}.md"), &format!("](../{stem}/index.html"))
        });
        let name = page.file_name().expect("a file has a name");
        fs::write(out.join(name), text).expect("OUT_DIR is writable");
    }
}

fn is_enabled(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}
