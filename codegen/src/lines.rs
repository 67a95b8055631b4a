//! Finds the lines of semantic errors. The parser of YAML tells lines only of errors that it reads.

use crate::diagnostic::Diagnostic;

/// Returns the line of the row of a diagnostic, or of the closest place that the file has; 0 for
/// none.
pub(crate) fn line_of(place: &Diagnostic, text: &str) -> usize {
    let lines: Vec<_> = text.lines().collect();
    let last = |is_there: &dyn Fn(&str) -> bool| lines.iter().rposition(|line| is_there(line));
    let labelled = |label| last(&|line| has(line, label, &place.ty));
    // In `types.yaml`, conversions precede the types of the same name.
    let entry = labelled("id: ").or_else(|| last(&|line| is_key(line, &place.ty)));
    let Some(mut index) = entry.or_else(|| labelled("type: ")) else {
        return 0;
    };
    let mut find = |is_there: &dyn Fn(&str) -> bool| {
        let mut following = lines.iter().skip(index);
        index += following
            .position(|line| is_there(line))
            .unwrap_or_default();
    };
    if !place.table.is_empty() {
        find(&|line| has(line, "table: \"", &place.table));
    }
    if !place.row.is_empty() {
        find(&|line| is_key(line, &place.row) || has(line, "name: ", &place.row));
    }
    index + 1
}

/// Returns whether a line starts an entry of a mapping.
fn is_key(line: &str, key: &str) -> bool {
    let line = line.trim_start_matches([' ', '-', '{']);
    let rest = line.strip_prefix(key);
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// Returns whether a line has the name after a label.
fn has(line: &str, label: &str, name: &str) -> bool {
    let rests = line.split(label).skip(1);
    let mut rests = rests.filter_map(|rest| rest.strip_prefix(name));
    rests.any(|rest| rest.is_empty() || rest.starts_with([',', ' ', '"', '}']))
}
