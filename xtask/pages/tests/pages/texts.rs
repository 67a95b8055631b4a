//! Checks that pages contain their errata, defects and examples, and that all links have a target.

use crate::html::Html;
use crate::page::{FOLDER, text};
use crate::published::transcription;
use crate::schema::{Language, Schema, list, text as word};
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[test]
fn pages_list_their_errata_and_defects() {
    let schema = Schema::read();
    let mut shown = BTreeMap::new();
    let mut count = 0;
    let mut check = |page: &str, expected: &str| {
        let shown = shown.entry(page.to_owned()).or_insert_with(|| notes(page));
        assert!(shown.contains(expected), "{page} does not say: {expected}");
        count += 1;
    };
    for language in Language::all() {
        let page = |name: &str| format!("{}/{name}.html", language.code);
        // Code in a note has no backticks in HTML.
        let said = |text: &Value| language.text(&word(text)).replace('`', "");
        for erratum in list(&schema.errata["errata"]) {
            for layout in list(&erratum["layouts"]).iter().map(word) {
                for key in ["documented", "actual", "versions"] {
                    check(&page(&layout), &said(&erratum[key]));
                }
                let sources = sources(&schema, &language, erratum, &layout);
                let is_cited = |note: &String| sources.iter().all(|source| note.contains(source));
                assert!(
                    !sources.is_empty() && notes(&page(&layout)).iter().any(is_cited),
                    "{layout}: {sources:?}"
                );
            }
        }
        for defect in list(&schema.errata["defects"]) {
            for (layout, known) in defect["layouts"].as_mapping().expect("the layouts") {
                for text in [said(&defect["happens"]), versions(&language, known)] {
                    check(&page(&word(layout)), &text);
                    check(&page("defects"), &text);
                }
            }
        }
    }
    assert!(count > 0, "there are errata and defects");
}

/// Checks that lines of French pages cannot break before a sign or within guillemets.
#[test]
fn french_has_no_break_spaces() {
    let mut count = 0;
    for page in ["godot3", "godot4", "pandemonium5", "differences", "defects"] {
        let html = Html::read(&text(&format!("fr/{page}.html")));
        for element in html.all(&["h1", "h2", "h3", "p", "li", "dd", "dt"]) {
            for sign in [':', ';', '!', '?', '»'] {
                let broken = element.text.contains(&format!(" {sign}"));
                assert!(!broken, "{page}: {}", element.text);
                count += element.text.matches(&format!("\u{a0}{sign}")).count();
            }
        }
    }
    assert!(count > 200, "{count} signs after a no-break space");
}

/// Checks that menus have no layouts that no build uses, and that each page of such a layout is
/// linked from the text.
#[test]
fn menus_have_the_layouts_of_engines() {
    let linked = |page: &str, place: &str, target: &str| {
        let html = Html::read(&text(page));
        let places = [place];
        let place = html.all(&places).next().expect("a menu and a text");
        let mut links = html.inside(place, &["a"]);
        links.any(|link| link.attributes["href"] == target)
    };
    assert!(linked("en/godot3.html", "nav", "godot4_double.html"));
    for layout in ["godot3", "pandemonium"] {
        let double = format!("{layout}_double.html");
        assert!(!linked("en/godot4.html", "nav", &double));
        assert!(linked(&format!("en/{layout}.html"), "main", &double));
    }
}

/// Checks that notes have code instead of backticks in every format.
#[test]
fn notes_have_no_backticks() {
    for format in ["html", "md", "rst"] {
        let page = text(&format!("en/pandemonium.{format}"));
        let code = match format {
            "html" => "<code>12 + index * 8</code>",
            "md" => " `12 + index * 8`",
            _ => " ``12 + index * 8``",
        };
        assert!(page.contains(code), "{format}");
        assert!(!page.contains("\\`"), "{format}");
    }
}

/// Checks that the defects of engines are not on pages that no build decodes.
#[test]
fn layouts_without_builds_have_no_defects() {
    let defects = |page: &str| {
        let html = Html::read(&text(page));
        let notes = html.all(&["aside"]);
        notes.filter(|note| note.is_of_class("defect")).count()
    };
    for page in ["en/godot3", "en/pandemonium"] {
        assert!(defects(&format!("{page}.html")) > 0);
        assert_eq!(defects(&format!("{page}_double.html")), 0);
    }
}

/// Formats the versions of an engine that have a defect.
fn versions(language: &Language, known: &Value) -> String {
    let sources = [
        ("run", "run"),
        ("read", "source read"),
        ("reported", "reported"),
        ("fixed", "fixed"),
    ];
    let known = sources.iter().filter_map(|(key, source)| {
        let versions = known.get(key).map(word)?.replace('-', "–");
        Some(format!("{versions} ({})", language.text(source)))
    });
    known.collect::<Vec<_>>().join(&language.text("; "))
}

/// Returns the texts of the notes on a page.
fn notes(page: &str) -> BTreeSet<String> {
    let html = Html::read(&text(page));
    html.all(&["dd"])
        .map(|element| element.text.clone())
        .collect()
}

/// Returns the pages that an erratum cites for a layout: those that state its claims.
fn sources(schema: &Schema, language: &Language, erratum: &Value, layout: &str) -> Vec<String> {
    let claims = erratum["claims"].as_mapping().expect("the claims");
    let is_cited = |page: &&Value| {
        let mut layouts = list(&page["layouts"]).iter();
        let facts = transcription(&word(&page["id"]));
        let is_stated =
            |(name, value): (&Value, &Value)| facts.contains(&(word(name), word(value)));
        layouts.any(|module| word(module) == layout) && claims.iter().all(is_stated)
    };
    let pages = list(&schema.errata["pages"]).iter().filter(is_cited);
    let title = |page: &Value| format!("{}, ", language.text(&word(&page["title"])));
    pages.map(title).collect()
}

/// Checks that the bytes of each example are those in the rows of its table.
#[test]
fn tables_explain_the_bytes_of_examples() {
    for language in Language::all() {
        for layout in Schema::read().layouts() {
            let html = Html::read(&text(&format!("{}/{}.html", language.code, layout.page)));
            let hex = |text: &str| text.split_whitespace().collect::<String>();
            let whole: Vec<String> = html
                .all(&["pre"])
                .filter(|element| element.is_of_class("bytes"))
                .map(|element| hex(&element.text))
                .collect();
            let cells = |table| {
                html.inside(table, &["td"])
                    .skip(1)
                    .step_by(4)
                    .map(|cell| hex(&cell.text))
                    .collect()
            };
            let parts: Vec<String> = html
                .all(&["table"])
                .filter(|table| table.is_of_class("example"))
                .map(cells)
                .collect();
            assert_eq!(whole, parts);
            assert!(
                parts.len() >= layout.types.len(),
                "every type has an example"
            );
        }
    }
}

/// Checks that each table states the header that the codec encodes.
#[test]
fn tables_have_the_headers_of_examples() {
    for layout in Schema::read().layouts() {
        let html = Html::read(&text(&format!("en/{}.html", layout.page)));
        let descriptions: Vec<&str> = html.all(&["td"]).map(|cell| &*cell.text).collect();
        let examples = html
            .all(&["pre"])
            .filter(|element| element.is_of_class("bytes"));
        for example in examples {
            let header = example.text.get(..11).expect("four bytes");
            // An Array of Godot 4 without a declared type starts with a table that is not the first
            // of its type.
            if layout.page.starts_with("godot4") && header == "1c 00 00 00" {
                continue;
            }
            let number = u8::from_str_radix(&header[..2], 16).expect("hex digits");
            let is_stated = [
                format!("Type number {number} ({header})."),
                format!("Type number {number}, with flags."),
            ];
            assert!(
                is_stated
                    .iter()
                    .any(|stated| descriptions.contains(&&**stated)),
                "{}: {header}",
                layout.page
            );
        }
    }
}

/// Returns the scripts of the examples, with the bytes of the examples.
fn scripts(page: &str) -> Vec<(String, String)> {
    let html = Html::read(&text(&format!("en/{page}.html")));
    let mut scripts = Vec::new();
    let mut script = None;
    for block in html.all(&["pre"]) {
        if block.is_of_class("gdscript") {
            script = Some(block.text.clone());
        } else if let Some(script) = script.take() {
            scripts.push((script, block.text.split_whitespace().collect()));
        }
    }
    scripts
}

/// Checks that scripts send the bytes of their examples.
///
/// Objects of a running game and containers with declared types are exempt, because the library
/// does not parse them.
#[test]
fn scripts_send_the_bytes_of_examples() {
    fn hex<E: std::fmt::Debug>(bytes: Result<Vec<u8>, E>) -> String {
        let bytes = bytes.expect("a parsed value can be encoded");
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        digits.concat()
    }
    macro_rules! sent {
        ($layout:ident, $value:expr) => {{
            let value = $value.parse::<gdvariant::$layout::Variant>();
            value
                .ok()
                .map(|value| hex(gdvariant::$layout::to_vec(&value)))
        }};
    }
    let mut counts = Vec::new();
    for page in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let mut count = 0;
        for (script, bytes) in scripts(page) {
            let Some(value) = script
                .strip_prefix("peer.put_var(")
                .and_then(|rest| rest.strip_suffix(')'))
            else {
                assert!(script.starts_with("var value: "), "{page}: {script}");
                continue;
            };
            let sent = match page {
                "godot3" => sent!(godot3, value),
                "godot4" => sent!(godot4, value),
                "pandemonium" => sent!(pandemonium, value),
                _ => sent!(pandemonium5, value),
            };
            match sent {
                Some(sent) => assert_eq!(sent, bytes, "{page}: {script}"),
                None => assert!(
                    ["instance_from_id(", "rid_from_int64(", ".new()"]
                        .iter()
                        .any(|call| value.contains(call)),
                    "{page}: not a value: {script}"
                ),
            }
            count += 1;
        }
        counts.push(count);
    }
    assert_eq!(counts, [30, 42, 41, 41]);
}

#[test]
fn every_link_has_a_target() {
    let mut pages = BTreeMap::new();
    for page in ["index.html", "program.html"] {
        pages.insert(page.to_owned(), Html::read(&text(page)));
    }
    for folder in ["en", "fr"] {
        for entry in fs::read_dir(FOLDER.join(folder)).expect("the folder of a language") {
            let path = entry.expect("a page").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                let name = path
                    .file_name()
                    .expect("a page has a name")
                    .to_string_lossy();
                let page = format!("{folder}/{name}");
                let html = Html::read(&text(&page));
                pages.insert(page, html);
            }
        }
    }
    let mut count = 0;
    for (page, html) in &pages {
        for link in html.all(&["a"]) {
            let href = &link.attributes["href"];
            if href.starts_with("https://") {
                continue;
            }
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let target = match file.strip_prefix("../") {
                _ if file.is_empty() => page.clone(),
                Some(file) => file.to_owned(),
                None => page
                    .split_once('/')
                    .map_or_else(|| file.to_owned(), |(folder, _)| format!("{folder}/{file}")),
            };
            let target = pages
                .get(&target)
                .unwrap_or_else(|| panic!("{page}: {href}"));
            let is_there = target
                .all(&["h2", "h3", "main"])
                .any(|heading| heading.attributes.get("id").is_some_and(|id| id == anchor));
            assert!(anchor.is_empty() || is_there, "{page}: {href}");
            count += 1;
        }
    }
    assert!(count > 1000, "{count} links");
}
