//! `gdvariant docs`: the documentation of the format, out of the schema that the codec is generated
//! from.

mod examples;
mod folder;
mod program;
mod recipes;

use crate::args::{DocsArgs, PageArgs, PageFormat};
use crate::failure::Failure;
use crate::layouts::{LayoutName, dispatch};
use crate::output::Output;
use crate::shipped;
use clap::ValueEnum;
use examples::Gather;
use gdvariant_codegen::docs::{Book, Examples, Format};
use std::io::Write;

/// Does the command.
pub(crate) fn run(args: &DocsArgs) -> Result<(), Failure> {
    let schema = shipped::schema()?;
    let layout = match args.page.layout {
        layout if args.page.double => layout.in_double(),
        layout => layout,
    };
    let layouts = match args.out {
        Some(_) => LayoutName::value_variants(),
        None => &[layout],
    };
    let mut examples = Examples::new();
    for layout in layouts {
        let gather = Gather {
            schema: &schema,
            examples: &mut examples,
        };
        dispatch(*layout, gather)?;
    }
    let book = Book::new(&schema, &examples);
    let Some(folder) = &args.out else {
        return print(&book, layout.name(), &args.page);
    };
    let mut files = book.files();
    files.push(program::file(&book));
    if args.check {
        folder::check(folder, &files)
    } else {
        folder::write(folder, &files)
    }
}

/// Prints one page.
fn print(book: &Book<'_>, layout: &str, args: &PageArgs) -> Result<(), Failure> {
    let page = match (args.as_published, args.errata) {
        (true, _) => book.published(layout, &args.lang),
        (_, true) => book.errata(layout, &args.lang),
        _ => book.layout(layout, &args.lang),
    };
    let page = page.ok_or_else(|| {
        let known: Vec<&str> = book.locales().map(|locale| locale.code.as_str()).collect();
        Failure::Usage(if known.contains(&args.lang.as_str()) {
            format!(
                "the tables that were published for the layout {layout} are not known; omit --as-published"
            )
        } else {
            format!(
                "no pages in the language {:?}; --lang takes {}",
                args.lang,
                known.join(", ")
            )
        })
    })?;
    let format = match args.format {
        PageFormat::Md => Format::Markdown,
        PageFormat::Rst => Format::Rst,
        PageFormat::Html => Format::Html,
    };
    let mut output = Output::plain();
    output.value(|out| out.write_all(format.write(&page).as_bytes()))?;
    output.end(Ok(()))
}
