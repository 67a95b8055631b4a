//! `cargo xtask pages`: generates the documentation of the format from the schema, and the page of
//! the program from its command line.

mod examples;
mod files;
mod folder;
mod program;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use gdvariant::schema::LAYOUTS;
use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::{load, published};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Update the Markdown pages in `docs/`, write all pages into a folder, or print a page
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask pages", after_help = include_str!("help.txt"))]
struct Args {
    /// Print the page of this layout, and write nothing
    #[arg(long, value_name = "LAYOUT", conflicts_with_all = ["out", "check"], value_parser = layouts())]
    layout: Option<String>,
    /// Print the page in this language: en, fr
    #[arg(long, value_name = "LANG", default_value = "en", requires = "layout")]
    lang: String,
    /// Print the facts of the page that the engine's manual publishes, or of the nearest page, with
    /// its errors
    #[arg(long, requires = "layout", conflicts_with = "errata")]
    as_published: bool,
    /// Print the errors and gaps of the published page, with its line numbers, as a report for its
    /// maintainers
    #[arg(long, requires = "layout")]
    errata: bool,
    /// Use this format: md, rst, html [default: md, or every format with --out]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// Write all pages, in every language, into this folder instead of `docs/`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing, and report whether the pages in the folder are up to date
    #[arg(long)]
    check: bool,
}

fn layouts() -> PossibleValuesParser {
    LAYOUTS.iter().map(|layout| layout.name).into()
}

fn format(name: &str) -> Result<Format, &'static str> {
    let mut formats = Format::ALL.into_iter();
    let format = formats.find(|format| format.extension() == name);
    format.ok_or("expected md, rst or html")
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root.expect("the package is two folders below the root");
    let schema = load(&root.join("schema")).map_err(|diagnostics| diagnostics.to_string())?;
    let mut examples = Examples::new();
    for layout in LAYOUTS {
        examples::gather(layout, &schema, &mut examples)?;
    }
    files::gather(root, &schema, &mut examples)?;
    let facts = published::read(&root.join("tests/published"), &schema.pages)?;
    let book = Book::new(&schema, &examples, &facts);
    if let Some(layout) = &args.layout {
        return print(&book, layout, args);
    }
    let formats = match (args.format, &args.out) {
        (Some(format), _) => vec![format],
        (None, Some(_)) => Format::ALL.into(),
        (None, None) => vec![Format::Markdown],
    };
    let mut files = book.files(&formats);
    files.extend(program::files(&book, &formats));
    let folder = args.out.clone().unwrap_or_else(|| root.join("docs"));
    if args.check {
        folder::check(&folder, &files)
    } else {
        folder::write(&folder, &files)
    }
}

fn print(book: &Book<'_>, layout: &str, args: &Args) -> Result<(), Box<dyn Error>> {
    let known: Vec<&str> = book.locales().map(|locale| locale.code.as_str()).collect();
    if !known.contains(&args.lang.as_str()) {
        let expected = known.join(", ");
        return Err(format!("unknown language {:?}, expected {expected}", args.lang).into());
    }
    let page = match (args.as_published, args.errata) {
        (true, _) => book.published(layout, &args.lang),
        (_, true) => book.errata(layout, &args.lang),
        _ => book.layout(layout, &args.lang),
    };
    let page = page.expect("the layout and the language are known, and each layout has a page");
    print!("{}", args.format.unwrap_or(Format::Markdown).write(&page));
    Ok(())
}
