//! Writes the docstrings of the stubs to files, which the compiled functions include: editors read the
//! stubs, and `help` reads the module.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // A source distribution has the Python code in its root.
    let paths = ["gdvariant/_core.pyi", "../../gdvariant/_core.pyi"];
    let path = paths[usize::from(!Path::new(paths[0]).exists())];
    println!("cargo:rerun-if-changed={path}");
    let stubs = fs::read_to_string(path)?;
    let folder = env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR");
    let (mut class, mut owner) = ("", String::from("module"));
    let mut parts = stubs.split("\"\"\"");
    while let (Some(code), Some(docstring)) = (parts.next(), parts.next()) {
        for line in code.lines() {
            let mut words = line.split([' ', '(', ':']).filter(|it| !it.is_empty());
            match (words.next(), words.next()) {
                (Some("class"), Some(name)) => (class, owner) = (name, name.into()),
                (Some("def"), Some(name)) if line.starts_with(' ') => {
                    owner = format!("{class}.{name}");
                }
                (Some("def"), Some(name)) => owner = name.into(),
                _ => {}
            }
        }
        fs::write(Path::new(&folder).join(&owner), docstring)?;
    }
    Ok(())
}
