//! Replaces several files.

use gdvariant_files::input::Digest;
use gdvariant_files::save::{Guard, Replacement, SaveError, SaveNote, StagedFile, commit_all};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Fails to rename a file with the name `blocked`.
struct Blocked;

impl Guard for Blocked {
    fn rename(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        if path.ends_with("blocked") {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        fs::rename(temporary, path)
    }
}

/// Creates a folder with files, and returns it with their new content.
fn staged(name: &str, names: &[&str], is_protected: bool) -> (PathBuf, Vec<StagedFile>) {
    let folder = std::env::temp_dir().join(format!("gdvariant-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let folder = fs::canonicalize(folder).unwrap();
    let stage = |name: &&str| {
        let path = folder.join(name);
        fs::write(&path, "old").unwrap();
        let mut file = Replacement::create_guarded(&path, &Blocked).unwrap();
        file.keep_backup(true);
        if is_protected {
            file.expect(Digest::from_file(&path).unwrap());
        }
        file.write_all(b"new").unwrap();
        file.stage().unwrap()
    };
    (folder.clone(), names.iter().map(stage).collect())
}

/// Returns the names and the contents of the files of a folder, and deletes it.
fn contents(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap())
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    fs::remove_dir_all(folder).unwrap();
    files
}

fn pairs<const N: usize>(files: [(&str, &str); N]) -> Vec<(String, String)> {
    files
        .map(|(name, content)| (name.into(), content.into()))
        .into()
}

#[test]
fn failure_in_between_names_the_replaced_files() {
    let (folder, files) = staged("partial", &["a", "b", "blocked", "c"], true);
    let mut notes = Vec::new();
    let error = commit_all(files, |path, found| notes.push((path.to_owned(), found)));
    let [a, b] = ["a", "b"].map(|name| folder.join(name));
    let backup = |path: &Path| vec![SaveNote::Backup(path.with_extension("bak"))];
    assert_eq!(notes, [(a.clone(), backup(&a)), (b.clone(), backup(&b))]);
    let error = error.unwrap_err();
    assert!(matches!(&error, SaveError::Partial(paths, _) if *paths == [a, b]));
    assert_eq!(error.path(), folder.join("blocked"));
    let files = contents(&folder);
    let expected = [
        ("a", "new"),
        ("a.bak", "old"),
        ("b", "new"),
        ("b.bak", "old"),
    ];
    let unchanged = [("blocked", "old"), ("blocked.bak", "old"), ("c", "old")];
    assert_eq!(files, [pairs(expected), pairs(unchanged)].concat());
}

#[test]
fn no_file_is_replaced_if_one_has_changed() {
    let (folder, files) = staged("changed", &["a", "b"], true);
    fs::write(folder.join("b"), "other").unwrap();
    let error = commit_all(files, |_, _| panic!("replaced")).unwrap_err();
    assert!(matches!(&error, SaveError::Changed(path) if *path == folder.join("b")));
    assert_eq!(contents(&folder), pairs([("a", "old"), ("b", "other")]));
}

#[test]
fn failure_of_the_first_file_is_its_own_error() {
    let (folder, files) = staged("first", &["blocked", "a"], false);
    let error = commit_all(files, |_, _| panic!("replaced")).unwrap_err();
    assert!(matches!(error, SaveError::Io(..)));
    let unchanged = [("a", "old"), ("blocked", "old"), ("blocked.bak", "old")];
    assert_eq!(contents(&folder), pairs(unchanged));
}

#[test]
fn dropped_files_leave_nothing() {
    let (folder, files) = staged("dropped", &["a", "b"], false);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    drop(files);
    assert_eq!(contents(&folder), pairs([("a", "old"), ("b", "old")]));
}
