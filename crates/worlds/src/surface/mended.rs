//! [`Surface::mended`]: what can be put right without guessing where a surface should be.
//!
//! 1. Equal vertices become one, and facets with equal corners are dropped.
//! 2. Of facets with the same corners in the same sense, the first is kept. If the same corners are there
//!    in both senses, as in files that show a sheet from both sides, the first is kept, too. But a wall
//!    between two rooms is there once for each room, and keeps both.
//! 3. Facets whose corners are on a line are dropped, except from a component that they close: between a
//!    long edge and two short ones.
//! 4. In each part whose facets are joined by edges of two, the facets are turned to the sense of the
//!    majority. A part with one side only, as a Moebius strip, stays as it is.
//! 5. Each closed component that is in no other gets its front outside, and all components in it are
//!    turned with it. A component with its front inside that is in another one is its cavity, unless it
//!    is in a cavity: then it is turned, too. Any other overlap stays as it is.
//! 6. Vertices of no facet are dropped.
//!
//! Steps 2 to 5 are repeated while facets are dropped, so that a second mending changes nothing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use clearance_geometry::hull::exact::collinear;
use clearance_geometry::space::{Vector, entry_points};
use glam::DVec3;

use super::report::counted;
use super::ridges::{Groups, Ridge, at_edges, components, excess, ridges};
use super::shells::{Shell, Soup, shells};
use super::surface::Surface;

entry_points! {
    MendedEntry<'a>(surface: &'a Surface<V>) -> (Option<Surface<V>>, Vec<String>) { surface.mend() }
}

impl<V: Vector> Surface<V> {
    /// [`Mesh::mended`](crate::Mesh::mended); `None` if nothing is changed.
    pub(crate) fn mended(&self) -> (Option<Self>, Vec<String>) {
        V::enter::<MendedEntry<'_>>(self)
    }
    fn mend(&self) -> (Option<Self>, Vec<String>) {
        let welded = self.facets().iter().map(|corners| corners.map(|v| self.welded()[v as usize]));
        let mut draft = Draft {
            facets: welded.collect(),
            places: self.vertices().iter().map(|v| self.place(v.widen())).collect(),
            dim: V::DIM,
        };
        let [what, facet] = if V::DIM == 2 { ["chain", "segment"] } else { ["mesh", "triangle"] };
        let equal_corners = draft.drop_points();
        if draft.facets.is_empty() {
            return (
                None,
                alloc::vec![format!("Changed nothing, because no {facet} has an extent.")],
            );
        }
        let [mut repeated, mut behind, mut slivers, mut agreeing, mut outward] = [0; 5];
        loop {
            let drops = [draft.drop_repeated(), draft.drop_second_sides(), draft.drop_slivers()];
            [repeated, behind, slivers] =
                [repeated + drops[0], behind + drops[1], slivers + drops[2]];
            agreeing += draft.agree();
            outward += draft.turn_outward();
            // What was dropped may have been what kept another facet.
            if drops == [0; 3] {
                break;
            }
        }
        let mut done = Vec::new();
        let mut note = |verb: &str, count: usize, noun: &str, why: &str| {
            if count > 0 {
                done.push(format!("{verb} {} {why}.", counted(count, noun)));
            }
        };
        let merged = self.report().duplicate_vertices.count;
        note("Merged", merged, "vertex", "with another one at the same place");
        note("Dropped", equal_corners, facet, "with equal corners");
        note("Dropped", repeated, facet, "with the corners of another one");
        note("Dropped", behind, facet, "that showed another one from behind");
        note("Dropped", slivers, facet, "with the corners on a line");
        note("Turned", agreeing, facet, "so that the fronts of neighbours agree");
        note("Turned", outward, facet, "so that the front is outside");
        let (vertices, facets) = draft.compact(self.vertices());
        let unused = self.vertices().len() - merged - vertices.len();
        note("Dropped", unused, "vertex", &format!("of no {facet}"));
        if done.is_empty() {
            return (None, done);
        }
        match Self::of(what, facet, vertices, facets) {
            Ok(mended) => (Some(mended), done),
            Err(error) => (None, alloc::vec![format!("Changed nothing: {error}.")]),
        }
    }
}

/// A surface in work: corners are welded vertices.
struct Draft {
    facets: Vec<[u32; 3]>,
    places: Vec<DVec3>,
    dim: usize,
}

impl Draft {
    fn ridges(&self) -> Vec<Ridge> {
        ridges(&self.facets, self.places.len(), self.dim)
    }

    /// Drops the facets whose numbers are given as true. Returns how many.
    fn drop(&mut self, dropped: &[bool]) -> usize {
        let mut drops = dropped.iter();
        let before = self.facets.len();
        self.facets.retain(|_| !drops.next().is_some_and(|drop| *drop));
        before - self.facets.len()
    }

    fn turn(&mut self, facet: u32) {
        let [a, b, c] = self.facets[facet as usize];
        self.facets[facet as usize] = if self.dim == 2 { [b, a, a] } else { [a, c, b] };
    }

    /// Drops facets with equal corners: in 2D segments without length.
    fn drop_points(&mut self) -> usize {
        let before = self.facets.len();
        let plane = self.dim == 2;
        self.facets.retain(|[a, b, c]| a != b && (plane || (b != c && c != a)));
        before - self.facets.len()
    }

    /// Drops facets with the corners of an earlier one in the same sense.
    fn drop_repeated(&mut self) -> usize {
        let mut dropped = alloc::vec![false; self.facets.len()];
        for same in same_corners(&self.ridges()) {
            for forward in [true, false] {
                for ridge in same.iter().filter(|ridge| ridge.forward == forward).skip(1) {
                    dropped[ridge.facet as usize] = true;
                }
            }
        }
        self.drop(&dropped)
    }

    /// Drops the second facet of each pair that shows the same triangle from both sides, except of walls:
    /// groups of pairs, joined by edges, with two single facets at an edge, one in each of the rooms
    /// beside it.
    fn drop_second_sides(&mut self) -> usize {
        let ridges = self.ridges();
        let mut second = alloc::vec![None; self.facets.len()];
        for pair in same_corners(&ridges).filter(|same| same.len() == 2) {
            second[pair[0].facet as usize] = Some(false);
            second[pair[1].facet as usize] = Some(true);
        }
        let is_pair = |ridge: &&Ridge| second[ridge.facet as usize].is_some();
        let mut groups = Groups::new(self.facets.len());
        for at_edge in at_edges(&ridges) {
            let mut pairs = at_edge.iter().filter(is_pair);
            if let Some(first) = pairs.next() {
                pairs.for_each(|other| groups.join(first.facet, other.facet));
            }
        }
        let mut is_wall = alloc::vec![false; self.facets.len()];
        for at_edge in at_edges(&ridges) {
            let pairs = at_edge.iter().filter(is_pair).count();
            if let Some(ridge) = at_edge.iter().find(is_pair)
                && at_edge.len() - pairs >= 2
            {
                is_wall[groups.root(ridge.facet) as usize] = true;
            }
        }
        let drops = (0..)
            .zip(&second)
            .map(|(facet, second)| *second == Some(true) && !is_wall[groups.root(facet) as usize]);
        let drops: Vec<bool> = drops.collect();
        self.drop(&drops)
    }

    /// Drops facets with their corners on a line, except from closed components that are more than that.
    fn drop_slivers(&mut self) -> usize {
        let is_sliver = |facet: &[u32; 3]| {
            let [a, b, c] = facet.map(|v| self.places[v as usize]);
            self.dim == 3 && collinear(a, b, c)
        };
        let slivers: Vec<bool> = self.facets.iter().map(is_sliver).collect();
        if !slivers.contains(&true) {
            return 0;
        }
        let ridges = self.ridges();
        let (component, count) = components(&ridges, self.facets.len());
        let mut keeps =
            parts_of_edges(&ridges, &component, count, |part| part.len().is_multiple_of(2));
        let mut has_area = alloc::vec![false; count];
        for (sliver, component) in slivers.iter().zip(&component) {
            has_area[*component as usize] |= !sliver;
        }
        keeps.iter_mut().zip(has_area).for_each(|(keeps, has_area)| *keeps &= has_area);
        let drops =
            slivers.iter().zip(&component).map(|(sliver, c)| *sliver && !keeps[*c as usize]);
        self.drop(&drops.collect::<Vec<bool>>())
    }

    /// Turns facets so that the two at an edge go along it in opposite directions. Returns how many.
    fn agree(&mut self) -> usize {
        // Beyond each edge: the facet, and whether it must be turned if this one is not.
        let mut beyond = alloc::vec![[None; 3]; self.facets.len()];
        for at_edge in at_edges(&self.ridges()) {
            if let [one, other] = at_edge {
                let differs = one.forward == other.forward;
                beyond[one.facet as usize][one.side as usize] = Some((other.facet, differs));
                beyond[other.facet as usize][other.side as usize] = Some((one.facet, differs));
            }
        }
        let mut sense: Vec<Option<bool>> = alloc::vec![None; self.facets.len()];
        let mut turned = 0;
        for first in 0..self.facets.len() as u32 {
            if sense[first as usize].is_some() {
                continue;
            }
            sense[first as usize] = Some(false);
            let (mut part, mut next, mut is_one_sided) = (alloc::vec![(first, false)], 0, false);
            while next < part.len() {
                let (facet, turn) = part[next];
                next += 1;
                for (neighbour, differs) in beyond[facet as usize].into_iter().flatten() {
                    let wanted = turn != differs;
                    match sense[neighbour as usize] {
                        Some(known) => is_one_sided |= known != wanted,
                        None => {
                            sense[neighbour as usize] = Some(wanted);
                            part.push((neighbour, wanted));
                        }
                    }
                }
            }
            if is_one_sided {
                continue;
            }
            let few = 2 * part.iter().filter(|(_, turn)| *turn).count() <= part.len();
            for (facet, _) in part.iter().filter(|(_, turn)| *turn == few) {
                self.turn(*facet);
                turned += 1;
            }
        }
        turned
    }

    /// Turns closed components as the head of the file says. Returns the number of turned facets.
    fn turn_outward(&mut self) -> usize {
        let ridges = self.ridges();
        let (component, count) = components(&ridges, self.facets.len());
        let closed = parts_of_edges(&ridges, &component, count, |part| excess(part) == 0);
        let soup = Soup { places: &self.places, facets: &self.facets, dim: self.dim };
        let shells: Vec<Shell> = shells(&soup, &component, count)
            .into_iter()
            .zip(closed)
            .filter_map(|(shell, closed)| closed.then_some(shell))
            .collect();
        // For each shell, the shells around it with their winding numbers.
        let around = |inner: usize| -> Vec<(usize, i32)> {
            let others = (0..shells.len()).filter(|outer| *outer != inner);
            let winding =
                |outer: usize| (outer, shells[outer].winding_around(&shells[inner], &soup));
            others.map(winding).filter(|(_, winding)| *winding != 0).collect()
        };
        let around: Vec<Vec<(usize, i32)>> = (0..shells.len()).map(around).collect();
        let mut order: Vec<usize> = (0..shells.len()).collect();
        order.sort_by_key(|shell| around[*shell].len());
        let mut sense = alloc::vec![1; shells.len()];
        for shell in order {
            let outermost = around[shell]
                .iter()
                .map(|(outer, _)| *outer)
                .find(|outer| around[*outer].is_empty());
            let is_turned = shells[outermost.unwrap_or(shell)].sign < 0;
            sense[shell] = if is_turned { -1 } else { 1 };
            let winding: i32 =
                around[shell].iter().map(|(outer, winding)| sense[*outer] * winding).sum();
            if sense[shell] * shells[shell].sign < 0 && winding < 1 {
                sense[shell] = -sense[shell];
            }
        }
        let turned = shells.iter().zip(sense).filter(|(_, sense)| *sense < 0);
        let turned: Vec<u32> = turned.flat_map(|(shell, _)| shell.facets.iter().copied()).collect();
        turned.iter().for_each(|facet| self.turn(*facet));
        turned.len()
    }

    /// The used vertices in their order, and the facets with their new numbers.
    fn compact<V: Vector>(&self, vertices: &[V]) -> (Vec<V>, Vec<[u32; 3]>) {
        let mut number = alloc::vec![u32::MAX; vertices.len()];
        self.facets.as_flattened().iter().for_each(|v| number[*v as usize] = 0);
        let mut used = Vec::new();
        for (vertex, number) in vertices.iter().zip(&mut number) {
            if *number == 0 {
                *number = used.len() as u32;
                used.push(*vertex);
            }
        }
        let facets =
            self.facets.iter().map(|corners| corners.map(|v| number[v as usize])).collect();
        (used, facets)
    }
}

/// The edges of facets with the same corners, in the order of the facets.
fn same_corners(ridges: &[Ridge]) -> impl Iterator<Item = &[Ridge]> {
    ridges.chunk_by(|one, other| (one.ends, one.opposite) == (other.ends, other.opposite))
}

/// For each component, whether at each of its edges something is true of the ridges that are part of it.
fn parts_of_edges(
    ridges: &[Ridge],
    component: &[u32],
    count: usize,
    is_true: impl Fn(&[Ridge]) -> bool,
) -> Vec<bool> {
    let of = |ridge: &Ridge| component[ridge.facet as usize];
    let mut all = alloc::vec![true; count];
    let mut ridges = ridges.to_vec();
    ridges.sort_unstable_by_key(|ridge| (ridge.ends, of(ridge)));
    for part in ridges.chunk_by(|one, other| (one.ends, of(one)) == (other.ends, of(other))) {
        all[of(&part[0]) as usize] &= is_true(part);
    }
    all
}
