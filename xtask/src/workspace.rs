//! The packages of the workspace, as `cargo metadata` describes them.

use crate::process::{cargo, output};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is in a folder")
}

/// The version of this workspace's packages.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) is_published: bool,
    /// The path of the README, possibly in another package's folder; `None` if the package has no
    /// README.
    pub(crate) readme: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) packages: Vec<Package>,
    pub(crate) target: PathBuf,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self, String> {
        let metadata = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
        let metadata: Json =
            serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        Ok(Self {
            packages: packages.map(package).collect(),
            target: PathBuf::from(text(&metadata, "target_directory")),
        })
    }
}

fn package(package: &Json) -> Package {
    let manifest = PathBuf::from(text(package, "manifest_path"));
    let folder = manifest.parent().unwrap_or(root());
    Package {
        name: text(package, "name"),
        version: text(package, "version"),
        is_published: package["publish"].is_null(),
        readme: package["readme"].as_str().map(|readme| folder.join(readme)),
    }
}

fn text(object: &Json, key: &str) -> String {
    object[key].as_str().unwrap_or_default().to_owned()
}
