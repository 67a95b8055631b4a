//! Reports values to check before a game loads a file: objects and scripts, paths of files, and
//! bytes that engines reject, alter or never write.
//!
//! [`audit`] examines one value. Each [`Finding`] belongs to one of the [`RULES`].

mod actions;
mod compressed;
mod defects;
#[doc(hidden)]
pub mod effects;
mod fields;
mod keys;
mod locations;
mod nested;
mod node_paths;
mod objects;
#[doc(hidden)]
pub mod rules;
mod strings;
mod value;

pub use rules::{Finding, RULES, Rule, Severity};
#[doc(hidden)]
pub use value::audit_with_advice;

use gdvariant::DecodeOptions;
use gdvariant::schema::LayoutInfo;

/// Passes everything in a value that needs a check before a game decodes it to a sink.
///
/// `options` are those of the program that decodes the value. Games decode with
/// [`DecodeOptions::engine`]; with `allow_objects`, the audit also examines the objects of a value
/// whose sender expects that the game allows them:
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::DecodeOptions;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::audit::audit;
///
/// let layout = layout_named("godot4").unwrap();
/// let bytes = b"\x04\0\0\0\x0d\0\0\0user://mod.gd\0\0\0";
/// let options = DecodeOptions::engine().allow_objects(true);
/// let mut found = Vec::new();
/// audit(layout, bytes, options, &mut |finding| found.push((finding.rule.id, finding.offset)));
/// assert_eq!(found, [("user-path", 8)]);
/// # }
/// ```
///
/// An error of decoding is a finding too, and ends the audit of the value. Strings and byte arrays
/// are also examined as encoded or compressed values, up to a limit that `not-examined` reports.
pub fn audit(
    layout: &'static LayoutInfo,
    bytes: &[u8],
    options: DecodeOptions,
    sink: &mut dyn FnMut(&Finding<'_>),
) {
    audit_with_advice(layout, bytes, options, &|| None, sink);
}
