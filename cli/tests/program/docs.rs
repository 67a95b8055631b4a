//! Tests `gdvariant docs`, and that the checked-in pages are up to date.
#![cfg(all(feature = "godot3", feature = "pandemonium", feature = "double"))]

use crate::common::{commands, good, program, run, words};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the checked-in pages.
fn checked_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package is in the repository")
        .join("docs")
}

/// Writes all pages to a new folder. Returns the folder, and its path as text.
fn folder() -> (PathBuf, String) {
    let folder = crate::common::folder().join("docs");
    let shown = folder.display().to_string();
    assert_eq!(good(&format!("docs --out {shown}"), ""), "");
    (folder, shown)
}

#[test]
fn the_checked_in_pages_are_up_to_date() {
    let output = program()
        .args(["docs", "--format", "md", "--check", "--out"])
        .arg(checked_in())
        .output()
        .expect("the program runs");
    let (diff, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{diff}{error}\nin the repository: cargo xtask pages"
    );
}

#[test]
fn a_printed_page_equals_the_one_in_the_folder() {
    let (folder, _) = folder();
    for (args, page) in [
        ("docs", "en/godot3.md"),
        ("docs --double --format rst", "en/godot3_double.rst"),
        (
            "docs --layout pandemonium --lang fr --format html",
            "fr/pandemonium.html",
        ),
        (
            "docs --layout pandemonium_double",
            "en/pandemonium_double.md",
        ),
    ] {
        let expected = fs::read_to_string(folder.join(page)).expect("the page was written");
        assert!(good(args, "") == expected, "gdvariant {args} is not {page}");
    }
}

#[test]
fn the_page_has_all_commands_and_options() {
    let page = fs::read_to_string(checked_in().join("program.md")).expect("the page is checked in");
    for command in commands() {
        let (_, section) = page
            .split_once(&format!("\n### {command}\n"))
            .unwrap_or_else(|| panic!("no {command}"));
        let section = words(section.split("\n### ").next().expect("a section"));
        let help = good(&format!("{command} -h"), "");
        let options = words(&help)
            .into_iter()
            .filter(|word| word.starts_with("--") && word.len() > 2);
        let everywhere = ["--color", "--help", "--version"];
        for option in options.filter(|option| !everywhere.contains(option)) {
            assert!(section.contains(option), "{command}: {option}");
        }
    }
}

#[test]
fn an_outdated_page_is_shown_as_a_diff() {
    let (folder, shown) = folder();
    let page = folder.join("en/differences.md");
    let text = fs::read_to_string(&page).expect("the page was written");
    fs::write(&page, text.replace("## Numbers", "## Digits")).expect("the page can be written");
    fs::write(folder.join("fr/old.md"), "").expect("the page can be written");
    // Files outside the subfolders of the pages are allowed.
    fs::write(folder.join("benchmarks.md"), "").expect("the page can be written");
    let ran = run(&format!("docs --out {shown} --check"), "");
    let lines: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with(['-', '+']) || line.contains("no longer"))
        .collect();
    let name = page.display().to_string();
    let expected = [
        format!("--- {name}"),
        format!("+++ {name}"),
        "-## Digits".to_owned(),
        "+## Numbers".to_owned(),
        format!("{shown}/fr/old.md: this page is no longer generated; delete it"),
    ];
    assert_eq!(lines, expected);
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.error(),
        format!("2 files are outdated; update them with: gdvariant docs --out {shown}")
    );
}

#[test]
fn missing_pages_are_outdated() {
    let (folder, shown) = folder();
    fs::remove_file(folder.join("README.md")).expect("the page was written");
    let ran = run(&format!("docs --out {shown} --check"), "");
    assert!(
        ran.out
            .contains("\n+# gdvariant: the bytes of Godot values\n"),
        "{}",
        ran.out
    );
    let expected = format!("1 file is outdated; update it with: gdvariant docs --out {shown}");
    assert!(ran.error().starts_with(&expected), "{}", ran.err);
    fs::remove_dir_all(folder).expect("the folder can be removed");
    assert_eq!(
        run(&format!("docs --out {shown} --check"), "").error(),
        format!("{shown}: the folder does not exist; omit --check to create it")
    );
}

#[test]
fn published_pages_keep_errors_and_reports_list_them() {
    let published = good("docs --layout pandemonium --as-published", "");
    let report = good("docs --layout pandemonium --errata", "");
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

#[cfg(feature = "godot4")]
#[test]
fn errata_do_not_require_published_tables() {
    let report = good("docs --layout godot4 --errata", "");
    assert!(
        report.contains("### The published page (type-order)"),
        "{report}"
    );
    let ran = run("docs --layout godot4 --as-published", "");
    let error = "no page is published about the layout godot4; omit --as-published";
    assert_eq!((ran.error().as_str(), ran.status), (error, 2));
}

/// Checks that errors and gaps are in separate sections, and that each cites a page and lines.
#[test]
fn the_report_cites_pages_and_lines() {
    let report = good("docs --errata", "");
    let (errors, gaps) = report.split_once("\n## Gaps\n").expect("there are gaps");
    let (_, errors) = errors
        .split_once("\n## Errors\n")
        .expect("there are errors");
    assert!(
        errors.contains("- **Source.** Godot 3 manual, lines 22, 25\n"),
        "{report}"
    );
    assert!(
        gaps.contains("- **Source.** Godot 3 manual, line 379\n"),
        "{report}"
    );
    let report = good("docs --layout pandemonium5 --errata", "");
    assert!(report.contains("(pandemonium5-numbers)"), "{report}");
}

#[test]
fn rejects_unknown_languages() {
    let ran = run("docs --lang de", "");
    assert_eq!(
        (ran.error().as_str(), ran.status),
        ("unknown language \"de\", expected en, fr", 2)
    );
}
