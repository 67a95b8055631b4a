//! Judges where paths of files lead.

/// Returns whether a path leads out of the folder of the game.
///
/// The folder user:// is outside, because players and other programs write its files.
pub(super) fn leaves_game(path: &str) -> bool {
    if let Some(path) = path.strip_prefix("res://") {
        return leaves_folder(path);
    }
    // The engine looks up the file of an id among the files of the game.
    let is_in_game = path.starts_with("uid://");
    !is_in_game && (path.contains("://") || is_absolute(path) || leaves_folder(path))
}

/// Returns whether a path leads out of the folder at which it starts. Engines treat both slashes
/// alike.
pub(super) fn leaves_folder(path: &str) -> bool {
    let mut level = 0_usize;
    path.split(['/', '\\']).any(|part| match part {
        "" | "." => false,
        ".." => match level.checked_sub(1) {
            Some(above) => {
                level = above;
                false
            }
            None => true,
        },
        _ => {
            level += 1;
            false
        }
    })
}

/// Returns whether a text starts like an absolute path of Unix or Windows.
pub(super) fn is_absolute(text: &str) -> bool {
    match text.as_bytes() {
        // The start of a JPEG image in Base64.
        [b'/', b'9', b'j', b'/', ..] => false,
        // Comments such as `// text` and commands such as `/ text` have a space after the slashes.
        [b'/', ..] => {
            let name = text.trim_start_matches('/');
            !name.is_empty() && !name.starts_with(char::is_whitespace)
        }
        // A network path has a second backslash; an escape such as `\n` does not.
        [b'\\', path @ ..] => path.len() > 1 && path.contains(&b'\\'),
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns whether a text is a path with a segment `..`.
pub(super) fn has_parent(text: &str) -> bool {
    let separators = ['/', '\\'];
    text.contains("..")
        && text.contains(separators)
        && text.split(separators).any(|part| part == "..")
}
