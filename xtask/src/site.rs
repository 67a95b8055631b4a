//! `cargo xtask site` builds a folder that works offline: the pages of `docs/` in HTML, the
//! documentation of the crates and, if it is built, the editor.

use crate::files::{create_empty, failed, read, write};
use crate::process::{cargo, program, run};
use crate::workspace::{Workspace, root};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::path::{self, Path};

/// The address of the files in the repository.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main");

const STYLE: &str = include_str!("site.css");

/// Builds the site in the folder `out`. `editor` is the built page of the editor.
pub(crate) fn build(out: &Path, editor: Option<&Path>) -> Result<(), String> {
    // Commands run in the root of the repository, but `out` is relative to the caller's folder.
    let out = path::absolute(out).map_err(|error| failed(out, &error))?;
    let mut links = vec![
        ("gdvariant", "index.html"),
        ("Library", "api/gdvariant/index.html"),
        ("Crate for files", "api/gdvariant_files/index.html"),
    ];
    links.extend(editor.map(|_| ("Editor", "editor.html")));
    pages("", &out, &links)?;
    documentation(&out.join("api"))?;
    if let Some(editor) = editor {
        let copied = fs::copy(editor, out.join("editor.html"));
        copied.map_err(|error| failed(editor, &error))?;
    }
    println!("{}", out.join("index.html").display());
    Ok(())
}

/// The titles of links on every page, and their targets in the root of the site.
type Links<'l> = [(&'l str, &'l str)];

/// Converts the pages in `docs/` and its subfolders; `folder` is empty or ends with a slash.
fn pages(folder: &str, out: &Path, links: &Links<'_>) -> Result<(), String> {
    let path = root().join("docs").join(folder);
    for entry in fs::read_dir(&path).map_err(|error| failed(&path, &error))? {
        let entry = entry.map_err(|error| failed(&path, &error))?.path();
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        if entry.is_dir() {
            pages(&format!("{folder}{name}/"), out, links)?;
        } else if name.ends_with(".md") {
            let page = page(folder, &read(&entry)?, links);
            write(
                &out.join(resolved(folder, &format!("{folder}{name}"))),
                page,
            )?;
        } else {
            let bytes = fs::read(&entry).map_err(|error| failed(&entry, &error))?;
            write(&out.join(folder).join(&*name), bytes)?;
        }
    }
    Ok(())
}

/// Converts a page in `folder` to HTML.
fn page(folder: &str, text: &str, links: &Links<'_>) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut title = String::new();
    for index in 0..events.len() {
        let (before, after) = events.split_at_mut(index + 1);
        match &mut before[index] {
            Event::Start(Tag::Heading { id, .. }) => {
                let words = after.iter();
                let words = words.take_while(|it| !matches!(it, Event::End(TagEnd::Heading(_))));
                let words: String = words.filter_map(word).collect();
                *id = Some(anchor(&words).into());
                if title.is_empty() {
                    title = words;
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                *dest_url = resolved(folder, dest_url).into();
            }
            _ => {}
        }
    }
    let language = if folder == "fr/" { "fr" } else { "en" };
    let root = "../".repeat(folder.matches('/').count());
    let links = links.iter();
    let links = links.map(|(title, target)| format!("<a href=\"{root}{target}\">{title}</a>"));
    let links = links.collect::<Vec<_>>().join(" · ");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n\
         <nav>{links}</nav>\n<main>\n",
    );
    html::push_html(&mut page, events.into_iter());
    page + "</main>\n</html>\n"
}

fn word<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// Returns the anchor that hosts of repositories derive from the words of a heading.
fn anchor(words: &str) -> String {
    let words = words.to_lowercase().replace(' ', "-");
    let is_kept = |c: &char| c.is_alphanumeric() || "-_".contains(*c);
    words.chars().filter(is_kept).collect()
}

/// Returns the target of a link from a page in `folder`: a page of the site, or a file that the
/// host of the repository shows.
fn resolved(folder: &str, link: &str) -> String {
    if link.contains("://") || link.starts_with('#') {
        return link.to_owned();
    }
    let (file, anchor) = match link.split_once('#') {
        Some((file, anchor)) => (file, format!("#{anchor}")),
        None => (link, String::new()),
    };
    let mut depth = 1 + folder.matches('/').count();
    let mut outside = file;
    while let Some(rest) = outside.strip_prefix("../") {
        (depth, outside) = (depth - 1, rest);
    }
    if depth == 0 {
        return format!("{REPOSITORY}/{outside}{anchor}");
    }
    let page = match file.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.html"),
        None => file
            .strip_suffix(".md")
            .map_or_else(|| file.to_owned(), |stem| format!("{stem}.html")),
    };
    page + &anchor
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
    use super::{page, resolved};

    #[test]
    fn links_lead_to_pages_or_to_the_repository() {
        for (folder, link, expected) in [
            ("", "en/godot3.md#vector2", "en/godot3.html#vector2"),
            ("en/", "godot4.md", "godot4.html"),
            ("en/", "../README.md#layouts", "../index.html#layouts"),
            ("en/", "../program.md", "../program.html"),
            ("", "inspect.svg", "inspect.svg"),
            ("", "#layouts", "#layouts"),
            ("", "https://example.com/a.md", "https://example.com/a.md"),
        ] {
            assert_eq!(resolved(folder, link), expected);
        }
        for (folder, link) in [
            ("en/", "../../schema/types.yaml"),
            ("", "../schema/types.yaml"),
        ] {
            assert!(
                resolved(folder, link).ends_with("/blob/main/schema/types.yaml"),
                "{link}"
            );
        }
    }

    #[test]
    fn headings_have_the_anchors_of_links() {
        let page = page(
            "fr/",
            "# Les `octets` d'une valeur\n\n## En-tête (16)",
            &[("Start", "index.html")],
        );
        assert!(
            page.contains("<title>Les octets d'une valeur</title>"),
            "{page}"
        );
        assert!(page.contains("<h2 id=\"en-tête-16\">"), "{page}");
        assert!(page.contains("<a href=\"../index.html\">"), "{page}");
    }
}
