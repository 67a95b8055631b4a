//! The layout and the framing of an input, as far as the command line does not state them.

use crate::args::{Bytes, InputArgs, LayoutArgs};
use crate::certain::OtherLayouts;
use crate::failure::{Failure, note};
use crate::hints::{self, alternatives};
use crate::input;
use crate::layouts::LayoutName;
use crate::lines::Lines;
use crate::source::{self, Input, unreadable};
use crate::wrapper::{self, Wrapped, Wrapper};
use gdvariant::any::{AnyReader, AnyVariant};
use gdvariant::detect::{
    Choice, DetectOptions, Detection, Framing, MAX_BYTES, Unclear, detect, detect_values,
    read_start,
};
use gdvariant::{DecodeOptions, FrameOptions};
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

/// What values are read from.
pub(crate) enum Content {
    Raw(Input),
    Lines(Box<Lines>),
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
    let examined = Examined::of(layout.stated(), args, input)?;
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
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        args.check()?;
        if args.from != Bytes::Raw {
            return Self::of_lines(stated, args, input);
        }
        let unwrapped = wrapper::unwrap(&args.file, &args.wrapper, input)?;
        let mut input = unwrapped.input;
        let (content, detection, start) = if unwrapped.is_settings {
            let wrapped = Wrapped::of(args);
            let (bytes, detection) = wrapper::settings_detection(&wrapped, input)?;
            let empty: Input = BufReader::new(Box::new(io::empty()));
            (empty, Some(detection), Start::Settings(bytes))
        } else if stated.is_some() && args.frame.stated().is_some() {
            (input, None, Start::Raw(Vec::new()))
        } else {
            let options = options(stated, args.frame.stated());
            let read = read_start(&mut input, |start, is_whole| {
                if is_whole {
                    options.detect(start)
                } else {
                    options.detect_start(start)
                }
            });
            let (start, detection) = read.map_err(|error| unreadable(&args.file, &error))?;
            let content = wrapper::put_back(start.clone(), input);
            (content, Some(detection), Start::Raw(start))
        };
        Ok(Self {
            content: Content::Raw(content),
            wrappers: unwrapped.wrappers,
            stated,
            detection,
            start,
        })
    }

    fn of_lines(
        stated: Option<LayoutName>,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        let mut lines = Lines::new(args, input);
        let (mut read, mut values, mut length) = (Vec::new(), Vec::new(), 0);
        let mut detection = None;
        let mut examined = 0;
        while stated.is_none() && length < MAX_BYTES {
            let Some(value) = lines.next(args)? else {
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
                let ranked = detect_values(values.iter().map(Vec::as_slice));
                if detection.insert(ranked).is_sure() {
                    break;
                }
            }
        }
        if stated.is_none() {
            detection = Some(detect_values(values.iter().map(Vec::as_slice)));
        }
        lines.put_back(read);
        Ok(Self {
            content: Content::Lines(Box::new(lines)),
            wrappers: Vec::new(),
            stated,
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
                while let Some(value) = lines.next(args)? {
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
                let detection = detect_values(values.iter().map(Vec::as_slice));
                Ok((detection, Start::Values(values)))
            }
            (Content::Raw(input), Start::Raw(_)) => {
                let read = input.take(MAX_BYTES as u64 + 1).read_to_end(&mut start);
                read.map_err(|error| unreadable(&args.file, &error))?;
                Ok((detect(&start), Start::Raw(start)))
            }
            (_, start) => Ok((self.detection.unwrap_or_else(|| detect_values([])), start)),
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
        Ok(Opened {
            content: self.content,
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

/// Returns what the command line states.
fn options(layout: Option<LayoutName>, framing: Option<Framing>) -> DetectOptions {
    let options = DetectOptions::new();
    let options = layout.map_or(options, |layout| options.layout(layout.info()));
    framing.map_or(options, |framing| options.framing(framing))
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
