//! Creates the page of results with explanations.

use crate::build_cost::BuildCost;
use crate::by_hand;
use crate::engine;
use crate::markdown::{Table, count, digits, percent, time};
use crate::results::{Results, Row};
use crate::targets;
use crate::timing::TURN;
use gdvariant_benches::contestant::{Method, Task};
use gdvariant_benches::machine;
use gdvariant_benches::ours::{
    self, DECODE_DERIVE, DECODE_OWNED, ENCODE_DERIVE, ENCODE_DYNAMIC, MEMCPY,
};
use gdvariant_benches::peers::{godot_binary_serialization, json, message_pack};
use gdvariant_benches::singles;
use std::fmt::Write;

/// The measurements that the page states.
pub(crate) struct Page<'r> {
    pub(crate) results: Results,
    /// The versions of the measured engines.
    pub(crate) versions: Vec<&'r str>,
    pub(crate) rounds: u32,
}

impl Page<'_> {
    /// Returns the text of the page.
    pub(crate) fn text(&self, builds: &[BuildCost], processors: &str) -> String {
        format!(
            "<!-- Written by `cargo run --release -p gdvariant-benches -- --out docs/benchmarks.md`: run this command instead of editing the page. -->\n\n\
             # Benchmarks\n\n\
             This page compares the time of encoding and decoding with this library, with the engines and with other formats on the same data, and the time of memcpy of the same bytes. All figures are from one run, except for those [on other processors](#on-other-processors). `benches/README.md` explains how to repeat it. [benchmarks-program.md](benchmarks-program.md) has the times of the program's commands, [benchmarks-growth.md](benchmarks-growth.md) times and memory by length, [benchmarks-counts.md](benchmarks-counts.md) instructions and cache misses, and [benchmarks-size.md](benchmarks-size.md) code sizes.\n\n\
             ## At a glance\n\n{}\n\
             ## Compared with hand-written code\n\n{}\n\
             ## On other processors\n\n{processors}\n\
             ## How to read this\n\n{}\n\
             ## Payloads\n{}\n\
             ## What a build costs\n\n{}\n\
             ## The machine\n\n{}\n\
             ## Targets\n\n{}\n\
             ## Where the time goes\n\n{WHERE_THE_TIME_GOES}",
            at_a_glance(&self.results),
            by_hand::section(&self.results),
            self.legend(),
            tables(&self.results),
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
                "Godot is version {}, a separate program that runs once in each round: `var2bytes` and `bytes2var` in \
                 `benches/engine/bench.gd`, and for the payloads of Godot 4 `var_to_bytes` and `bytes_to_var` in `benches/engine/bench4.gd`. \
                 Godot encodes the same bytes as this library. The payloads `rows`, `keys` and `nest` have no figures of Godot, because its \
                 scripts do not create them.",
                self.versions.join(" and version ")
            )
        };
        format!(
            "Each contestant ran for {} ms in each of {} rounds. **time** is the time of a call in the best round, the least disturbed one; **median** is the difference between the median and the best round. {} {godot}\n\n{COLUMNS}",
            TURN.as_millis(),
            self.rounds,
            noise(&self.results),
        )
    }
}

/// The explanation of the columns.
pub(crate) const COLUMNS: &str = "\
- **bold**: this library.
- **by hand**: code that was written for the payload alone, see [above](#compared-with-hand-written-code).
- **MB/s**: the length of the payload in Godot's format divided by the time, also for formats that need fewer bytes; empty where bytes are \
borrowed.
- **× memcpy**: the time divided by that of memcpy of the payload into an existing buffer. 20 means that the contestant takes 10 µs if memcpy takes 500 ns.
- **Godot ×**: Godot's time divided by the contestant's time. 25 means that Godot takes 200 µs if the contestant takes 8 µs.
- **× ours**: the time divided by that of this library for the same task: with the derive for structs, with a `Variant` for any value. 3 means that the contestant takes 24 µs if this library takes 8 µs; below 1, the contestant is faster. Within this library, serde is compared with the derive, a fresh buffer with a reused one, and the elements of an Array, each in a frame of its own, with the Array.
- **bytes**: the length of the encoded payload.
- **allocations**, **peak**: the number of allocations of a call, and its peak memory in bytes. Encoding writes into a \
reused buffer unless the name says \"fresh\".
";

/// The explanation of the differences between the measured times and the targets.
const WHERE_THE_TIME_GOES: &str = "\
The targets relative to Godot and memcpy were set on another processor, on which Godot takes 300 µs to encode the snapshot, and 300 µs to decode the snapshot. On a processor that runs Godot faster, the same ratio is harder to reach. The profiles show:

- **Owned values**: nearly half of the time to decode the snapshot into a `Variant` is spent in the allocator, with one allocation for \
each string, path and container. Borrowed values and structs avoid most of the allocations.
- **Moves**: a `Variant` has 32 bytes. If a `Variant` is written in several stores and then moved in one copy, the processor waits about 5 ns for the stores. Therefore containers construct each value in place. The value that a call returns is moved once, and this move takes most of the time of decoding a single number.
- **Appending**: each append waits for the length that the preceding append stored. Therefore a field's key and a short value, runs of ints, and lists of short strings are each appended in one call; a longer string, a path or a container takes two or three appends.
- **Strings**: the strings of a list are validated in one call. A key or a name between numbers is validated separately, which takes `core` about 3 ns.
- **serde** requests elements one by one, and stores the position in the input in memory each time. The store takes about 1.5 ns for each int. The \
strings of a list are validated one by one.
- **Single values**: godot-binary-serialization decodes a value in about 13 ns. The target is an eighth of this time, but a function call and the move of a `Variant` alone take longer.
";

/// Returns a summary with a few of the times.
fn at_a_glance(results: &Results) -> String {
    let rows = [
        ("**derive**: structs", ENCODE_DERIVE, DECODE_DERIVE),
        ("**dynamic**: `Variant`", ENCODE_DYNAMIC, DECODE_OWNED),
        ("Godot 3.2.3", engine::ENCODE, engine::DECODE),
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
        "The time of a call, for the state of a game with 64 players and for a remote call, encoded into a reused buffer and decoded into owned values.\n\n{}",
        table.finish()
    )
}

/// Describes the differences between rounds.
fn noise(results: &Results) -> String {
    let mut spreads: Vec<f64> = results.0.iter().map(|row| row.times.spread()).collect();
    spreads.sort_by(f64::total_cmp);
    let part = |of: usize| percent(spreads[(spreads.len() - 1) * of / 100]);
    format!(
        "This difference, the noise, is at most {} for half of the contestants, at most {} for nine in ten, and at most {} for all. On another day, times differ and ratios are nearly the same; on [another kind of processor](#on-other-processors), ratios differ, too.",
        part(50),
        part(90),
        part(100)
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
        "A clean `cargo build` of a crate that derives `Variant` for a struct. CPU seconds are the processor time of all processes, which depends less on the load of the machine than the elapsed time. Most of the time is spent on compiling the loader of the schema with its YAML parser, and the derive macro with its Rust parser. The loader and the macro run only during the build.\n\n{}\n{BEFORE_AND_AFTER}",
        table.finish()
    )
}

/// Figures that were measured once, because the report can build only the current version.
const BEFORE_AND_AFTER: &str = "Before 2026-11-21 the derive macro depended on the loader, and every build \
    generated and formatted all layouts. Now the macro depends on syn and quote only, and a build prints the enabled layouts unformatted. \
    The figures are medians of six alternating builds of each version (three with all features), in the dev profile, on a busy machine:\n\n\
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
        .find(|row| row.method == MEMCPY)
        .map_or(0, |row| row.size);
    let mut text = format!(
        "\n### {payload}: {} bytes\n\n{}\n",
        count(bytes as u64),
        about(payload)
    );
    for (task, others) in [(Task::Encode, Task::Copy), (Task::Decode, Task::Walk)] {
        let mut rows: Vec<&Row> = results
            .on(payload)
            .filter(|row| row.method.task == task || row.method.task == others)
            .collect();
        rows.sort_by_key(|row| rank(row.method));
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
        "mesh" => "Packed arrays of 100,000 points.",
        "rpc" => "A remote call: an Array of a String, an int, a Vector2 and a bool.",
        "strings" => "20,000 Strings, half of them in a packed array.",
        "ints" => "An Array of 100,000 ints.",
        "rows" => "An Array of 10,000 Dictionaries of four small values.",
        "keys" => "A Dictionary of 10,000 Strings and ints.",
        "nest" => {
            "Arrays nested 1,000 levels. Most formats with structs reject or cannot represent them."
        }
        "snapshot4" => {
            "Godot 4: the state of a game with 64 players, with StringNames and integer vectors."
        }
        "typed" => {
            "Godot 4: an `Array[int]` of 100,000 ints. serde has no declared types, so it can only decode."
        }
        "packed" => {
            "Godot 4: packed arrays of 100,000 64-bit ints, 64-bit floats and Vector4s. serde has no packed arrays of 64-bit numbers."
        }
        "names" => "Godot 4: a Dictionary of 10,000 StringNames and ints.",
        _ => "",
    }
}

/// Returns the sort key of a row: memcpy, this library, code by hand, the engine, peers.
fn rank(method: Method) -> u8 {
    match method {
        _ if method.task == Task::Copy => 0,
        _ if ours::ALL.contains(&method) => 1,
        _ if gdvariant_benches::by_hand::ALL.contains(&method) => 2,
        _ if [engine::ENCODE, engine::DECODE].contains(&method) => 3,
        _ => 4,
    }
}

fn cells(results: &Results, row: &Row, bytes: usize) -> [String; 10] {
    let best = row.times.best();
    let by = |time: Option<f64>| time.map(|time| digits(best / time)).unwrap_or_default();
    let godot = match row.method.task {
        Task::Encode => results.time(&row.payload, engine::ENCODE),
        Task::Decode => results.time(&row.payload, engine::DECODE),
        Task::Copy | Task::Walk | Task::Use => None,
    };
    let label = if ours::ALL.contains(&row.method) {
        format!("**{}**", row.method.label)
    } else {
        row.method.label.to_owned()
    };
    let memcpy = results.time(&row.payload, MEMCPY);
    // A method that takes less than half the time of memcpy borrows the bytes, so its speed would
    // be meaningless.
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
        by(results.reference_of(row)),
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
         The crate supports the types of Godot 4. Of Godot 3, it can encode and decode only single values of these five types, each in a buffer of its own. The figures of this library are for `Variant`, with a reused buffer.\n\n{}",
        table.finish()
    )
}
