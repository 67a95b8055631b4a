//! The commands of the program.

pub(crate) mod audit;
pub(crate) mod change;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod detect;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod get;
pub(crate) mod grep;
pub(crate) mod inspect;
pub(crate) mod keys;
pub(crate) mod manual;
pub(crate) mod pack;
