//! Parts of a page, without scripts. Their look is `path.css`, in the colours of `colors.css`.

use std::fmt::Write;

use super::chart::Chart;
use super::motion::{Moment, Motion};
use crate::text::{digits, escaped, interval, place, shown};

/// The look of all that is here.
pub const STYLE: &str = include_str!("path.css");
/// The colours that it names: declarations of a rule, for light and for dark pages.
pub const COLORS: &str = include_str!("colors.css");

/// The clearance along a path as a figure; `None` if there is nothing to draw: a path of one row, or no pairs.
/// `required` is the clearance that the path should keep, and `unit` a blank and a label of lengths, or nothing.
pub fn chart(motion: &Motion, required: f64, unit: &str) -> Option<String> {
    let chart = Chart::of(motion, required, unit)?;
    let mut out = String::from("<figure class=\"chart\">\n");
    let of_unit = if unit.is_empty() { String::new() } else { format!(" in{}", escaped(unit)) };
    let said = escaped(&chart.said);
    let _ = writeln!(
        out,
        "<div class=\"axis\">clearance{of_unit}</div>\n\
         <div class=\"plot\" role=\"img\" aria-label=\"{said}\"><div class=\"inner\">"
    );
    draw(&mut out, &chart);
    let axis = if chart.is_timed { "time in s" } else { "row" };
    let _ = writeln!(out, "</div></div>\n<div class=\"axis rows\">{axis}</div>");
    legend(&mut out, &chart);
    Some(out + "</figure>\n")
}

fn draw(out: &mut String, chart: &Chart) {
    let _ = writeln!(out, "<div class=\"overlap\" style=\"top: {}%\"></div>", chart.zero);
    for tick in &chart.heights {
        let (at, text) = (tick.at, &tick.text);
        let _ =
            writeln!(out, "<div class=\"height\" style=\"top: {at}%\"><span>{text}</span></div>");
    }
    for tick in &chart.rows {
        let (at, text) = (tick.at, &tick.text);
        let named = if text.is_empty() { "" } else { " named" };
        let _ = writeln!(
            out,
            "<div class=\"tick{named}\" style=\"left: {at}%\"><span>{text}</span></div>"
        );
    }
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"below\" d=\"{}\"/><path class=\"floor\" d=\"{}\"/>\
         <path class=\"curve\" d=\"{}\"/></svg>\n\
         <div class=\"zero\" style=\"top: {}%\"></div>",
        chart.below, chart.floor, chart.curve, chart.zero
    );
    if let Some((top, text)) = &chart.required {
        let text = escaped(text);
        let _ = writeln!(
            out,
            "<div class=\"required\" style=\"top: {top}%\"><span>{text}</span></div>"
        );
    }
    for mark in &chart.marks {
        let sides = [(mark.is_right, " right"), (mark.is_below, " below")];
        let sides: String = sides.iter().filter(|(is, _)| *is).map(|(_, side)| *side).collect();
        let _ = writeln!(
            out,
            "<div class=\"mark{sides}\" style=\"left: {}%; top: {}%\"><span>{} {}</span></div>",
            mark.left,
            mark.top,
            mark.title,
            escaped(&mark.text)
        );
    }
}

fn legend(out: &mut String, chart: &Chart) {
    let gaps = if chart.has_gaps { "; not where an overlap was found before a bound" } else { "" };
    let keys = [
        ("floor", format!("proven: between the samples, too, no pair is nearer{gaps}")),
        ("curve", format!("sampled: the nearest pair at {} moments, joined by lines", chart.count)),
        ("required", "required".into()),
        ("overlap", "overlap".into()),
    ];
    *out += "<figcaption>";
    for (key, words) in keys {
        if key != "required" || chart.required.is_some() {
            let _ = writeln!(out, "<span><i class=\"key {key}\"></i> {words}</span>");
        }
    }
    *out += "</figcaption>\n";
}

/// A moment in two pictures: all bodies, and the pair from near.
pub fn moment(moment: &Moment, unit: &str) -> String {
    let Moment { title, answer, names, colors, .. } = moment;
    let [a, b] = names.each_ref().map(|name| escaped(&shown(name)));
    let (place, unit) = (place(moment.row, moment.time, 8), escaped(unit));
    let (clearance, bounds) =
        (digits(answer.signed_distance, 6), interval(answer.lower, answer.upper, 6));
    let picture = |label: &str, svg: &Option<String>| {
        let none = "<p class=\"none\">This picture is too large for a page.</p>";
        let svg = svg.as_deref().unwrap_or(none);
        format!("<div class=\"picture\" role=\"img\" aria-label=\"{label}\">{svg}</div>\n")
    };
    let pictures = picture(&format!("All bodies at {place}"), &moment.whole)
        + &picture(&format!("{a} and {b} from near"), &moment.near);
    format!(
        "<figure class=\"moment\">\n<figcaption><h3>{title}</h3> <span>{place}</span> \
         <span class=\"names\"><span><i style=\"background: {}\"></i>{a}</span> \
         <span><i style=\"background: {}\"></i>{b}</span></span> \
         <span><b>{clearance}{unit}</b> in <span class=\"number\">{bounds}{unit}</span></span></figcaption>\n\
         <div class=\"two\">\n{pictures}</div>\n</figure>\n",
        colors[0], colors[1]
    )
}
