//! Plots times and memory per byte by length on logarithmic axes: a horizontal curve shows linear
//! growth.

use crate::Failure;
use crate::curve::{Curve, Figure, Point};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (760, 860);

/// A color that is legible on white and on black, like those in [`COLORS`].
const GRAY: RGBColor = RGBColor(125, 133, 144);
const COLORS: [RGBColor; 10] = [
    GRAY,
    RGBColor(31, 157, 85),
    RGBColor(46, 134, 222),
    RGBColor(217, 119, 6),
    RGBColor(208, 72, 132),
    RGBColor(142, 104, 216),
    RGBColor(14, 148, 158),
    RGBColor(190, 90, 60),
    RGBColor(120, 140, 20),
    RGBColor(90, 110, 200),
];

/// The minimum vertical distance of labels, in pixels.
const LINE: i32 = 17;

/// The minimum value that is drawn.
const LEAST: f64 = 0.001;

/// A property of a point.
type Property = fn(&Point) -> f64;

/// Draws the times above the memory, as SVG, with a label at the end of each curve.
pub(crate) fn draw(figure: &Figure) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let (above, below) = area.split_vertically(SIZE.1 / 2);
        panel(
            &above,
            &figure.curves,
            Point::time_per_byte,
            ("time per byte", |time| format!("{} ns", plain(time))),
        )?;
        panel(
            &below,
            &figure.curves,
            Point::memory_per_byte,
            ("peak memory per byte", plain),
        )?;
        area.present()?;
    }
    Ok(svg)
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    curves: &[Curve],
    property: Property,
    (title, label): (&str, fn(f64) -> String),
) -> Result<(), Failure> {
    let points = |curve: &Curve| -> Vec<(f64, f64)> {
        let of = |point: &Point| (length(point), property(point));
        // A logarithmic axis has no 0, and ever smaller values would dwarf the others.
        curve
            .points
            .iter()
            .map(of)
            .filter(|point| point.1 >= LEAST)
            .collect()
    };
    let all: Vec<_> = curves.iter().flat_map(points).collect();
    let (lengths, values) = (
        range(all.iter().map(|point| point.0)),
        range(all.iter().map(|point| point.1)),
    );
    let mut chart = ChartBuilder::on(area)
        .margin_left(8)
        .margin_top(14)
        .margin_right(160)
        .x_label_area_size(46)
        .y_label_area_size(74)
        .build_cartesian_2d(
            (lengths.0..lengths.1).log_scale().base(4.0),
            (values.0..values.1).log_scale(),
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRAY.mix(0.25))
        .axis_style(GRAY.mix(0.6))
        .label_style(("sans-serif", 13).into_font().color(&GRAY))
        .x_desc("length of the value")
        .y_desc(title)
        .x_label_formatter(&|length| length_label(*length))
        .y_label_formatter(&|value| label(*value))
        .draw()?;
    let mut ends = Vec::new();
    for (curve, color) in curves.iter().zip(COLORS.into_iter().cycle()) {
        let points = points(curve);
        chart.draw_series(LineSeries::new(
            points.iter().copied(),
            color.stroke_width(2),
        ))?;
        chart.draw_series(
            points
                .iter()
                .map(|point| Circle::new(*point, 3, color.filled())),
        )?;
        if let Some(end) = points.last() {
            // All labels have the same distance from the axis, so that they do not overlap.
            let end = (lengths.1, end.1);
            ends.push((chart.backend_coord(&end), curve.name.clone(), color));
        }
    }
    let origin = area.get_base_pixel();
    for ((x, y), name, color) in separated(ends) {
        let style = ("sans-serif", 13)
            .into_font()
            .color(&color)
            .pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(name, (x + 4 - origin.0, y - origin.1), style))?;
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "1 GiB at most")]
fn length(point: &Point) -> f64 {
    point.bytes as f64
}

/// Returns the range of values, with a margin.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most), value| {
        (least.min(value * 0.8), most.max(value * 1.25))
    })
}

type Label = ((i32, i32), String, RGBColor);

/// Moves labels up if they overlap the label below.
fn separated(mut labels: Vec<Label>) -> Vec<Label> {
    labels.sort_by_key(|((_, y), ..)| -y);
    for index in 1..labels.len() {
        let below = labels[index - 1].0.1;
        let y = &mut labels[index].0.1;
        *y = (*y).min(below - LINE);
    }
    labels
}

/// Formats a power of ten without an exponent.
fn plain(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.3}").trim_end_matches('0').to_owned()
    } else {
        format!("{value:.0}")
    }
}

/// Formats a length in bytes: 1024 as `1 KiB`.
fn length_label(length: f64) -> String {
    match length / 1024.0 {
        kibibytes if kibibytes < 1023.0 => format!("{kibibytes:.0} KiB"),
        kibibytes if kibibytes < 1023.0 * 1024.0 => format!("{:.0} MiB", kibibytes / 1024.0),
        kibibytes => format!("{:.0} GiB", kibibytes / 1024.0 / 1024.0),
    }
}
