//! `cargo xtask site` builds one site of all documentation. The site works offline and from a local
//! folder.
//!
//! `cargo xtask pages` generates the pages of the format and `cargo doc` the pages of the library;
//! documents of the repository become pages in the design of the format's pages. All pages except
//! the library's have links to the parts of the site and a search over these pages.

mod document;
mod links;
mod search;

use crate::failure::Failure;
use crate::files::{create_empty, read, write};
use crate::process::{cargo, program, run};
use crate::tasks;
use crate::workspace::{Workspace, root};
use document::Document;
use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::load;
use gdvariant_codegen::published::Facts;
use std::fs;
use std::path::{self, Path, PathBuf};

/// The parts of the site: the titles in English and French, and the pages in English and French.
const PARTS: [[&str; 4]; 10] = [
    ["Start", "Accueil", "index.html", "index.html"],
    [
        "Library",
        "Bibliothèque",
        "api/gdvariant/index.html",
        "api/gdvariant/index.html",
    ],
    ["Program", "Programme", "program.html", "program.html"],
    ["Python", "Python", "python.html", "python.html"],
    [
        "JavaScript",
        "JavaScript",
        "javascript.html",
        "javascript.html",
    ],
    ["Format", "Format", "en/godot4.html", "fr/godot4.html"],
    [
        "Engines",
        "Moteurs",
        "en/differences.html",
        "fr/differences.html",
    ],
    [
        "Benchmarks",
        "Performances",
        "benchmarks.html",
        "benchmarks.html",
    ],
    ["Safety", "Sécurité", "security.html", "security.html"],
    [
        "Contributing",
        "Contribuer",
        "contributing.html",
        "contributing.html",
    ],
];

/// The documents of the repository that become pages, and the names of these pages.
const DOCUMENTS: [(&str, &str); 17] = [
    ("python/README.md", "python"),
    ("js/README.md", "javascript"),
    ("docs/benchmarks.md", "benchmarks"),
    ("docs/benchmarks-program.md", "benchmarks-program"),
    ("docs/benchmarks-counts.md", "benchmarks-counts"),
    ("docs/benchmarks-size.md", "benchmarks-size"),
    ("docs/json.md", "json"),
    ("docs/data.md", "data"),
    ("docs/alternatives.md", "alternatives"),
    ("docs/stability.md", "stability"),
    ("docs/testing.md", "testing"),
    ("SECURITY.md", "security"),
    ("CONTRIBUTING.md", "contributing"),
    ("ARCHITECTURE.md", "architecture"),
    ("STYLE.md", "style"),
    ("benches/README.md", "benches"),
    ("fuzz/README.md", "fuzzing"),
];

const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("site.js");

/// The page of the editor on the site.
const EDITOR: &str = "editor.html";

/// Builds the site in a folder, and checks its links. `editor` is the built page of the editor.
pub(crate) fn build(out: &Path, editor: Option<&Path>) -> Result<(), Failure> {
    // Commands run in the root of the repository, but `out` is relative to the caller's folder.
    let out = path::absolute(out).map_err(|error| Failure::at(out, &error))?;
    // The page of an earlier build is not a page of the documentation.
    let _ = fs::remove_file(out.join(EDITOR));
    tasks::pages(&["--out".as_ref(), out.as_os_str()])?;
    documents(&out)?;
    for page in pages(&out)? {
        let text = read(&out.join(&page))?;
        write(&out.join(&page), with_parts(&text, &page))?;
    }
    write(&out.join("site.css"), STYLE)?;
    write(&out.join("site.js"), SCRIPT)?;
    write(&out.join("search.js"), &search::index(&out, &pages(&out)?)?)?;
    api(&out)?;
    links::check(&out, &pages(&out)?)?;
    if let Some(editor) = editor {
        add_editor(&out, editor)?;
    }
    println!("{}", out.join("index.html").display());
    Ok(())
}

/// Copies the page of the editor, and links it from the start page.
fn add_editor(out: &Path, editor: &Path) -> Result<(), Failure> {
    fs::copy(editor, out.join(EDITOR)).map_err(|error| Failure::at(editor, &error))?;
    let start = out.join("index.html");
    let link = format!("<a href=\"{EDITOR}\">Editor</a>\n</nav>");
    write(&start, read(&start)?.replacen("</nav>", &link, 1))
}

/// Writes the pages of the documents, and copies the pictures that they show.
fn documents(out: &Path) -> Result<(), Failure> {
    let schema = load(&root().join("schema")).map_err(|error| Failure::new(error.to_string()))?;
    let examples = Examples::new();
    let facts = Facts::new();
    let book = Book::new(&schema, &examples, &facts);
    for (source, stem) in DOCUMENTS {
        let text = read(&root().join(source))?;
        let document = Document::parse(source, &text);
        for picture in &document.pictures {
            let name = picture.rsplit('/').next().unwrap_or(picture);
            let copied = fs::copy(root().join(picture), out.join(name));
            copied.map_err(|error| Failure::at(Path::new(picture), &error))?;
        }
        let origin = format!("Generated from {source} by `cargo xtask site`.");
        let mut page = book.root_page(stem, &origin, document.blocks);
        page.links.clear();
        let file = out.join(format!("{stem}.html"));
        write(&file, Format::Html.write(&page))?;
    }
    Ok(())
}

/// Returns the page of the site that shows a file of the repository.
fn page_of(file: &str) -> Option<String> {
    let mut documents = DOCUMENTS.iter();
    if let Some((_, stem)) = documents.find(|(source, _)| *source == file) {
        return Some(format!("{stem}.html"));
    }
    match file {
        "README.md" | "docs/README.md" => Some("index.html".to_owned()),
        _ => {
            let file = file.strip_prefix("docs/")?;
            let stem = file.strip_suffix(".md");
            Some(stem.map_or_else(|| file.to_owned(), |stem| format!("{stem}.html")))
        }
    }
}

/// Adds links to the parts of the site to a page, and removes the page's own links to these parts.
fn with_parts(text: &str, page: &str) -> String {
    let up = "../".repeat(page.matches('/').count());
    let is_french = page.starts_with("fr/");
    let links = PARTS.map(|[english, french, page_in_english, page_in_french]| {
        let (title, target) = if is_french {
            (french, page_in_french)
        } else {
            (english, page_in_english)
        };
        if target == page {
            format!("<span aria-current=\"page\">{title}</span>\n")
        } else {
            // Pages without a translation are in English.
            let language = if is_french && !target.starts_with("fr/") {
                " hreflang=\"en\""
            } else {
                ""
            };
            format!("<a href=\"{up}{target}\"{language}>{title}</a>\n")
        }
    });
    let (label, search) = if is_french {
        ("Parties du site", "Rechercher partout")
    } else {
        ("Parts of the site", "Search all pages")
    };
    let parts = format!(
        "<nav class=\"parts\" aria-label=\"{label}\" data-search=\"{search}\" data-root=\"{up}\">\n{}</nav>\n",
        links.concat()
    );
    let head = format!(
        "<link rel=\"stylesheet\" href=\"{up}site.css\">\n<script defer src=\"{up}site.js\"></script>\n</head>"
    );
    let is_repeated = |line: &str| {
        // The template escapes slashes.
        let up = up.replace('/', "&#x2f;");
        let own = ["index.html", "program.html"].map(|page| format!("<a href=\"{up}{page}\">"));
        own.iter().any(|start| line.starts_with(start))
            || line.starts_with("<span aria-current") && !page.contains('/')
    };
    let kept = text
        .split_inclusive('\n')
        .filter(|line| !is_repeated(line))
        .collect::<String>();
    linked(kept, &up)
        .replacen("</head>", &head, 1)
        .replacen("<header>\n", &format!("<header>\n{parts}"), 1)
        .replacen("<nav class=\"pages\">\n</nav>\n", "", 1)
}

/// Adds links to documents whose paths a page names in code.
fn linked(page: String, up: &str) -> String {
    DOCUMENTS.iter().fold(page, |page, (source, stem)| {
        // The template escapes slashes.
        let code = format!("<code>{}</code>", source.replace('/', "&#x2f;"));
        page.replace(&code, &format!("<a href=\"{up}{stem}.html\">{code}</a>"))
    })
}

/// Builds the documentation of the library and of the crate for files, with a link back to the site.
fn api(out: &Path) -> Result<(), Failure> {
    let target = Workspace::load()?.target.join("site");
    let link = target.join("link.html");
    write(
        &link,
        "<nav style=\"padding: .5rem 1rem\"><a href=\"../../index.html\">gdvariant: start of the documentation</a></nav>\n",
    )?;
    let flags = format!("--html-before-content {}", link.display());
    let mut doc = cargo("doc --quiet -p gdvariant -p gdvariant-files --all-features --no-deps");
    run(doc
        .env("RUSTDOCFLAGS", flags)
        .env("CARGO_TARGET_DIR", &target))?;
    let copy = out.join("api");
    create_empty(&copy)?;
    run(program("cp")
        .args(["--recursive", "--no-target-directory"])
        .args([target.join("doc"), copy]))
}

/// Returns the sorted paths of the site's pages, without the pages of the library.
fn pages(out: &Path) -> Result<Vec<String>, Failure> {
    let mut pages = Vec::new();
    for folder in ["", "en/", "fr/"] {
        let path = out.join(folder);
        let entries = fs::read_dir(&path).map_err(|error| Failure::at(&path, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| Failure::at(&path, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if PathBuf::from(&name).extension() == Some("html".as_ref()) {
                pages.push(format!("{folder}{name}"));
            }
        }
    }
    pages.sort();
    Ok(pages)
}
