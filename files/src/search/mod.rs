//! Searches a value and all values that it contains. Requires the feature `search`.

use crate::change::EditError;
use crate::change::steps::{self, StepOptions};
use crate::display::{DisplayOptions, WalkPath, element_text};
use gdvariant::any::{AnyRef, AnyView, Numbers, RecordField, SegmentRef};
use gdvariant::{Kind, Path};
use regex_lite::{Regex, RegexBuilder, escape};
use std::ops::ControlFlow;

/// The maximum size of a compiled expression, in bytes: about 4,000 states. The time to search one
/// character is proportional to the number of states.
const MAX_REGEX_SIZE: usize = 128 << 10;

/// A string or a regular expression.
pub enum Pattern {
    /// A literal string, which is faster to search for than an expression.
    Fixed(String),
    /// A regular expression.
    Expression(Regex),
}

impl Pattern {
    /// Creates a pattern from a regular expression, or from a string if `is_fixed`.
    ///
    /// # Errors
    ///
    /// Returns an error if the expression is invalid or too long.
    pub fn new(
        pattern: &str,
        is_fixed: bool,
        ignores_case: bool,
    ) -> Result<Self, regex_lite::Error> {
        let escaped = escape(pattern);
        let is_fixed = is_fixed || escaped == *pattern;
        if is_fixed && !ignores_case {
            return Ok(Self::Fixed(pattern.to_owned()));
        }
        let expression = if is_fixed { &escaped } else { pattern };
        RegexBuilder::new(expression)
            .case_insensitive(ignores_case)
            .size_limit(MAX_REGEX_SIZE)
            .build()
            .map(Self::Expression)
    }

    /// Returns the offset of the first match in a text, in bytes.
    fn find(&self, text: &str) -> Option<usize> {
        match self {
            Self::Fixed(pattern) => text.find(pattern),
            Self::Expression(regex) => regex.find(text).map(|found| found.start()),
        }
    }
}

/// A pattern, and the values to which it applies.
pub struct Query {
    pattern: Pattern,
    /// Whether keys and names of properties are searched.
    has_keys: bool,
    /// Whether values are searched.
    has_values: bool,
    /// The type to which the search is restricted; `None` for every type.
    kind: Option<Kind>,
}

impl Query {
    /// Creates a query for keys, values or both, of one type or of all types.
    pub fn new(pattern: Pattern, has_keys: bool, has_values: bool, kind: Option<Kind>) -> Self {
        Self {
            pattern,
            has_keys,
            has_values,
            kind,
        }
    }

    /// Searches a value and all values that it contains, until `report` breaks.
    pub fn search(&self, value: AnyRef<'_>, report: MatchSink<'_>) -> ControlFlow<()> {
        self.after(Path::default(), report).value(value)
    }

    /// Creates the search in the value at `start`.
    fn after<'v, 'r>(&'r self, start: Path, report: MatchSink<'r>) -> Search<'v, 'r> {
        Search {
            query: self,
            report,
            walk_path: WalkPath::after(start),
        }
    }

    /// Searches the values that `path` selects, until `report` breaks.
    ///
    /// # Errors
    ///
    /// Returns an error if a step of the path cannot open its value, or if a condition is invalid.
    pub fn search_at(
        &self,
        value: AnyRef<'_>,
        path: &Path,
        options: StepOptions,
        report: MatchSink<'_>,
    ) -> Result<ControlFlow<()>, EditError> {
        let mut flow = ControlFlow::Continue(());
        let start = Path::default();
        let searched =
            steps::each_selected(&start, value, path, &[], options, &mut |path, value| {
                flow = self.after(path.clone(), report).value(value);
                flow
            });
        match searched {
            Err(error) if !error.is_missing() => Err(error),
            _ => Ok(flow),
        }
    }
}

/// A match of the pattern.
pub enum Match<'v> {
    /// A value whose key matches.
    Key(AnyRef<'v>),
    /// A value whose text, field or class matches.
    Value(AnyRef<'v>),
    /// A value that contains a string, the string, and the offset of the match in the string.
    Text(AnyRef<'v>, &'v str, usize),
    /// An element of a packed array.
    Element(&'v dyn Numbers, usize),
    /// An element of a packed array of Strings, and the offset of the match in the string.
    TextElement(&'v str, usize),
}

/// A function that receives matches, until it breaks.
pub type MatchSink<'r> = &'r mut dyn FnMut(&WalkPath<'_>, &Match<'_>) -> ControlFlow<()>;

/// The search in one value.
struct Search<'v, 'r> {
    query: &'r Query,
    report: MatchSink<'r>,
    walk_path: WalkPath<'v>,
}

impl<'v> Search<'v, '_> {
    // Containers have separate functions to keep the recursive stack frames small.
    #[inline(never)]
    fn value(&mut self, value: AnyRef<'v>) -> ControlFlow<()> {
        let content = value.view();
        if self.query.has_values && self.is_searched(value) {
            self.content(value, &content)?;
        }
        self.contents(value)
    }

    /// Searches the values that a value contains. If a key matches, reports its value once, for the
    /// key.
    #[inline(never)]
    fn contents(&mut self, value: AnyRef<'v>) -> ControlFlow<()> {
        for member in value.members() {
            let is_found = self.has_key(member.segment);
            self.walk_path.push([member.segment; 2]);
            if is_found && self.is_searched(member.value) {
                self.found(&Match::Key(member.value))?;
                self.contents(member.value)?;
            } else {
                self.value(member.value)?;
            }
            self.walk_path.pop();
        }
        ControlFlow::Continue(())
    }

    /// Searches a value, but not the values that it contains.
    #[inline(never)]
    fn content(&mut self, value: AnyRef<'v>, content: &AnyView<'v>) -> ControlFlow<()> {
        let is_found = match *content {
            AnyView::Text(text) => {
                return match self.query.pattern.find(text) {
                    Some(at) => self.found(&Match::Text(value, text, at)),
                    None => ControlFlow::Continue(()),
                };
            }
            AnyView::PackedText(ref texts) => return self.texts(texts),
            AnyView::NodePath(ref path) => self.finds(path),
            AnyView::Record(record) if record.fields().any(|(_, value)| is_text(&value)) => record
                .fields()
                .any(|(_, value)| matches!(value, RecordField::Text(text) if self.finds(text))),
            AnyView::Object { class, .. } => self.finds(class),
            AnyView::Array { .. } | AnyView::Dictionary { .. } => false,
            AnyView::Packed(elements) => return self.elements(elements),
            AnyView::Int(int) => self.finds(&int.to_string()),
            _ => self.finds(&DisplayOptions::FULL.value(value)),
        };
        if is_found {
            self.found(&Match::Value(value))?;
        }
        ControlFlow::Continue(())
    }

    fn elements(&mut self, elements: &'v dyn Numbers) -> ControlFlow<()> {
        for index in 0..elements.elements() {
            if self.finds(&element_text(elements, index)) {
                self.element(index, &Match::Element(elements, index))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn texts(&mut self, texts: &[&'v str]) -> ControlFlow<()> {
        for (index, text) in texts.iter().enumerate() {
            if let Some(at) = self.query.pattern.find(text) {
                self.element(index, &Match::TextElement(text, at))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports an element of a packed array.
    fn element(&mut self, index: usize, found: &Match<'v>) -> ControlFlow<()> {
        self.walk_path.push([SegmentRef::Index(index); 2]);
        self.found(found)?;
        self.walk_path.pop();
        ControlFlow::Continue(())
    }

    fn found(&mut self, found: &Match<'v>) -> ControlFlow<()> {
        (self.report)(&self.walk_path, found)
    }

    fn finds(&self, text: &str) -> bool {
        self.query.pattern.find(text).is_some()
    }

    fn has_key(&self, key: SegmentRef<'_>) -> bool {
        self.query.has_keys
            && match key {
                SegmentRef::Index(_) => false,
                SegmentRef::Property(name) => self.finds(name),
                SegmentRef::Key(key) => match key.view() {
                    AnyView::Text(text) => self.finds(text),
                    AnyView::NodePath(path) => self.finds(&path),
                    _ => self.finds(&DisplayOptions::FULL.value(key)),
                },
            }
    }

    fn is_searched(&self, value: AnyRef<'_>) -> bool {
        self.query.kind.is_none_or(|kind| kind == value.kind())
    }
}

fn is_text(field: &RecordField<&str>) -> bool {
    matches!(field, RecordField::Text(_))
}
