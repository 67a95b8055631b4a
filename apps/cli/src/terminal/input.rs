//! Reads the values of an input, and states what is wrong with it.

use crate::args::{FileArgs, InputArgs};
use crate::terminal::failure::{Failure, advised, note};
use crate::terminal::open;
use gdvariant_files::advice;
use gdvariant_files::error::{EntryFault, FaultKind};
use gdvariant_files::open::OpenFile;
use gdvariant_files::values::{Entry, Values};

/// Returns the name of the input and the line of a value, as the prefix of an error.
pub(crate) fn place(entry: &Entry<'_>, file: &FileArgs) -> String {
    let label = file.label();
    match entry.line {
        Some(line) => format!("{label}: line {line}"),
        None => label,
    }
}

/// Returns the failure of a missing value, with the position and the message in one line.
pub(crate) fn fault_failure(fault: &EntryFault, args: &InputArgs, entry: &Entry<'_>) -> Failure {
    let place = place(entry, &args.file);
    if let FaultKind::Line { .. } = fault.kind {
        return Failure::at(place, fault_message(fault));
    }
    let is_first = entry.number == 1;
    let advice = is_first.then(|| advice::for_frame(entry, args.frame.requested()));
    Failure::at(place, advised(fault_line(fault), advice.flatten()))
}

/// Describes why a value is missing, with advice.
pub(crate) fn fault_message(fault: &EntryFault) -> String {
    advised(&fault.kind, fault.kind.advice())
}

/// Returns the offset and the message.
fn fault_line(fault: &EntryFault) -> String {
    format!("{:#06x}: {}", fault.offset, fault_message(fault))
}

/// Returns the failure of an empty input.
pub(crate) fn empty(file: &FileArgs, expected: &str) -> Failure {
    file.failure(format_args!("the input is empty; expected {expected}"))
}

/// Returns the failure for a value number that exceeds the number of values.
pub(crate) fn no_such_value(file: &FileArgs, number: u64, count: u64) -> Failure {
    file.failure(format_args!("no value {number}, the last value is {count}"))
}

/// Calls `each` with each value of an open input, and returns the number of values.
pub(crate) fn each(
    args: &InputArgs,
    opened: OpenFile<'_>,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut entries = InputEntries::new(args, opened);
    while let Some(entry) = entries.next()? {
        each(&entry)?;
    }
    Ok(entries.values.count())
}

/// Reads the values of an input one by one.
pub(crate) struct InputEntries<'a> {
    args: &'a InputArgs,
    values: Values<'a>,
}

impl<'a> InputEntries<'a> {
    pub(crate) fn new(args: &'a InputArgs, opened: OpenFile<'a>) -> Self {
        let mut values = opened.values();
        // Each value of a connection is printed when it arrives.
        if args.file.path().is_some() {
            values.look_ahead();
        }
        Self { args, values }
    }

    /// Returns the next value, or `None` at the end. An input without values is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Entry<'_>>, Failure> {
        let args = self.args;
        if let Some((line, fault)) = self.values.take_ignored() {
            let label = args.file.label();
            note(&format!("{label}: line {line}: {}", fault_line(&fault)));
        }
        let next = self.values.next_entry();
        let next = next.map_err(|error| open::failure(args, &error))?;
        Ok(next.filter(|entry| {
            let is_ignored = entry.is_rest && args.frame.ignores_rest;
            if let Some(fault) = entry.fault.as_ref().filter(|_| is_ignored) {
                note(&format!("{}: {}", args.file.label(), fault_line(fault)));
            }
            !is_ignored
        }))
    }
}
