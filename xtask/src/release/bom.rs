//! The software bill of materials of the program, in the CycloneDX format.

use super::licences;
use crate::failure::Failure;
use crate::workspace::Package;
use serde_json::{Value as Json, json};

/// Returns the document, which lists the crates that the program contains on a platform.
pub(super) fn of_program(program: &Package, host: &str) -> Result<String, Failure> {
    let tree = licences::crates(host)?;
    let own = format!("{} ", program.name);
    let others = tree.lines().filter(|line| !line.starts_with(&own));
    let mut components: Vec<Json> = others.filter_map(component).collect();
    components.dedup();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "name": program.name,
            "version": program.version,
            "purl": purl(&program.name, &program.version),
        }},
        "components": components,
    });
    Ok(format!("{document:#}\n"))
}

/// Returns the entry of a crate, which a line describes as in `serde v1.0.229\tMIT OR Apache-2.0`.
fn component(line: &str) -> Option<Json> {
    let (package, licence) = line.split_once('\t')?;
    let (name, version) = package.split_once(" v")?;
    // Our own packages have a path after the version.
    let version = version.split(' ').next()?;
    let reference = purl(name, version);
    Some(json!({
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        // Old manifests separate licences by a slash, which is not an expression of SPDX.
        "licenses": [{"expression": licence.replace('/', " OR ")}],
        "purl": reference,
    }))
}

/// Returns the package URL of a crate.
fn purl(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

#[cfg(test)]
mod tests {
    use super::of_program;
    use crate::workspace::Workspace;
    use serde_json::Value as Json;
    use std::collections::BTreeSet;

    #[test]
    fn lists_what_the_program_is_linked_with() {
        let workspace = Workspace::load().expect("metadata");
        let program = workspace.program();
        let text = of_program(program, "x86_64-unknown-linux-gnu").expect("a document");
        let document: Json = serde_json::from_str(&text).expect("JSON");
        let components = document["components"].as_array().expect("components");
        let names = components.iter().map(|crate_| crate_["name"].as_str());
        let names: BTreeSet<&str> = names.flatten().collect();
        for linked in ["gdvariant", "gdvariant-files", "clap", "serde"] {
            assert!(names.contains(linked), "{linked}");
        }
        // The program itself, a dependency of tests, and a macro; the build script's dependencies.
        for other in [
            "gdvariant-cli",
            "insta",
            "gdvariant-derive",
            "gdvariant-codegen",
            "serde_yaml",
        ] {
            assert!(!names.contains(other), "{other}");
        }
        let references = components.iter().map(|crate_| crate_["purl"].as_str());
        let references: BTreeSet<_> = references.collect();
        assert_eq!(references.len(), components.len(), "each is listed once");
        for crate_ in components {
            let licence = crate_["licenses"][0]["expression"].as_str();
            assert!(licence.is_some_and(|text| !text.is_empty()), "{crate_}");
        }
    }
}
