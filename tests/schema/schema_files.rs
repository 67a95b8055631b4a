//! Checks that the library provides the schema that it is generated from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn read(folder: &Path, below: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of the schema") {
        let path = entry.expect("a file of the schema").path();
        let name = format!(
            "{below}{}",
            path.file_name().expect("a name").to_string_lossy()
        );
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else {
            files.insert(
                name,
                fs::read_to_string(&path).expect("a file of the schema"),
            );
        }
    }
}

#[test]
fn provides_every_file_of_the_schema() {
    let mut expected = BTreeMap::new();
    read(Path::new("schema"), "", &mut expected);
    let found: BTreeMap<String, String> = gdvariant::schema::FILES
        .iter()
        .map(|(path, text)| ((*path).into(), (*text).into()))
        .collect();
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "runtime/schema.rs names every file"
    );
    for (path, text) in &expected {
        assert!(
            found[path] == *text,
            "schema/{path} is not what was built in"
        );
    }
    assert!(gdvariant_codegen::load_texts(gdvariant::schema::FILES).is_ok());
}
