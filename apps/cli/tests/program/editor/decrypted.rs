//! Tests where `edit` keeps the decrypted text of an encrypted file.
#![cfg(target_os = "linux")]

use crate::common::{conformance, empty_folder, file, good, program};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folders in which an encrypted file is edited.
struct Folders {
    /// A folder like XDG_RUNTIME_DIR; `None` if there is no file system in memory.
    memory: Option<PathBuf>,
    temporary: PathBuf,
    save: String,
    password: String,
}

impl Folders {
    fn new(name: &str) -> Self {
        let original = conformance("files/godot-4.6.3/pass-300.gdec");
        let is_in_memory = rustix::fs::statfs("/dev/shm").is_ok_and(|it| it.f_type == 0x0102_1994);
        let memory = Path::new("/dev/shm").join(format!("{name}-{}", std::process::id()));
        if is_in_memory {
            fs::create_dir(&memory).unwrap();
            set_mode(&memory, 0o700);
        }
        Self {
            memory: is_in_memory.then_some(memory),
            temporary: empty_folder("temporary"),
            save: file(&format!("{name}.dat"), &original),
            password: file(&format!("{name}.txt"), b"correct horse"),
        }
    }

    /// Returns the folder that the program prefers.
    fn preferred(&self) -> &Path {
        self.memory.as_ref().unwrap_or(&self.temporary)
    }

    /// Returns the command that edits the file with a shell command, in which `$1` is the draft.
    fn command(&self, editor: &str) -> Command {
        let mut command = program();
        command
            .args(["edit", "--framed", "--layout", "godot4", "--password-file"])
            .args([&self.password, &self.save])
            .env("TMPDIR", &self.temporary)
            .env("XDG_RUNTIME_DIR", self.preferred())
            .env("EDITOR", format!("edit() {{ {editor}; }}; edit"))
            .env_remove("VISUAL");
        command
    }

    fn edit(&self, editor: &str) -> Output {
        self.command(editor).output().expect("the program starts")
    }

    /// Returns the names of all files and folders in the preferred folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.preferred()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        if let Some(memory) = &self.memory {
            let _ = fs::remove_dir_all(memory);
        }
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn decrypted_text_is_private_and_in_memory() {
    let folders = Folders::new("private");
    let shown = file("shown", b"");
    let output = folders.edit(&format!(
        r#"stat -c '%a %n' "$1" "$(dirname "$1")" > {shown}; echo backup > "$1~"; sed -i 's/"Ada"/"Grace"/' "$1""#
    ));
    let (shown, error) = (fs::read_to_string(shown).unwrap(), error(&output));
    let [draft, folder] = shown.lines().collect::<Vec<_>>()[..] else {
        panic!("two lines: {shown}");
    };
    let draft = draft.strip_prefix("600 ").expect("a private file");
    let folder = folder.strip_prefix("700 ").expect("a private folder");
    assert_eq!(Path::new(folder).parent(), Some(folders.preferred()));
    let storage = match folders.memory {
        Some(_) => ", in memory\n",
        None => ", on a disk, from which deleted text can be recovered\n",
    };
    let note = format!("the decrypted values are in {draft}{storage}");
    assert!(
        error.starts_with("note: ") && error.ends_with(&note),
        "{error}"
    );
    assert!(output.status.success());
    assert_eq!(folders.names(), [] as [String; 0]);
    let (save, password) = (&folders.save, &folders.password);
    assert!(fs::read(save).unwrap().starts_with(b"GDEC"));
    let shown = good(
        &format!("decode --layout godot4 --password-file {password} {save}"),
        "",
    );
    assert!(shown.contains("Grace"), "{shown}");
}

/// A folder that others can read, or that is on a disk, is not used.
#[test]
fn unsuitable_folders_are_not_used() {
    let folders = Folders::new("unsuitable");
    let on_disk = empty_folder("disk");
    set_mode(&on_disk, 0o700);
    set_mode(folders.preferred(), 0o755);
    for folder in [folders.preferred(), &on_disk] {
        let mut command = folders.command(&format!("ls {}", folder.display()));
        let output = command.env("XDG_RUNTIME_DIR", folder).output().unwrap();
        assert!(output.status.success(), "{}", error(&output));
        // Without a file system in memory, the folder of drafts can be on a disk.
        let is_used = String::from_utf8_lossy(&output.stdout).contains("gdvariant");
        assert!(!is_used || folders.memory.is_none(), "{}", folder.display());
    }
}

/// The text that an error names remains, also after later runs.
#[test]
fn text_that_an_error_names_is_kept() {
    let folders = Folders::new("kept");
    let output = folders.edit(r#"echo '{' > "$1""#);
    assert_eq!(output.status.code(), Some(1));
    let error = error(&output);
    let draft = error.trim_end().rsplit_once("the edited text is in ");
    let draft = draft.expect("a draft").1;
    assert!(folders.edit("true").status.success());
    assert_eq!(fs::read_to_string(draft).unwrap(), "{\n");
    assert_eq!(folders.names().len(), 1);
}
