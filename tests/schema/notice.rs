//! Checks that NOTICE attributes the published pages and the engines that the schema cites.

use crate::published_facts::schema;
use std::fs;

#[test]
fn attributes_every_page_and_engine() {
    let schema = schema();
    let notice = fs::read_to_string("NOTICE").expect("the file is there");
    let pages = schema.pages.iter();
    let pages = pages.map(|it| [&it.authors, &it.address, &it.revision, &it.license]);
    let engines = schema.engines.iter();
    let engines = engines.map(|it| [&it.name, &it.versions, &it.address, &it.license]);
    for part in pages.chain(engines).flatten() {
        assert!(notice.contains(&**part), "NOTICE lacks {part}");
    }
}

/// Checks that the versions of an erratum are among those whose source was read.
#[test]
fn lists_the_versions_of_every_erratum() {
    let schema = schema();
    for erratum in &schema.errata {
        for cited in erratum.versions.split(", ") {
            let (name, cited) = cited.split_once(' ').expect("an engine and its versions");
            let mut engines = schema.engines.iter();
            let engine = engines
                .find(|engine| engine.name == name)
                .unwrap_or_else(|| panic!("{}: the engine {name}", erratum.id));
            for range in ranges(cited) {
                assert!(
                    ranges(&engine.versions)
                        .iter()
                        .any(|(first, last)| *first <= range.0 && range.1[..2] <= last[..]),
                    "{}: {name} {cited} is not in {}",
                    erratum.id,
                    engine.versions
                );
            }
        }
    }
}

/// Parses ranges such as `3.2 to 3.6 and 4.2 to 4.6.2`.
fn ranges(versions: &str) -> Vec<(Vec<u32>, Vec<u32>)> {
    let version = |text: &str| -> Vec<u32> {
        let numbers = text.split('.');
        numbers
            .map(|number| number.parse().expect("a version"))
            .collect()
    };
    let range = |text: &str| {
        let (first, last) = text.split_once(" to ").expect("two versions");
        (version(first), version(last))
    };
    versions.split(" and ").map(range).collect()
}
