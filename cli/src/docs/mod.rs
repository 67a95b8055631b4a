//! `gdvariant docs`: generates the documentation of the format from the schema.

mod examples;
mod folder;
mod program;

use crate::args::{DocsArgs, PageArgs, PageFormat};
use crate::failure::Failure;
use crate::layouts::{LayoutName, builtin_schema, for_layout};
use crate::output::Output;
use clap::ValueEnum;
use gdvariant_codegen::docs::{Book, Examples, Format};
pub(crate) use program::{completions, man};
use std::io::Write;

pub(crate) fn run(args: &DocsArgs) -> Result<(), Failure> {
    let schema = builtin_schema()?;
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
        for_layout!(layout, L => examples::gather::<L>(&schema, &mut examples))?;
    }
    let book = Book::new(&schema, &examples);
    let Some(folder) = &args.out else {
        return print(&book, layout.name(), &args.page);
    };
    let formats = match &args.page.format {
        Some(format) => &[Format::from(*format)][..],
        None => &Format::ALL,
    };
    let mut files = book.files(formats);
    files.extend(program::files(&book, formats));
    if args.check {
        folder::check(folder, &files)
    } else {
        folder::write(folder, &files)
    }
}

fn print(book: &Book<'_>, layout: &str, args: &PageArgs) -> Result<(), Failure> {
    let page = match (args.as_published, args.errata) {
        (true, _) => book.published(layout, &args.lang),
        (_, true) => book.errata(layout, &args.lang),
        _ => book.layout(layout, &args.lang),
    };
    let page = page.ok_or_else(|| {
        let known: Vec<&str> = book.locales().map(|locale| locale.code.as_str()).collect();
        Failure::usage(if known.contains(&args.lang.as_str()) {
            format!("no page is published about the layout {layout}; omit --as-published")
        } else {
            format!(
                "unknown language {:?}, expected {}",
                args.lang,
                known.join(", ")
            )
        })
    })?;
    let format = Format::from(args.format.unwrap_or_default());
    Output::plain().print(|out| out.write_all(format.write(&page).as_bytes()))
}

impl From<PageFormat> for Format {
    fn from(format: PageFormat) -> Self {
        match format {
            PageFormat::Md => Self::Markdown,
            PageFormat::Rst => Self::Rst,
            PageFormat::Html => Self::Html,
        }
    }
}
