//! Layouts with a running engine, and the deliberate differences between each engine and the
//! library.

mod declared;
mod godot3;
mod godot4;

use crate::common::TestLayout;
use crate::shared::Shared;
use crate::verdicts::Class;
use libtest_mimic::Trial;
use serde_json::Value as Json;

/// A layout whose engine the tests run.
pub(crate) trait LiveLayout: TestLayout {
    /// The environment variable with the path of the engine.
    const PROGRAM: &'static str;

    /// Options that run the engine without a window.
    const OPTIONS: &'static [&'static str];

    /// The folder in `files/tests/engine` with the scripts of this engine only.
    const SCRIPTS: &'static str;

    /// The fixture of values that the engine wrote.
    const VECTORS: &'static str;

    /// Fixtures of unusual inputs that are mutated as well.
    const ODD_INPUTS: &'static [&'static str];

    /// Deliberate differences in verdicts.
    const DIFFERENCES: &'static [Class];

    /// Further deliberate differences if full objects are allowed.
    const DIFFERENCES_WITH_OBJECTS: &'static [Class];

    /// Replaces a tagged value that the engine drops or rejects; nested values are already
    /// replaced.
    fn kept(tag: Json) -> Json;

    /// Converts the text of a value to the text that a version of the engine writes.
    fn written_by(_version: [u16; 3], text: String) -> String {
        text
    }

    /// Returns whether the engine parses the text of a float without a change.
    fn is_representable(number: f64) -> bool;

    /// Replaces a tagged value that the engine does not parse; nested values are already replaced.
    fn representable(tag: Json) -> Json;

    /// Returns the tests that only this engine has.
    fn trials(shared: &Shared<Self>, seed: u64) -> Vec<Trial>;
}
