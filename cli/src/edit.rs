//! `gdvariant set` and `gdvariant rm`: changes of a file by path.

use crate::absent::{absent, first_missing};
use crate::any_value::Shown;
use crate::args::{EditArgs, RemoveArgs, SetArgs};
use crate::decode;
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use gdvariant::generic::structure::Viewed;
use gdvariant::{Path, Segment, generic};
use std::io::Write;

/// How values are shown in errors.
const SHOWN: Shown = Shown {
    is_terminal: true,
    limit: 60,
};

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

fn parse(path: &str) -> Result<Path, Failure> {
    path.parse()
        .map_err(|error| Failure::Usage(format!("the path {path:?}: {error}")))
}

impl Job for Edit {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let args = &self.args;
        args.check_output()?;
        let input_args = args.input();
        input_args.check()?;
        let opened = input::open_wrapped(&input_args, Some(args.layout.layout))?;
        let output = Output::of(&args.target(), &input_args.file)?;
        let mut output = output.wrapped(opened.wrappers);
        let (mut count, mut changed) = (0, false);
        let result = input::each_of(&input_args, opened.input, &mut |entry| {
            count += 1;
            if count > 1 && args.value.is_none() {
                return Err(args.failure("several values; choose one with --value NUMBER"));
            }
            let bytes = match &entry.bytes {
                Ok(bytes) if !args.is_chosen(count) => args.kept(bytes),
                _ => {
                    let decoded = decode::decode::<L>(args.accept.options(), entry);
                    let mut value = decoded.map_err(|fault| {
                        fault.into_failure(&input_args, args.layout.chosen(), entry)
                    })?;
                    self.change::<L>(&mut value)?;
                    changed = true;
                    let encoded = args.encoded::<L>(&value);
                    encoded.map_err(|error| args.failure(&error))?
                }
            };
            output.value(|out| out.write_all(&bytes))
        });
        let result = result.and_then(|()| {
            if changed {
                return Ok(());
            }
            Err(args.no_such_value(count))
        });
        output.end(result)
    }
}

impl Edit {
    fn change<L: JsonLayout>(&self, value: &mut L::Variant) -> Result<(), Failure> {
        for change in &self.changes {
            match change {
                Change::Set(path, text) => {
                    let new = self.parse_value::<L>(path, text)?;
                    generic::set_at_path::<L>(value, path, new)
                        .map_err(|new| self.no_place::<L>(value, path, &new))?;
                }
                Change::Remove(path) => {
                    let removed = generic::remove_at_path::<L>(value, path);
                    removed.ok_or_else(|| self.absent::<L>(value, path))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the failure of a path that cannot be removed.
    fn absent<L: JsonLayout>(&self, value: &L::Variant, path: &Path) -> Failure {
        if generic::part_at_path::<L>(value, path).is_some() {
            let message = format!("the value at {path} is part of a value that needs it");
            return self.args.failure(&message);
        }
        absent(
            &self.args.file.clone().into(),
            path,
            &first_missing::<L>(value, path),
        )
    }

    /// Returns the failure of a new value that has no place, or not at its path.
    fn no_place<L: JsonLayout>(
        &self,
        value: &L::Variant,
        path: &Path,
        new: &L::Variant,
    ) -> Failure {
        match generic::part_at_path::<L>(value, path) {
            Some(part) => self.args.failure(&format!(
                "{} does not fit at {path}, where {} is part of a value",
                SHOWN.value(new),
                SHOWN.value(&part)
            )),
            None => self.missing_holder::<L>(value, path),
        }
    }

    /// Returns the failure of a path that leads into something that is not there.
    fn missing_holder<L: JsonLayout>(&self, value: &L::Variant, path: &Path) -> Failure {
        let mut start: Vec<Segment> = first_missing::<L>(value, path)
            .segments()
            .cloned()
            .collect();
        let missing: Path = start.pop().into_iter().collect();
        let start: Path = start.into_iter().collect();
        let holder = generic::part_at_path::<L>(value, &start);
        let name = holder.map_or("", |holder| L::name_of(holder.kind()));
        let holder = if start.is_empty() {
            "the value".to_owned()
        } else {
            start.to_string()
        };
        let advice = match self.args.value {
            None if self.args.frame.framed => "; --value NUMBER chooses another value",
            _ => "",
        };
        self.args.failure(&format!(
            "no place for a value at {path}: {holder} is of the type {name} and has no {missing}{advice}"
        ))
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
