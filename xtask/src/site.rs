//! `cargo xtask site` builds a folder of pages that works offline: the pages of the format and of
//! the program, the documentation of the crates and, if it is built, the editor.

use crate::files::{create_empty, failed, read, write};
use crate::process::{cargo, program, run};
use crate::tasks;
use crate::workspace::Workspace;
use std::fs;
use std::path::{self, Path};

/// The documents of the repository that the start page links to, where their host shows them.
const DOCUMENTS: [(&str, &str); 6] = [
    ("Python", "python/README.md"),
    ("JavaScript", "js/README.md"),
    ("Tables of many files", "docs/data.md"),
    ("Benchmarks", "docs/benchmarks.md"),
    ("Safety", "SECURITY.md"),
    ("Contributing", "CONTRIBUTING.md"),
];

/// The address of the files in the repository.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main");

/// The page of the editor on the site.
const EDITOR: &str = "editor.html";

/// Builds the site in the folder `out`. `editor` is the built page of the editor.
pub(crate) fn build(out: &Path, editor: Option<&Path>) -> Result<(), String> {
    // Commands run in the root of the repository, but `out` is relative to the caller's folder.
    let out = path::absolute(out).map_err(|error| failed(out, &error))?;
    tasks::pages(&["--out".as_ref(), out.as_os_str()])?;
    documentation(&out.join("api"))?;
    let link = |title: &str, target: &str| format!("<a href=\"{target}\">{title}</a>\n");
    let mut links = vec![
        link("Library", "api/gdvariant/index.html"),
        link("Crate for files", "api/gdvariant_files/index.html"),
    ];
    if let Some(editor) = editor {
        fs::copy(editor, out.join(EDITOR)).map_err(|error| failed(editor, &error))?;
        links.push(link("Editor", EDITOR));
    }
    links.extend(DOCUMENTS.map(|(title, path)| link(title, &format!("{REPOSITORY}/{path}"))));
    links.push("</nav>".to_owned());
    let start = out.join("index.html");
    write(&start, read(&start)?.replacen("</nav>", &links.concat(), 1))?;
    println!("{}", start.display());
    Ok(())
}

/// Builds the documentation of the library and of the crate for files, with a link to the start.
fn documentation(out: &Path) -> Result<(), String> {
    let target = Workspace::load()?.target.join("site");
    let link = target.join("link.html");
    write(
        &link,
        "<nav style=\"padding: .5rem 1rem\"><a href=\"../../index.html\">gdvariant: start of the documentation</a></nav>\n",
    )?;
    let mut doc = cargo("doc --quiet -p gdvariant -p gdvariant-files --all-features --no-deps");
    let flags = format!("--html-before-content {}", link.display());
    run(doc
        .env("RUSTDOCFLAGS", flags)
        .env("CARGO_TARGET_DIR", &target))?;
    create_empty(out)?;
    let mut copy = program("cp");
    copy.args(["--recursive", "--no-target-directory"]);
    run(copy.args([&target.join("doc"), out]))
}

#[cfg(test)]
mod tests {
    use super::DOCUMENTS;
    use crate::workspace::root;

    #[test]
    fn linked_documents_exist() {
        for (title, path) in DOCUMENTS {
            assert!(root().join(path).is_file(), "{title}: {path}");
        }
    }
}
