//! A fit: a shaft in its hole, or what else cannot leave across an axis, as there is something on all sides.
//!
//! Told by the contacts within a margin: their normals point all around an axis. How far the body can go, from one side to
//! the other, is its play. It is no less than twice the gap, as nothing touches before that, in whichever direction. It
//! is no more than the gaps on two opposite sides: along their normals both are used up then. Of a round shaft in a round
//! hole these are the difference of the diameters, wherever the shaft is.

use clearance::Manifold;
use clearance::space::DVector;
use serde::Serialize;

/// How far a body can go across the axis of its fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Proven.
    pub lower: f64,
    /// As good as the points of the contacts are, and as their normals are opposite.
    pub upper: f64,
}

/// Normals farther off the plane across the axis, as a sine, do not count: they are those of the bottom of a hole.
const OFF_PLANE: f64 = 0.3;
/// Between neighbours around the axis there is no larger angle, in radians: half a turn would be a way out.
const WIDEST: f64 = 2.6;
/// Contacts on opposite sides: the cosine of the angle between their normals is less, which is then 172 degrees or more.
const OPPOSITE: f64 = -0.99;
/// Of so many contacts it is asked what they are around, and that of each with so many others.
const MOST: [usize; 2] = [8, 64];
/// Of so many contacts opposite ones are looked for.
const MOST_OPPOSITE: usize = 1024;

/// The fit of two bodies with these contacts, whose gap is proven to be no less than `gap`; in 3D only.
pub fn fit<'m, V: DVector + 'm>(
    contacts: impl Iterator<Item = &'m Manifold<V>>,
    gap: f64,
) -> Option<Fit> {
    if V::DIM != 3 {
        return None;
    }
    let least = |manifold: &Manifold<V>| {
        manifold.points().iter().map(|point| point.separation).fold(f64::INFINITY, f64::min)
    };
    let all: Vec<(V, f64)> =
        contacts.map(|manifold| (manifold.normal, least(manifold))).take(MOST_OPPOSITE).collect();
    let axes = (0..all.len().min(MOST[0])).flat_map(|i| {
        let others = all.iter().take(MOST[1]).skip(i + 1);
        let axes = others.map(|(normal, _)| cross(all[i].0, *normal));
        axes.filter(|axis| axis.norm() > 0.5).collect::<Vec<V>>()
    });
    let axis = axes
        .map(|axis| axis * (1.0 / axis.norm()))
        .find(|axis| is_around(all.iter().map(|(normal, _)| *normal), *axis))?;
    let across: Vec<&(V, f64)> =
        all.iter().filter(|(normal, _)| normal.dot(axis).abs() < OFF_PLANE).collect();
    let ways = across.iter().flat_map(|(n, s)| {
        let opposite = across.iter().filter(|(m, _)| n.dot(*m) < OPPOSITE);
        opposite.map(|(_, t)| s.max(0.0) + t.max(0.0))
    });
    let lower = 2.0 * gap.max(0.0);
    ways.reduce(f64::min).map(|upper| Fit { lower, upper: upper.max(lower) })
}

/// Do these normals leave no way out across the axis?
fn is_around<V: DVector>(normals: impl Iterator<Item = V>, axis: V) -> bool {
    let first = (0..3).map(V::unit).min_by(|p, q| p.dot(axis).abs().total_cmp(&q.dot(axis).abs()));
    let Some(first) = first else { return false };
    let right = cross(axis, first);
    let up = cross(axis, right);
    let across = normals.filter(|normal| normal.dot(axis).abs() < OFF_PLANE);
    let mut turns: Vec<f64> = across.map(|n| n.dot(up).atan2(n.dot(right))).collect();
    turns.sort_by(f64::total_cmp);
    let (Some(lowest), Some(highest)) = (turns.first(), turns.last()) else { return false };
    let last = lowest + std::f64::consts::TAU - highest;
    turns.windows(2).map(|two| two[1] - two[0]).fold(last, f64::max) <= WIDEST
}

fn cross<V: DVector>(a: V, b: V) -> V {
    V::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a.get(j) * b.get(k) - a.get(k) * b.get(j)
    })
}
