//! Tests the settings of an exported game, which the engine decodes when it starts.

use crate::common::{bytes, hex};
use crate::engine::Engine;
use crate::folder::Folder;
use crate::live::LiveLayout;
use crate::oddities::again;
use crate::transports::encoded;
use crate::values::{self, with_zero_ids, with_zero_padding};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gdvariant::Dictionary;
use gdvariant::any::AnyRef;
use gdvariant_files::write_settings;
use std::process::{Command, Stdio};

/// A script that prints the settings of the test in order, as Base64.
const SCRIPT: &str = "\
extends SceneTree
func _init():
\tvar index = 0
\twhile ProjectSettings.has_setting('test/%d' % index):
\t\tprint('setting ', Marshalls.variant_to_base64(ProjectSettings.get_setting('test/%d' % index)))
\t\tindex += 1
\tquit()
";

/// Checks that the engine decodes settings as it decodes the same bytes elsewhere.
pub(crate) fn check_settings<E: LiveLayout>(engine: &mut Engine<E>, seed: u64) {
    // A setting whose value is null does not exist.
    let nil = hex(&encoded::<E>(&E::Variant::default()));
    let (values, expected): (Vec<_>, Vec<_>) = values::random::<E>(seed, 100)
        .into_iter()
        .map(|value| {
            let read = again(engine, &encoded::<E>(&value));
            (value, read)
        })
        .filter(|(_, read)| *read != nil)
        .unzip();
    // Ids and the contents of padding differ between processes.
    let comparable = |values: Vec<String>| -> Vec<String> {
        let bytes = values.iter().map(|value| bytes(value));
        bytes
            .map(|bytes| hex(&with_zero_ids::<E>(&with_zero_padding::<E>(&bytes))))
            .collect()
    };
    let (found, expected) = (comparable(printed::<E>(values)), comparable(expected));
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "setting {index}");
    }
    assert_eq!(found.len(), expected.len());
}

/// Starts an engine with these settings, and returns the values that it prints, in hex.
fn printed<E: LiveLayout>(values: Vec<E::Variant>) -> Vec<String> {
    let named = (0..).map(|index| E::Variant::from(format!("test/{index}")));
    let settings: Dictionary<E::Variant> = named.zip(values).collect();
    let file = write_settings(AnyRef::new::<E>(&settings.into())).expect("settings");
    let folder = Folder::new("settings");
    std::fs::write(folder.path().join("project.binary"), file).expect("a new folder");
    std::fs::write(folder.path().join("print.gd"), SCRIPT).expect("a new folder");
    let program = std::env::var_os(E::PROGRAM).expect("the tests run only where it is named");
    let output = Command::new(program)
        .args(E::OPTIONS)
        .args(["-s", "print.gd"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("the engine starts");
    let text = String::from_utf8(output.stdout).expect("messages in UTF-8");
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("setting "));
    lines
        .map(|line| hex(&STANDARD.decode(line).expect("Base64 of the engine")))
        .collect()
}
