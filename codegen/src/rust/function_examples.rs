//! The examples of functions that the module of a layout and its module `serde` have in common.

use super::example::example;
use super::layout_context::Context;

/// The lines of the examples, by function. FUNCTIONS stands for the module, LAYOUT for the layout.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "to_vec",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "assert_eq!(FUNCTIONS::to_vec(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);",
        ],
    ),
    (
        "to_vec_with",
        &[
            "use gdvariant::{EncodeOptions, LAYOUT};",
            "",
            "let short = EncodeOptions::new().max_length(8);",
            "assert_eq!(FUNCTIONS::to_vec_with(&7, short)?.len(), 8);",
            "assert!(FUNCTIONS::to_vec_with(\"too long\", short).is_err());",
        ],
    ),
    (
        "encode_into",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut packet = vec![7];",
            "FUNCTIONS::encode_into(&true, &mut packet)?;",
            "assert_eq!(packet, [7, 1, 0, 0, 0, 1, 0, 0, 0]);",
        ],
    ),
    (
        "encode_into_with",
        &[
            "use gdvariant::{EncodeOptions, LAYOUT};",
            "",
            "let mut packet = Vec::new();",
            "FUNCTIONS::encode_into_with(&true, &mut packet, EncodeOptions::packets())?;",
            "assert_eq!(packet, [1, 0, 0, 0, 1, 0, 0, 0]);",
        ],
    ),
    (
        "encoded_len_with",
        &[
            "use gdvariant::{EncodeOptions, LAYOUT};",
            "",
            "let short = EncodeOptions::new().max_length(8);",
            "assert_eq!(FUNCTIONS::encoded_len_with(&7, short)?, 8);",
            "assert!(FUNCTIONS::encoded_len_with(\"too long\", short).is_err());",
        ],
    ),
    (
        "to_writer",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut file = Vec::new(); // or a File",
            "FUNCTIONS::to_writer(&mut file, \"Ada\")?;",
            "assert_eq!(file, FUNCTIONS::to_vec(\"Ada\")?);",
        ],
    ),
    (
        "from_slice_with",
        &[
            "use gdvariant::{DecodeOptions, LAYOUT};",
            "",
            "let odd = [1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2",
            "assert!(FUNCTIONS::from_slice_with::<bool>(&odd, DecodeOptions::new()).is_err());",
            "assert!(FUNCTIONS::from_slice_with::<bool>(&odd, DecodeOptions::engine())?);",
        ],
    ),
    (
        "from_slice_prefix",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0xff];",
            "assert_eq!(FUNCTIONS::from_slice_prefix::<bool>(&bytes)?, (true, 8));",
        ],
    ),
    (
        "from_slice_prefix_with",
        &[
            "use gdvariant::{DecodeOptions, LAYOUT};",
            "",
            "let odd = [1, 0, 0, 0, 2, 0, 0, 0, 0xff]; // a bool that is 2, and one more byte",
            "let value = FUNCTIONS::from_slice_prefix_with::<bool>(&odd, DecodeOptions::engine())?;",
            "assert_eq!(value, (true, 8));",
        ],
    ),
    (
        "from_reader",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let file: &[u8] = &[2, 0, 0, 0, 42, 0, 0, 0]; // or a File",
            "assert_eq!(FUNCTIONS::from_reader::<u8>(file)?, 42);",
        ],
    ),
    (
        "from_reader_with",
        &[
            "use gdvariant::{DecodeOptions, LAYOUT};",
            "",
            "let file: &[u8] = &[1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2",
            "assert!(FUNCTIONS::from_reader_with::<bool>(file, DecodeOptions::engine())?);",
        ],
    ),
    (
        "write_framed_with",
        &[
            "use gdvariant::{FrameOptions, LAYOUT};",
            "",
            "let mut file = Vec::new();",
            "FUNCTIONS::write_framed_with(&mut file, &true, FrameOptions::new().big_endian(true))?;",
            "assert_eq!(file, [0, 0, 0, 8, 1, 0, 0, 0, 1, 0, 0, 0]);",
        ],
    ),
    (
        "to_variant",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let value = FUNCTIONS::to_variant(&(\"Ada\", [7, 8], None::<bool>))?;",
            "assert_eq!(value, LAYOUT::variant!([\"Ada\", [7, 8], null]));",
        ],
    ),
    (
        "from_variant",
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let value = LAYOUT::variant!([\"Ada\", 7]);",
            "let (name, level): (String, u8) = FUNCTIONS::from_variant(&value)?;",
            "assert_eq!((name.as_str(), level), (\"Ada\", 7));",
        ],
    ),
];

/// Returns the example of a function of the module of a layout, or of its module `serde`.
pub(super) fn of(context: &Context<'_>, function: &str, is_serde: bool) -> Vec<String> {
    let mut examples = EXAMPLES.iter();
    let found = examples.find(|(name, _)| *name == function);
    let lines = found.map_or(&[][..], |(_, lines)| lines);
    let module = if is_serde { "LAYOUT::serde" } else { "LAYOUT" };
    let lines = lines.iter().map(|line| line.replace("FUNCTIONS", module));
    let end = "# Ok::<(), Box<dyn std::error::Error>>(())";
    let lines: Vec<_> = lines.chain([end.to_owned()]).collect();
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    example(context, &lines)
}
