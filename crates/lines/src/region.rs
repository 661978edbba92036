//! Reads a region: the area inside an outline, without its holes.
//!
//! The outline and the holes may go either way around, and may end with their first point, as in GeoJSON and
//! WKT. A point is in a [`Solid`] if its winding number is not 0. So a hole that leaves the outline or
//! overlaps another one would add area where it should take some away. That is an error: rings must be
//! proven to be apart, each hole in the outline and no hole in another.

use clearance::scenes::near_boxes;
use clearance::space::{Pose, Vector};
use clearance::{Chain, Collider, NotSolid, Solid};

/// Each two holes may have to be compared.
const MOST_HOLES: usize = 10_000;

/// The vertices of a closed line, without a last one that repeats the first.
pub(crate) fn without_closing_point<V: Vector>(mut vertices: Vec<V>) -> Vec<V> {
    if vertices.len() > 1 && vertices.first() == vertices.last() {
        vertices.pop();
    }
    vertices
}

/// A closed line, and the area in it.
struct Ring<V: Vector> {
    vertices: Vec<V>,
    area: Solid<V>,
    /// Is the front outside, on the right of the way? Then the line is counterclockwise.
    is_forwards: bool,
}

impl<V: Vector> Ring<V> {
    fn of(vertices: Vec<V>) -> Result<Self, String> {
        let vertices = without_closing_point(vertices);
        let sides = sides(vertices.len(), 0, true);
        let made = chain(vertices.clone(), sides).and_then(|forwards| match Solid::new(forwards) {
            Err(NotSolid::InsideOut { .. }) => {
                let backwards = chain(vertices.clone(), self::sides(vertices.len(), 0, false))?;
                Ok((solid(backwards)?, false))
            }
            made => Ok((made.map_err(|e| e.to_string())?, true)),
        });
        made.map(|(area, is_forwards)| Self { vertices, area, is_forwards })
    }
    /// The line alone.
    fn line(&self) -> Collider<V> {
        Collider::sheet(self.area.surface().clone())
    }
    /// Is a ring that does not touch this one inside of it?
    fn surrounds(&self, other: &Self) -> bool {
        self.area.contains(other.vertices[0].widen())
    }
}

/// The segments of a closed line whose first vertex has a number. Facet i is the side after vertex i, either way.
fn sides(count: usize, first: usize, is_forwards: bool) -> Vec<[u32; 2]> {
    let side = |i: usize| {
        let [from, to] = [i, (i + 1) % count].map(|vertex| (first + vertex) as u32);
        if is_forwards { [from, to] } else { [to, from] }
    };
    (0..count).map(side).collect()
}

fn chain<V: Vector>(vertices: Vec<V>, sides: Vec<[u32; 2]>) -> Result<Chain<V>, String> {
    Chain::of_segments(vertices, sides).map_err(|e| e.to_string())
}

fn solid<V: Vector>(chain: Chain<V>) -> Result<Solid<V>, String> {
    Solid::new(chain).map_err(|e| e.to_string())
}

/// The area inside an outline, without the holes. Facets are numbered on from hole to hole.
pub(crate) fn region<V: Vector>(
    outline: Vec<V>,
    holes: Vec<Vec<V>>,
) -> Result<Collider<V>, String> {
    let outline = Ring::of(outline)?;
    if holes.is_empty() {
        return Ok(outline.area.into());
    }
    if holes.len() > MOST_HOLES {
        return Err(format!("{} holes, and {MOST_HOLES} are the most", holes.len()));
    }
    let mut rings = vec![outline];
    for (number, hole) in holes.into_iter().enumerate() {
        rings.push(Ring::of(hole).map_err(|wrong| format!("holes[{number}]: {wrong}"))?);
    }
    check(&rings)?;
    let (mut vertices, mut all) = (Vec::new(), Vec::new());
    for (number, ring) in rings.into_iter().enumerate() {
        let is_hole = number > 0;
        all.extend(sides(ring.vertices.len(), vertices.len(), ring.is_forwards != is_hole));
        vertices.extend(ring.vertices);
    }
    solid(chain(vertices, all)?).map(Collider::from)
}

/// Refuses rings that touch or cross, a hole outside of the outline, which is the first ring, and a hole in another.
fn check<V: Vector>(rings: &[Ring<V>]) -> Result<(), String> {
    if let Some(number) = rings[1..].iter().position(|hole| !rings[0].surrounds(hole)) {
        return Err(format!("holes[{number}] is not in the outline"));
    }
    let here = Pose::IDENTITY;
    let lines: Vec<Collider<V>> = rings.iter().map(Ring::line).collect();
    let boxes: Vec<_> = lines.iter().map(|line| line.aabb(&here)).collect();
    // Of several wrong pairs the first one is told.
    let mut wrong = None;
    near_boxes(&boxes, 0.0, |pair, _| {
        if wrong.as_ref().is_none_or(|(first, _)| pair < *first) {
            let [a, b] = pair.map(|i| (&lines[i], &rings[i]));
            let (second, first) = (pair[1] - 1, pair[0].wrapping_sub(1));
            if clearance::intersects(a.0, &here, b.0, &here) {
                let is_outline = pair[0] == 0;
                let other =
                    if is_outline { "the outline".into() } else { format!("holes[{first}]") };
                wrong = Some((pair, format!("holes[{second}] touches or crosses {other}")));
            } else if pair[0] > 0 && (a.1.surrounds(b.1) || b.1.surrounds(a.1)) {
                let both = format!("of holes[{first}] and holes[{second}]");
                wrong = Some((pair, format!("{both} one is in the other")));
            }
        }
        Some(0.0)
    });
    wrong.map_or(Ok(()), |(_, wrong)| Err(wrong))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::glam::DVec2;

    fn square(middle: [f64; 2], half: f64, is_forwards: bool) -> Vec<DVec2> {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let mut corners = corners.map(|c| DVec2::from(middle) + DVec2::from(c) * half).to_vec();
        if !is_forwards {
            corners.reverse();
        }
        corners
    }

    /// All ways around, with and without the closing point; where the holes are is compared with the coordinates.
    #[test]
    fn holes_take_area_away_either_way_around() {
        let (mut hits, mut asked) = ([0; 2], 0);
        for ways in 0..8 {
            for closed in 0..8 {
                let is = |bits: u32, i: u32| bits & (1 << i) != 0;
                let ring = |i: u32, middle: [f64; 2], half: f64| {
                    let mut corners = square(middle, half, is(ways, i));
                    if !is(closed, i) {
                        corners.pop();
                    }
                    corners
                };
                let holes = vec![ring(1, [-2.0, 0.0], 1.0), ring(2, [2.0, 1.0], 0.75)];
                let region = region(ring(0, [0.0, 0.0], 4.0), holes).unwrap();
                for i in 0..160 {
                    let point =
                        DVec2::new(f64::from(i % 13) * 0.77 - 4.7, f64::from(i / 13) * 0.77 - 4.7);
                    let in_square = |x: f64, y: f64, half: f64| {
                        (point.x - x).abs() < half && (point.y - y).abs() < half
                    };
                    let hole = in_square(-2.0, 0.0, 1.0) || in_square(2.0, 1.0, 0.75);
                    let right = in_square(0.0, 0.0, 4.0) && !hole;
                    assert_eq!(
                        clearance::contains(&region, &Pose::IDENTITY, point),
                        Ok(right),
                        "{point}"
                    );
                    hits[usize::from(right)] += 1;
                    asked += 1;
                }
            }
        }
        assert!(asked >= 10_000 && hits[0] > 3000 && hits[1] > 3000, "{hits:?}");
    }

    #[test]
    fn holes_that_add_area_are_refused() {
        let outline = || square([0.0, 0.0], 4.0, true);
        let hole = |x: f64, half: f64| square([x, 0.0], half, true);
        let flat = vec![DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
        for (holes, says) in [
            (vec![hole(9.0, 1.0)], "holes[0] is not in the outline"),
            (vec![hole(3.5, 1.0)], "holes[0] touches or crosses the outline"),
            (vec![hole(3.0, 1.0)], "holes[0] touches or crosses the outline"),
            (vec![hole(-1.0, 1.0), hole(0.5, 1.0)], "holes[1] touches or crosses holes[0]"),
            (vec![hole(0.0, 1.0), hole(0.0, 2.0)], "of holes[0] and holes[1] one is in the other"),
            (vec![hole(0.0, 5.0)], "holes[0] is not in the outline"),
            (vec![hole(0.0, 1.0), flat], "holes[1]: the component of"),
        ] {
            let wrong = region(outline(), holes).unwrap_err();
            assert!(wrong.starts_with(says), "{says}: {wrong}");
        }
    }
}
