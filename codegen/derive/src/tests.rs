//! Compares expansions with snapshots, so that a review shows the effect of a change on users'
//! code. The tests of the library check what the code does.
//!
//! `INSTA_UPDATE=always cargo test -p gdvariant-derive` accepts a change.

use crate::expand::expand;

/// Returns the input and its expansion, both formatted.
fn expansion(input: &str) -> String {
    let format =
        |tokens| prettyplease::unparse(&syn::parse2(tokens).expect("the expansion is Rust"));
    let tokens: proc_macro2::TokenStream = input.parse().expect("the input is Rust");
    format!("{}\n{}", format(tokens.clone()), format(expand(tokens)))
}

macro_rules! expansions {
    ($($name:ident: $input:literal)*) => {$(
        #[test]
        fn $name() {
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(expansion($input));
            });
        }
    )*};
}

expansions! {
    a_struct_with_every_form: "struct Chunk {
        #[variant(packed)]
        tiles: Vec<u8>,
        #[variant(typed)]
        heights: Vec<f32>,
        #[variant(string_name)]
        kind: String,
        #[variant(node_path)]
        path: String,
        #[variant(with = \"seconds\")]
        time: Duration,
        #[variant(flatten)]
        area: Area,
        #[variant(flatten)]
        others: BTreeMap<String, Variant>,
        #[variant(skip)]
        cache: Option<u64>,
    }"
    a_generic_struct: "#[variant(default, deny_unknown_fields)]
    struct Tree<'a, T: Clone = i32, const N: usize = 2> where T: 'a {
        value: Cow<'a, T>,
        children: Vec<(Tree<'a, T, N>, Vector4)>,
    }"
    a_struct_as_an_array: "#[variant(array, crate = \"gd\")]
    struct Cell { x: i32, y: i32, #[variant(default = \"stone\")] tile: u8 }"
    a_type_that_is_converted: "#[variant(try_from = \"Raw<'a, T>\", into = \"f64\")] struct Celsius<'a, T>(&'a T);"
    an_enum: "#[variant(rename_all = \"snake_case\")]
    enum Event { RoundOver, #[variant(alias = \"say\")] Chat(String), Hit { by: u32 }, Move(i32, i32), #[variant(skip)] Local }"
    an_enum_with_opcodes: "#[variant(tag = \"op\", repr = \"int\")] #[repr(u8)] enum Message { Ping = FIRST, #[variant(alias = -2)] Join(Player), #[variant(rename = 7)] Say { text: String }, #[variant(other)] Unknown(i64) }"
}
