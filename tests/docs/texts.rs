//! Every erratum, defect and example stands on the pages that it belongs to, and every link leads somewhere.

use crate::html::Html;
use crate::page::text;
use crate::schema::{Language, Schema, list, text as word};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn every_erratum_and_every_defect_stands_on_its_pages() {
    let schema = Schema::read();
    let mut count = 0;
    for language in Language::all() {
        for (section, keys) in [
            ("errata", &["says", "engine", "since"][..]),
            ("defects", &["happens", "since"]),
        ] {
            for entry in list(&schema.errata[section]) {
                let layouts = list(&entry["layouts"]).iter().map(word);
                let pages = layouts.chain((section == "defects").then(|| "defects".to_owned()));
                for page in pages {
                    let page = format!("{}/{page}.html", language.code);
                    let html = Html::read(&text(&page));
                    let shown: Vec<&str> = html
                        .all(&["dd"])
                        .map(|element| element.text.as_str())
                        .collect();
                    for key in keys {
                        let expected = language.text(section, &word(&entry[*key]));
                        assert!(
                            shown.contains(&&*expected),
                            "{page} does not say: {expected}"
                        );
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 0, "there are errata and defects");
}

/// The bytes of an example in one piece are those of its table.
#[test]
fn the_bytes_of_every_example_are_explained() {
    for language in Language::all() {
        for layout in Schema::read().layouts() {
            let html = Html::read(&text(&format!("{}/{}.html", language.code, layout.page)));
            let hex = |text: &str| text.split_whitespace().collect::<String>();
            let whole: Vec<String> = html
                .all(&["pre"])
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

#[test]
fn every_link_leads_somewhere() {
    let mut pages = BTreeMap::new();
    for folder in ["en", "fr"] {
        for entry in fs::read_dir(Path::new("docs").join(folder)).expect("the folder of a language")
        {
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
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let target = match file.strip_prefix("../") {
                _ if file.is_empty() => page.clone(),
                Some(file) => file.to_owned(),
                None => format!("{}/{file}", &page[..2]),
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
