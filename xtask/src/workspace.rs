//! The packages of the workspace, as `cargo metadata` describes them.

use crate::failure::Failure;
use crate::process::{cargo, output};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is in a folder")
}

/// A package that is published.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The path of the README, possibly in another package's folder; `None` if the package has no
    /// README.
    pub(crate) readme: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) struct Workspace {
    /// The published packages.
    pub(crate) packages: Vec<Package>,
    /// Every package of the workspace, with its version.
    pub(crate) versions: Vec<(String, String)>,
    pub(crate) target: PathBuf,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self, Failure> {
        let metadata = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
        let metadata: Json = serde_json::from_str(&metadata)
            .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
        let all = metadata["packages"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let published = all
            .iter()
            .filter(|package| package["publish"].is_null())
            .map(package)
            .collect();
        let text = |package: &Json, key: &str| package[key].as_str().unwrap_or("").to_owned();
        Ok(Self {
            packages: published,
            versions: all
                .iter()
                .map(|package| (text(package, "name"), text(package, "version")))
                .collect(),
            target: PathBuf::from(text(&metadata, "target_directory")),
        })
    }

    /// Returns the package of the command-line program.
    pub(crate) fn program(&self) -> &Package {
        let mut packages = self.packages.iter();
        let program = packages.find(|package| package.name == "gdvariant-cli");
        program.expect("the program is published")
    }
}

fn package(package: &Json) -> Package {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let manifest = PathBuf::from(text("manifest_path"));
    let folder = manifest.parent().unwrap_or(root());
    Package {
        name: text("name"),
        version: text("version"),
        readme: package["readme"].as_str().map(|readme| folder.join(readme)),
    }
}
