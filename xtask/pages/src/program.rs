//! The page of the program: recipes, and the rules of `audit`.

use crate::book::escaped;
use gdvariant_files::audit::{RULES, Rule};

const GENERATED: &str = "Generated from files/src/audit/ and apps/cli/recipes/ by `cargo xtask pages`: change these, not this file.";

/// The text of the page, in which lines with `@` mark the places of generated parts.
const TEXT: &str = include_str!("program.md");

macro_rules! recipe_texts {
    ($($name:literal)*) => {
        /// The recipes in the order of the page. Tests run the commands of all recipes.
        const RECIPES: &[&str] = &[$(include_str!(concat!("../../../apps/cli/recipes/", $name, ".md"))),*];
    };
}

recipe_texts! {
    "does_not_open" "look" "detect" "edit" "move" "several_files" "remove_matching" "edit_as_json" "write" "compare" "search" "convert" "packets" "compressed" "encrypted" "encrypted_json" "config" "resources" "engines" "nested" "jq" "csv" "git" "check" "ci" "audit"
}

/// Returns the origin and the text of the page.
pub(crate) fn page() -> (&'static str, String) {
    let row = |rule: &&Rule| {
        let (id, severity, finds) = (rule.id, rule.severity.name(), escaped(rule.explanation));
        let measured = rule.measured;
        format!("| `{id}` | {severity} | {finds} | {measured} |\n")
    };
    let rules: String = RULES.iter().map(row).collect();
    let text = TEXT
        .replace("@recipes\n", &RECIPES.join("\n"))
        .replace("@rules\n", &rules);
    (GENERATED, text)
}
