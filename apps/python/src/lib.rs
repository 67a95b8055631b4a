//! The compiled part of the Python package gdvariant.
//!
//! `gdvariant/_core.pyi` has the types and the docstrings of the functions; this crate has their
//! implementations.

/// The docstring of a function in the stubs, which `build.rs` writes to a file.
macro_rules! docstring {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

mod ahead;
mod audit;
mod classes;
mod collisions;
mod decode;
mod depth;
mod document;
mod encode;
mod errors;
mod files;
mod foreign;
mod frames;
mod input;
mod inspection;
mod keys;
mod text;

use pyo3::prelude::*;

/// The functions that `gdvariant/__init__.py` exports.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::audit::audit;
    #[pymodule_export]
    use super::decode::loads;
    #[pymodule_export]
    use super::depth::call_on_large_stack;
    #[pymodule_export]
    use super::document::{Document, replace_file};
    #[pymodule_export]
    use super::encode::dumps;
    #[pymodule_export]
    use super::files::{Values, pack, unpack};
    #[pymodule_export]
    use super::frames::FrameDecoder;
    #[pymodule_export]
    use super::inspection::{detect, inspect, layouts};
    #[pymodule_export]
    use super::test_panic;
    #[pymodule_export]
    use super::text::{display, from_json, node_path_parts, str_to_var, to_json, var_to_str};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Panics, for the test that a panic becomes an exception.
#[pyfunction]
#[pyo3(name = "_test_panic")]
fn test_panic() {
    panic!("a panic that was asked for");
}
