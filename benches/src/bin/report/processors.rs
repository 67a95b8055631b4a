//! Keeps the ratios of the last run on each family of processors, and compares them.
//!
//! The file has a line for each ratio: the family, the date of the run, the payload, the ratio and
//! the two methods.

use crate::by_hand;
use crate::engine;
use crate::failure::Failure;
use crate::markdown::{Table, digits};
use crate::results::{Results, times};
use gdvariant_benches::contestant::Method;
use gdvariant_benches::machine;
use gdvariant_benches::ours::{DECODE_DERIVE, DECODE_DERIVE_BORROWED, ENCODE_DERIVE};
use gdvariant_benches::peers::{bincode, bitcode, rkyv};
use std::collections::BTreeSet;
use std::fs;

/// The file with the last run on each family of processors.
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/processors.csv");

const HEAD: &str = "processor,date,payload,ratio,times\n";

/// The methods of this library and others whose ratios the file keeps, beside the code by hand.
const OTHERS: [(&str, Method, Method); 9] = [
    ("snapshot", engine::ENCODE, ENCODE_DERIVE),
    ("snapshot", engine::DECODE, DECODE_DERIVE),
    ("snapshot", engine::DECODE, DECODE_DERIVE_BORROWED),
    ("snapshot4", engine::ENCODE, ENCODE_DERIVE),
    ("snapshot4", engine::DECODE, DECODE_DERIVE),
    ("snapshot4", engine::DECODE, DECODE_DERIVE_BORROWED),
    ("snapshot", bincode::ENCODE, ENCODE_DERIVE),
    ("snapshot", bitcode::ENCODE, ENCODE_DERIVE),
    ("snapshot", rkyv::ENCODE, ENCODE_DERIVE),
];

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
    name.split_whitespace()
        .take(2)
        .collect::<Vec<_>>()
        .join(" ")
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

/// Returns the ratios of this run.
fn measured(results: &Results) -> Result<Vec<Line>, Failure> {
    let facts = machine::description();
    let fact = |name: &str| {
        let fact = facts.iter().find(|(key, _)| *key == name);
        let fact = fact.ok_or_else(|| format!("the {name} of this machine is unknown"))?;
        Ok::<_, Failure>(fact.1.clone())
    };
    let (processor, date) = (family(&fact("processor")?), fact("date")?);
    let by_hand = results
        .payloads()
        .into_iter()
        .flat_map(|payload| by_hand::COLUMNS.map(|column| (payload, column.ours, column.by_hand)));
    let by_hand =
        by_hand.map(|(payload, of, by)| (payload, of, by, results.ratio(payload, of, by)));
    let others = OTHERS.map(|(payload, of, by)| {
        let ratio = results.time(payload, of).zip(results.time(payload, by));
        (payload, of, by, ratio.map(|(of, by)| of / by))
    });
    let ratios = by_hand.chain(others);
    let lines = ratios.filter_map(|(payload, of, by, ratio)| {
        Some(Line {
            processor: processor.clone(),
            date: date.clone(),
            payload: payload.to_owned(),
            ratio: digits(ratio?),
            times: times(of, by),
        })
    });
    Ok(lines.collect())
}

fn section(lines: &[Line]) -> String {
    let mut processors: Vec<(&str, &str)> = Vec::new();
    for line in lines {
        if !processors.iter().any(|(name, _)| *name == line.processor) {
            processors.push((&line.processor, &line.date));
        }
    }
    let titles: Vec<_> = processors
        .iter()
        .map(|(name, date)| format!("{name}, {date}"))
        .collect();
    let columns: Vec<_> = ["payload", "times"]
        .into_iter()
        .chain(titles.iter().map(String::as_str))
        .collect();
    let mut table = Table::new(&columns);
    let mut compared = BTreeSet::new();
    for Line { payload, times, .. } in lines {
        let ratios = processors.iter().map(|(processor, _)| {
            let mut same = lines.iter().filter(|line| line.processor == *processor);
            let same = same.find(|line| line.payload == *payload && line.times == *times);
            same.map(|line| line.ratio.clone()).unwrap_or_default()
        });
        let ratios: Vec<_> = ratios.collect();
        let is_measured = ratios.iter().filter(|ratio| !ratio.is_empty()).count() > 1;
        if is_measured && compared.insert((payload, times)) {
            let cells = [payload.clone(), times.clone()].into_iter().chain(ratios);
            table.row(&cells.collect::<Vec<_>>());
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
