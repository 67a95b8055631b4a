//! What belongs to a terminal: input, output, prompts, messages, styles and threads.

pub(crate) mod batch;
pub(crate) mod decoder;
pub(crate) mod failure;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod key;
pub(crate) mod like_file;
pub(crate) mod open;
pub(crate) mod output;
pub(crate) mod parallel;
pub(crate) mod several;
pub(crate) mod source;
pub(crate) mod styles;
pub(crate) mod usage;
