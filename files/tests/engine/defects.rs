//! Measures the known defects of the schema on the bytes in `conformance/defects/`.

use crate::common::{bytes, lines, root};
use crate::engine::Engine;
use crate::live::LiveLayout;
use gdvariant_codegen::model::Defect;

/// How often each engine gets the bytes of a defect, until it shows the defect.
const ATTEMPTS: usize = 100;

/// Checks that a version has exactly the defects for which the schema says that it was run.
///
/// A version that was not run for any defect is not checked.
pub(crate) fn defects<E: LiveLayout>(engine: &mut Engine<E>, _seed: u64) {
    let version = engine.version().map(|number| number.to_string()).join(".");
    let schema = gdvariant_codegen::load(&root().join("schema")).expect("a valid schema");
    let names_version = |run: &String| run.split(", ").any(|run| run == version);
    let mut shown = Vec::new();
    for line in lines(&format!("defects/{}.jsonl", E::LAYOUT.name)) {
        let id = line["id"].as_str().expect("an id");
        let bytes_of = |key: &str| line[key].as_str().map(bytes);
        let input = bytes_of("hex");
        let mut is_shown = || {
            let written = if let Some(input) = &input {
                let packet = engine.ask("sent", &[input], 1).remove(0);
                packet.get(4..).unwrap_or_default().to_vec()
            } else {
                let script = line["made"].as_str().expect("a script");
                engine.ask("made", &[script], 1).remove(0)
            };
            // The id of a new object differs in each run.
            if id == "object-id-wrapper" {
                input.as_ref().is_some_and(|input| *input != written)
            } else {
                bytes_of("engine_hex").unwrap_or_default() == written
            }
        };
        // Earlier contents of a buffer were absent from one of about twenty packets.
        if (0..ATTEMPTS).any(|_| is_shown()) {
            shown.push(id.to_owned());
        }
    }
    let occurs = |defect: &&Defect| {
        let mut layouts = defect
            .layouts
            .iter()
            .filter(|it| it.module == E::LAYOUT.name);
        layouts.any(|it| it.run.as_ref().is_some_and(names_version))
    };
    let listed: Vec<_> = schema
        .defects
        .iter()
        .filter(occurs)
        .map(|defect| defect.id.clone())
        .collect();
    if listed.is_empty() {
        println!("no defect lists {version}: it shows {shown:?}");
    } else {
        assert_eq!(shown, listed);
    }
}
