//! Tests `cargo xtask pages`, and that the checked-in pages are up to date.

use crate::page::text;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The output and the exit status of the program.
struct Ran {
    out: String,
    err: String,
    status: Option<i32>,
}

/// Runs the program with arguments, separated by spaces.
fn run(args: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gdvariant-pages"));
    let output = command.args(args.split_whitespace()).output();
    let output = output.expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    Ran {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code(),
    }
}

/// Runs the program, checks that it succeeds without messages, and returns its output.
#[track_caller]
fn good(args: &str) -> String {
    let ran = run(args);
    assert_eq!((ran.err.as_str(), ran.status), ("", Some(0)), "{args}");
    ran.out
}

/// Writes all pages to the new folder `name`. Returns the folder, and its path as text.
fn folder(name: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let shown = folder.display().to_string();
    assert_eq!(good(&format!("--out {shown}")), "");
    (folder, shown)
}

#[test]
fn the_checked_in_pages_are_up_to_date() {
    let ran = run("--check");
    let Ran { out, err, .. } = &ran;
    assert_eq!(ran.status, Some(0), "{out}{err}\ncargo xtask pages");
}

#[test]
fn a_printed_page_equals_the_one_in_the_folder() {
    for (args, page) in [
        ("--layout godot3", "en/godot3.md"),
        (
            "--layout godot3_double --format rst",
            "en/godot3_double.rst",
        ),
        (
            "--layout pandemonium --lang fr --format html",
            "fr/pandemonium.html",
        ),
    ] {
        assert!(good(args) == text(page), "{args} is not {page}");
    }
}

#[test]
fn an_outdated_page_is_shown_as_a_diff() {
    let (folder, shown) = folder("outdated");
    let page = folder.join("en/differences.md");
    let text = fs::read_to_string(&page).expect("the page was written");
    fs::write(&page, text.replace("## Numbers", "## Digits")).expect("the page can be written");
    fs::write(folder.join("fr/old.md"), "").expect("the page can be written");
    // Files outside the subfolders of the pages are allowed.
    fs::write(folder.join("benchmarks.md"), "").expect("the page can be written");
    let ran = run(&format!("--out {shown} --check"));
    let lines: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with(['-', '+']) || line.contains("not a generated page"))
        .collect();
    let name = page.display().to_string();
    let expected = [
        format!("--- {name}"),
        format!("+++ {name}"),
        "-## Digits".to_owned(),
        "+## Numbers".to_owned(),
        format!("{shown}/fr/old.md: not a generated page; delete it"),
    ];
    assert_eq!(lines, expected);
    let error = "error: 2 files are outdated; omit --check to update them\n";
    assert_eq!((ran.err.as_str(), ran.status), (error, Some(1)));
}

#[test]
fn missing_pages_are_outdated() {
    let (folder, shown) = folder("missing");
    fs::remove_file(folder.join("README.md")).expect("the page was written");
    let ran = run(&format!("--out {shown} --check"));
    assert!(
        ran.out
            .contains("\n+# gdvariant: the bytes of Godot values\n"),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err,
        "error: 1 file is outdated; omit --check to update it\n"
    );
    fs::remove_dir_all(folder).expect("the folder can be removed");
    assert_eq!(
        run(&format!("--out {shown} --check")).err,
        format!("error: {shown}: the folder does not exist; omit --check to create it\n")
    );
}

#[test]
fn published_pages_keep_errors_and_reports_list_them() {
    let published = good("--layout pandemonium --as-published");
    let report = good("--layout pandemonium --errata");
    assert!(
        published.contains("### 35: PoolVector4Array\n\n| Offset | Len | Type | Description |\n"),
        "{published}"
    );
    assert_eq!(
        published
            .matches("| 8..16+length*12 | 4 | Float | Z coordinate. |\n| 8..16+length*16 | 4 | Float | W coordinate. |\n")
            .count(),
        1
    );
    assert!(
        report.contains("| Field | Documented | Actual |"),
        "{report}"
    );
    assert!(
        report.contains("| w | 8..16+length*16, 4, Float | 20 + index * 16, 4, Float |"),
        "{report}"
    );
    // Neither page is checked in, so neither has the comment of generated files.
    assert!(!published.contains("Generated") && !report.contains("Generated"));
}

/// Checks that headings are those of the page, and that facts beside the tables have their lines.
#[test]
fn published_pages_have_their_headings_and_facts() {
    for (args, expected) in [
        ("pandemonium", "### 0: null\n"),
        ("pandemonium", "### 3: real (float or double)\n"),
        ("pandemonium5", "### 27: PoolByteArray\n"),
        (
            "godot3",
            "### 16: RID (unsupported)\n\n- `support`: none (line 381)\n",
        ),
        ("godot3 --lang fr", "### 17: Object (non pris en charge)\n"),
        ("godot4", "### 0: NIL\n"),
        ("godot4", "| 8+N | 8 | Integer |"),
        ("godot4", "- `type.mask`: 0xFF (line 36)\n"),
    ] {
        let page = good(&format!("--as-published --layout {args}"));
        assert!(page.contains(expected), "{args}: {expected}\n{page}");
    }
}

/// Checks that errors and gaps are in separate sections, and that each cites a page and lines.
#[test]
fn the_report_cites_pages_and_lines() {
    let report = good("--layout godot3 --errata");
    let (errors, gaps) = report.split_once("\n## Gaps\n").expect("there are gaps");
    let (_, errors) = errors
        .split_once("\n## Errors\n")
        .expect("there are errors");
    assert!(
        errors.contains(
            "- **Source.** Godot 3 manual, lines 22, 25; Godot 3 manual in French, lines 11–13\n"
        ),
        "{report}"
    );
    assert!(
        gaps.contains(
            "- **Source.** Godot 3 manual, line 379; Godot 3 manual in French, line 880\n"
        ),
        "{report}"
    );
    let report = good("--layout pandemonium5 --errata");
    assert!(report.contains("(pandemonium5-numbers)"), "{report}");
}

#[test]
fn rejects_unknown_languages() {
    let ran = run("--layout godot3 --lang de");
    assert_eq!(
        (ran.err.as_str(), ran.status),
        ("error: unknown language \"de\", expected en, fr\n", Some(1))
    );
}
