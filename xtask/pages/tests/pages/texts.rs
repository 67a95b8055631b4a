//! Checks that pages contain their errata, defects and examples, and that all links have a target.

use crate::html::Html;
use crate::markdown;
use crate::page::{names, text};
use crate::schema::layouts;
use gdvariant::EncodeOptions;
use gdvariant::schema::layout_named;
use std::collections::{BTreeMap, BTreeSet};

/// The Markdown pages are checked in, so texts on them are right.
#[test]
fn html_has_the_texts_of_markdown() {
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut count = 0;
    for name in names() {
        let expected = spaced(&markdown::words(&text(&format!("{name}.md"))));
        let html = Html::read(&text(&format!("{name}.html")));
        let main = html.all(&["main"]).next().expect("a page has content");
        for element in html.inside(main, &["h2", "h3", "p", "li", "td", "dd"]) {
            let found = spaced(&element.text);
            assert!(expected.contains(&found), "{name}: {found}");
            count += 1;
        }
    }
    assert!(count > 5000, "{count} texts");
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

/// Checks that the bytes of each example are those in the rows of its table, and that the page
/// states their header.
#[test]
fn tables_explain_the_bytes_of_examples() {
    for layout in layouts() {
        let html = Html::read(&text(&format!("en/{}.html", layout.page)));
        let hex = |text: &str| text.split_whitespace().collect::<String>();
        let blocks = html.all(&["pre"]).filter(|it| it.is_of_class("bytes"));
        let whole: Vec<String> = blocks.map(|it| hex(&it.text)).collect();
        let bytes = |table| {
            let cells = html.inside(table, &["td"]).skip(1).step_by(4);
            cells.map(|cell| hex(&cell.text)).collect()
        };
        let tables = html.all(&["table"]).filter(|it| it.is_of_class("example"));
        let parts: Vec<String> = tables.map(bytes).collect();
        assert_eq!(whole, parts);
        assert!(parts.len() >= layout.types.len(), "{}", layout.page);
        let cells: BTreeSet<&str> = html.all(&["td"]).map(|cell| &*cell.text).collect();
        for example in html.all(&["pre"]).filter(|it| it.is_of_class("bytes")) {
            let header = example.text.get(..11).expect("four bytes");
            let number = u8::from_str_radix(&header[..2], 16).expect("hex digits");
            let is_stated = [format!(" ({header})."), ", with flags.".into()]
                .iter()
                .any(|end| cells.contains(&*format!("Type number {number}{end}")));
            // An Array of Godot 4 without a declared type starts with a table that is not the first
            // of its type.
            let is_untyped = layout.page.starts_with("godot4") && header == "1c 00 00 00";
            assert!(is_stated || is_untyped, "{}: {header}", layout.page);
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
    let mut count = 0;
    for page in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let layout = layout_named(page).expect("a layout");
        for (script, bytes) in scripts(page) {
            let call = script.strip_prefix("peer.put_var(");
            let Some(value) = call.and_then(|rest| rest.strip_suffix(')')) else {
                assert!(script.starts_with("var value: "), "{page}: {script}");
                continue;
            };
            if let Ok(value) = layout.parse(value) {
                let sent = value.to_vec(EncodeOptions::new()).expect("bytes");
                let sent: Vec<_> = sent.iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(sent.concat(), bytes, "{page}: {script}");
            } else {
                let calls = ["instance_from_id(", "rid_from_int64(", ".new()"];
                let has_call = calls.iter().any(|call| value.contains(call));
                assert!(has_call, "{page}: not a value: {script}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 30 + 42 + 41 + 41);
}

#[test]
fn every_link_has_a_target() {
    let pages = names()
        .into_iter()
        .chain(["index".into(), "program".into()]);
    let page = |name| {
        let page = format!("{name}.html");
        let html = Html::read(&text(&page));
        (page, html)
    };
    let pages: BTreeMap<_, _> = pages.map(page).collect();
    let mut count = 0;
    for (page, html) in &pages {
        for link in html.all(&["a"]) {
            let href = &link.attributes["href"];
            if href.starts_with("https://") {
                continue;
            }
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let folder = page.split_once('/').map_or("", |(folder, _)| folder);
            let target = match file.strip_prefix("../") {
                _ if file.is_empty() => page.clone(),
                Some(file) => file.to_owned(),
                None if folder.is_empty() => file.to_owned(),
                None => format!("{folder}/{file}"),
            };
            let target = pages.get(&target);
            let target = target.unwrap_or_else(|| panic!("{page}: {href}"));
            let mut places = target.all(&["h2", "h3", "main"]);
            let is_there = places.any(|it| it.attributes.get("id").is_some_and(|id| id == anchor));
            assert!(anchor.is_empty() || is_there, "{page}: {href}");
            count += 1;
        }
    }
    assert!(count > 1000, "{count} links");
}
