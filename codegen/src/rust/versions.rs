//! Generates the versions that added types and tables.

use crate::model::Version;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates an optional `EngineVersion`.
pub(super) fn version(since: Option<Version>) -> TokenStream {
    since.map_or_else(
        || quote!(None),
        |since| {
            let since = engine_version(since);
            quote!(Some(#since))
        },
    )
}

/// Generates an `EngineVersion`.
pub(super) fn engine_version(Version { major, minor }: Version) -> TokenStream {
    let [major, minor] = [major, minor].map(Literal::u16_unsuffixed);
    quote!(crate::EngineVersion::new(#major, #minor))
}

/// Returns the end of a sentence or a title in a doc comment: the version, if there is one.
pub(super) fn since_doc(since: Option<Version>) -> String {
    since.map_or_else(String::new, |since| format!(" (since {since})"))
}
