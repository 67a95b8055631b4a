//! Keeps the ratios of the last run on each family of processors, and compares them.
//!
//! The file has a line for each ratio: the family, the date of the run, the payload, the ratio and
//! the two methods.

use crate::engine::ENGINE;
use crate::results::Results;
use gdvariant_benches::contestant::Method;
use gdvariant_benches::markdown::{Table, digits};
use gdvariant_benches::ours::{DECODE_DERIVE, DECODE_DERIVE_BORROWED, ENCODE_DERIVE};
use gdvariant_benches::{Failure, machine, peers};
use std::fs;

/// The file with the last run on each family of processors.
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/processors.csv");

const HEAD: &str = "processor,date,payload,ratio,times\n";

/// A ratio that was measured on a family of processors.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    processor: String,
    date: String,
    payload: String,
    ratio: String,
    /// The two methods, such as `encode: Godot / derive`.
    times: String,
}

impl Line {
    fn parse(line: &str) -> Option<Self> {
        // The names of methods contain commas.
        let mut cells = line.splitn(5, ',').map(str::to_owned);
        Some(Self {
            processor: cells.next()?,
            date: cells.next()?,
            payload: cells.next()?,
            ratio: cells.next()?,
            times: cells.next()?,
        })
    }

    fn text(&self) -> String {
        format!(
            "{},{},{},{},{}\n",
            self.processor, self.date, self.payload, self.ratio, self.times
        )
    }
}

/// Returns a family such as `AMD EPYC` for the name `AMD EPYC 7B13`.
fn family(processor: &str) -> String {
    let name = processor.replace("(R)", "").replace("(TM)", "");
    let words: Vec<_> = name.split_whitespace().take(2).collect();
    words.join(" ")
}

/// Replaces the ratios of this family of processors in the file, and returns the section of the page
/// that compares the families.
pub(crate) fn record(results: &Results) -> Result<String, Failure> {
    let text = fs::read_to_string(PATH)?;
    let lines = updated(&text, measured(results)?);
    let text: String = lines.iter().map(Line::text).collect();
    fs::write(PATH, HEAD.to_owned() + &text)?;
    Ok(section(&lines))
}

/// Returns the lines of a file with the ratios of one more run.
fn updated(text: &str, run: Vec<Line>) -> Vec<Line> {
    let mut lines: Vec<_> = text.lines().skip(1).filter_map(Line::parse).collect();
    lines.retain(|line| run.iter().all(|new| new.processor != line.processor));
    lines.extend(run);
    // The order within a run stays.
    lines.sort_by(|a, b| a.processor.cmp(&b.processor));
    lines
}

/// Returns how long each engine and each other format takes, as a multiple of the derive.
fn measured(results: &Results) -> Result<Vec<Line>, Failure> {
    let facts = machine::description();
    let fact = |name: &str| {
        let fact = facts.iter().find(|(key, _)| *key == name);
        let fact = fact.ok_or_else(|| format!("the {name} of this machine is unknown"))?;
        Ok::<_, Failure>(fact.1.clone())
    };
    let (processor, date) = (family(&fact("processor")?), fact("date")?);
    let mut pairs = Vec::new();
    for payload in ["snapshot", "snapshot4"] {
        for ours in [ENCODE_DERIVE, DECODE_DERIVE, DECODE_DERIVE_BORROWED] {
            pairs.push((payload, ENGINE, ours));
        }
    }
    for peer in peers::STRUCTS {
        pairs.extend([ENCODE_DERIVE, DECODE_DERIVE].map(|ours| ("snapshot", peer, ours)));
    }
    let line = |(payload, label, ours): (&str, &str, Method)| {
        let time = |label: &str| results.time(payload, ours.task, label);
        let ratio = time(label)? / time(ours.label)?;
        Some(Line {
            processor: processor.clone(),
            date: date.clone(),
            payload: payload.to_owned(),
            ratio: digits(ratio),
            times: format!("{}: {label} / {}", ours.task.name(), ours.label),
        })
    };
    Ok(pairs.into_iter().filter_map(line).collect())
}

fn section(lines: &[Line]) -> String {
    let mut processors: Vec<_> = lines
        .iter()
        .map(|line| (&*line.processor, &*line.date))
        .collect();
    processors.dedup();
    let mut pairs: Vec<_> = Vec::new();
    for line in lines {
        let pair = (&*line.payload, &*line.times);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let titles: Vec<_> = processors
        .iter()
        .map(|(name, date)| format!("{name}, {date}"))
        .collect();
    let mut columns = vec!["payload", "times"];
    columns.extend(titles.iter().map(|title| &**title));
    let mut table = Table::new(&columns);
    for (payload, times) in pairs {
        let mut cells = vec![payload, times];
        cells.extend(processors.iter().map(|(processor, _)| {
            let mut same = lines.iter().filter(|line| line.processor == *processor);
            let same = same.find(|line| (&*line.payload, &*line.times) == (payload, times));
            same.map_or("", |line| &line.ratio)
        }));
        if cells[2..].iter().filter(|ratio| !ratio.is_empty()).count() > 1 {
            table.row(&cells);
        }
    }
    format!(
        "Ratios depend on the processor. This table has the ratios of the last run on each family of processors, as far as several families were measured; `benches/processors.csv` has all of them. \"a / b\" is the time of a divided by that of b.\n\n{}",
        table.finish()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_two_words() {
        let names = ["AMD EPYC 7B13", "Intel(R) Xeon(R) Processor @ 2.10GHz"];
        assert_eq!(names.map(family), ["AMD EPYC", "Intel Xeon"]);
    }

    #[test]
    fn a_run_replaces_the_ratios_of_its_family() {
        let old = "head\nA,1,snapshot,1.2,encode: x / y\nB,1,snapshot,1.3,decode: x, owned / y\n";
        let new = "B,2,snapshot,1.4,encode: x / y";
        let lines = updated(old, vec![Line::parse(new).expect("a line")]);
        let texts: Vec<_> = lines.iter().map(Line::text).collect();
        assert_eq!(
            texts,
            [
                "A,1,snapshot,1.2,encode: x / y\n",
                "B,2,snapshot,1.4,encode: x / y\n"
            ]
        );
        let table = section(&lines);
        assert!(
            table.ends_with("| snapshot | encode: x / y | 1.2 | 1.4 |\n"),
            "{table}"
        );
    }
}
