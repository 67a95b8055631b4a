//! `cargo xtask pages`: writes the pages and the value types, or prints a report of the errors of a
//! published page.

use clap::Parser;
use gdvariant_codegen::{load, published};
use gdvariant_pages::{errata, files, root};
use std::error::Error;
use std::fs;

/// Update the pages in `docs/` and the value types of the packages for other languages
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask pages")]
struct Args {
    /// Print the errors and gaps of the page that the manual publishes about this layout, with line
    /// numbers, as a report for its maintainers, and write nothing
    #[arg(long, value_name = "LAYOUT")]
    errata: Option<String>,
    /// Print the report in this language: en, fr
    #[arg(long, value_name = "LANG", default_value = "en", requires = "errata")]
    lang: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let schema = load(&root().join("schema"))?;
    let facts = published::read(&root().join("tests/published"), &schema.pages)?;
    if let Some(layout) = args.errata {
        let report = errata(&schema, &facts, &layout, &args.lang);
        let report =
            report.ok_or_else(|| format!("unknown layout {layout} or language {}", args.lang))?;
        print!("{report}");
        return Ok(());
    }
    for file in files(&schema, &facts) {
        let path = root().join(&file.path);
        fs::write(&path, file.text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
