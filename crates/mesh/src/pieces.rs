//! The pieces of a part: triangles that are connected by edges.
//!
//! A table of one object is a top and four legs, and the hull of all of it would be a block. So each piece
//! that is a closed surface is a part of its own. Pieces that are open may enclose a volume together, as the
//! six faces of a box do in a file that does not share their corners. They stay one part, and its hull has
//! all that they enclose.

use std::collections::HashMap;

use super::{Part, size, volume};

/// The pieces of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    /// In the order of their first triangles.
    pub parts: Vec<Part>,
    /// The number of pieces that are open. All of them are one of the parts.
    pub open: usize,
}

/// The share of the cube of its size that a closed surface must enclose. A sheet whose triangles are all
/// there twice, once for each side, encloses nothing up to rounding.
const NOTHING: f64 = 1e-12;

impl Part {
    /// The pieces. Corners are shared by number: see [`Part::weld`].
    pub fn pieces(self) -> Pieces {
        let mut groups = Groups((0..self.triangles.len()).collect());
        // For each edge: a triangle at it, and how many there are.
        let mut edges: HashMap<[usize; 2], (usize, usize)> = HashMap::new();
        for (number, triangle) in self.triangles.iter().enumerate() {
            for edge in edges_of(triangle) {
                let (first, count) = edges.entry(edge).or_insert((number, 0));
                groups.join(*first, number);
                *count += 1;
            }
        }
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        let mut piece_of = HashMap::new();
        for number in 0..self.triangles.len() {
            let piece = *piece_of.entry(groups.root(number)).or_insert(pieces.len());
            if piece == pieces.len() {
                pieces.push(Vec::new());
            }
            pieces[piece].push(number);
        }
        if pieces.len() < 2 {
            return Pieces { parts: vec![self], open: 0 };
        }
        let is_paired =
            |edge: [usize; 2]| edges.get(&edge).is_some_and(|(_, count)| count % 2 == 0);
        let (mut parts, mut open) = (Vec::new(), Vec::new());
        for piece in pieces {
            let part = self.only(&piece);
            let paired = piece.iter().flat_map(|i| edges_of(&self.triangles[*i])).all(is_paired);
            let enclosed = volume(&part.points, &part.triangles).abs();
            let is_closed = paired && enclosed > NOTHING * size(&part.points).powi(3);
            if is_closed { parts.push((piece[0], part)) } else { open.push(piece) }
        }
        let count = open.len();
        let mut open = open.concat();
        open.sort_unstable();
        parts.extend(open.first().map(|first| (*first, self.only(&open))));
        parts.sort_by_key(|(first, _)| *first);
        Pieces { parts: parts.into_iter().map(|(_, part)| part).collect(), open: count }
    }

    /// Some of the triangles, with their corners.
    fn only(&self, triangles: &[usize]) -> Self {
        let (mut points, mut known) = (Vec::new(), HashMap::new());
        let mut of_piece = |corner: usize| {
            *known.entry(corner).or_insert_with(|| {
                points.push(self.points[corner]);
                points.len() - 1
            })
        };
        let triangles = triangles.iter().map(|i| self.triangles[*i].map(&mut of_piece)).collect();
        Self { name: self.name.clone(), points, triangles, same: None }
    }
}

/// The edges of a triangle, each by its lower corner first. Edges without length connect nothing.
fn edges_of(triangle: &[usize; 3]) -> impl Iterator<Item = [usize; 2]> {
    let [a, b, c] = *triangle;
    let edges = [[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)]);
    edges.into_iter().filter(|[from, to]| from != to)
}

/// Sets of triangles that grow together. The entry of each leads to the root of its set.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// A cube of edge 2 around a point, without its last `left_out` triangles.
    fn cube(at: DVec3, left_out: usize) -> Part {
        let corner = |i: usize| {
            at + DVec3::from_array(
                [0, 1, 2].map(|axis| f64::from((i >> axis & 1) as u8) * 2.0 - 1.0),
            )
        };
        let sides =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
        let mut part = Part { name: "cube".into(), ..Part::default() };
        halves.take(12 - left_out).for_each(|triangle| part.push(triangle.map(corner)));
        part
    }

    fn joined(parts: impl IntoIterator<Item = Part>) -> Part {
        let mut all = Part::default();
        for part in parts {
            for triangle in &part.triangles {
                all.push(triangle.map(|i| part.points[i]));
            }
        }
        all.weld()
    }

    /// The numbers of corners of the parts, and that of open pieces.
    fn split(parts: impl IntoIterator<Item = Part>) -> (Vec<usize>, usize) {
        let Pieces { parts, open } = joined(parts).pieces();
        (parts.iter().map(|part| part.points.len()).collect(), open)
    }

    #[test]
    fn closed_pieces_are_parts() {
        let at = |x: f64, y: f64| cube(DVec3::new(x, y, 0.0), 0);
        assert_eq!(split([at(0.0, 0.0)]), (vec![8], 0));
        assert_eq!(split([at(0.0, 0.0), at(5.0, 0.0), at(9.0, 0.0)]), (vec![8, 8, 8], 0));
        // Cubes that share a corner only are two pieces; with an edge they are one.
        let corner = cube(DVec3::splat(2.0), 0);
        assert_eq!(split([at(0.0, 0.0), corner]), (vec![8, 8], 0));
        assert_eq!(split([at(0.0, 0.0), at(2.0, 2.0)]), (vec![14], 0));
    }

    #[test]
    fn open_pieces_stay_together() {
        let open = |x: f64| cube(DVec3::new(x, 0.0, 0.0), 1);
        assert_eq!(split([open(0.0)]), (vec![8], 0));
        let closed = |x: f64| cube(DVec3::new(x, 0.0, 0.0), 0);
        assert_eq!(split([open(0.0), closed(5.0), open(9.0)]), (vec![16, 8], 2));
        assert_eq!(split([closed(0.0), open(5.0)]), (vec![8, 8], 1));
        // The sides of a cube as sheets: of one side each, and of both.
        for both in [false, true] {
            let whole = cube(DVec3::ZERO, 0).weld();
            let sheets = whole.triangles.chunks(2).enumerate().map(|(i, side)| {
                let mut sheet = Part::default();
                for triangle in side {
                    let off = DVec3::splat(1e-9 * i as f64);
                    let [a, b, c] = triangle.map(|corner| whole.points[corner] + off);
                    sheet.push([a, b, c]);
                    if both {
                        sheet.push([a, c, b]);
                    }
                }
                sheet
            });
            assert_eq!(split(sheets.collect::<Vec<_>>()), (vec![24], 6), "{both}");
        }
    }
}
