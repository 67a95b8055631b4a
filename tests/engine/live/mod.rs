//! The layouts whose engines the tests run, and where each engine and the library differ on
//! purpose.

mod declared;
mod godot3;
mod godot4;

use crate::common::Tested;
use crate::shared::Shared;
use crate::verdicts::Class;
use libtest_mimic::Trial;
use serde_json::Value as Json;

/// A layout with an engine that the tests run.
pub(crate) trait Live: Tested {
    /// The environment variable that names the program.
    const PROGRAM: &'static str;

    /// The options of the program to run without a window.
    const OPTIONS: &'static [&'static str];

    /// The folder of the scripts that only this engine has, in `tests/engine`.
    const SCRIPTS: &'static str;

    /// The fixture with what the engine wrote.
    const VECTORS: &'static str;

    /// Fixtures with other inputs that are worth mutating.
    const ODD_INPUTS: &'static [&'static str];

    /// The differences in verdicts on purpose.
    const DIFFERENCES: &'static [Class];

    /// The further ones with full objects allowed.
    const DIFFERENCES_WITH_OBJECTS: &'static [Class];

    /// Returns a tagged value, whose contents are kept already, without what the engine drops or
    /// rejects.
    fn kept(tag: Json) -> Json;

    /// Returns the text of a value as a version of the engine writes it.
    fn written_by(_version: [u16; 3], text: String) -> String {
        text
    }

    /// Returns whether the engine parses a float from text.
    fn is_representable(number: f64) -> bool;

    /// Returns a tagged value, whose contents are such already, as the engine parses it from text.
    fn representable(tag: Json) -> Json;

    /// Returns the tests that only this engine has.
    fn trials(shared: &Shared<Self>, seed: u64) -> Vec<Trial>;
}
