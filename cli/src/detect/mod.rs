//! Detects the layout and the framing of an input, unless options name them.

mod others;

use crate::args::{FileArgs, InputArgs, LayoutArgs};
use crate::failure::{Failure, note};
use crate::hints::{self, alternatives};
use crate::input::{self, InputEntries};
use crate::layouts::LayoutName;
use crate::source::{self, Input};
use crate::wrapper;
use gdvariant::DecodeOptions;
use gdvariant::any::AnyReader;
use gdvariant::detect::{
    Candidate, Choice, DetectOptions, Detection, Framing, InputStart, MAX_BYTES, Unclear,
    detect_reader, detect_values_with,
};
use gdvariant::framing::FrameOptions;
use gdvariant_files::forms::{ByteForm, Dump, Lines};
use gdvariant_files::wrapper::Wrapper;
pub(crate) use others::OtherLayouts;
use std::io::{self, IsTerminal, Read};
use std::sync::Arc;

/// An input whose layout and framing are known.
pub(crate) struct OpenInput {
    pub(crate) content: InputContent,
    /// The compression and encryption around the content, outermost first.
    pub(crate) wrappers: Vec<Wrapper>,
    pub(crate) layout: LayoutName,
    /// The other layouts that fit the input; none if an option names the layout.
    pub(crate) others: OtherLayouts,
}

/// The maximum number of bytes that are read from a raw input that does not start with a value.
const MAX_INVALID_INPUT: u64 = 16 << 20;

/// The source of values.
pub(crate) enum InputContent {
    Raw(Input),
    Lines(Box<Lines<Input>>),
}

/// The purpose of opening an input. The purpose determines how certain the layout must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Print the values.
    Print,
    /// Examine the input in every layout that fits.
    Audit,
    /// Write the values to another file: the choice is always reported.
    Write,
    /// Replace the input: the choice has to be certain.
    Replace,
}

/// Opens an input, and sets its layout and its framing in the options.
pub(crate) fn open(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
) -> Result<OpenInput, Failure> {
    let input = source::open(&args.file)?;
    open_input(layout, args, purpose, input)
}

/// Sets the layout and the framing of an open input in the options, like [`open`].
pub(crate) fn open_input(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
    input: Input,
) -> Result<OpenInput, Failure> {
    let examined = ExaminedInput::of(layout.requested(), args, input)?;
    let is_strict = layout.detection.strict_detect;
    let opened = examined.open(args, is_strict, purpose)?;
    layout.set(opened.layout);
    Ok(opened)
}

/// The content of an input, without compression and encryption, and its possible layouts and
/// framings.
pub(crate) struct ExaminedInput {
    content: InputContent,
    wrappers: Vec<Wrapper>,
    requested: Option<LayoutName>,
    /// The ranking of candidates; `None` if options name the layout and the framing.
    pub(crate) detection: Option<Detection>,
    /// The examined bytes: the start of raw input, or the values of lines.
    pub(crate) start: Vec<InputStart>,
    /// Whether the input is the settings file of a game, which needs a known layout to be decoded.
    pub(crate) is_settings: bool,
}

impl ExaminedInput {
    /// Reads only as much of an input as the detection needs.
    pub(crate) fn of(
        requested: Option<LayoutName>,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        requested.map_or(Ok(()), LayoutName::check_built_in)?;
        let options = DetectOptions::new();
        let options = requested.map_or(options, |layout| options.layout(layout.info()));
        let framing = args.frame.requested();
        let options = framing.map_or(options, |framing| options.framing(framing));
        Self::read(requested, options, false, args, input)
    }

    /// Reads as much of an input as the detection can examine, to rank all candidates.
    pub(crate) fn thoroughly(
        options: DetectOptions,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        Self::read(None, options, true, args, input)
    }

    fn read(
        requested: Option<LayoutName>,
        options: DetectOptions,
        is_thorough: bool,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        args.check()?;
        if args.from.is_lines() {
            return Self::lines(requested, options, is_thorough, args, input);
        }
        let input = match args.from {
            ByteForm::Dump => source::of(Dump::new(input, args.frame.max_length())),
            _ => input,
        };
        let unwrapped = wrapper::unwrap(args, input)?;
        let (mut input, is_settings) = (unwrapped.input, unwrapped.is_settings);
        let unreadable = |error: io::Error| args.file.unreadable(&error);
        let (start, detection) = match (requested, args.frame.requested()) {
            _ if is_settings => {
                let settings = std::mem::replace(&mut input, source::of_bytes([]));
                let (bytes, detection) = wrapper::read_settings(args, settings)?;
                (whole(bytes), Some(detection))
            }
            _ if is_thorough => {
                let start = InputStart::read(&mut input, MAX_BYTES).map_err(unreadable)?;
                let detection = start.detect(options);
                (start, Some(detection))
            }
            (Some(_), Some(Framing::Bare)) => {
                let start = InputStart::read(&mut input, MAX_BYTES);
                (start.map_err(unreadable)?, None)
            }
            (Some(_), Some(_)) => (InputStart::default(), None),
            _ => {
                let detected = detect_reader(&mut input, options);
                let (start, detection) = detected.map_err(unreadable)?;
                (start, Some(detection))
            }
        };
        Ok(Self {
            content: InputContent::Raw(source::put_back(start.bytes.clone(), input)),
            wrappers: unwrapped.wrappers,
            requested,
            detection,
            start: vec![start],
            is_settings,
        })
    }

    fn lines(
        requested: Option<LayoutName>,
        options: DetectOptions,
        is_thorough: bool,
        args: &InputArgs,
        input: Input,
    ) -> Result<Self, Failure> {
        let mut lines = Lines::new(args.from, args.frame.max_length(), input);
        let detect =
            |start: &[Vec<u8>]| detect_values_with(start.iter().map(Vec::as_slice), options);
        let (mut read, mut start) = (Vec::new(), Vec::new());
        let (mut length, mut examined) = (0, 0);
        while requested.is_none() && (is_thorough || length < MAX_BYTES) {
            let next = lines
                .next_value()
                .map_err(|error| args.file.unreadable(&error))?;
            let Some(value) = next else {
                break;
            };
            match &value.bytes {
                Ok(bytes) if length < MAX_BYTES => {
                    length += bytes.len();
                    start.push(bytes.clone());
                }
                Err(fault) if is_thorough => {
                    let entry = input::line(&value);
                    return Err(entry.failure(fault, &args.file));
                }
                _ => {}
            }
            if !is_thorough {
                read.push(value);
            }
            // Detecting again only after the input has grown by a quarter keeps the total time
            // linear.
            if !is_thorough && length > examined + examined / 4 {
                examined = length;
                if detect(&start).is_sure() {
                    break;
                }
            }
        }
        lines.put_back(read);
        Ok(Self {
            content: InputContent::Lines(Box::new(lines)),
            wrappers: Vec::new(),
            requested,
            detection: requested.is_none().then(|| detect(&start)),
            start: start.into_iter().map(whole).collect(),
            is_settings: false,
        })
    }

    /// Restricts two inputs to the layout that best fits both, if such a layout exists.
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

    /// Chooses the layout and the framing, unless options name them.
    pub(crate) fn open(
        mut self,
        args: &mut InputArgs,
        is_strict: bool,
        purpose: Purpose,
    ) -> Result<OpenInput, Failure> {
        let mut others = OtherLayouts::default();
        let mut layout = self.requested.unwrap_or_default();
        let mut framing = args.frame.requested().unwrap_or(Framing::Bare);
        if let Some(detection) = &self.detection {
            let choice = self.choose(detection, args, is_strict, purpose)?;
            layout = self.requested.unwrap_or(choice.layout.into());
            framing = choice.framing;
            if self.requested.is_none() {
                others = OtherLayouts::of(detection, &choice);
            }
        }
        if self.is_settings {
            if args.frame.framed {
                let label = args.file.label();
                return Err(Failure::usage(format!(
                    "{label}: the settings file of a game is one Dictionary without a length; omit --framed"
                )));
            }
            let bytes = self.start.pop().unwrap_or_default().bytes;
            let detection = self.detection.as_ref();
            let (input, wrapper) = wrapper::settings(args, layout, &bytes, detection)?;
            self.content = InputContent::Raw(input);
            self.wrappers.push(wrapper);
            framing = Framing::Bare;
        }
        let content = match self.content {
            InputContent::Raw(input) => {
                args.frame.set(framing);
                let start = self.start.first().filter(|start| !start.is_complete);
                let is_other = start.is_some_and(|start| !is_start(layout, &start.bytes));
                if is_other && framing == Framing::Bare {
                    InputContent::Raw(source::of(input.take(MAX_INVALID_INPUT)))
                } else {
                    InputContent::Raw(input)
                }
            }
            content @ InputContent::Lines(_) => content,
        };
        let mut opened = OpenInput {
            content,
            wrappers: self.wrappers,
            layout,
            others,
        };
        if purpose == Purpose::Replace {
            opened.restrict(args)?;
        }
        Ok(opened)
    }

    /// Chooses one candidate, and reports it.
    fn choose(
        &self,
        detection: &Detection,
        args: &InputArgs,
        is_strict: bool,
        purpose: Purpose,
    ) -> Result<Choice, Failure> {
        let label = args.file.label();
        let choice = match (detection.choice(), purpose) {
            (Err(_), Purpose::Audit) => self.first(detection),
            (choice, _) => choice,
        };
        let skipped = args.wrapper.skip.unwrap_or(0);
        let choice = choice.map_err(|error| unclear(&label, &error, skipped))?;
        let mut others = choice.also_valid.iter();
        let matters = self.matters(&choice);
        let is_unclear = match purpose {
            // The layouts are compared later, by the bytes that they would write.
            Purpose::Replace => {
                others::rivals(detection, &choice).any(|it| it.framing != choice.framing)
            }
            Purpose::Audit => is_strict && matters,
            _ => matters && (is_strict || others.any(|it| it.values > 1 && is_common(it))),
        };
        let options = options_of(&choice);
        if is_unclear {
            let confirmed = confirmation(&choice);
            let message =
                format!("{label}: the layout is unclear: {choice}; confirm with{confirmed}");
            return Err(Failure::Unclear(message));
        }
        let is_detected = self.requested.is_none()
            || args.frame.requested().is_none() && choice.framing != Framing::Bare;
        // The candidates can differ after the examined start.
        let is_cut = self.start.iter().any(|start| !start.is_complete);
        let is_loud = matters
            || is_cut && !choice.also_valid.is_empty()
            || !matches!(purpose, Purpose::Print | Purpose::Audit)
            || io::stderr().is_terminal();
        if is_detected && is_loud && choice.confidence > 0 && args.wrapper.is_reported() {
            note(&format!("{label}: {choice}{options}"));
        }
        Ok(choice)
    }

    /// Chooses the first candidate that neither skips a header nor has several unframed values.
    fn first(&self, detection: &Detection) -> Result<Choice, Unclear> {
        let is_usual = |it: &&Candidate| it.skip == 0 && it.framing != Framing::InARow;
        let (Some(first), Some(start)) = (detection.matches().find(is_usual), self.start.first())
        else {
            return detection.choice();
        };
        let options = DetectOptions::new().layout(first.layout);
        start.detect(options.framing(first.framing)).choice()
    }

    /// Returns whether the other valid candidates yield different values.
    fn matters(&self, choice: &Choice) -> bool {
        let shown = |layout, framing| self.shown(LayoutName::from(layout), framing);
        let chosen = shown(choice.layout, choice.framing);
        let mut others = choice.also_valid.iter();
        others.any(|it| shown(it.layout, it.framing) != chosen)
    }

    /// Returns the values at the start of the input, as text and as JSON.
    fn shown(&self, layout: LayoutName, framing: Framing) -> Vec<String> {
        let options = DecodeOptions::new().allow_objects(true);
        let decoded = |bytes: &[u8]| {
            let value = layout.info().decode(bytes, options).ok()?;
            Some(format!("{value}{}", serde_json::to_string(&value).ok()?))
        };
        if self.is_settings {
            return Vec::new();
        }
        if let InputContent::Lines(_) = self.content {
            let values = self.start.iter();
            return values.filter_map(|it| decoded(&it.bytes)).collect();
        }
        let mut shown = Vec::new();
        for start in &self.start {
            let bytes = start.bytes.as_slice();
            let mut values =
                AnyReader::with_layout(bytes, layout.info(), framing, FrameOptions::new());
            while let Ok(Some((_, bytes))) = values.next_bytes() {
                shown.extend(decoded(bytes));
            }
        }
        shown
    }
}

impl OpenInput {
    /// Reads the rest of a raw input, and returns its content without the header that an option
    /// skips.
    pub(crate) fn read(&mut self, file: &FileArgs) -> Result<Arc<[u8]>, Failure> {
        let InputContent::Raw(input) = &mut self.content else {
            return Ok([].into());
        };
        let bytes: Arc<[u8]> = source::read_start(input, u64::MAX, file)?.into();
        self.content = InputContent::Raw(source::of_bytes(Arc::clone(&bytes)));
        Ok(bytes)
    }

    /// Removes the other layouts that do not decode the whole input.
    fn restrict(&mut self, args: &InputArgs) -> Result<(), Failure> {
        if self.others.is_requested {
            return Ok(());
        }
        let bytes = self.read(&args.file)?;
        let copy = Self {
            content: InputContent::Raw(source::of_bytes(bytes)),
            wrappers: Vec::new(),
            others: OtherLayouts::default(),
            layout: self.layout,
        };
        let (layout, others) = (self.layout, &mut self.others);
        let mut entries = InputEntries::of(args, copy);
        while let Ok(Some(entry)) = entries.next()
            && let Ok(bytes) = entry.bytes()
        {
            others.keep(layout, bytes);
        }
        Ok(())
    }
}

/// Returns a complete input.
fn whole(bytes: Vec<u8>) -> InputStart {
    InputStart {
        bytes,
        is_complete: true,
    }
}

/// Returns whether the engine of a candidate has many users.
///
/// If another candidate with such an engine decodes several values, the choice is unclear.
fn is_common(candidate: &Candidate) -> bool {
    matches!(candidate.layout.rank_by_users(), Some(0 | 1))
}

/// Returns whether bytes are the start of a value that further bytes can complete.
pub(crate) fn is_start(layout: LayoutName, start: &[u8]) -> bool {
    let options = DecodeOptions::engine().allow_objects(true);
    layout
        .info()
        .check(start, options)
        .is_err_and(|error| error.is_eof())
}

/// Returns the options that select a candidate other than the chosen one.
fn options_of(choice: &Choice) -> &'static str {
    let others = &choice.also_valid;
    let has_layout = others.iter().any(|it| it.layout != choice.layout);
    let has_framing = others.iter().any(|it| it.framing != choice.framing);
    match (has_layout, has_framing) {
        (true, true) => ": --layout, --bare",
        (false, true) => ": --bare",
        (true, false) => ": --layout",
        (false, false) => "",
    }
}

/// Returns the option that confirms a choice.
///
/// An option for the layout would not confirm the framing, because a bare value is then preferred
/// to length-prefixed values.
fn confirmation(choice: &Choice) -> String {
    let is_other = |it: &Candidate| it.framing != choice.framing;
    match choice.framing {
        _ if !choice.also_valid.iter().any(is_other) => format!(" --layout {}", choice.layout.name),
        Framing::Bare => " --bare".into(),
        framing => hints::framing_options(framing).into(),
    }
}

/// Returns the failure of an input whose layout or framing is unclear.
fn unclear(label: &str, error: &Unclear, skipped: u64) -> Failure {
    let likely = error.candidates.iter().enumerate();
    let likely = likely.filter(|(index, it)| *index == 0 || it.confidence > 0);
    let shown = likely.map(|(_, it)| it).take(4);
    let shown: Vec<_> = shown
        .map(|it| format!("{it} ({})", hints::options(it, skipped)))
        .collect();
    let candidates = alternatives(shown.iter().map(String::as_str));
    let problem = if error.candidates.iter().all(|it| it.skip > 0) {
        "the input starts with a header that is not a value"
    } else {
        "the layout is unclear"
    };
    Failure::Unclear(format!(
        "{label}: {problem}: {candidates}; `gdvariant detect` lists the reasons"
    ))
}
