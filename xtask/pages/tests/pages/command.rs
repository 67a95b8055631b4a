//! Tests `cargo xtask pages`, and that the checked-in pages are up to date.

use crate::page::text;
use std::fs;
use std::path::Path;
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
            "--layout godot4_double --format rst",
            "en/godot4_double.rst",
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
fn outdated_pages_are_errors() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outdated");
    let _ = fs::remove_dir_all(&folder);
    let shown = folder.display().to_string();
    assert_eq!(good(&format!("--out {shown}")), "");
    let page = folder.join("en/differences.md");
    let text = fs::read_to_string(&page).expect("a page");
    fs::write(&page, text.replace("## Numbers", "## Digits")).expect("a page");
    fs::write(folder.join("fr/old.md"), "").expect("a page");
    // Files outside the subfolders of the pages are allowed.
    fs::write(folder.join("benchmarks.md"), "").expect("a page");
    fs::remove_file(folder.join("README.md")).expect("a page");
    let ran = run(&format!("--out {shown} --check"));
    for expected in [
        &*format!("--- {shown}/en/differences.md\n+++ {shown}/en/differences.md\n"),
        "\n-## Digits\n+## Numbers\n",
        &format!("{shown}/fr/old.md: not a generated page; delete it\n"),
        "\n+# gdvariant: the bytes of Godot values\n",
    ] {
        assert!(ran.out.contains(expected), "{expected}{}", ran.out);
    }
    assert!(!ran.out.contains("benchmarks.md: "), "{}", ran.out);
    let error = "error: 3 files are outdated; omit --check to update them\n";
    assert_eq!((ran.err.as_str(), ran.status), (error, Some(1)));
    fs::remove_dir_all(folder).expect("the folder can be removed");
    let error = format!("error: {shown}: the folder does not exist; omit --check to create it\n");
    assert_eq!(run(&format!("--out {shown} --check")).err, error);
    let ran = run("--layout godot3 --lang de");
    let error = "error: unknown language \"de\", expected en, fr\n";
    assert_eq!((ran.err.as_str(), ran.status), (error, Some(1)));
}

/// Checks that published pages keep their errors, headings and facts beside the tables, and that
/// reports of errata list the errors before the gaps, with pages and lines.
#[test]
fn published_pages_and_reports_are_printed() {
    for (args, expected) in [
        (
            "--as-published --layout godot3",
            &["### 16: RID (unsupported)\n\n- `support`: none (line 381)\n"][..],
        ),
        (
            "--as-published --layout godot3 --lang fr",
            &["### 17: Object (non pris en charge)\n"],
        ),
        (
            "--errata --layout pandemonium",
            &[
                "| Field | Documented | Actual |",
                "| w | 8..16+length*16, 4, Float | 20 + index * 16, 4, Float |",
            ],
        ),
        (
            "--errata --layout godot3",
            &[
                "\n## Errors\n",
                "- **Source.** Godot 3 manual, lines 22, 25; Godot 3 manual in French, lines 11–13\n",
                "\n## Gaps\n",
                "- **Source.** Godot 3 manual, line 379; Godot 3 manual in French, line 880\n",
            ],
        ),
        (
            "--errata --layout pandemonium5",
            &["(pandemonium5-numbers)"],
        ),
    ] {
        let page = good(args);
        let mut rest = &*page;
        for text in expected {
            let found = rest.split_once(text);
            (_, rest) = found.unwrap_or_else(|| panic!("{args}: {text}\n{page}"));
        }
        // These pages are not checked in, so they have no comment of generated files.
        assert!(!page.contains("Generated"), "{args}");
    }
}
