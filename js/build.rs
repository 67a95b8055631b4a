//! Sets the size of the stack.

fn main() {
    // Parsing JSON with the depth that `src/nesting.rs` allows needs more than 1 MB, the default.
    println!("cargo:rustc-link-arg-cdylib=-zstack-size=2097152");
    println!("cargo:rerun-if-changed=build.rs");
}
