//! The errors of the library for JavaScript: an array with the name of a class in `lib/errors.js`
//! and the arguments of its constructor.

use crate::functions::fields;
use gdvariant_files::packages::failure::{self, Argument, Language};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// An error that the package throws.
#[derive(Debug)]
pub struct Failure(failure::Failure);

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(crate) fn to_array(&self) -> Array {
        let Self(failure) = self;
        let class = match failure.class {
            "InvalidOption" => "RangeError",
            class => class,
        };
        let array = Array::of2(&class.into(), &Language::JavaScript.message(failure).into());
        for argument in &failure.arguments {
            array.push(&match argument {
                // An exact number up to 2^53.
                #[allow(clippy::cast_precision_loss)]
                Argument::Number(number) => (*number as f64).into(),
                Argument::Text(text) => text.into(),
                Argument::Candidates(candidates) => fields(candidates).into(),
            });
        }
        array
    }
}

impl<E: Into<failure::Failure>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        failure.to_array().into()
    }
}
