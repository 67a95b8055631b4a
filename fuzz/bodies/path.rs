use gdvariant::Path;

/// Checks that a displayed path is parsed as the same path, and that an error is within the text.
pub fn path(input: &[u8]) {
    // Skips the first byte, because the seeds are those of `parse`, where it selects the layout.
    let Some(Ok(text)) = input.get(1..).map(str::from_utf8) else {
        return;
    };
    match text.parse::<Path>() {
        Ok(path) => {
            let shown = path.to_string();
            match shown.parse::<Path>() {
                Ok(again) => assert_eq!(again.to_string(), shown),
                // The path has a long key, which is displayed shortened.
                Err(error) => assert!(shown.contains('…'), "{shown}: {error}"),
            }
        }
        Err(error) => assert!(error.offset() <= text.len(), "{error}"),
    }
}
