//! The schema within the program.

use crate::failure::Failure;
use gdvariant_codegen::model::Schema;

/// Loads the schema that the library was generated from.
pub(crate) fn schema() -> Result<Schema, Failure> {
    gdvariant_codegen::load_texts(gdvariant::schema::FILES).map_err(|diagnostics| {
        Failure::Input(format!("the schema within the program: {diagnostics}"))
    })
}
