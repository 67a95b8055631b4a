//! The page: what was measured, and how to read it.

use crate::build_cost::BuildCost;
use crate::engine;
use crate::growth::Curve;
use crate::markdown::{Table, count, digits, percent, time};
use crate::results::{Results, Row};
use crate::targets;
use crate::timing::TURN;
use gdvariant_benches::contestant::{Task, Way};
use gdvariant_benches::machine;
use gdvariant_benches::ours::{
    self, DECODE_DERIVE, DECODE_OWNED, ENCODE_DERIVE, ENCODE_DYNAMIC, MEMCPY,
};
use gdvariant_benches::peers::{godot_binary_serialization, json, message_pack};
use gdvariant_benches::singles;
use std::fmt::Write;

/// What the page is made of.
pub(crate) struct Page<'r> {
    pub(crate) results: Results,
    /// The engines' versions.
    pub(crate) versions: Vec<&'r str>,
    pub(crate) rounds: u32,
}

impl Page<'_> {
    /// Returns the whole page, with the name of the picture of the curves.
    pub(crate) fn text(&self, curves: &[Curve], builds: &[BuildCost], picture: &str) -> String {
        format!(
            "<!-- Written by `cargo run --release -p gdvariant-benches -- --out docs/benchmarks.md`: run that instead of editing this. -->\n\n\
             # Benchmarks\n\n\
             The time of encoding and decoding with this library, with the engines, and with other formats on the same data, compared \
             with memcpy of the same bytes. All figures are from one run. `benches/README.md` explains how to repeat the run. [benchmarks-program.md](benchmarks-program.md) \
             has the times of whole commands.\n\n\
             ## At a glance\n\n{}\n\
             ## How to read this\n\n{}\n\
             ## Payloads\n{}\n\
             ## Growth\n\n{}\n\
             ## What a build costs\n\n{}\n\
             ## The machine\n\n{}\n\
             ## Targets\n\n{}\n\
             ## Where the time goes\n\n{WHERE_THE_TIME_GOES}",
            at_a_glance(&self.results),
            self.legend(),
            tables(&self.results),
            growth(curves, picture),
            build_costs(builds),
            machine::table(machine::description()),
            targets::section(&self.results),
        )
    }

    fn legend(&self) -> String {
        let godot = if self.versions.is_empty() {
            "No engine was measured; `GDVARIANT_ENGINE` and `GDVARIANT_ENGINE4` name the engines to measure in the same rounds.".to_owned()
        } else {
            format!(
                "Godot is version {}, each a program of its own that runs once in each round: `var2bytes` and `bytes2var` in \
                 `benches/engine/bench.gd`, and for the payloads of Godot 4 `var_to_bytes` and `bytes_to_var` in `benches/engine/bench4.gd`. \
                 Godot encodes the same bytes as this library. The payloads `keys` and `nest` have no figures of Godot, because its \
                 scripts do not create them.",
                self.versions.join(" and version ")
            )
        };
        format!(
            "Every contestant ran for {} ms in each of {} rounds. **time** is the time of a call in the best round, which was disturbed \
            least; **median** is the distance of the median round from the best one. {} {godot}\n\n{COLUMNS}",
            TURN.as_millis(),
            self.rounds,
            noise(&self.results),
        )
    }
}

/// What the columns hold.
pub(crate) const COLUMNS: &str = "\
- **bold**: this library.
- **MB/s**: the length of the payload in Godot's format divided by the time, also for formats that need fewer bytes; empty where bytes are \
borrowed.
- **× memcpy**: the time divided by that of memcpy of the payload into an existing buffer. 20 means: where memcpy takes 500 ns, this takes \
10 µs.
- **Godot ×**: Godot's time divided by this time. 25 means: where this takes 8 µs, Godot takes 200 µs.
- **× ours**: the time divided by that of this library for the same task: the derive for structs, a `Variant` for any value. 3 means: \
where ours takes 8 µs, this takes 24 µs; below 1, this is faster than ours. Within this library, serde is compared with the derive, and a \
fresh buffer with a reused one.
- **bytes**: the length of the encoded payload.
- **allocations**, **peak**: the number of allocations of a call, and its peak memory in bytes. Encoding writes into a \
reused buffer unless the name says \"fresh\".
";

/// The explanation of the differences between the measured times and the targets.
const WHERE_THE_TIME_GOES: &str = "\
The targets relative to Godot and memcpy were set on another processor, where Godot takes 300 µs to encode the snapshot and 300 µs to \
decode it; on processors where Godot is faster, the same ratio is harder to reach. Profiles show:

- **Owned values**: nearly half of the time to decode the snapshot into a `Variant` is spent in the allocator, with one allocation for \
each string, path and container. Borrowed values and structs avoid most of it.
- **Moves**: a `Variant` has 32 bytes. If its fields are written separately and then moved in one copy, the processor waits about 5 ns \
for the fields. Containers construct each value in place; the value that a call returns is moved once, which takes most of the time of \
decoding a single number.
- **Appending**: each append waits for the length that the preceding append stored. A field's key with a short value, runs of ints, and \
lists of short strings are therefore appended in one call; a longer string, a path or a container needs two or three appends.
- **Strings**: the strings of a list are validated in one call, but a key or a name between numbers is validated separately, for which \
`core` takes about 3 ns.
- **serde** requests elements one by one, so that the position in the input is stored to memory and loaded for each: about 1.5 ns for \
each int. The strings of a list are validated one by one.
- **A single value** takes godot-binary-serialization about 13 ns to decode. The target, an eighth of this time, is less than the time of \
a function call and the move of a `Variant`.
";

/// Returns a few of the times, as a summary.
fn at_a_glance(results: &Results) -> String {
    let rows = [
        ("**derive**: structs", ENCODE_DERIVE, DECODE_DERIVE),
        ("**dynamic**: `Variant`", ENCODE_DYNAMIC, DECODE_OWNED),
        ("Godot", engine::ENCODE, engine::DECODE),
        (
            "rmp-serde, named",
            message_pack::ENCODE,
            message_pack::DECODE,
        ),
        ("serde_json", json::ENCODE, json::DECODE),
    ];
    let payloads = ["snapshot", "rpc"];
    let mut table = Table::new(&[
        "",
        "snapshot: encode",
        "snapshot: decode",
        "rpc: encode",
        "rpc: decode",
    ]);
    for (name, encode, decode) in rows {
        let times =
            payloads.map(|payload| [results.time(payload, encode), results.time(payload, decode)]);
        if times.iter().flatten().any(Option::is_some) {
            let times = times
                .iter()
                .flatten()
                .map(|of| of.map(time).unwrap_or_default());
            table.row(
                &[name.to_owned()]
                    .into_iter()
                    .chain(times)
                    .collect::<Vec<_>>(),
            );
        }
    }
    format!(
        "The time of a call for two payloads: the state of a game with 64 players, and a remote call. Encoding writes into a reused \
        buffer; decoding creates owned values.\n\n{}",
        table.finish()
    )
}

/// How much the rounds differ.
fn noise(results: &Results) -> String {
    let mut spreads: Vec<f64> = results.0.iter().map(|row| row.times.spread()).collect();
    spreads.sort_by(f64::total_cmp);
    let part = |of: usize| percent(spreads[(spreads.len() - 1) * of / 100]);
    format!(
        "Noise: for half of the contestants that is at most {}, for nine in ten at most {}, for all at most {}; times change from day to \
        day, while ratios stay nearly the same; another kind of processor has other ratios.",
        part(50),
        part(90),
        part(100)
    )
}

fn growth(curves: &[Curve], picture: &str) -> String {
    let mut columns = vec!["bytes".to_owned()];
    columns.extend(curves.iter().map(|curve| curve.way.name()));
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let sizes = curves.first().map_or(&[][..], |curve| &curve.points);
    for (index, (size, _)) in sizes.iter().enumerate() {
        let mut cells = vec![digits(*size)];
        cells.extend(
            curves
                .iter()
                .map(|curve| curve.points[index])
                .map(|(size, time)| digits(size / time * 1e3)),
        );
        table.row(&cells);
    }
    format!(
        "Cost grows with the length: lists of the snapshot's players, from less than 1 KiB to 64 MiB. Beyond the caches, the time of a \
        byte is up to about three times as long, and for memcpy much longer.\n\n\
         ![Time against size, both logarithmic: the lines are nearly straight, and where the caches end some become steeper, that of memcpy \
         most]({picture})\n\n\
         The same measurements in MB/s:\n\n{}",
        table.finish()
    )
}

fn build_costs(builds: &[BuildCost]) -> String {
    let mut table = Table::new(&["features", "profile", "CPU seconds", "seconds", "crates"]);
    for build in builds {
        let features: Vec<_> = ["default"].iter().chain(build.features).copied().collect();
        table.row(&[
            features.join(", "),
            build.profile.to_owned(),
            build
                .cpu
                .map_or_else(String::new, |cpu| digits(cpu.as_secs_f64())),
            digits(build.time.as_secs_f64()),
            build.crates.to_string(),
        ]);
    }
    format!(
        "A clean `cargo build` of a crate that derives `Variant` for a struct. CPU seconds are those of all processes; they depend less \
        on other programs than the elapsed time. Most of the time is spent on the loader of the schema with its YAML parser, and on the \
        derive macro with its Rust parser, which are parts of the build and not of the program.\n\n{}\n{BEFORE_AND_AFTER}",
        table.finish()
    )
}

/// Measured once, with both versions in turn, because the report builds only the current one.
const BEFORE_AND_AFTER: &str = "Before 2026-11-21, the derive macro depended on the loader, and every build generated and formatted all \
layouts. Since then the macro depends on syn and quote only, and a build generates the enabled layouts without formatting them. \
    Medians of six builds of each version in turn, three with all features, in the dev profile, on a machine with other work:\n\n\
    | build | CPU seconds before | after | ratio |\n\
    | --- | ---: | ---: | ---: |\n\
    | default features | 20.4 | 18.2 | 0.89 |\n\
    | all features | 39.8 | 34.0 | 0.85 |\n\
    | a crate that derives `Variant` | 20.2 | 18.8 | 0.93 |\n";

/// Returns a section for each payload.
pub(crate) fn tables(results: &Results) -> String {
    let (singles, others): (Vec<_>, _) = results
        .payloads()
        .into_iter()
        .partition(|name| singles::NAMES.contains(name));
    let mut text: String = others
        .into_iter()
        .map(|payload| section(results, payload))
        .collect();
    if !singles.is_empty() {
        text += &single_values(results, &singles);
    }
    text
}

fn section(results: &Results, payload: &str) -> String {
    let bytes = results
        .on(payload)
        .find(|row| row.way == MEMCPY)
        .map_or(0, |row| row.size);
    let mut text = format!(
        "\n### {payload}: {} bytes\n\n{}\n",
        count(bytes as u64),
        about(payload)
    );
    for (task, others) in [(Task::Encode, Task::Copy), (Task::Decode, Task::Walk)] {
        let mut rows: Vec<&Row> = results
            .on(payload)
            .filter(|row| row.way.task == task || row.way.task == others)
            .collect();
        rows.sort_by_key(|row| rank(row.way));
        let columns = [
            "time",
            "median",
            "MB/s",
            "× memcpy",
            "Godot ×",
            "× ours",
            "bytes",
            "allocations",
            "peak",
        ];
        let mut table = Table::new(&[&[task.name()], &columns[..]].concat());
        for row in rows {
            table.row(&cells(results, row, bytes));
        }
        let _ = write!(text, "\n{}", table.finish());
    }
    text
}

/// Returns the description of a payload.
fn about(payload: &str) -> &'static str {
    match payload {
        "snapshot" => "The state of a game with 64 players: Dictionaries of ten small values each.",
        "mesh" => "Pool arrays of 100,000 points.",
        "rpc" => "A remote call: an Array of a String, an int, a Vector2 and a bool.",
        "strings" => "20,000 Strings, half of them in a pool array.",
        "ints" => "An Array of 100,000 ints.",
        "keys" => "A Dictionary of 10,000 Strings and ints.",
        "nest" => {
            "Arrays nested 1,000 levels. Most formats with structs reject or cannot represent them."
        }
        "snapshot4" => {
            "Godot 4: the state of a game with 64 players, with StringNames and integer vectors."
        }
        "typed" => {
            "Godot 4: an `Array[int]` of 100,000 ints. serde declares no element type, so it only decodes."
        }
        "packed" => {
            "Godot 4: packed arrays of 100,000 64-bit ints, 64-bit floats and Vector4s. serde has no such arrays of 64-bit numbers."
        }
        "names" => "Godot 4: a Dictionary of 10,000 StringNames and ints.",
        _ => "",
    }
}

/// memcpy, ours, the engine, peers.
fn rank(way: Way) -> u8 {
    match way {
        _ if way.task == Task::Copy => 0,
        _ if ours::ALL.contains(&way) => 1,
        _ if [engine::ENCODE, engine::DECODE].contains(&way) => 2,
        _ => 3,
    }
}

fn cells(results: &Results, row: &Row, bytes: usize) -> [String; 10] {
    let best = row.times.best();
    let by = |time: Option<f64>| time.map(|time| digits(best / time)).unwrap_or_default();
    let godot = match row.way.task {
        Task::Encode => results.time(&row.payload, engine::ENCODE),
        Task::Decode => results.time(&row.payload, engine::DECODE),
        Task::Copy | Task::Walk | Task::Use => None,
    };
    let label = if ours::ALL.contains(&row.way) {
        format!("**{}**", row.way.label)
    } else {
        row.way.label.to_owned()
    };
    let memcpy = results.time(&row.payload, MEMCPY);
    // What is faster leaves the bytes where they are, and has no speed.
    let touches_bytes = memcpy.is_none_or(|memcpy| best > memcpy / 2.0);
    #[expect(clippy::cast_precision_loss, reason = "payloads are short")]
    let speed = if touches_bytes {
        digits(bytes as f64 / best * 1e3)
    } else {
        String::new()
    };
    [
        label,
        time(best),
        format!("+{}", percent(row.times.spread())),
        speed,
        by(memcpy),
        godot.map(|time| digits(time / best)).unwrap_or_default(),
        by(results.rival_of(row)),
        count(row.size as u64),
        row.memory
            .map(|memory| count(memory.allocations))
            .unwrap_or_default(),
        row.memory
            .map(|memory| count(memory.peak))
            .unwrap_or_default(),
    ]
}

fn single_values(results: &Results, payloads: &[&str]) -> String {
    let columns = [
        "encode, theirs",
        "ours",
        "× ours",
        "decode, theirs",
        "ours",
        "× ours",
    ];
    let mut table = Table::new(&[&["1,000 values, one by one"], &columns[..]].concat());
    for payload in payloads {
        let mut cells = vec![payload.trim_start_matches("single ").to_owned()];
        let pairs = [
            (godot_binary_serialization::ENCODE, ENCODE_DYNAMIC),
            (godot_binary_serialization::DECODE, DECODE_OWNED),
        ];
        for pair in pairs {
            let (Some(theirs), Some(ours)) =
                (results.time(payload, pair.0), results.time(payload, pair.1))
            else {
                continue;
            };
            cells.extend([time(theirs), time(ours), digits(theirs / ours)]);
        }
        table.row(&cells);
    }
    format!(
        "\n### Single values: godot-binary-serialization\n\n\
         The other crate for the format has the types of Godot 4. Of Godot 3, it supports single values of these five types only. Each value is \
         encoded separately; this library uses `Variant`s and a reused buffer.\n\n{}",
        table.finish()
    )
}
