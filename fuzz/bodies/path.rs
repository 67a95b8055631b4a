use gdvariant::Path;

/// Text of any kind: a path, which is parsed as it is displayed, or an error within the text.
pub fn path(input: &[u8]) {
    // The first byte chooses nothing here: the seeds are those of `parse`.
    let Some(Ok(text)) = input.get(1..).map(str::from_utf8) else {
        return;
    };
    match text.parse::<Path>() {
        Ok(path) => {
            let shown = path.to_string();
            match shown.parse::<Path>() {
                Ok(again) => assert_eq!(again.to_string(), shown),
                // A key of a few characters more than are displayed.
                Err(error) => assert!(shown.contains('…'), "{shown}: {error}"),
            }
        }
        Err(error) => assert!(error.offset() <= text.len(), "{error}"),
    }
}
