//! `--csv`: what was found, as rows for spreadsheets.
//!
//! All rows have the same columns; what a row does not have is empty. The first column says what a row is about.
//!
//! ```text
//!   pair                two bodies as they stand
//!   place               a further place where they clash
//!   part                two of their parts (--parts)
//!   path_least          the least clearance of the path     its verdict is that of the path
//!   path_first_contact  the first contact of the path       row: where; row_lower: nothing touches before
//!   path_at             where the verdict is from, if the path is close or undecided
//!   allowed             two links within the limits of the joints (--prove-allowed)
//!   gone                two bodies that were found in an earlier run (--baseline), and are no more
//! ```

use std::io::{self, Write};

use ::csv::{Writer, WriterBuilder};
use clearance::space::DVector;
use serde::Serialize;
use uuid::Uuid;

use crate::baseline::Before;
use crate::findings::Finding;
use crate::report::Report;
use crate::robot::{PairOut, PathFound};
use crate::scene::BodyPair;

/// Numbers that are not finite are left out, as the JSON form has null for them.
#[derive(Default, Serialize)]
struct Row<'a> {
    what: &'static str,
    a: &'a str,
    b: &'a str,
    verdict: &'a str,
    signed_distance: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    required: Option<f64>,
    row: Option<f64>,
    row_lower: Option<f64>,
    time: Option<f64>,
    time_lower: Option<f64>,
    normal_x: Option<f64>,
    normal_y: Option<f64>,
    normal_z: Option<f64>,
    point_a_x: Option<f64>,
    point_a_y: Option<f64>,
    point_a_z: Option<f64>,
    point_b_x: Option<f64>,
    point_b_y: Option<f64>,
    point_b_z: Option<f64>,
    part_a: Option<usize>,
    part_b: Option<usize>,
    hulls_clash: Option<bool>,
    contacts: Option<usize>,
    disabled: Option<&'a str>,
    id: Option<Uuid>,
    state: Option<&'static str>,
    reason: Option<&'a str>,
    local_depth_lower: Option<f64>,
    local_depth_upper: Option<f64>,
    overlap_volume_lower: Option<f64>,
    overlap_volume_upper: Option<f64>,
}

/// Writes the rows.
pub fn write<V: DVector>(report: &Report<'_, V>, out: &mut impl Write) -> io::Result<()> {
    let mut all = Vec::new();
    for (index, pair) in report.found.pairs.iter().enumerate() {
        let points = report.contacts(index).iter().map(|contact| contact.manifold.points().len());
        let contacts = report.contacts.as_ref().map(|_| points.sum());
        let mut findings = report.findings_of(index);
        let volume =
            |end: usize| report.common(index).and_then(|common| finite(common.volume[end]));
        let row = Row {
            contacts,
            overlap_volume_lower: volume(0),
            overlap_volume_upper: volume(1),
            ..of_pair(report, "pair", pair)
        };
        all.push(match findings.next() {
            Some(first) => with_state(report, row, first),
            None => row,
        });
        all.extend(findings.map(|finding| of_place(report, finding)));
        all.extend(report.parts(index).iter().map(|pair| of_pair(report, "part", pair)));
    }
    if let Some(path) = &report.robot.path {
        all.extend(of_path(path));
    }
    let allowed = report.robot.allowed.iter().flat_map(|allowed| allowed.pairs());
    all.extend(allowed.map(of_links));
    all.extend(report.gone.iter().map(of_gone));
    // The header is that of an empty row, so that it is there without rows, too.
    let mut empty = Writer::from_writer(Vec::new());
    empty.serialize(Row::default())?;
    let empty = empty.into_inner().map_err(|e| io::Error::other(e.to_string()))?;
    out.write_all(empty.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default())?;
    let mut rows = WriterBuilder::new().has_headers(false).from_writer(out);
    for row in &all {
        rows.serialize(row)?;
    }
    rows.flush()
}

fn of_pair<'a, V: DVector>(
    report: &'a Report<'_, V>,
    what: &'static str,
    pair: &BodyPair<V>,
) -> Row<'a> {
    let answer = &pair.answer;
    let known = |x: f64| finite(x).filter(|_| pair.bounded());
    let of = |v: V, i: usize| (i < V::DIM).then(|| v.get(i)).and_then(finite);
    let point = |v: V, i: usize| of(v, i).filter(|_| pair.bounded());
    Row {
        what,
        a: report.name(pair.a),
        b: report.name(pair.b),
        verdict: pair.class.name(),
        signed_distance: known(answer.signed_distance),
        lower: finite(answer.lower),
        upper: finite(answer.upper),
        required: finite(pair.required),
        normal_x: of(answer.normal, 0),
        normal_y: of(answer.normal, 1),
        normal_z: of(answer.normal, 2),
        point_a_x: point(answer.point_a, 0),
        point_a_y: point(answer.point_a, 1),
        point_a_z: point(answer.point_a, 2),
        point_b_x: point(answer.point_b, 0),
        point_b_y: point(answer.point_b, 1),
        point_b_z: point(answer.point_b, 2),
        part_a: Some(pair.parts[0]),
        part_b: Some(pair.parts[1]),
        hulls_clash: pair.hulls_clash,
        local_depth_lower: pair.local.and_then(|local| finite(local.lower)),
        local_depth_upper: pair.local.and_then(|local| finite(local.upper)),
        ..Row::default()
    }
}

fn with_state<'a, V: DVector>(
    report: &Report<'_, V>,
    row: Row<'a>,
    finding: &'a Finding<V>,
) -> Row<'a> {
    Row {
        id: Some(finding.id),
        state: report.has_states.then_some(finding.state()),
        reason: finding.approved.as_ref().map(|approved| &approved.reason[..]),
        ..row
    }
}

/// Its point is in the columns of that of a.
fn of_place<'a, V: DVector>(report: &'a Report<'_, V>, finding: &'a Finding<V>) -> Row<'a> {
    let pair = &report.found.pairs[finding.pair];
    let of = |v: V, i: usize| (i < V::DIM).then(|| v.get(i)).and_then(finite);
    let point = |i: usize| finding.point.and_then(|point| of(point, i));
    let row = Row {
        what: "place",
        a: report.name(pair.a),
        b: report.name(pair.b),
        verdict: pair.class.name(),
        signed_distance: finite(finding.clearance),
        required: finite(pair.required),
        normal_x: of(finding.normal, 0),
        normal_y: of(finding.normal, 1),
        normal_z: of(finding.normal, 2),
        point_a_x: point(0),
        point_a_y: point(1),
        point_a_z: point(2),
        ..Row::default()
    };
    with_state(report, row, finding)
}

fn of_gone(before: &Before) -> Row<'_> {
    let (verdict, id) = (&before.class[..], Some(before.id));
    let signed_distance = before.signed_distance;
    Row { what: "gone", a: &before.a, b: &before.b, verdict, signed_distance, id, ..Row::default() }
}

fn of_path(path: &PathFound) -> impl Iterator<Item = Row<'_>> {
    let least = path.least.as_ref().map(|least| Row {
        signed_distance: finite(least.signed_distance),
        lower: finite(least.lower),
        upper: finite(least.upper),
        ..at_row(path, "path_least", &least.pair, least.row, least.time)
    });
    let first = path.first_contact.as_ref().map(|first| Row {
        row_lower: finite(first.lower),
        time_lower: first.time_lower,
        ..at_row(path, "path_first_contact", &first.pair, first.row, first.time)
    });
    let at = path.at.as_ref().map(|at| at_row(path, "path_at", &at.pair, at.row, at.time));
    [least, first, at].into_iter().flatten()
}

fn at_row<'a>(
    path: &PathFound,
    what: &'static str,
    pair: &'a [String; 2],
    row: f64,
    time: Option<f64>,
) -> Row<'a> {
    let (required, row) = (finite(path.clearance), finite(row));
    Row { what, verdict: path.verdict, required, row, time, ..named(pair) }
}

fn named([a, b]: &[String; 2]) -> Row<'_> {
    Row { a, b, ..Row::default() }
}

fn of_links(found: &PairOut) -> Row<'_> {
    let disabled = found.disabled.as_deref();
    Row { what: "allowed", verdict: found.verdict, disabled, ..named(&found.pair) }
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}
