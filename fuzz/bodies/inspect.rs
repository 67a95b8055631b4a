use super::check_error;
use gdvariant::{DecodeOptions, Layout, generic, inspect};

/// Checks that the rows of `inspect` cover every byte once, up to the error that decoding reports.
pub fn inspect(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<L: Layout>(input: &[u8], options: DecodeOptions) {
    let mut end = 0;
    let inspected = inspect::inspect::<L>(input, options, |row| {
        assert_eq!(row.offset, end);
        assert!(!row.bytes.is_empty());
        end += row.bytes.len();
        assert_eq!(row.bytes, &input[row.offset..end]);
        let _ = (row.path.to_string(), row.value.to_string());
    });
    let decoded = generic::from_slice::<L, L::Variant>(input, options).map(drop);
    match inspected {
        Ok(length) => {
            assert_eq!(length, end);
            decoded.expect("a value that can be inspected can be decoded");
        }
        Err(error) => {
            check_error(&error, input);
            assert!(end >= error.offset(), "{error}: the rows end at {end:#06x}");
            assert_eq!(
                decoded.expect_err("a value that cannot be inspected cannot be decoded"),
                error
            );
        }
    }
}
