//! Sets the size of the stack.

fn main() {
    // With the default of 1 MB in the module's memory, JSON at the limit of `src/nesting.rs` overflows.
    println!("cargo:rustc-link-arg-cdylib=-zstack-size=2097152");
    println!("cargo:rerun-if-changed=build.rs");
}
