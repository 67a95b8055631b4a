//! Plots times by length on logarithmic axes: a curve that is parallel to memcpy's shows linear
//! growth.

use crate::failure::Failure;
use crate::growth::Curve;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (760, 480);

/// A color that is legible on white and on black, like those in [`COLORS`].
const GRAY: RGBColor = RGBColor(125, 133, 144);
const COLORS: [RGBColor; 5] = [
    GRAY,
    RGBColor(31, 157, 85),
    RGBColor(46, 134, 222),
    RGBColor(217, 119, 6),
    RGBColor(208, 72, 132),
];

/// The minimum vertical distance of labels, in pixels.
const LINE: i32 = 17;

/// Draws the curves as SVG, with a label at the end of each curve.
pub(crate) fn draw(curves: &[Curve]) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let (sizes, times) = (
            range(curves, |point| point.0),
            range(curves, |point| point.1),
        );
        let mut chart = ChartBuilder::on(&area)
            .margin_left(8)
            .margin_top(14)
            .margin_right(150)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(
                (sizes.0..sizes.1).log_scale().base(4.0),
                (times.0..times.1).log_scale(),
            )?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRAY.mix(0.25))
            .axis_style(GRAY.mix(0.6))
            .label_style(("sans-serif", 13).into_font().color(&GRAY))
            .x_desc("length of the value")
            .y_desc("time of a call")
            .x_label_formatter(&|size| size_label(*size))
            .y_label_formatter(&|nanoseconds| time_label(*nanoseconds))
            .draw()?;
        let mut ends = Vec::new();
        for (curve, color) in curves.iter().zip(COLORS) {
            chart.draw_series(LineSeries::new(
                curve.points.iter().copied(),
                color.stroke_width(2),
            ))?;
            chart.draw_series(
                curve
                    .points
                    .iter()
                    .map(|point| Circle::new(*point, 3, color.filled())),
            )?;
            if let Some(end) = curve.points.last() {
                ends.push((chart.backend_coord(end), curve.method.name(), color));
            }
        }
        for ((x, y), name, color) in separated(ends) {
            let style = ("sans-serif", 13)
                .into_font()
                .color(&color)
                .pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(name, (x + 10, y), style))?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// Returns the range of one coordinate of all points, with a margin.
fn range(curves: &[Curve], of: impl Fn(&(f64, f64)) -> f64) -> (f64, f64) {
    let values = curves.iter().flat_map(|curve| &curve.points).map(of);
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

/// Formats a time in nanoseconds: 100,000 as `100 µs`.
fn time_label(nanoseconds: f64) -> String {
    match nanoseconds {
        _ if nanoseconds < 999.0 => format!("{nanoseconds:.0} ns"),
        _ if nanoseconds < 999e3 => format!("{:.0} µs", nanoseconds / 1e3),
        _ => format!("{:.0} ms", nanoseconds / 1e6),
    }
}

/// Formats a length in bytes: 1024 as `1 KiB`.
fn size_label(size: f64) -> String {
    if size < 1024.0 * 1024.0 {
        format!("{:.0} KiB", size / 1024.0)
    } else {
        format!("{:.0} MiB", size / 1024.0 / 1024.0)
    }
}
