use super::*;

/// Creates a folder with a file.
fn folder(name: &str, text: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("gdvariant-digest-{}-{name}", std::process::id()));
    fs::create_dir_all(dir.join("locales")).expect("a folder");
    fs::write(dir.join("types.yaml"), text).expect("a file");
    dir
}

#[test]
fn changed_schemas_are_not_checked() {
    let dir = folder("changed", "types:\n  Nil:\n");
    assert!(!is_checked(&dir));
    set_checked(&dir).expect("a file");
    assert!(is_checked(&dir));
    fs::write(dir.join("locales/fr.yaml"), "texts:\n").expect("a file");
    fs::write(dir.join("types.yaml"), "types:\r\n  Nil:\r\n").expect("a file");
    assert!(is_checked(&dir), "translations and line ends do not count");
    fs::write(dir.join("types.yaml"), "types:\n  Nul:\n").expect("a file");
    assert!(!is_checked(&dir));
    set_checked(&dir).expect("a file");
    fs::rename(dir.join("types.yaml"), dir.join("kinds.yaml")).expect("a file");
    assert!(!is_checked(&dir));
    fs::remove_dir_all(dir).expect("the folder goes");
}
