//! `gdvariant keys`: lists the keys at a path, with the types of their values.

use crate::args::KeysArgs;
use crate::commands::get::each_at;
use crate::terminal::failure::Failure;
use crate::terminal::output::{Output, Writer};
use crate::terminal::styles::Location;
use gdvariant::Path;
use gdvariant::any::{AnyRef, AnyView, Member};
use gdvariant_files::display::counted;
use gdvariant_files::display::escape;
use gdvariant_files::text::TextKind;
use serde::Serialize;
use std::io::{self, Write};

pub(crate) fn run(args: &KeysArgs) -> Result<(), Failure> {
    let (files, path) = args.take()?;
    let is_live = files.list.iter().any(|file| file.path().is_none());
    files.print(Output::colored(is_live), |file, name, output| {
        each_at(
            &args.read,
            file,
            vec![path.clone()],
            |place, path, value| {
                let number = place.number;
                let lines = KeyLines {
                    place: Location { file: name, number },
                    path: path.clone(),
                    has_tags: place.text == Some(TextKind::Resource)
                        && ["ext_resource", "sub_resource", "node"].contains(&&*path.to_string()),
                    is_json: args.json,
                };
                output.value(|out| lines.members(out, value))
            },
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
            let members = match view {
                AnyView::Dictionary { .. } => counted(count, "key"),
                AnyView::Object { .. } if count != 1 => format!("{count} properties"),
                AnyView::Object { .. } => "1 property".to_owned(),
                _ => counted(count, "element"),
            };
            write!(out, ", {members}")?;
        }
        out.write_all(b"\n")
    }
}
