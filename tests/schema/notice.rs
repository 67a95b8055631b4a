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
