//! Adds switches to a file: a condition for each mutant, which is true for one of them at a time.
//!
//! One build of the code with switches has all mutants, so that each needs only a test run.

use super::sample::{Genre, Mutant, Position};
use proc_macro2::{LineColumn, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A change of a range of bytes, for mutants that differ only in the replacement.
#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    form: Form,
    /// The numbers of the mutants, with their replacements.
    mutants: Vec<(usize, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// Returns before the statements of a function, at an empty range.
    Return,
    /// Replaces the operator at this range within an expression.
    Operator(Range<usize>),
    /// Replaces an expression.
    Expression,
    /// Adds a guard to an arm without one, at an empty range.
    NewGuard,
    /// Adds a condition to a guard.
    Guard,
    /// Removes the word `const` of a function, since a switch is not constant.
    Const,
}

/// A file with switches.
#[derive(Debug, Default)]
pub(super) struct Switched {
    pub(super) text: String,
    /// The mutants of ranges of the text; inner ranges precede outer ones.
    regions: Vec<(Range<usize>, Vec<usize>)>,
    /// Mutants that have no switch, such as those of constants.
    pub(super) skipped: Vec<usize>,
    /// The functions that are no longer `const`, and the mutants in them.
    pub(super) unconst: BTreeMap<String, Vec<usize>>,
}

impl Switched {
    /// Returns the mutants whose switch is at or around a byte of the text, or else the nearest.
    ///
    /// The compiler may report the last value of a function, or the start of a `match`.
    pub(super) fn mutants_near(&self, byte: usize) -> &[usize] {
        let distance = |(range, _): &&(Range<usize>, _)| {
            let before = byte.saturating_sub(range.end);
            before.max(range.start.saturating_sub(byte))
        };
        let region = self.regions.iter().min_by_key(distance);
        region.map_or(&[], |(_, mutants)| mutants)
    }
}

/// Adds switches for the mutants, each of which has a number.
pub(super) fn add(source: &str, mutants: &[(usize, &Mutant)]) -> Option<Switched> {
    let file = syn::parse_file(source).ok()?;
    let lines = Lines::new(source);
    let mut places = Places {
        lines: &lines,
        operators: BTreeMap::new(),
        arms: BTreeMap::new(),
        consts: Vec::new(),
    };
    places.visit_file(&file);
    let mut switched = Switched::default();
    let mut edits: Vec<Edit> = Vec::new();
    for (number, mutant) in mutants {
        let (start, end) = (lines.byte(mutant.start), lines.byte(mutant.end));
        let place = match mutant.genre {
            Genre::FnValue => Some((start..start, Form::Return)),
            Genre::BinaryOperator | Genre::UnaryOperator => {
                let expression = places.operators.get(&start).cloned();
                expression.map(|range| (range, Form::Operator(start..end)))
            }
            Genre::MatchArmGuard => Some((start..end, Form::Expression)),
            Genre::MatchArm => places.arms.get(&start).cloned(),
            Genre::Other => None,
        };
        let Some((range, form)) = place else {
            switched.skipped.push(*number);
            continue;
        };
        let replacement = (*number, mutant.replacement.clone());
        match edits
            .iter_mut()
            .find(|edit| edit.range == range && edit.form == form)
        {
            Some(edit) => edit.mutants.push(replacement),
            None => edits.push(Edit {
                range,
                form,
                mutants: vec![replacement],
            }),
        }
        if let Some((name, word)) = places.const_around(start) {
            let of_function = switched.unconst.entry(name).or_default();
            of_function.push(*number);
            if !edits.iter().any(|edit| edit.range == word) {
                edits.push(Edit {
                    range: word,
                    form: Form::Const,
                    mutants: Vec::new(),
                });
            }
        }
    }
    // Outer ranges precede inner ones; a return precedes what starts at the same byte.
    edits.sort_by_key(|edit| {
        (
            edit.range.start,
            edit.form != Form::Return,
            usize::MAX - edit.range.end,
        )
    });
    let mut writer = Writer { source, switched };
    writer.write(0..source.len(), &edits);
    Some(writer.switched)
}

/// Returns the source of a file with a mutant.
pub(super) fn replaced(source: &str, mutant: &Mutant) -> String {
    let lines = Lines::new(source);
    let (start, end) = (lines.byte(mutant.start), lines.byte(mutant.end));
    [&source[..start], &mutant.replacement, &source[end..]].concat()
}

struct Writer<'s> {
    source: &'s str,
    switched: Switched,
}

impl Writer<'_> {
    /// Writes a range of the source with the edits in it, which are sorted.
    fn write(&mut self, range: Range<usize>, edits: &[Edit]) {
        let mut position = range.start;
        let mut edits = edits;
        while let Some((edit, rest)) = edits.split_first() {
            if edit.range.start < position || edit.range.end > range.end {
                edits = rest;
                continue;
            }
            let inner = rest
                .iter()
                .take_while(|inner| inner.range.start < edit.range.end)
                .count();
            let (inner, rest) = rest.split_at(inner);
            self.switched
                .text
                .push_str(&self.source[position..edit.range.start]);
            self.write_edit(edit, inner);
            position = edit.range.end;
            edits = rest;
        }
        self.switched
            .text
            .push_str(&self.source[position..range.end]);
    }

    fn write_edit(&mut self, edit: &Edit, inner: &[Edit]) {
        let start = self.switched.text.len();
        let off = edit
            .mutants
            .iter()
            .map(|(number, _)| format!("!crate::__mutant({number})"));
        let off = off.collect::<Vec<_>>().join(" && ");
        match &edit.form {
            Form::Const => return,
            Form::Return => {
                for (number, replacement) in &edit.mutants {
                    self.push(&format!(
                        "if crate::__mutant({number}) {{ return {replacement}; }} "
                    ));
                }
            }
            Form::NewGuard => self.push(&format!(" if {off}")),
            Form::Guard => {
                self.push(&format!("{off} && ("));
                self.write(edit.range.clone(), inner);
                self.push(")");
            }
            Form::Expression => {
                self.push("(");
                for (number, replacement) in &edit.mutants {
                    self.push(&format!(
                        "if crate::__mutant({number}) {{ {replacement} }} else "
                    ));
                }
                self.push("{ ");
                self.write(edit.range.clone(), inner);
                self.push(" })");
            }
            Form::Operator(operator) => {
                self.push("(");
                let original = self.source[operator.clone()].to_owned();
                let numbers = edit
                    .mutants
                    .iter()
                    .map(|(number, replacement)| (Some(number), replacement));
                for (number, replacement) in numbers.chain([(None, &original)]) {
                    if let Some(number) = number {
                        self.push(&format!("if crate::__mutant({number}) "));
                    }
                    self.push("{ ");
                    self.write(edit.range.start..operator.start, inner);
                    self.push(replacement);
                    self.write(operator.end..edit.range.end, inner);
                    self.push(if number.is_some() { " } else " } else { " })" });
                }
            }
        }
        let numbers = edit.mutants.iter().map(|(number, _)| *number).collect();
        let range = start..self.switched.text.len();
        self.switched.regions.push((range, numbers));
    }

    fn push(&mut self, text: &str) {
        self.switched.text.push_str(text);
    }
}

/// The bytes at which the lines of a text start.
struct Lines<'s> {
    source: &'s str,
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    fn new(source: &'s str) -> Self {
        let ends = source.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            source,
            starts: [0].into_iter().chain(ends).collect(),
        }
    }

    fn byte(&self, (line, column): Position) -> usize {
        let start = self.starts[line - 1];
        let rest = &self.source[start..];
        let mut chars = rest.char_indices();
        start + chars.nth(column - 1).map_or(rest.len(), |(byte, _)| byte)
    }

    fn range(&self, span: Span) -> Range<usize> {
        let byte = |at: LineColumn| self.byte((at.line, at.column + 1));
        byte(span.start())..byte(span.end())
    }
}

/// The places in a file that mutants refer to.
struct Places<'s> {
    lines: &'s Lines<'s>,
    /// The expressions of operators, by the start of the operator.
    operators: BTreeMap<usize, Range<usize>>,
    /// The range of each arm's guard, or the position for a guard, by the start of the arm.
    arms: BTreeMap<usize, (Range<usize>, Form)>,
    /// The `const` functions: names, the word `const`, and bodies.
    consts: Vec<(String, Range<usize>, Range<usize>)>,
}

impl Places<'_> {
    fn const_around(&self, byte: usize) -> Option<(String, Range<usize>)> {
        let mut consts = self.consts.iter();
        let around = consts.find(|(_, _, body)| body.contains(&byte))?;
        Some((around.0.clone(), around.1.clone()))
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if let Some(word) = &signature.constness {
            let word = self.lines.range(word.span);
            let body = self.lines.range(block.span());
            self.consts.push((signature.ident.to_string(), word, body));
        }
    }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let operator = self.lines.range(node.op.span());
        self.operators
            .insert(operator.start, self.lines.range(node.span()));
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let range = self.lines.range(node.span());
        self.operators.insert(range.start, range);
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let place = if let syn::Pat::Guard(pattern) = &node.pat {
            (self.lines.range(pattern.guard.span()), Form::Guard)
        } else {
            let end = self.lines.range(node.pat.span()).end;
            (end..end, Form::NewGuard)
        };
        let start = self.lines.range(node.span()).start;
        self.arms.insert(start, place);
        visit::visit_arm(self, node);
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(&node.sig, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a mutant of the words of a line, which occur once.
    fn mutant(source: &str, words: &str, genre: Genre, replacement: &str) -> Mutant {
        let start = source.find(words).expect("the words occur");
        let before = &source[..start];
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        Mutant {
            name: String::new(),
            package: String::new(),
            file: String::new(),
            genre,
            replacement: replacement.to_owned(),
            start: (line, column),
            end: (line, column + words.chars().count()),
        }
    }

    /// Adds switches to a source, for mutants with the numbers from 0.
    fn switched(source: &str, mutants: &[Mutant]) -> Switched {
        let numbered: Vec<_> = mutants.iter().enumerate().collect();
        let switched = add(source, &numbered).expect("the source is parsed");
        syn::parse_file(&switched.text).expect("the result is parsed");
        switched
    }

    #[test]
    fn operators_have_a_switch_for_each_replacement() {
        let source = "fn f(a: u32, b: u32) -> bool { a * 2 < b }";
        let mutants = [
            mutant(source, "<", Genre::BinaryOperator, "=="),
            mutant(source, "<", Genre::BinaryOperator, ">"),
            mutant(source, "*", Genre::BinaryOperator, "+"),
        ];
        let product = "(if crate::__mutant(2) { a + 2 } else { a * 2 })";
        assert_eq!(
            switched(source, &mutants).text,
            format!(
                "fn f(a: u32, b: u32) -> bool {{ (if crate::__mutant(0) {{ {product} == b }} else \
                if crate::__mutant(1) {{ {product} > b }} else {{ {product} < b }}) }}"
            )
        );
    }

    #[test]
    fn negations_can_be_deleted() {
        let source = "fn f(a: bool) -> bool { !a }";
        let mutants = [mutant(source, "!", Genre::UnaryOperator, "")];
        let expected = "fn f(a: bool) -> bool { (if crate::__mutant(0) { a } else { !a }) }";
        assert_eq!(switched(source, &mutants).text, expected);
    }

    #[test]
    fn functions_return_before_their_statements() {
        let source = "const fn f(a: bool) -> bool { !a }";
        let mutants = [
            mutant(source, "!a", Genre::FnValue, "true"),
            mutant(source, "!", Genre::UnaryOperator, ""),
        ];
        let switched = switched(source, &mutants);
        let expected = " fn f(a: bool) -> bool { if crate::__mutant(0) { return true; } \
            (if crate::__mutant(1) { a } else { !a }) }";
        assert_eq!(switched.text, expected);
        assert_eq!(switched.unconst["f"], [0, 1]);
    }

    #[test]
    fn arms_and_their_guards_have_switches() {
        let source = "fn f(a: u8) -> u8 { match a { 1 => 2, n if n > 3 => 4, _ => 5 } }";
        let mutants = [
            mutant(source, "1 => 2", Genre::MatchArm, ""),
            mutant(source, "n if n > 3 => 4", Genre::MatchArm, ""),
            mutant(source, "n > 3", Genre::MatchArmGuard, "true"),
        ];
        let expected = "fn f(a: u8) -> u8 { match a { 1 if !crate::__mutant(0) => 2, \
            n if !crate::__mutant(1) && ((if crate::__mutant(2) { true } else { n > 3 })) => 4, \
            _ => 5 } }";
        assert_eq!(switched(source, &mutants).text, expected);
    }

    #[test]
    fn places_lead_to_the_nearest_mutant() {
        let source = "fn f(a: u8) -> u8 { a + 1 }\nfn é(a: u8) -> u8 { a - 1 }";
        let mutants = [
            mutant(source, "+", Genre::BinaryOperator, "*"),
            mutant(source, "-", Genre::BinaryOperator, "*"),
            mutant(source, "f", Genre::Other, ""),
        ];
        // The first arrow has a minus, too.
        let minus = source.rfind("- 1").expect("a difference");
        let column = source[..minus]
            .rsplit('\n')
            .next()
            .map_or(0, |line| line.chars().count());
        let [plus, mut difference, other] = mutants;
        (difference.start, difference.end) = ((2, column + 1), (2, column + 2));
        let switched = switched(source, &[plus, difference, other]);
        assert_eq!(switched.skipped, [2]);
        for number in [0, 1] {
            let place = switched.text.find(&format!("__mutant({number})"));
            assert_eq!(switched.mutants_near(place.expect("a switch")), [number]);
        }
        assert_eq!(switched.mutants_near(0), [0]);
        assert_eq!(switched.mutants_near(switched.text.len()), [1]);
    }
}
