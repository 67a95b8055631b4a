//! Creates the page of results with explanations.

use crate::build_cost::BuildCost;
use crate::engine::ENGINE;
use crate::results::{Results, Row};
use gdvariant_benches::contestant::{Method, Task};
use gdvariant_benches::markdown::{Table, count, digits, percent, time};
use gdvariant_benches::ours::{
    self, DECODE_DERIVE, DECODE_OWNED, ENCODE_DERIVE, ENCODE_DYNAMIC, MEMCPY, MEMCPY_FRESH,
};
use gdvariant_benches::timing::TURN;
use gdvariant_benches::{machine, peers, singles};
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
             This page compares the time of encoding and decoding with this library, with the engines, with memcpy of the same bytes and with other formats on the same data. All figures are from one run, except for those [on other processors](#on-other-processors). `benches/README.md` explains how to repeat it. [benchmarks-program.md](benchmarks-program.md) has the times of the program's commands, [benchmarks-counts.md](benchmarks-counts.md) instructions and cache misses, and [benchmarks-size.md](benchmarks-size.md) code sizes.\n\n\
             ## At a glance\n\n{}\n\
             ## On other processors\n\n{processors}\n\
             ## How to read this\n\n{}\n\
             ## Payloads\n{}\n\
             ## What a build costs\n\n{}\n\
             ## The machine\n\n{}",
            at_a_glance(&self.results, &self.engines()),
            self.legend(),
            tables(&self.results),
            build_costs(builds),
            machine::table(machine::description()),
        )
    }

    /// Returns the names of the measured engines.
    fn engines(&self) -> String {
        let names: Vec<_> = self
            .versions
            .iter()
            .map(|version| format!("Godot {version}"))
            .collect();
        names.join(", ")
    }

    fn legend(&self) -> String {
        let godot = if self.versions.is_empty() {
            "No engine was measured; `GDVARIANT_ENGINE` and `GDVARIANT_ENGINE4` name the engines to measure in the same rounds."
        } else {
            "An engine is a separate program that runs once in each round: `var2bytes` and `bytes2var` in \
             `benches/engine/bench.gd`, and for the payloads of Godot 4 `var_to_bytes` and `bytes_to_var` in `benches/engine/bench4.gd`. \
             Godot encodes the same bytes as this library. The payloads `rows`, `keys` and `nest` have no figures of Godot, because its \
             scripts do not create them."
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
- **MB/s**: the length of the payload in Godot's format divided by the time, also for formats that need fewer bytes; empty where bytes are \
borrowed.
- **× memcpy**: the time divided by that of memcpy of the payload into an existing buffer. 20 means that the contestant takes 10 µs if memcpy takes 500 ns.
- **Godot ×**: Godot's time divided by the contestant's time. 25 means that Godot takes 200 µs if the contestant takes 8 µs.
- **× ours**: the time divided by that of this library for the same task: with the derive for structs, with a `Variant` for any value. 3 means that the contestant takes 24 µs if this library takes 8 µs; below 1, the contestant is faster. Within this library, serde is compared with the derive, a fresh buffer with a reused one, and the elements of an Array, each in a frame of its own, with the Array.
- **bytes**: the length of the encoded payload.
- **allocations**, **peak**: the number of allocations of a call, and its peak memory in bytes. Encoding writes into a \
reused buffer unless the name says \"fresh\".
";

/// Returns a table that compares all formats, with structs and with values of any type apart.
fn at_a_glance(results: &Results, engines: &str) -> String {
    const PAYLOADS: [&str; 4] = ["snapshot", "rpc", "mesh", "snapshot4"];
    let mut table = Table::new(&[
        "",
        "snapshot: encode",
        "decode",
        "bytes",
        "rpc: encode",
        "decode",
        "mesh: encode",
        "decode",
        "snapshot4: encode",
        "decode",
    ]);
    let mut row = |title: &str, methods: [(Task, &str); 2]| {
        let mut cells = vec![title.to_owned()];
        for payload in PAYLOADS {
            let figures = methods.map(|(task, label)| results.time(payload, task, label));
            cells.extend(figures.map(|figure| figure.map(time).unwrap_or_default()));
        }
        let [(task, label), _] = methods;
        let bytes = results.row("snapshot", task, label);
        cells.insert(
            3,
            bytes.map(|row| count(row.size as u64)).unwrap_or_default(),
        );
        table.row(&cells);
    };
    let both = |encode, decode| [(Task::Encode, encode), (Task::Decode, decode)];
    let none = both("", "");
    row("*structs:*", none);
    row("**derive**", both(ENCODE_DERIVE.label, DECODE_DERIVE.label));
    for format in peers::STRUCTS {
        row(format, both(format, format));
    }
    row("*values of any type:*", none);
    row(
        "**`Variant`**",
        both(ENCODE_DYNAMIC.label, DECODE_OWNED.label),
    );
    if !engines.is_empty() {
        row(engines, both(ENGINE, ENGINE));
    }
    for format in peers::VALUES {
        row(format, both(format, format));
    }
    row("*bytes:*", none);
    row(
        "memcpy",
        [MEMCPY, MEMCPY_FRESH].map(|method| (method.task, method.label)),
    );
    format!(
        "The time of a call that encodes into a reused buffer, or decodes into owned values. This library is in bold. \
         The payloads are the state of a game with 64 players, a remote call, packed arrays of 100,000 points, and the state of a \
         game in the types of Godot 4, which the other formats do not have. The bytes of this library are those of the engines, with the \
         names of fields and the types of values. bincode, postcard, bitcode and rkyv write neither, so both sides must have the same \
         structs. memcpy copies the bytes into a reused buffer, and into a new one instead of decoding.\n\n{}",
        table.finish()
    )
}

/// Describes the differences between rounds.
fn noise(results: &Results) -> String {
    let part = |percentage| percent(results.spread(percentage));
    format!(
        "This difference, the noise, is at most {} for half of the contestants, at most {} for nine in ten, and at most {} for all. On another day, times differ and ratios are nearly the same; on [another kind of processor](#on-other-processors), ratios differ, too.",
        part(50),
        part(90),
        part(100)
    )
}

fn build_costs(builds: &[BuildCost]) -> String {
    let mut table = Table::new(&["profile", "CPU seconds", "seconds", "crates"]);
    for build in builds {
        table.row(&[
            build.profile.to_owned(),
            digits(build.cpu.as_secs_f64()),
            digits(build.time.as_secs_f64()),
            build.crates.to_string(),
        ]);
    }
    format!(
        "A clean `cargo build` of a crate that derives `Variant` for a struct. CPU seconds are the processor time of all processes, which depends less on the load of the machine than the elapsed time. Most of the time is spent on compiling the loader of the schema with its YAML parser, and the derive macro with its Rust parser. The loader and the macro run only during the build.\n\n{}",
        table.finish()
    )
}

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

/// Returns the sort key of a row: memcpy, this library, the engine, other formats.
fn rank(method: Method) -> u8 {
    match method {
        _ if method.task == Task::Copy => 0,
        _ if ours::ALL.contains(&method) => 1,
        _ if method.label == ENGINE => 2,
        _ => 3,
    }
}

fn cells(results: &Results, row: &Row, bytes: usize) -> [String; 10] {
    let best = row.times.best();
    let by = |time: Option<f64>| time.map(|time| digits(best / time)).unwrap_or_default();
    let (task, reference) = (row.method.task, row.method.reference);
    let of_method = |label| results.time(&row.payload, task, label);
    let godot = of_method(ENGINE);
    let label = if ours::ALL.contains(&row.method) {
        format!("**{}**", row.method.label)
    } else {
        row.method.label.to_owned()
    };
    let memcpy = results.time(&row.payload, MEMCPY.task, MEMCPY.label);
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
        by(reference.and_then(of_method)),
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
            (singles::ENCODE, ENCODE_DYNAMIC),
            (singles::DECODE, DECODE_OWNED),
        ];
        for (theirs, ours) in pairs {
            let time_of = |method: Method| results.time(payload, method.task, method.label);
            if let Some((theirs, ours)) = time_of(theirs).zip(time_of(ours)) {
                cells.extend([time(theirs), time(ours), digits(theirs / ours)]);
            }
        }
        table.row(&cells);
    }
    format!(
        "\n### Single values: godot-binary-serialization\n\n\
         The crate supports the types of Godot 4. Of Godot 3, it can encode and decode only single values of these five types, each in a buffer of its own. The figures of this library are for `Variant`, with a reused buffer.\n\n{}",
        table.finish()
    )
}
