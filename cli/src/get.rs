//! `gdvariant get`: the value at a path.

use crate::args::GetArgs;
use crate::decode::{self, BadValue};
use crate::failure::Failure;
use crate::input;
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use gdvariant::{Path, Segment, generic};

/// The command.
pub(crate) struct Get(pub(crate) GetArgs);

impl Job for Get {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self(args) = self;
        let mut output = Output::of(&args.output, &args.input.file)?;
        let is_terminal = args.output.is_terminal();
        let (mut found, mut missing) = (0, None);
        let result = input::each(&args.input, Some(args.layout.layout), &mut |entry| {
            let value =
                decode::decode::<L>(args.accept.options(), entry).map_err(|fault: BadValue| {
                    fault.into_failure(&args.input, args.layout.chosen(), entry)
                })?;
            let Some(value) = generic::at_path::<L>(&value, &args.path) else {
                missing.get_or_insert_with(|| first_missing::<L>(&value, &args.path));
                return Ok(());
            };
            found += 1;
            output.value(|out| decode::print::<L>(out, args.to, value, is_terminal))
        });
        let result = result.and_then(|()| match missing {
            Some(missing) if found == 0 => Err(absent(&args, &missing)),
            _ => Ok(()),
        });
        output.end(result)
    }
}

/// Returns the shortest start of a path that does not exist.
fn first_missing<L: JsonLayout>(value: &L::Variant, path: &Path) -> Path {
    let segments: Vec<&Segment> = path.segments().collect();
    let start = |length: usize| -> Path { segments[..length].iter().copied().cloned().collect() };
    let lengths = 1..=segments.len();
    let mut starts = lengths.map(start);
    let missing = starts.find(|start| generic::at_path::<L>(value, start).is_none());
    missing.unwrap_or_default()
}

fn absent(args: &GetArgs, missing: &Path) -> Failure {
    let label = args.input.file.label();
    let path = &args.path;
    let missing = missing.to_string();
    let which = if missing == path.to_string() {
        String::new()
    } else {
        format!("; {missing} does not exist")
    };
    Failure::Input(format!(
        "{label}: no value at {path}{which}; `gdvariant inspect` shows the paths"
    ))
}
