//! The layout and the framing of an input, as far as the command line does not state them.

use crate::args::{InputArgs, InputForm, LayoutArgs};
use crate::certain::OtherLayouts;
use crate::failure::{Failure, note};
use crate::hints::{self, alternatives};
use crate::input;
use crate::layouts::LayoutName;
use crate::source::{self, Input, unreadable};
use crate::text::{Dump, Lines};
use crate::wrapper::{self, Wrapped, Wrapper};
use gdvariant::any::{AnyReader, AnyVariant, DecodeAny};
use gdvariant::detect::{
    Choice, DetectOptions, Detection, Framing, MAX_BYTES, Unclear, detect_reader,
    detect_values_with, detect_with,
};
use gdvariant::{DecodeOptions, FrameOptions, Ignored};
use std::io::{self, BufReader, IsTerminal, Read};

/// An input whose layout and framing are known.
pub(crate) struct Opened {
    pub(crate) content: Content,
    /// The wrappers, from the outermost one.
    pub(crate) wrappers: Vec<Wrapper>,
    pub(crate) layout: LayoutName,
    /// The other layouts that fit the input, unless the layout is stated.
    pub(crate) others: OtherLayouts,
}

/// The number of bytes that are read of raw input that does not start with a value.
const LONGEST_OTHER: u64 = 16 << 20;

/// What values are read from.
pub(crate) enum Content {
    Raw(Input),
    Lines(Box<Lines<Input>>),
}

/// What a command does with its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is printed.
    Print,
    /// It is written to a file: the choice is always reported.
    Write,
    /// It is replaced, and must not have another framing.
    Replace,
}

/// Opens an input, and sets its layout and its framing in the options.
pub(crate) fn open(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
) -> Result<Opened, Failure> {
    let input = source::open(&args.file)?;
    open_input(layout, args, purpose, input)
}

/// Does the same for an input that is open already.
pub(crate) fn open_input(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
    input: Input,
) -> Result<Opened, Failure> {
    let options = DetectOptions::new();
    let examined = Examined::of(layout.stated(), options, args, input)?;
    let is_strict = layout.detection.strict_detect;
    let opened = examined.open(args, is_strict, purpose)?;
    layout.set(opened.layout);
    Ok(opened)
}

/// An input without its wrappers, and the layouts and the framings that it may have.
pub(crate) struct Examined {
    content: Content,
    wrappers: Vec<Wrapper>,
    stated: Option<LayoutName>,
    options: DetectOptions,
    pub(crate) detection: Option<Detection>,
    start: Start,
}

/// The start of an input.
pub(crate) enum Start {
    Raw(Vec<u8>),
    Settings(Vec<u8>),
    Values(Vec<Vec<u8>>),
}

impl Examined {
    /// Reads as much of an input as its layout and its framing need.
    pub(crate) fn of(
        stated: Option<LayoutName>,
        options: DetectOptions,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        args.check()?;
        let framing = args.frame.stated();
        let options = stated.map_or(options, |layout| options.layout(layout.info()));
        let options = framing.map_or(options, |framing| options.framing(framing));
        if args.from.is_lines() {
            return Self::of_lines(stated, options, args, input);
        }
        let input = match args.from {
            InputForm::Dump => {
                let bytes: Box<dyn Read> = Box::new(Dump::new(input, args.frame.max_length()));
                BufReader::new(bytes)
            }
            _ => input,
        };
        let unwrapped = wrapper::unwrap(&args.file, &args.wrapper, input)?;
        let mut input = unwrapped.input;
        let (content, detection, start) = if unwrapped.is_settings {
            let wrapped = Wrapped::of(args);
            let (bytes, detection) = wrapper::settings_detection(&wrapped, input)?;
            let empty: Input = BufReader::new(Box::new(io::empty()));
            (empty, Some(detection), Start::Settings(bytes))
        } else {
            let read = match (stated, framing) {
                (Some(_), Some(Framing::Bare)) => {
                    wrapper::start(&mut input, MAX_BYTES).map(|start| (start, None))
                }
                (Some(_), Some(_)) => Ok((Vec::new(), None)),
                _ => detect_reader(&mut input, options).map(|(start, it)| (start, Some(it))),
            };
            let (start, detection) = read.map_err(|error| unreadable(&args.file, &error))?;
            let content = wrapper::put_back(start.clone(), input);
            (content, detection, Start::Raw(start))
        };
        Ok(Self {
            content: Content::Raw(content),
            wrappers: unwrapped.wrappers,
            stated,
            options,
            detection,
            start,
        })
    }

    fn of_lines(
        stated: Option<LayoutName>,
        options: DetectOptions,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        let mut lines = Lines::new(args.from, args.frame.max_length(), input);
        let detect =
            |values: &[Vec<u8>]| detect_values_with(values.iter().map(Vec::as_slice), options);
        let (mut read, mut values, mut length) = (Vec::new(), Vec::new(), 0);
        let mut detection = None;
        let mut examined = 0;
        while stated.is_none() && length < MAX_BYTES {
            let next = lines.next();
            let Some(value) = next.map_err(|error| unreadable(&args.file, &error))? else {
                break;
            };
            if let Ok(bytes) = &value.bytes {
                length += bytes.len();
                values.push(bytes.clone());
            }
            read.push(value);
            // The time stays linear.
            if length > examined + examined / 4 {
                examined = length;
                if detection.insert(detect(&values)).is_sure() {
                    break;
                }
            }
        }
        if stated.is_none() {
            detection = Some(detect(&values));
        }
        lines.put_back(read);
        Ok(Self {
            content: Content::Lines(Box::new(lines)),
            wrappers: Vec::new(),
            stated,
            options,
            detection,
            start: Start::Values(values),
        })
    }

    /// Returns the ranking by as much of the input as can be examined, and what was examined.
    pub(crate) fn into_start(self, args: &InputArgs) -> Result<(Detection, Start), Failure> {
        let (mut start, mut values) = (Vec::new(), Vec::new());
        match (self.content, self.start) {
            (Content::Lines(mut lines), _) => {
                let mut length = 0;
                let unreadable = |error| unreadable(&args.file, &error);
                while let Some(value) = lines.next().map_err(unreadable)? {
                    let entry = input::line(&value);
                    let bytes = entry.bytes.clone();
                    let bytes = bytes.map_err(|fault| fault.into_failure(&args.file, &entry))?;
                    if length < MAX_BYTES {
                        length += bytes.len();
                        values.push(bytes.to_vec());
                    }
                }
                if values.is_empty() {
                    return Err(input::empty(&args.file, "a value a line"));
                }
                let detection = detect_values_with(values.iter().map(Vec::as_slice), self.options);
                Ok((detection, Start::Values(values)))
            }
            (Content::Raw(input), Start::Raw(_)) => {
                let read = input.take(MAX_BYTES as u64 + 1).read_to_end(&mut start);
                read.map_err(|error| unreadable(&args.file, &error))?;
                Ok((detect_with(&start, self.options), Start::Raw(start)))
            }
            (_, start) => {
                let nothing = || detect_with(&[], self.options);
                Ok((self.detection.unwrap_or_else(nothing), start))
            }
        }
    }

    /// Restricts two inputs to the layout that both have, if there is one.
    pub(crate) fn join(both: &mut [Self; 2]) {
        let [Some(old), Some(new)] = both.each_ref().map(|it| it.detection.as_ref()) else {
            return;
        };
        let Ok(choice) = old.with(new).choice() else {
            return;
        };
        if choice.confidence > 0 {
            for it in both {
                it.detection = it.detection.take().map(|it| it.of_layout(choice.layout));
            }
        }
    }

    /// Chooses the layout and the framing, unless they are stated.
    pub(crate) fn open(
        mut self,
        args: &mut InputArgs,
        is_strict: bool,
        purpose: Purpose,
    ) -> Result<Opened, Failure> {
        let mut others = OtherLayouts::stated();
        let mut layout = self.stated.unwrap_or_default();
        let mut framing = args.frame.stated();
        if let Some(detection) = &self.detection {
            let label = args.file.label();
            let choice = detection.choice();
            let choice = choice.map_err(|error| unclear(&label, &error))?;
            let matters = !choice.also_valid.is_empty() && self.matters(&choice);
            let is_framing = choice
                .also_valid
                .iter()
                .any(|it| it.framing != choice.framing);
            if is_strict && matters || purpose == Purpose::Replace && is_framing {
                let message = format!("{label}: {choice}; {}", options_of(&choice));
                return Err(Failure::Unclear(message));
            }
            let is_shown =
                self.stated.is_none() || framing.is_none() && choice.framing != Framing::Bare;
            let is_loud = matters || purpose != Purpose::Print || io::stderr().is_terminal();
            if is_shown && is_loud && choice.confidence > 0 && args.wrapper.is_reported() {
                let options = if choice.also_valid.is_empty() {
                    String::new()
                } else {
                    format!(": {}", options_of(&choice))
                };
                note(&format!("{label}: {choice}{options}"));
            }
            layout = self.stated.unwrap_or(choice.layout.into());
            framing = framing.or(Some(choice.framing));
            if self.stated.is_none() {
                others = OtherLayouts::new(other_layouts(detection, &choice));
            }
        }
        if let Content::Raw(_) = self.content {
            if let Start::Settings(bytes) = &mut self.start {
                if args.frame.framed {
                    let label = args.file.label();
                    return Err(Failure::Usage(format!(
                        "{label}: the settings of a game are one Dictionary without a length; leave --framed out"
                    )));
                }
                let (bytes, args) = (std::mem::take(bytes), Wrapped::of(args));
                let detection = self.detection.as_ref();
                let (input, wrapper) = wrapper::settings(&args, layout, bytes, detection)?;
                self.content = Content::Raw(input);
                self.wrappers.push(wrapper);
                framing = Some(Framing::Bare);
            }
            args.frame.set(framing.unwrap_or(Framing::Bare));
        }
        let is_other = |start: &[u8]| {
            let is_long = !args.frame.has_several() && start.len() >= MAX_BYTES;
            is_long && !is_start(layout, start)
        };
        let content = match (self.content, &self.start) {
            (Content::Raw(input), Start::Raw(start)) if is_other(start) => {
                let input = input.take(LONGEST_OTHER);
                Content::Raw(wrapper::put_back(Vec::new(), input))
            }
            (content, _) => content,
        };
        Ok(Opened {
            content,
            wrappers: self.wrappers,
            layout,
            others,
        })
    }

    /// Returns whether candidates of equal rank yield different values.
    fn matters(&self, choice: &Choice) -> bool {
        let chosen = self.shown(choice.layout.into(), choice.framing);
        let others = choice.also_valid.iter();
        others
            .into_iter()
            .any(|it| self.shown(it.layout.into(), it.framing) != chosen)
    }

    /// Returns the values at the start of the input, as text and as JSON.
    fn shown(&self, layout: LayoutName, framing: Framing) -> Vec<String> {
        let options = DecodeOptions::new().allow_objects(true);
        let decoded = |bytes: &[u8]| {
            let value = AnyVariant::from_slice(layout.info(), bytes, options).ok()?;
            Some(format!("{value}{}", serde_json::to_string(&value).ok()?))
        };
        match &self.start {
            Start::Settings(_) => Vec::new(),
            Start::Values(values) => values.iter().filter_map(|it| decoded(it)).collect(),
            Start::Raw(start) => {
                let frames = FrameOptions::new();
                let mut reader = AnyReader::of(start.as_slice(), layout.info(), framing, frames);
                let mut shown = Vec::new();
                while let Ok(Some((_, bytes))) = reader.next_bytes() {
                    shown.extend(decoded(bytes));
                }
                shown
            }
        }
    }
}

/// Returns whether a value starts here that the following bytes may complete.
fn is_start(layout: LayoutName, start: &[u8]) -> bool {
    let options = DecodeOptions::engine().allow_objects(true);
    Ignored::decode_any(layout.name(), start, options).is_err_and(|error| error.is_eof())
}

/// Returns the other layouts that fit the input in the framing of the choice.
fn other_layouts(detection: &Detection, choice: &Choice) -> Vec<LayoutName> {
    let same = detection
        .fitting()
        .filter(|it| it.framing == choice.framing && it.skip == 0);
    let others = same.filter(|it| it.layout != choice.layout);
    others.map(|it| it.layout.into()).collect()
}

/// Returns the options that state another candidate than the chosen one.
fn options_of(choice: &Choice) -> &'static str {
    let others = choice.also_valid.iter();
    let has_layout = others.clone().any(|it| it.layout != choice.layout);
    let has_framing = others.into_iter().any(|it| it.framing != choice.framing);
    match (has_layout, has_framing) {
        (true, true) => "--layout, --bare",
        (false, true) => "--bare",
        _ => "--layout",
    }
}

/// Returns the failure of an input whose layout or framing is unclear.
fn unclear(label: &str, error: &Unclear) -> Failure {
    let shown = error.candidates.iter().take(4);
    let shown: Vec<_> = shown
        .map(|it| format!("{it} ({})", hints::options(it)))
        .collect();
    let candidates = alternatives(shown.iter().map(String::as_str));
    Failure::Unclear(format!(
        "{label}: the layout is unclear: {candidates}; `gdvariant detect` gives the reasons"
    ))
}
