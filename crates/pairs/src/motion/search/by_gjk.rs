//! Casts of two convex shapes: GJK finds the axes.
//!
//! For shapes without radii that move along lines, the search first tries a portal (see [`super::portal`]),
//! which gives the axis of contact at once in most cases. Not for ellipses.
//!
//! Otherwise, for shapes that move along lines, GJK ends at the first separating axis, because the step
//! that it proves is worth more than a better axis at the same time. The support point joins the simplex,
//! and the search goes on with the shapes at the new time. For turning shapes GJK continues until the
//! axis is nearly the best, because the length of a proven stretch is about the square root of the gap.

use core::cell::Cell;

use super::advance::Probe;
use super::contact_cone::Cone;
use super::inside;
use super::overlap::{Around, behind, holds_origin};
use super::path::{Path, Placed};
use super::portal::{Nearness, PortalEnd, PortalSearch, frame_of};
use super::{MovingPair, Nearest, Separation, Span, UNMET};
use crate::answer::{End, Witness};
use crate::gjk::simplex::Known;
use crate::gjk::{Goal, Search};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, Lowered, NO_ID};
use crate::space::DVector;
use crate::trace::{Trace, Watch};

/// The relative difference of the bounds at which GJK ends, as for shapes at rest.
const ACCURACY: f64 = 1e-14;

/// For turning shapes, the gap along the axis may be less than the largest gap by this share.
const LOOSE: f64 = 0.1;

/// On a curved surface, Newton's method is tried when the portal is this near.
const NEWTON: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-6];

/// Two convex shapes and the search for axes between them.
pub struct Sought<'s, W: DVector> {
    difference: Difference<'s, W>,
    search: Search<W>,
    steps: u32,
    /// The number of support points of probes.
    probes: Cell<u32>,
    /// See [`Span::target`].
    target: f64,
    /// The last axis that separated the shapes, in A's frame.
    axis: W,
    /// The time of the search's corners.
    time: f64,
    /// Is the last corner a support point for which the search has not computed the nearest point?
    joined: bool,
    /// Points around the place of contact, if they were computed.
    around: Option<Around<W>>,
    /// Do the search's corners have the weights of the point at which the ray enters the portal? Then no
    /// further search is necessary.
    pierced: bool,
    /// The shapes at this time.
    placed: Placed<W>,
}

impl<'s, W: DVector> Sought<'s, W> {
    /// The shapes at the start of a cast; lengths are multiplied by `scale`. Inlined, so that the search, which
    /// is large, is made in its place.
    #[inline(always)]
    pub fn new(
        a: &'s Lowered<'s, W>,
        b: &'s Lowered<'s, W>,
        path: &Path<W>,
        span: &Span,
        scale: f64,
    ) -> Self {
        let time = span.from;
        let placed = path.at(time);
        let guess = placed.b_in_a.translation;
        let difference = Difference { a, b, b_in_a: placed.b_in_a, scale };
        Self {
            difference,
            search: Search::default(),
            steps: 0,
            probes: Cell::new(0),
            target: span.target,
            axis: guess,
            time,
            placed,
            joined: false,
            around: None,
            pierced: false,
        }
    }

    /// Are the cores apart at a contact at this time, by more than rounding?
    fn is_rounded(&self, path: &Path<W>, time: f64) -> bool {
        self.target > UNMET * path.slack(time)
    }

    /// Starts the search with the direction between the centres.
    fn begin(&mut self) {
        self.search = Search::default();
        self.search.begin(&self.difference, Some(-self.axis));
    }

    /// Searches the axis along which the ray of the motion enters the difference.
    fn search_portal<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        span: &Span,
        watch: &mut Watch<'_, W, T>,
    ) -> Option<Separation<W>> {
        let difference = Difference { ..self.difference };
        let frame = frame_of(path.velocity)?;
        let until = span.until - span.from;
        let mut portal = PortalSearch::new(&difference, path.velocity, frame, until);
        let near = path.slack(span.from);
        let (end, is_curved) = entry(&mut portal, near, watch);
        self.steps += portal.steps;
        if end == PortalEnd::Lost {
            return None;
        }
        let simplex = self.search.restart();
        if is_curved {
            *simplex = portal.place.contact;
        } else {
            portal.fill(end, simplex);
        }
        if end == PortalEnd::Behind {
            // Is the origin between the portal and the middle?
            let [a, b] = [difference.a.center(), difference.b.center()];
            simplex.push(Pair { a, b, ids: [NO_ID; 2], c: difference.center() });
            if inside::weights(&simplex.points(), 2.0 * near).is_some() {
                return Some(Separation::Near(0.0));
            }
            simplex.len -= 1;
        }
        let length = portal.axis.norm();
        let (axis, gap) = (portal.axis * (1.0 / length), -portal.axis.dot(portal.last.c) / length);
        let apart = gap > 2.0 * near;
        if !apart {
            self.search.moved(&difference, Known::default());
            return None;
        }
        let lands = end == PortalEnd::Surface;
        self.axis = -axis;
        self.pierced = lands;
        Some(Separation::Apart { axis: self.placed.to_fixed(axis), gap, lands })
    }

    /// Moves the shapes to a time. `apart` tells whether the cores are apart then.
    fn go(&mut self, path: &Path<W>, time: f64, apart: bool) {
        self.steps += self.search.steps;
        self.search.steps = 0;
        if time != self.time {
            self.pierced = false;
            self.time = time;
            self.placed = path.at(time);
            self.difference.b_in_a = self.placed.b_in_a;
            self.search.moved(&self.difference, Known { apart, newest: self.joined });
            self.joined = false;
        }
    }

    /// Is it proven that the cores are no farther apart than `bound`? Then `proof` is filled.
    fn proves<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        bound: f64,
        watch: &mut Watch<'_, W, T>,
        proof: Option<&mut Witness<W>>,
    ) -> bool {
        let goal = Goal { above: bound.max(0.0), below: bound, accuracy: ACCURACY, corners: false };
        self.run(&goal, 0.0, watch);
        if self.search.upper <= bound {
            if let Some(proof) = proof {
                *proof = self.search.simplex.witness();
            }
            return true;
        }
        if !self.search.overlap {
            return false;
        }
        let depth = (-bound).max(path.slack(self.time));
        let found = holds_origin(&self.difference, &self.search.simplex, self.axis, depth);
        if let (Some(simplex), Some(proof)) = (&found, proof) {
            *proof = simplex.witness();
        }
        found.is_some()
    }

    /// Runs GJK to its end, or until the gap along the axis is `enough` of the largest gap beyond
    /// `bound`.
    fn run<T: Trace<W>>(&mut self, goal: &Goal, enough: f64, watch: &mut Watch<'_, W, T>) {
        let mut w = Pair::default();
        loop {
            if let Some(end) = self.search.step(&self.difference, goal, watch, &mut w) {
                let Search { lower, simplex, .. } = &mut self.search;
                let apart = end == End::Early && *lower > goal.above;
                // A corner twice would make the next simplex flat.
                self.joined = apart && simplex.len <= W::DIM && !simplex.contains(w.c);
                if self.joined {
                    simplex.push(w);
                }
                return;
            }
            let Search { lower, upper, .. } = self.search;
            if upper - lower <= enough * (upper - goal.below) {
                return;
            }
        }
    }
}

impl<W: DVector> MovingPair<W> for Sought<'_, W> {
    fn ahead<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        span: &Span,
        watch: &mut Watch<'_, W, T>,
    ) -> Option<Separation<W>> {
        let Difference { a, b, .. } = self.difference;
        // Newton's method on curved surfaces is for 3D.
        let is_curved = a.to_core().bends() || b.to_core().bends();
        let mut found = None;
        if self.target == 0.0 && !path.bends() && (W::DIM == 3 || !is_curved) {
            found = self.search_portal(path, span, watch);
        }
        if self.search.simplex.len == 0 {
            self.begin();
        }
        found
    }

    fn look<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, W, T>,
    ) -> Separation<W> {
        // The last stretch proves that there is no contact before this time.
        self.go(path, time, true);
        let (above, enough) = if path.bends() { (f64::INFINITY, LOOSE) } else { (bound, 0.0) };
        let goal = Goal { above, below: bound, accuracy: ACCURACY, corners: false };
        self.run(&goal, enough, watch);
        if self.search.lower <= bound {
            return Separation::Near(self.search.upper);
        }
        let axis = self.search.axis;
        self.axis = axis;
        let axis = self.placed.to_fixed(axis * (-1.0 / axis.norm()));
        Separation::Apart { axis, gap: self.search.lower, lands: false }
    }

    fn probe(&self, path: &Path<W>, time: f64, axis: W) -> Probe<W> {
        let placed = path.at(time);
        let local = placed.to_a(axis);
        let difference = Difference { b_in_a: placed.b_in_a, ..self.difference };
        let pair = difference.support(local, [NO_ID; 2]);
        self.probes.set(self.probes.get() + 1);
        let scale = difference.scale;
        let arm_a = pair.a * scale - path.spins[0].center;
        let arm_b = placed.b_in_a.rotate(pair.b * scale - path.spins[1].center);
        Probe { gap: -local.dot(pair.c), arms: [placed.to_fixed(arm_a), placed.to_fixed(arm_b)] }
    }

    fn bend(&self, path: &Path<W>, axis: W, _: [f64; 2]) -> f64 {
        path.bend_along(axis)
    }

    fn nearest(&mut self, path: &Path<W>, time: f64) -> Nearest<W> {
        if !self.pierced {
            let is_rounded = self.is_rounded(path, time);
            self.go(path, time, is_rounded);
            if is_rounded {
                // The corners are from the last look. The shapes have moved on since then, so another
                // corner may be nearer now.
                let Difference { a, b, .. } = self.difference;
                let corners = !(a.to_core().is_curved() || b.to_core().is_curved());
                let goal = Goal { above: f64::INFINITY, below: -1.0, accuracy: ACCURACY, corners };
                self.run(&goal, 0.0, &mut Watch::new(&mut (), 1.0));
            }
        }
        let simplex = &self.search.simplex;
        let weighted = simplex.corners().iter().zip(simplex.weights);
        let points = weighted.fold([W::ZERO; 2], |[a, b], (pair, weight)| {
            [a + pair.a * weight, b + pair.b * weight]
        });
        let between = if self.pierced {
            path.velocity * (time - self.time) - simplex.point()
        } else {
            -self.search.v
        };
        Nearest { points, between: self.placed.to_fixed(between) }
    }

    fn contact_at_once(
        &mut self,
        path: &Path<W>,
        time: f64,
        [bound, deep]: [f64; 2],
        mut proof: Option<&mut Witness<W>>,
    ) -> bool {
        if self.is_rounded(path, time) {
            return false;
        }
        let depth = (-bound).max(path.slack(time));
        // The search's axis has any length, and points from B to A.
        let Some(axis) = self.axis.unit_along().map(|axis| -axis) else { return false };
        let placed = path.at(time);
        let then = Difference { b_in_a: placed.b_in_a, ..self.difference };
        let corners = self.search.simplex.corners();
        if corners.len() == W::DIM {
            self.steps += 1;
            let cone = Cone::of(corners, &behind(&then, -axis));
            if cone.proves(axis, depth, |m| then.point(m.a, m.b), proof.as_deref_mut()) {
                return true;
            }
        }
        if self.around.is_none() {
            self.around = Around::at_depth(&then, axis, deep);
            self.steps += 2 * W::DIM as u32;
        }
        self.around.as_ref().is_some_and(|around| around.proves(&then, depth, proof))
    }

    fn contact<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, W, T>,
        mut proof: Option<&mut Witness<W>>,
    ) -> bool {
        // A late proof may be of a time at which the cores overlap.
        self.go(path, time, false);
        let is_proven = self.proves(path, bound, watch, proof.as_deref_mut());
        if is_proven || !self.search.overlap {
            return is_proven;
        }
        // The corners of the search may be a sliver that proves nothing, or a segment through the middle
        // of two boxes. For aligned shapes, a search along an odd direction gives others.
        self.steps += self.search.steps;
        let odd = W::from_fn(|i| [0.537, 0.772, 0.341][i]);
        self.search = Search::default();
        self.search.begin(&self.difference, Some(odd));
        self.proves(path, bound, watch, proof)
    }

    fn steps(&self) -> u32 {
        self.steps + self.probes.get() + self.search.steps
    }
}

/// Searches the portal through which the ray enters the difference. True if it is the place itself, on a curved
/// surface: [`PortalSearch::place`].
fn entry<W: DVector, T: Trace<W>>(
    portal: &mut PortalSearch<'_, '_, W>,
    rounding: f64,
    watch: &mut Watch<'_, W, T>,
) -> (PortalEnd, bool) {
    let Difference { a, b, scale, .. } = *portal.difference;
    let (center, size) = (portal.difference.center(), (a.reach() + b.reach()) * scale);
    let is_curved = a.to_core().bends() || b.to_core().bends();
    let mut stages = if is_curved { &NEWTON[..] } else { &[] }.iter().copied();
    let mut near = || Nearness { rounding, enough: stages.next().unwrap_or(0.0) };
    let mut end = portal.search(center, size, near(), watch);
    while end == PortalEnd::Near {
        if portal.lands(rounding, watch) {
            return (PortalEnd::Surface, true);
        }
        end = portal.refine(near(), watch);
    }
    (end, false)
}
