//! `gdvariant set` and `gdvariant rm`: changes of a file by path.

mod faults;

use crate::args::{EditArgs, InputArgs, RemoveArgs, SetArgs};
use crate::auto::{self, Opened, Purpose};
use crate::decode;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::layouts::{Job, JsonLayout, dispatch};
use crate::output::Output;
use gdvariant::generic::structure::Viewed;
use gdvariant::{Path, Segment, generic};
use std::io::Write;

/// A change of a value.
pub(crate) enum Change {
    /// The path, and the text of the new value.
    Set(Path, String),
    Remove(Path),
}

/// The commands.
pub(crate) struct Edit {
    args: EditArgs,
    changes: Vec<Change>,
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
        let change = |[path, value]: &[String; 2]| Ok(Change::Set(parse(path)?, value.clone()));
        Ok(Self {
            changes: pairs.iter().map(change).collect::<Result<_, Failure>>()?,
            args: args.edit,
            is_json: args.json,
        })
    }

    /// Creates the command that removes values.
    pub(crate) fn remove(args: RemoveArgs) -> Result<Self, Failure> {
        let change = |path: &String| Ok(Change::Remove(parse(path)?));
        Ok(Self {
            changes: args
                .paths
                .iter()
                .map(change)
                .collect::<Result<_, Failure>>()?,
            args: args.edit,
            is_json: false,
        })
    }
}

/// Returns a note about a value that is new, or was of another type.
fn note<L: JsonLayout>(path: &Path, old: Option<&L::Variant>, new: &L::Variant) -> Option<String> {
    let Some(old) = old else {
        let is_key = matches!(path.segments().last(), Some(Segment::Name(_)));
        return is_key.then(|| format!("{path} is new"));
    };
    (old.kind() != new.kind()).then(|| {
        let [old, new] = [old, new].map(|value| L::name_of(value.kind()));
        format!("{path} was of the type {old}, and is of the type {new} now")
    })
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
}

impl Edit {
    /// Runs the command.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        self.args.check_output()?;
        let mut input = self.args.input();
        let opened = auto::open(&mut self.args.layout, &mut input, Purpose::Replace)?;
        self.args.frame = input.frame.clone();
        let edit = &self;
        dispatch(
            opened.layout,
            Written {
                edit,
                input,
                opened,
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
        let output = Output::of(&args.target(), &input_args.file)?;
        let mut output = output.wrapped(std::mem::take(&mut opened.wrappers));
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
                    changed = true;
                    let bytes = edit.changed::<L>(value, &mut notes)?;
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
        self.edit.changed::<L>(value, &mut Vec::new())
    }
}

impl Edit {
    /// Changes and encodes a value.
    fn changed<L: JsonLayout>(
        &self,
        mut value: L::Variant,
        notes: &mut Vec<String>,
    ) -> Result<Vec<u8>, Failure> {
        self.change::<L>(&mut value, notes)?;
        let encoded = self.args.encoded::<L>(&value);
        encoded.map_err(|error| self.args.failure(&error))
    }

    /// Changes a value, and notes what may be a mistake in a path or a value.
    fn change<L: JsonLayout>(
        &self,
        value: &mut L::Variant,
        notes: &mut Vec<String>,
    ) -> Result<(), Failure> {
        for change in &self.changes {
            match change {
                Change::Set(path, text) => {
                    let new = self.parse_value::<L>(path, text)?;
                    let old = generic::set_at_path::<L>(value, path, new)
                        .map_err(|new| faults::no_place::<L>(&self.args, value, path, &new))?;
                    // A part of a value has none: it keeps its type.
                    if let Some(new) = generic::at_path::<L>(value, path) {
                        notes.extend(note::<L>(path, old.as_ref(), new));
                    }
                }
                Change::Remove(path) => {
                    let removed = generic::remove_at_path::<L>(value, path);
                    removed.ok_or_else(|| faults::not_removed::<L>(&self.args, value, path))?;
                }
            }
        }
        Ok(())
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
