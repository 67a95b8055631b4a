use gdvariant::Path;

/// Checks that a displayed path is parsed as the same path, and that errors point into the text.
pub fn path(input: &[u8]) {
    // Skips the first byte: the seeds are those of `parse`, where this byte selects the layout.
    if let Some(Ok(text)) = input.get(1..).map(str::from_utf8) {
        check(text);
    }
}

pub(super) fn check(text: &str) {
    match text.parse::<Path>() {
        Ok(path) => {
            let shown = path.to_string();
            match shown.parse::<Path>() {
                Ok(again) => assert_eq!(again.to_string(), shown),
                // A long key is displayed truncated, and cannot be parsed again.
                Err(error) => assert!(shown.contains('…'), "{shown}: {error}"),
            }
        }
        Err(error) => assert!(error.offset() <= text.len(), "{error}"),
    }
}
