//! A user who does not know the form of a file: runs a command without options, and then with the
//! options that its own errors name.

use super::form::Form;
use super::saves::{Engine, MARKED, Save};
use crate::common::{file, folder, hex, program};
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::fs;
use std::process::{Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// What the user wants.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Decodes the file, also with the options that `detect` names.
    Decode,
    Get(usize),
    Set(usize, String),
    Remove(usize),
    /// Replaces the marked entry in an editor.
    Edit(String),
}

/// A file, and a command of the user.
pub(crate) struct Case {
    pub(crate) engine: Engine,
    pub(crate) content: Vec<u8>,
    /// Options that the user knows, such as a key.
    pub(crate) options: Options,
    command: &'static str,
    /// The arguments after the file.
    arguments: Vec<String>,
    /// The shell command that edits a draft.
    editor: String,
    pub(crate) expected: Expected,
}

/// The right result of a command.
pub(crate) enum Expected {
    Output(String),
    File(Vec<u8>),
}

/// The result of following all advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    /// No advice leads to the result, but nothing is wrong.
    Unhelpful,
    /// Other values are printed, or other bytes are written, without an error.
    Wrong,
}

/// The options of a command, each with its value.
pub(crate) type Options = BTreeSet<(String, Option<String>)>;

/// The password of encrypted files.
pub(crate) const PASSWORD: &str = "correct horse";

/// The maximum number of commands of a case. Few errors name more than one alternative.
pub(crate) const MAX_COMMANDS: usize = 16;

impl Case {
    pub(crate) fn new(save: &Save, form: &Form, action: Action) -> Self {
        let written = |save: &Save| Expected::File(form.file(&save.bytes()));
        let mut editor = String::new();
        let (command, arguments, expected) = match action {
            Action::Decode => ("decode", vec![], Expected::Output(save.json())),
            Action::Get(index) => {
                let value = save.engine.json(&save.entries[index].1);
                ("get", vec![save.path(index)], Expected::Output(value))
            }
            Action::Set(index, value) => {
                let expected = written(&save.with(index, &value));
                ("set", vec![save.path(index), value], expected)
            }
            Action::Remove(index) => {
                let expected = written(&save.without(index));
                ("rm", vec![save.path(index)], expected)
            }
            Action::Edit(value) => {
                editor = format!("sed -i 's/{MARKED}/{value}/'");
                ("edit", vec![], written(&save.with(save.marked(), &value)))
            }
        };
        Self {
            engine: save.engine,
            content: form.file(&save.bytes()),
            options: Options::new(),
            command,
            arguments,
            editor,
            expected,
        }
    }

    /// Returns the case of a user who passes options, such as `--value 2`, from the start.
    pub(crate) fn with_options(mut self, options: &str) -> Self {
        let mut words = options.split_whitespace().peekable();
        while let Some(option) = words.next() {
            let value = words.next_if(|word| !word.starts_with("--"));
            self.options
                .insert((option.to_owned(), value.map(str::to_owned)));
        }
        self
    }

    /// Returns the words of the command.
    fn words(&self, options: &Options, path: &str) -> Vec<String> {
        let mut words = vec![self.command.to_owned()];
        for (name, value) in options {
            words.push(name.clone());
            words.extend(value.clone());
        }
        words.push(path.to_owned());
        words.extend(self.arguments.clone());
        words
    }

    /// Runs the command in every way that its errors advise. Returns the verdict and all commands
    /// with their output.
    fn judge(&self, max_commands: usize) -> (Verdict, String) {
        let folder = format!("{}/", folder().display());
        let original = &self.content;
        let mut log = format!("{}\n", hex(original));
        let path = file("save.dat", original);
        let mut queue = VecDeque::from([self.options.clone()]);
        if self.command == "decode" {
            let mut words = self.words(&self.options, &path);
            words[0] = "detect".into();
            let output = run(&words, "");
            queue.extend(self.advised(&self.options, &text(&output.stdout)));
        }
        let mut tried = BTreeSet::new();
        let mut is_right = false;
        while let Some(options) = queue.pop_front() {
            if tried.len() == max_commands || !tried.insert(options.clone()) {
                continue;
            }
            fs::write(&path, original).expect("the folder of the test");
            let words = self.words(&options, &path);
            let output = run(&words, &self.editor);
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            let _ = writeln!(
                log,
                "$ gdvariant {}\n{out}{err}[{}]",
                words.join(" "),
                output.status
            );
            let content = fs::read(&path).expect("a file");
            let is_expected = match &self.expected {
                Expected::Output(expected) => content == *original && out == *expected,
                Expected::File(expected) => content == *expected,
            };
            if output.status.success() && is_expected {
                is_right = true;
                continue;
            }
            // A command that fails can print values before the error, but no others. An editor that
            // does not find the text to replace changes nothing.
            let is_harmless = match &self.expected {
                Expected::Output(expected) => {
                    !output.status.success() && (out.is_empty() || out.starts_with(expected))
                }
                Expected::File(_) => !output.status.success() || !self.editor.is_empty(),
            };
            if content != *original || !is_harmless {
                if let Expected::File(expected) = &self.expected {
                    let (content, expected) = (hex(&content), hex(expected));
                    let _ = writeln!(log, "written:  {content}\nexpected: {expected}");
                }
                return (Verdict::Wrong, log.replace(&folder, ""));
            }
            let errors = err.lines().filter(|line| line.starts_with("error: "));
            let errors: Vec<_> = errors.collect();
            queue.extend(self.advised(&options, &errors.join("\n")));
        }
        let verdict = if is_right {
            Verdict::Right
        } else {
            Verdict::Unhelpful
        };
        (verdict, log.replace(&folder, ""))
    }

    /// Returns the options after following the advice of a message, one for each alternative.
    ///
    /// Users know their engine, so an alternative with another layout is ignored if there is one
    /// with theirs.
    fn advised(&self, options: &Options, message: &str) -> Vec<Options> {
        let own = Some(self.engine.layout());
        let layout = |advice: &Advice| {
            let mut options = advice.options.iter();
            options.find_map(|(name, value)| (name == "--layout").then(|| value.clone())?)
        };
        let mut alternatives = advice(message);
        if alternatives.iter().any(|it| layout(it).as_deref() == own) {
            alternatives.retain(|it| layout(it).is_none_or(|layout| Some(&*layout) == own));
        }
        alternatives.iter().map(|it| it.apply(options)).collect()
    }
}

/// Options that a message names in one place.
struct Advice {
    options: Vec<(String, Option<String>)>,
    is_omitted: bool,
}

const FRAMINGS: [&str; 3] = ["--framed", "--bare", "--values"];

impl Advice {
    fn apply(&self, options: &Options) -> Options {
        let mut options = options.clone();
        for (name, value) in &self.options {
            let is_framing = FRAMINGS.contains(&name.as_str());
            options.retain(|(other, _)| {
                other != name && !(is_framing && FRAMINGS.contains(&other.as_str()))
            });
            if !self.is_omitted {
                options.insert((name.clone(), value.clone()));
            }
        }
        options
    }
}

/// Returns the options in a message: consecutive ones belong together, others are alternatives.
fn advice(message: &str) -> Vec<Advice> {
    let mut alternatives: Vec<Advice> = Vec::new();
    let mut is_consecutive = false;
    let mut words = message.split_whitespace().peekable();
    let mut previous = "";
    while let Some(word) = words.next() {
        let trimmed = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let before = std::mem::replace(&mut previous, trimmed);
        if !trimmed.starts_with("--") {
            // Another value of the last option, as in `--layout godot3 or godot4`.
            if before == "or" || word.ends_with(',') {
                continue;
            }
            is_consecutive = false;
            continue;
        }
        let mut is_last = !word.ends_with(trimmed);
        let mut value = None;
        if ["--layout", "--skip", "--value", "--max-length", "--from"].contains(&trimmed) {
            let next = words.peek().copied().filter(|_| !is_last).unwrap_or("");
            let trimmed = next.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
            if trimmed.is_empty() || next.starts_with("--") {
                is_consecutive = false;
                continue;
            }
            words.next();
            is_last = !next.ends_with(trimmed);
            value = Some(trimmed.to_owned());
        }
        if value.as_deref() == Some("NUMBER") {
            // The user knows the number of the own value among those that `decode` prints.
            alternatives.extend(["1", "2"].map(|number| Advice {
                options: vec![(trimmed.to_owned(), Some(number.to_owned()))],
                is_omitted: false,
            }));
            is_consecutive = false;
            continue;
        }
        let option = (trimmed.to_owned(), value);
        match alternatives.last_mut() {
            Some(last) if is_consecutive => last.options.push(option),
            _ => alternatives.push(Advice {
                options: vec![option],
                is_omitted: before == "omit",
            }),
        }
        is_consecutive = !is_last;
    }
    alternatives
}

/// Runs the program without a default layout.
fn run(words: &[String], editor: &str) -> Output {
    program()
        .env_remove("GDVARIANT_LAYOUT")
        .env_remove("VISUAL")
        .env("EDITOR", editor)
        .env("TMPDIR", folder())
        .env("GDVARIANT_PASSWORD", PASSWORD)
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that following the advice of errors leads to the result of every case, except for at most
/// `max_unhelpful` cases without a way to it.
#[track_caller]
pub(crate) fn check(name: &str, cases: impl Iterator<Item = Case>, max_unhelpful: usize) {
    let counts = judge(name, cases, MAX_COMMANDS);
    // Bytes that are values of several engines are read as another value, rarely.
    let is_right = counts.wrong + counts.unhelpful <= max_unhelpful;
    assert!(is_right, "{name}: {counts:?}");
}

/// Checks that every case needs no options.
#[track_caller]
pub(crate) fn check_without_options(name: &str, cases: impl Iterator<Item = Case>) {
    let counts = judge(name, cases, 1);
    assert_eq!(counts.wrong + counts.unhelpful, 0, "{name}: {counts:?}");
}

/// The counts of verdicts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    right: usize,
    pub(crate) unhelpful: usize,
    pub(crate) wrong: usize,
}

/// Judges cases in parallel. Prints the counts, and the first bad cases.
pub(crate) fn judge(name: &str, cases: impl Iterator<Item = Case>, max_commands: usize) -> Counts {
    const SHOWN: usize = 6;
    let cases: Vec<_> = cases.collect();
    let next = Mutex::new(cases.iter());
    let judged = Mutex::new(Vec::new());
    let take = || next.lock().expect("no thread panics").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(case) = take() {
                    let verdict = case.judge(max_commands);
                    judged.lock().expect("no thread panics").push(verdict);
                }
            });
        }
    });
    let judged = judged.into_inner().expect("no thread panics");
    let mut counts = Counts::default();
    for (verdict, _) in &judged {
        *match verdict {
            Verdict::Right => &mut counts.right,
            Verdict::Unhelpful => &mut counts.unhelpful,
            Verdict::Wrong => &mut counts.wrong,
        } += 1;
    }
    println!("{name}: {counts:?}");
    let bad = [Verdict::Wrong, Verdict::Unhelpful].into_iter();
    let bad = bad.flat_map(|bad| judged.iter().filter(move |(it, _)| *it == bad));
    for (verdict, log) in bad.take(SHOWN) {
        println!("\n{verdict:?}\n{log}");
    }
    counts
}
