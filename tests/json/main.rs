//! The JSON form, and users' types that implement serde's traits.

#[path = "../common/mod.rs"]
mod common;

mod json_form;
mod plain;
mod serde_format;

/// Runs the closure in a thread with a stack of this size.
fn with_stack(mebibytes: usize, run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(mebibytes << 20);
    let thread = thread.spawn(run).expect("a thread starts");
    thread.join().expect("the thread does not panic");
}
