//! Checks that the pages have exactly the tables of the schema.

use crate::formats::FORMATS;
use crate::html::Html;
use crate::page::{Section, Table, text};
use crate::published::transcription;
use crate::schema::{Language, Layout, Schema};

/// Calls `check` for the pages of all layouts, languages and formats, and returns the sums per
/// layout.
fn for_each_page(check: impl Fn(&Schema, &Layout, &Language, &[Section]) -> usize) -> Vec<usize> {
    let schema = Schema::read();
    let mut counts = Vec::new();
    for layout in schema.layouts() {
        let mut found = Vec::new();
        for language in Language::all() {
            for format in &FORMATS {
                let page = format!("{}/{}.{}", language.code, layout.page, format.extension);
                found.push(check(
                    &schema,
                    &layout,
                    &language,
                    &(format.sections)(&text(&page)),
                ));
            }
        }
        found.dedup();
        assert_eq!(
            found.len(),
            1,
            "{} has as many rows in every format: {found:?}",
            layout.page
        );
        counts.extend(found);
    }
    counts
}

#[test]
fn every_row_is_in_the_schema() {
    let counts = for_each_page(|schema, layout, language, sections| {
        let titles =
            ["Offset", "Len", "Type", "Field", "Description"].map(|title| language.text(title));
        let is_offsets = |table: &&Table| table[0] == titles;
        let mut rows = 0;
        for (_, key, name) in &layout.types {
            let section = sections
                .iter()
                .find(|section| section.heading == *name)
                .expect("every type has a section");
            let found: Vec<&Table> = section.tables.iter().filter(is_offsets).collect();
            let expected = schema.tables(key, layout, language);
            assert_eq!(
                found,
                expected.iter().collect::<Vec<_>>(),
                "{} {}: {key}",
                language.code,
                layout.page
            );
            rows += expected.iter().map(|table| table.len() - 1).sum::<usize>();
        }
        let all: usize = sections
            .iter()
            .flat_map(|section| &section.tables)
            .filter(is_offsets)
            .map(|table| table.len() - 1)
            .sum();
        assert_eq!(all, rows, "no other section has an offset table");
        rows
    });
    // Godot 3 has 90 published rows, and Pandemonium has 140. The errata list the missing rows: 7
    // of Object, 3 of containers, and 2 of StringName. The remaining 30 and 41 rows are headers.
    assert_eq!(counts, [130, 130, 209, 209, 193, 193, 154, 203]);
}

#[test]
fn every_type_is_listed_with_its_number() {
    let counts = for_each_page(|_, layout, language, sections| {
        let page = match (layout.page.trim_end_matches("_double"), language.code) {
            ("godot3", "fr") => Some("godot3-fr"),
            (page @ ("godot3" | "pandemonium"), _) => Some(page),
            _ => None,
        };
        let facts = page.map(transcription).into_iter().flatten();
        let listed = facts.filter(|(name, _)| name.starts_with("listed."));
        let published: Vec<String> = listed.map(|(_, name)| name).collect();
        let title = page.map(|_| "Published name");
        let titles = ["Number", "Type"].into_iter().chain(title);
        let titles = titles.map(|title| language.text(title));
        let titles: Vec<String> = titles.collect();
        let list = sections
            .iter()
            .flat_map(|section| &section.tables)
            .find(|table| table[0].starts_with(&titles))
            .expect("a list of types");
        let columns = titles.len();
        let rows = list.iter().skip(1);
        let found: Vec<Vec<String>> = rows.map(|row| row[..columns].to_vec()).collect();
        let row = |(index, (number, _, name)): (usize, &(u64, String, String))| {
            let row = [number.to_string(), name.clone()];
            row.into_iter()
                .chain(published.get(index).cloned())
                .collect()
        };
        let expected: Vec<Vec<String>> = layout.types.iter().enumerate().map(row).collect();
        assert_eq!(found, expected);
        expected.len()
    });
    assert_eq!(counts, [27, 27, 39, 39, 38, 38, 33, 40]);
}

#[test]
fn the_differences_list_every_body() {
    for language in Language::all() {
        let html = Html::read(&text(&format!("{}/differences.html", language.code)));
        let cells: Vec<&str> = html.all(&["td"]).map(|cell| cell.text.as_str()).collect();
        let others = "Godot 3, Pandemonium, Pandemonium 3, Pandemonium 5";
        for (ty, sizes) in [
            ("RID", ["4", "12"]),
            ("Dictionary", ["variable"; 2]),
            ("Array", ["variable"; 2]),
        ] {
            for (layouts, size) in [others, "Godot 4"].into_iter().zip(sizes) {
                let row = [ty, layouts, size];
                assert!(cells.windows(3).any(|cells| cells == row), "{row:?}");
            }
        }
        let differing = cells
            .iter()
            .filter(|cell| **cell == others || **cell == "Godot 4");
        assert_eq!(differing.count(), 6, "no other type has several bodies");
    }
}

#[test]
fn the_differences_list_every_number() {
    let schema = Schema::read();
    let layouts: Vec<Layout> = schema
        .layouts()
        .into_iter()
        .filter(|layout| !layout.is_double)
        .collect();
    for language in Language::all() {
        for format in &FORMATS {
            let sections = (format.sections)(&text(&format!(
                "{}/differences.{}",
                language.code, format.extension
            )));
            let table = sections
                .iter()
                .flat_map(|section| &section.tables)
                .next()
                .expect("there is a table");
            let mut found = Vec::new();
            for row in table.iter().skip(1) {
                for (layout, cell) in layouts.iter().zip(&row[1..]) {
                    let (number, name) = cell.split_once(' ').unwrap_or((cell, &row[0]));
                    if let Ok(number) = number.parse::<u64>() {
                        found.push((layout.title.clone(), number, name.to_owned()));
                    }
                }
            }
            found.sort();
            let of_layout = |layout: &Layout| {
                let title = layout.title.clone();
                layout
                    .types
                    .iter()
                    .map(|(number, _, name)| (title.clone(), *number, name.clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                found,
                layouts.iter().flat_map(of_layout).collect::<Vec<_>>()
            );
        }
    }
}

/// Compares the page with the library's type numbers and conversions.

#[test]
fn migration_matches_the_conversions() {
    use crate::page::cells;
    use gdvariant::{Godot3, Godot4, Kind, Layout as _};
    let moved = Godot3::TYPES.iter().filter_map(|old| {
        let new = Godot4::table_of(old.kind)?;
        let name = if new.name == old.name { "" } else { new.name };
        let (from, to) = (old.number.to_string(), new.number.to_string());
        Some(cells([old.name, &from, &to, name]))
    });
    let moved: Vec<_> = moved.collect();
    let added = || {
        let types = Godot4::TYPES.iter();
        types.filter(|ty| Godot3::number_of(ty.kind).is_none())
    };
    let nearest = |kind: Kind| {
        let mut chain = std::iter::successors(Some(kind), |kind| kind.nearest());
        chain.find_map(Godot3::table_of).expect("a type").name
    };
    let back: Vec<_> = added()
        .map(|ty| cells([ty.name, nearest(ty.kind)]))
        .collect();
    assert_eq!((moved.len(), back.len()), (27, 12));
    for language in Language::all() {
        for format in &FORMATS {
            let sections = (format.sections)(&text(&format!(
                "{}/godot3_to_godot4.{}",
                language.code, format.extension
            )));
            let tables: Vec<_> = sections
                .iter()
                .flat_map(|section| &section.tables)
                .collect();
            let [found_moved, found_new, found_back] = tables[..] else {
                panic!("{} tables", tables.len());
            };
            assert_eq!(found_moved[1..], moved);
            let new = found_new[1..].iter().map(|row| row[..2].to_vec());
            let expected = added().map(|ty| cells([ty.name, &ty.number.to_string()]));
            assert!(new.eq(expected), "{found_new:?}");
            assert_eq!(found_back[1..], back);
        }
    }
}
