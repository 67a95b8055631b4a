use super::{check_error, is_unconverted};
use gdvariant::{DecodeOptions, Engine, generic};

/// Checks that the rows of `inspect` cover every byte once, up to the error that decoding reports.
pub fn inspect(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let mut end = 0;
    let inspected = E::LAYOUT.inspect(input, options, |row| {
        assert_eq!(row.offset, end);
        assert!(!row.bytes.is_empty());
        end += row.bytes.len();
        assert_eq!(row.bytes, &input[row.offset..end]);
        let _ = (row.path.to_string(), row.value.to_string());
    });
    let decoded = generic::from_slice::<E, E::Variant>(input, options).map(drop);
    // The inspector does not convert elements to the declared type.
    let is_unconverted = decoded.as_ref().is_err_and(is_unconverted);
    match inspected {
        Ok(length) => {
            assert_eq!(length, end);
            assert!(decoded.is_ok() || is_unconverted, "{decoded:?}");
        }
        Err(error) => {
            check_error(&error, input);
            assert!(end >= error.offset(), "{error}: the rows end at {end:#06x}");
            assert!(is_unconverted || decoded == Err(error), "{decoded:?}");
        }
    }
}
