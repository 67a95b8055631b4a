//! `gdvariant set` and `gdvariant rm`: changes of a file by path.

use crate::args::{EditArgs, OutputArgs, RemoveArgs, SetArgs};
use crate::decode;
use crate::encode;
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use crate::source;
use crate::wrapper;
use gdvariant::{EncodeOptions, Path, generic};
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

fn parse(path: &str) -> Result<Path, Failure> {
    path.parse()
        .map_err(|error| Failure::Usage(format!("the path {path:?}: {error}")))
}

impl Job for Edit {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let args = &self.args;
        let input_args = args.input();
        let file = &input_args.file;
        let opened = wrapper::unwrap(
            file,
            &args.wrapper,
            Some(args.layout.layout),
            source::open(file)?,
        )?;
        let target = match args.output.path() {
            Some(_) => args.output.clone(),
            None => OutputArgs::from(args.file.clone()),
        };
        let mut output = Output::of(&target, file)?.wrapped(opened.wrappers);
        let (mut count, mut changed) = (0, false);
        let result = input::each_of(&input_args, opened.input, &mut |entry| {
            count += 1;
            let is_chosen = args.value.is_none_or(|number| number == count);
            if count > 1 && args.value.is_none() {
                return Err(self.failure("several values; choose one with --value NUMBER"));
            }
            let bytes = match &entry.bytes {
                Ok(bytes) if !is_chosen => framed(args, bytes),
                _ => {
                    let decoded = decode::decode::<L>(args.accept.options(), entry);
                    let mut value = decoded.map_err(|fault| {
                        fault.into_failure(&input_args, args.layout.chosen(), entry)
                    })?;
                    self.change::<L>(&mut value)?;
                    changed = true;
                    let frame = args.frame.framed.then(|| args.frame.options());
                    encode::to_vec::<L>(&value, EncodeOptions::new(), frame)
                        .map_err(|error| self.failure(&error))?
                }
            };
            output.value(|out| out.write_all(&bytes))
        });
        let result = result.and_then(|()| {
            if changed {
                return Ok(());
            }
            Err(self.failure(&format!("no value has this number; the file has {count}")))
        });
        output.end(result)
    }
}

/// Returns a value that stays as it is, after its length if it has one.
fn framed(args: &EditArgs, bytes: &[u8]) -> Vec<u8> {
    let mut framed = Vec::new();
    if args.frame.framed {
        framed.extend(args.frame.prefix(bytes.len()));
    }
    framed.extend_from_slice(bytes);
    framed
}

impl Edit {
    fn failure(&self, message: &str) -> Failure {
        let path = self.args.file.display();
        Failure::Input(format!("{path}: {message}"))
    }

    fn change<L: JsonLayout>(&self, value: &mut L::Variant) -> Result<(), Failure> {
        for change in &self.changes {
            match change {
                Change::Set(path, text) => {
                    let new = self.parse_value::<L>(path, text)?;
                    generic::set_at_path::<L>(value, path, new).map_err(|_| {
                        self.failure(&format!(
                            "no place for a value at {path}: what the path leads into has to exist"
                        ))
                    })?;
                }
                Change::Remove(path) => {
                    let removed = generic::remove_at_path::<L>(value, path);
                    removed.ok_or_else(|| self.failure(&format!("no value at {path}")))?;
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
