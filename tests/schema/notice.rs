//! Checks that NOTICE attributes the published pages and the engines that the schema cites.

use gdvariant_codegen::model::Schema;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The sources of files in the folders of tests.
const FILES: &str = "
files/tests/text/data/ has files of these projects, under the MIT license.

Godot demo projects, by the Godot Engine contributors
  https://github.com/godotengine/godot-demo-projects
  MIT

Dialogic, by the Dialogic contributors
  https://github.com/dialogic-godot/dialogic
  MIT
";

/// Returns the expected text of NOTICE.
fn notice(schema: &Schema) -> String {
    let mut text = "gdvariant is licensed under MIT or Apache-2.0, see LICENSE-MIT and LICENSE-APACHE.\n\n\
        The tables in schema/ and the documentation that is generated from them state facts of the\n\
        following pages, rearranged and in other words. schema/errata.yaml lists the changes to them.\n"
        .to_owned();
    for page in &schema.pages {
        write!(
            text,
            "\n{} ({})\n  by {}\n  {}\n  revision {}, {}\n",
            page.title, page.language, page.authors, page.address, page.revision, page.license
        )
        .expect("a String takes all");
    }
    text += "\nThe behavior of these engines was observed, and looked up in their source. No code of theirs\n\
        is part of gdvariant.\n";
    for engine in &schema.engines {
        write!(
            text,
            "\n{}, versions {}\n  {}\n  {}\n",
            engine.name, engine.versions, engine.address, engine.license
        )
        .expect("a String takes all");
    }
    text += FILES;
    text += "\nCC BY 3.0 is https://creativecommons.org/licenses/by/3.0/, MIT is\n\
        https://opensource.org/license/mit.\n";
    text
}

#[test]
fn lists_every_page_and_engine() {
    let schema = gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
    let expected = notice(&schema);
    let actual = fs::read_to_string("NOTICE").unwrap_or_default();
    assert!(actual == expected, "NOTICE should be:\n{expected}");
}

/// Checks that the versions of an erratum are among those whose source was read.
#[test]
fn lists_the_versions_of_every_erratum() {
    let schema = gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
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
