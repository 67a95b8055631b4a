//! Measures commands of the program.

use crate::Failure;
use crate::args::Args;
use crate::curve::{Curve, Figure, Point};
use gdvariant_benches::machine::stat_of_process;
use gdvariant_benches::program::commands::{self, MeasuredCommand};
use gdvariant_benches::program::inputs::Input;
use gdvariant_benches::program::measure::run;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

/// The time for which a command is repeated, and its maximum number of runs.
const REPEATED: (Duration, u32) = (Duration::from_millis(500), 10);

/// The number of minor page faults of children in `/proc/self/stat`.
const FAULTS_OF_CHILDREN: usize = 11;

/// Describes the inputs of a length.
pub(crate) fn inputs(folder: &Path, length: u64) -> [Input; 2] {
    [Input::framed(folder, length), Input::array(folder, length)]
}

/// Measures all commands, for both inputs of all lengths.
pub(crate) fn measure(args: &Args) -> Result<Vec<Figure>, Failure> {
    let program = fs::canonicalize(&args.program)?;
    let mut figures =
        [("framed", "framed values"), ("array", "one Array")].map(|(name, title)| Figure {
            title: format!("Commands: {title}"),
            name,
            memory: "the peak resident memory of the process",
            curves: Vec::new(),
        });
    let largest = u64::from(args.largest) << 20;
    let lengths = (0..).map(|power| 1024 << (2 * power));
    for length in lengths.take_while(|&length| length <= largest) {
        let folder = tempfile::tempdir_in(&args.folder)?;
        write(folder.path(), length)?;
        let inputs = inputs(folder.path(), length);
        for command in commands::all(&inputs, &program) {
            if command.program() != "gdvariant" {
                continue;
            }
            let figure = &mut figures[command.input];
            let curve = curve_of(figure, &command);
            let last = curve.points.last().map_or(0.0, |point| point.time);
            // Each length is four times the preceding one.
            if last * 4.0 > Duration::from_secs(args.limit).as_secs_f64() * 1e9 {
                continue;
            }
            eprintln!("{length} bytes: {}", command.shown);
            let bytes = fs::metadata(&inputs[command.input].old)?.len();
            curve.points.push(point(&command, bytes)?);
        }
    }
    Ok(figures.into())
}

/// Creates the inputs in a separate process, because the peak memory of a command includes the
/// memory of its parent at the start.
fn write(folder: &Path, length: u64) -> Result<(), Failure> {
    let mut write = Command::new(env::current_exe()?);
    write
        .args(env::args_os().skip(1))
        .arg("--write")
        .arg(folder);
    if write
        .arg("--length")
        .arg(length.to_string())
        .status()?
        .success()
    {
        Ok(())
    } else {
        Err("the inputs cannot be written".into())
    }
}

/// Returns the curve of a command, which is created if it is missing.
fn curve_of<'f>(figure: &'f mut Figure, command: &MeasuredCommand) -> &'f mut Curve {
    let is_json = command.arguments.iter().any(|word| word == "--json");
    let name = format!("{}{}", command.name, if is_json { " --json" } else { "" });
    let index = figure
        .curves
        .iter()
        .position(|curve| curve.name == name)
        .unwrap_or_else(|| {
            figure.curves.push(Curve {
                name,
                points: Vec::new(),
            });
            figure.curves.len() - 1
        });
    &mut figure.curves[index]
}

/// Repeats a command, and returns its shortest time.
fn point(command: &MeasuredCommand, bytes: u64) -> io::Result<Point> {
    let start = Instant::now();
    let before = stat_of_process(FAULTS_OF_CHILDREN);
    let (mut best, mut runs) = (run(command)?, 1);
    let faults = stat_of_process(FAULTS_OF_CHILDREN)
        .zip(before)
        .map_or(0, |(after, before)| after - before);
    while start.elapsed() < REPEATED.0 && runs < REPEATED.1 {
        let usage = run(command)?;
        if usage.elapsed < best.elapsed {
            best = usage;
        }
        runs += 1;
    }
    Ok(Point {
        bytes,
        time: best.elapsed.as_secs_f64() * 1e9,
        memory: best.memory,
        touched: best.memory,
        faults,
    })
}
