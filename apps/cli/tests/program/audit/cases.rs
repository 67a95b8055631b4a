//! Tests each rule with a value that it reports, and with a similar value that no rule reports.
//!
//! A line of `cases.txt` has the rule, the layout, both values, and the offset and path of the
//! finding.

use super::{findings, ids, in_layout};
use crate::common::bytes;
use gdvariant::schema::DEFECTS;
use gdvariant_files::audit::RULES;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn cases() -> impl Iterator<Item = [&'static str; 5]> {
    let lines = include_str!("cases.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split(" | ").collect();
        fields.try_into().expect(line)
    })
}

#[test]
fn each_rule_reports_only_its_own_values() {
    for [rule, layout, reported, harmless, place] in cases() {
        let found = |hex: &str| {
            let mut found = findings(in_layout(layout), &bytes(hex));
            // The values of other rules can be in objects.
            let is_beside = |id: &str| id != rule && ["object", "resource-path"].contains(&id);
            found.retain(|finding| !is_beside(finding.rule.id));
            found
        };
        let reports = found(reported);
        assert_eq!(ids(&reports), [rule], "{reported}");
        let shown = format!("{} {}", reports[0].offset, reports[0].path);
        assert_eq!(shown.trim_end(), place, "{rule}: {reported}");
        assert_eq!(ids(&found(harmless)), [""; 0], "{rule}: {harmless}");
    }
}

/// Checks that the rule about defects follows the list of the schema in each layout.
#[test]
fn defects_are_reported_in_each_layout() {
    let conformance = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/defects");
    let mut count = 0;
    for layout in [
        "godot3",
        "godot4",
        "pandemonium3",
        "pandemonium",
        "pandemonium5",
    ] {
        let lines = fs::read_to_string(conformance.join(format!("{layout}.jsonl")));
        for line in lines.expect("the defects of the layout").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let Some(hex) = line["hex"].as_str() else {
                continue;
            };
            let found = findings(in_layout(layout), &bytes(hex));
            let found = found.iter().filter(|it| it.rule.id == "engine-defect");
            let found: Vec<&str> = found.map(|it| it.message.as_str()).collect();
            let expected = DEFECTS.iter().filter(|defect| line["id"] == defect.id);
            let expected: Vec<String> = expected
                .flat_map(|defect| defect.layouts.iter().map(move |of| (defect, of)))
                .filter(|(_, (module, _))| *module == layout)
                .map(|(defect, (_, versions))| {
                    let effect = defect.effect;
                    format!("known defect of the engine, versions {versions}: {effect}")
                })
                .collect();
            assert_eq!(found, expected, "{layout}: {line}");
            count += expected.len();
        }
    }
    let listed = DEFECTS.iter().map(|defect| defect.layouts.len());
    assert_eq!(count, listed.sum::<usize>());
}

#[test]
fn every_rule_has_a_test() {
    // The tests of limits, files and output.
    let others = [
        "too-deep",
        "not-examined",
        "large-string",
        "large-value",
        "large-array",
        "layer",
        "invalid-input",
        "duplicate-uid",
    ];
    let texts = super::text::cases();
    let tested = cases().map(|[rule, ..]| rule);
    let tested = tested.chain(texts.map(|case| case.rule)).chain(others);
    let listed: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(listed, tested.collect::<BTreeSet<&str>>());
    assert_eq!(listed.len(), RULES.len(), "ids are distinct");
}
