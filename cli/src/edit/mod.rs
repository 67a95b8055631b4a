//! `gdvariant set` and `gdvariant rm`: changes of a file by path.

mod faults;

use crate::args::{EditArgs, InputArgs, PrintArgs, RemoveArgs, SetArgs, Text};
use crate::auto::{self, Opened, Purpose};
use crate::decode;
use crate::editor::{changes, text};
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::layouts::{Job, JsonLayout, dispatch};
use crate::output::Output;
use crate::rewrite;
use gdvariant::generic::structure::Viewed;
use gdvariant::{Path, Segment, generic};
use std::cmp::Reverse;
use std::io::Write;

/// The changes of a value.
enum Changes {
    /// The paths, each with the text of the new value.
    Set(Vec<(Path, String)>),
    Remove(Vec<Path>),
}

/// The commands.
pub(crate) struct Edit {
    args: EditArgs,
    changes: Changes,
    /// Whether new values are in the JSON form.
    is_json: bool,
}

impl Edit {
    /// Creates the command that sets values.
    pub(crate) fn set(args: SetArgs) -> Result<Self, Failure> {
        let (pairs, rest) = args.changes.as_chunks();
        if !rest.is_empty() {
            let message = "each path needs a value: gdvariant set FILE PATH VALUE [PATH VALUE]...";
            return Err(Failure::Usage(message.into()));
        }
        let change = |[path, value]: &[String; 2]| Ok((parse(path)?, value.clone()));
        let changes: Vec<_> = pairs.iter().map(change).collect::<Result<_, Failure>>()?;
        if !args.root && changes.iter().any(|(path, _)| path.is_empty()) {
            let message = "an empty path leads to the whole value, which --root replaces";
            return Err(Failure::Usage(message.into()));
        }
        Ok(Self {
            changes: Changes::Set(changes),
            args: args.edit,
            is_json: args.json,
        })
    }

    /// Creates the command that removes values.
    pub(crate) fn remove(args: RemoveArgs) -> Result<Self, Failure> {
        let paths = args.paths.iter().map(|path| parse(path));
        Ok(Self {
            changes: Changes::Remove(paths.collect::<Result<_, Failure>>()?),
            args: args.edit,
            is_json: false,
        })
    }
}

/// Returns a note about a value that is new, or was of another type.
fn note<L: JsonLayout>(path: &Path, old: Option<&L::Variant>, new: &L::Variant) -> Option<String> {
    let Some(old) = old else {
        let is_key = matches!(
            path.segments().last(),
            Some(Segment::Name(_) | Segment::Key(_))
        );
        return is_key.then(|| format!("{path} is new"));
    };
    (old.kind() != new.kind()).then(|| {
        let [old, new] = [old, new].map(|value| L::name_of(value.kind()));
        let path = match path.to_string() {
            path if path.is_empty() => "the whole value".into(),
            path => path,
        };
        format!("{path} was of the type {old}, and is of the type {new} now")
    })
}

/// Returns the positions in a resolved path; a component has none.
fn positions(path: &Path) -> Vec<usize> {
    let position = |segment: &Segment| match segment {
        Segment::Index(index) | Segment::ValueOf(index) => *index,
        _ => 0,
    };
    path.segments().map(position).collect()
}

fn parse(path: &str) -> Result<Path, Failure> {
    path.parse()
        .map_err(|error| Failure::Usage(format!("the path {path:?}: {error}")))
}

/// The command for one layout.
struct Written<'e> {
    edit: &'e Edit,
    input: InputArgs,
    opened: Opened,
    output: Output,
}

impl Edit {
    /// Runs the command.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let mut input = self.args.input();
        let mut output = self.args.create()?;
        let file = rewrite::open(&mut output, &input.file)?;
        let layout = &mut self.args.layout;
        let opened = auto::open_input(layout, &mut input, Purpose::Replace, file)?;
        self.args.frame = input.frame.clone();
        let edit = &self;
        dispatch(
            opened.layout,
            Written {
                edit,
                input,
                opened,
                output,
            },
        )
    }
}

impl Job for Written<'_> {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let (edit, args, input_args) = (self.edit, &self.edit.args, &self.input);
        let mut opened = self.opened;
        let layout = opened.layout;
        let mut others = std::mem::take(&mut opened.others);
        let mut output = self.output.wrapped(std::mem::take(&mut opened.wrappers));
        let (mut count, mut changed) = (0, false);
        let mut notes = Vec::new();
        let result = input::each(input_args, opened, &mut |entry| {
            count += 1;
            if count > 1 && args.value.is_none() {
                return Err(args.failure("several values; choose one with --value NUMBER"));
            }
            let bytes = match &entry.bytes {
                Ok(bytes) if !args.is_chosen(count) => {
                    others.keep(layout, bytes);
                    args.kept(bytes)
                }
                _ => {
                    let decoded = decode::decode::<L>(args.accept.options(), entry);
                    let value = decoded.map_err(|fault| {
                        fault.into_failure(input_args, args.layout.chosen(), entry)
                    })?;
                    let bytes = edit.changed::<L>(value, args.dry_run, &mut notes)?;
                    changed = true;
                    others.replace(layout, entry, &bytes, |layout| {
                        dispatch(layout, Changed { edit, entry }).ok()
                    });
                    bytes
                }
            };
            output.value(|out| out.write_all(&bytes))
        });
        let result = result.and_then(|()| others.end(input_args, args.layout.chosen()));
        let result = result.and_then(|()| {
            if changed {
                return Ok(());
            }
            Err(args.no_such_value(count))
        });
        output.end(result)?;
        for note in &notes {
            args.note(note);
        }
        Ok(())
    }
}

/// A changed value as another layout would encode it.
struct Changed<'e> {
    edit: &'e Edit,
    entry: &'e Entry<'e>,
}

impl Job for Changed<'_> {
    type Output = Vec<u8>;

    fn run<L: JsonLayout>(self) -> Result<Vec<u8>, Failure> {
        let options = self.edit.args.accept.options();
        let value = decode::decode::<L>(options, self.entry);
        let value = value.map_err(|_| Failure::Reported { status: 1 })?;
        self.edit.changed::<L>(value, false, &mut Vec::new())
    }
}

impl Edit {
    /// Changes and encodes a value, and shows the change if that is asked for.
    fn changed<L: JsonLayout>(
        &self,
        mut value: L::Variant,
        is_shown: bool,
        notes: &mut Vec<String>,
    ) -> Result<Vec<u8>, Failure> {
        let old = is_shown.then(|| value.clone());
        self.change::<L>(&mut value, notes)?;
        if let Some(old) = old {
            self.show::<L>(&old, &value)?;
        }
        let encoded = self.args.encoded::<L>(&value);
        encoded.map_err(|error| self.args.failure(&error))
    }

    /// Changes a value, and notes what may be a mistake in a path or a value.
    fn change<L: JsonLayout>(
        &self,
        value: &mut L::Variant,
        notes: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let changes = match &self.changes {
            Changes::Set(changes) => changes,
            Changes::Remove(paths) => return self.remove_all::<L>(value, paths),
        };
        for (path, text) in changes {
            let new = self.parse_value::<L>(path, text)?;
            let old = generic::set_at_path::<L>(value, path, new)
                .map_err(|new| faults::no_place::<L>(&self.args, value, path, &new))?;
            // A part of a value has none: it keeps its type.
            if let Some(new) = generic::at_path::<L>(value, path) {
                notes.extend(note::<L>(path, old.as_ref(), new));
            }
        }
        Ok(())
    }

    /// Removes the values at all paths, which are those before the first removal.
    fn remove_all<L: JsonLayout>(
        &self,
        value: &mut L::Variant,
        paths: &[Path],
    ) -> Result<(), Failure> {
        let not_removed = |value: &_, path: &_| faults::not_removed::<L>(&self.args, value, path);
        let resolve = |path| match generic::resolved_path::<L>(value, path) {
            Some(resolved) => Ok((resolved, path)),
            None => Err(not_removed(value, path)),
        };
        let mut resolved: Vec<_> = paths.iter().map(resolve).collect::<Result<_, Failure>>()?;
        // From the last place to the first: a removal moves what follows it.
        resolved.sort_by_key(|(resolved, _)| Reverse(positions(resolved)));
        for pair in resolved.windows(2) {
            let [(inner, path), (outer, other)] = pair else {
                continue;
            };
            if outer.segments().zip(inner.segments()).all(|(a, b)| a == b) {
                return Err(self.args.failure(&format!(
                    "{other} and {path} lead to the same value or into it; leave one of them out"
                )));
            }
        }
        for (resolved, path) in &resolved {
            let removed = generic::remove_at_path::<L>(value, resolved);
            removed.ok_or_else(|| not_removed(value, path))?;
        }
        Ok(())
    }

    /// Shows what a change does to a value: in the JSON form where the text is the same.
    fn show<L: JsonLayout>(&self, old: &L::Variant, new: &L::Variant) -> Result<(), Failure> {
        let texts =
            |to| [old, new].map(|it| text::of_value::<L>(PrintArgs { to, pretty: true }, it));
        let [mut old, mut new] = texts(Text::Text);
        if self.is_json || old == new {
            [old, new] = texts(Text::Json);
        }
        changes::show(&old, &new, false)
    }

    fn parse_value<L: JsonLayout>(&self, path: &Path, text: &str) -> Result<L::Variant, Failure> {
        let parsed = if self.is_json {
            serde_json::from_str(text).map_err(|error| error.to_string())
        } else {
            text.parse::<L::Variant>().map_err(|error| {
                format!("{error}; write strings as \"text\", and see --json for the JSON form")
            })
        };
        parsed.map_err(|error| Failure::Usage(format!("the value of {path}: {error}")))
    }
}
