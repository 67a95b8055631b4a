//! `gdvariant keys`: lists the keys at a path, with the types of their values.

use crate::args::KeysArgs;
use crate::commands::decoder::Decoder;
use crate::commands::get::{check_paths, each_at};
use crate::terminal::failure::Failure;
use crate::terminal::open;
use crate::terminal::output::{Output, Writer};
use crate::terminal::styles::Location;
use gdvariant::Path;
use gdvariant::any::{AnyRef, AnyView, Member};
use gdvariant_files::display::escape;
use gdvariant_files::open::Purpose;
use gdvariant_files::text::TextKind;
use serde::Serialize;
use std::io::{self, Write};
use std::slice;

pub(crate) fn run(mut args: KeysArgs) -> Result<(), Failure> {
    args.accept.set(&mut args.input);
    let (files, path) = args.take()?;
    let is_live = files.list.iter().any(|file| file.path().is_none());
    files.print(Output::colored(is_live), |file, name, output| {
        let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
        let opened = open::open(&mut layout, &mut input, Purpose::Print)?;
        let mut path = path.clone();
        check_paths(slice::from_mut(&mut path), &opened, file)?;
        let text = opened.text.as_ref();
        let has_tags = text.is_some_and(|text| text.kind() == TextKind::Resource)
            && ["ext_resource", "sub_resource", "node"].contains(&&*path.to_string());
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
        let steps = input.steps(&args.accept);
        let each = |number, path: &Path, value: AnyRef<'_>| {
            let lines = KeyLines {
                place: Location { file: name, number },
                path: path.clone(),
                has_tags,
                is_json: args.json,
            };
            output.value(|out| lines.members(out, value))
        };
        each_at(
            decoder,
            slice::from_ref(&path),
            steps,
            args.value,
            opened,
            each,
        )
    })
}

/// Prints the members of a value, one per line.
struct KeyLines<'f> {
    place: Location<'f>,
    /// The path of the container.
    path: Path,
    /// Whether an Array is several tags with the same path.
    has_tags: bool,
    is_json: bool,
}

/// A key as `--json` prints it.
#[derive(Serialize)]
struct PrintedKey<'k> {
    #[serde(flatten)]
    place: Location<'k>,
    path: &'k str,
    key: Option<AnyRef<'k>>,
    r#type: &'static str,
    count: Option<usize>,
}

impl KeyLines<'_> {
    /// Prints the members of a value, or only the type of a value without members.
    fn members(&self, out: &mut Writer, value: AnyRef<'_>) -> io::Result<()> {
        let has_members = matches!(
            value.view(),
            AnyView::Array { .. } | AnyView::Dictionary { .. } | AnyView::Object { .. }
        );
        if !has_members {
            return self.line(out, None, value);
        }
        for member in value.members() {
            let tag = |index| member.value.element(index).filter(|_| self.has_tags);
            let mut values: Vec<_> = (0..).map_while(tag).collect();
            if values.is_empty() {
                values.push(member.value);
            }
            for value in values {
                self.line(out, Some(member), value)?;
            }
        }
        Ok(())
    }

    /// Prints the path and the type of a member, or of the value itself.
    fn line(
        &self,
        out: &mut Writer,
        member: Option<Member<'_>>,
        value: AnyRef<'_>,
    ) -> io::Result<()> {
        let last = member.map(|member| member.segment.to_segment());
        let path = self.path.join(&last.into_iter().collect()).to_string();
        let view = value.view();
        let (name, count) = (value.layout().name_of(value.kind()), view.count());
        if self.is_json {
            let printed = PrintedKey {
                place: self.place,
                path: &path,
                key: member.and_then(|member| member.key()),
                r#type: name,
                count,
            };
            escape::write_json(out, &printed, true)?;
            return out.write_all(b"\n");
        }
        self.place.write(out, &path)?;
        out.write_all(name.as_bytes())?;
        if let Some(count) = count {
            let noun = match view {
                AnyView::Dictionary { .. } => "key",
                AnyView::Object { .. } => "property",
                _ => "element",
            };
            let noun = match (noun, count) {
                (noun, 1) => noun.to_owned(),
                ("property", _) => "properties".to_owned(),
                (noun, _) => format!("{noun}s"),
            };
            write!(out, ", {count} {noun}")?;
        }
        out.write_all(b"\n")
    }
}
