use super::*;
use proc_macro2::Span;

#[test]
fn a_long_array_length_is_to_be_moved() {
    let of_syn = "unsupported expression; enable syn's features=[\"full\"]";
    let error = explained(syn::Error::new(Span::call_site(), of_syn));
    assert!(
        error
            .to_string()
            .ends_with("move the length into a `const`")
    );
}
