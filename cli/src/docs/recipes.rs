//! The recipes on the page of the program: the files in `recipes/`, whose commands are tested.

use gdvariant_codegen::docs::page::Block;
use gdvariant_codegen::docs::parse;

macro_rules! recipes {
    ($($name:literal)*) => {
        /// The recipes, in the order of the page.
        const RECIPES: &[&str] = &[$(include_str!(concat!("../../recipes/", $name, ".md"))),*];
    };
}

recipes! {
    "look" "detect" "edit" "edit_as_json" "write" "compare" "search" "convert" "packets" "compressed" "encrypted" "jq" "check" "audit"
}

/// Returns the recipes, each with its heading.
pub(super) fn blocks() -> Vec<Block> {
    let blocks = |recipe: &&str| parse(recipe, |insert| panic!("no recipe has `@{insert}`"));
    RECIPES.iter().flat_map(blocks).collect()
}
