//! `gdvariant docs`: the documentation of the format, out of the schema that the codec is generated
//! from.

mod examples;
mod folder;
mod program;
mod recipes;

use crate::args::{DocsArgs, PageArgs, PageFormat};
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use crate::output::Output;
use crate::shipped;
use clap::ValueEnum;
use examples::Gather;
use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::model::Schema;
use std::io::Write;

/// Does the command.
pub(crate) fn run(args: &DocsArgs) -> Result<(), Failure> {
    let schema = shipped::schema()?;
    match &args.out {
        Some(folder) => {
            let mut examples = Examples::new();
            for layout in LayoutName::value_variants() {
                dispatch(
                    *layout,
                    Gather {
                        schema: &schema,
                        examples: &mut examples,
                    },
                )?;
            }
            let book = Book::new(&schema, &examples);
            let mut files = book.files();
            files.push(program::file(&book));
            if args.check {
                folder::check(folder, &files)
            } else {
                folder::write(folder, &files)
            }
        }
        None => dispatch(
            named(&args.page),
            Print {
                schema: &schema,
                args: &args.page,
            },
        ),
    }
}

/// Returns the layout that the options name together.
fn named(args: &PageArgs) -> LayoutName {
    let layout = args.layout;
    if args.double {
        layout.in_double()
    } else {
        layout
    }
}

/// Prints one page.
struct Print<'a> {
    schema: &'a Schema,
    args: &'a PageArgs,
}

impl Job for Print<'_> {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self { schema, args } = self;
        let mut examples = Examples::new();
        Gather {
            schema,
            examples: &mut examples,
        }
        .run::<L>()?;
        let book = Book::new(schema, &examples);
        let page = match (args.as_published, args.errata) {
            (true, _) => book.published(L::NAME, &args.lang),
            (_, true) => book.errata(L::NAME, &args.lang),
            _ => book.layout(L::NAME, &args.lang),
        };
        let page = page.ok_or_else(|| {
            let known: Vec<&str> = book.locales().map(|locale| locale.code.as_str()).collect();
            if known.contains(&args.lang.as_str()) {
                return no_published_tables::<L>();
            }
            Failure::Usage(format!(
                "no pages in the language {:?}; --lang takes {}",
                args.lang,
                known.join(", ")
            ))
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
}

/// Returns the error of a layout whose published tables are not part of the schema.
fn no_published_tables<L: JsonLayout>() -> Failure {
    Failure::Usage(format!(
        "the tables that were published for the layout {} are not known; omit --as-published",
        L::NAME
    ))
}
