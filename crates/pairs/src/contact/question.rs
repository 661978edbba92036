//! How a query finds contact points: three ways, the cheapest first.
//!
//! ```text
//!   has B stayed in place?            --yes-->  the same points, from the cache   contact/rest
//!        | no, or no cache
//!        v
//!   has the pair a fast path?         --yes-->  axis and points at once           contact/fast
//!        | no, or it stays open
//!        v
//!   the clearance, then the features across its normal                            contact
//! ```
//!
//! The bounding balls decide most pairs that are far apart. Without a cache this test comes first, because it
//! needs no relative pose.
//!
//! B has stayed in place if no point of B has moved relative to A, since the points were last computed,
//! by more than a small share of the margin (see `patch/rest`). `Cache::still` asks this alone, without the
//! shapes.
//!
//! If the query names an algorithm or has an observer, only the third way is used. If the gap is within
//! rounding of the margin, the full clearance decides whether there is a contact, so that
//! `contact_manifold` and `clearance` never contradict each other.

use crate::answer::{Algorithm, Manifold};
use crate::cache::Cache;
use crate::contact::fast::between_balls;
use crate::convex::look;
use crate::depth::scratch::Lent;
use crate::number::Scalar;
use crate::options::Options;
use crate::patch::contact_pair::{ContactPair, is_ball};
use crate::patch::rest::Rest;
use crate::patch::{Outcome, Patch};
use crate::plan::planned;
use crate::query::Query;
use crate::shape::{Operand, is_wide};
use crate::space::{DVector, Motion, Vector};
use crate::trace::Trace;

impl<V: Vector> Query<'_, V> {
    /// Answers [`Query::manifold`]. The cache is taken out of the query while both are borrowed.
    pub(crate) fn contact<T: Trace<V::Wide>>(
        &mut self,
        margin: V::Scalar,
        trace: &mut T,
        found: &mut Option<Manifold<V>>,
    ) {
        let mut cache = self.cache.take();
        self.fill_manifold(margin, cache.as_deref_mut(), trace, found);
        self.cache = cache;
    }

    /// Tries the three ways. The manifold is written to `found`, whatever was there, because it is large.
    #[inline]
    fn fill_manifold<T: Trace<V::Wide>>(
        &mut self,
        margin: V::Scalar,
        mut cache: Option<&mut Cache>,
        trace: &mut T,
        found: &mut Option<Manifold<V>>,
    ) {
        let is_auto = self.algorithm == Algorithm::Auto && !trace.watches();
        let Self { a, b, placement, algorithm, lesson, slop, axes, is_prescribed, scratch, .. } =
            self;
        let limits = [margin.to_f64(), *slop];
        if is_auto
            && cache.is_none()
            && let (Operand::Convex(a), Operand::Convex(b)) = (&*a, &*b)
            && between_balls([a, b], placement.way(), limits[0]).is_some()
        {
            *found = None;
            return;
        }
        let parts = [a.part(), b.part()];
        let [b_in_a, frame] = &placement.frames(parts.map(is_ball));
        let contact = ContactPair::new(parts, b_in_a, limits);
        if let Some(cache) = cache.as_deref_mut() {
            let rest = &mut cache.rest;
            rest.is_used = is_auto && contact.at_rest(rest, frame, found);
            if rest.is_used {
                return;
            }
        }
        let (mut patch, mut outcome) = (Patch::empty(), Outcome::Open);
        if *is_prescribed {
            outcome = contact.of_prescribed(&mut patch);
        } else if is_auto {
            outcome = contact.by_fast_path(*axes, rest_of(&mut cache).as_deref(), &mut patch);
        }
        if outcome == Outcome::Open {
            let (cache, scratch) = (cache.as_deref_mut(), Lent::new(scratch.as_deref_mut()));
            let (algorithm, lesson, is_narrow) = (*algorithm, *lesson, !is_wide::<V>());
            let plain = Options::new(planned([a, b], algorithm, contact.ask()), trace);
            let options = Options { algorithm, lesson, cache, scratch, is_narrow, ..plain };
            outcome = from_clearance([a, b], &contact, options, &mut patch);
        }
        contact.raise(outcome, &patch, frame, rest_of(&mut cache), found);
        if contact.is_near_margin(
            outcome,
            found.as_ref().map(|found| found.deepest().separation.to_f64()),
        ) {
            let (algorithm, lesson, slop) = (*algorithm, *lesson, *slop);
            let query = Query { algorithm, lesson, slop, ..Query::of([*a, *b], *placement) };
            query.at_margin(&contact, frame, margin, rest_of(&mut cache), found);
        }
    }

    /// Decides by the full answer whether there is a contact: see the head of this file.
    #[cold]
    #[inline(never)]
    fn at_margin(
        self,
        contact: &ContactPair<'_, V::Wide>,
        frame: &Motion<V::Wide>,
        margin: V::Scalar,
        rest: Option<&mut Rest>,
        found: &mut Option<Manifold<V>>,
    ) {
        let full = self.full();
        let is_beyond = full.lower > margin;
        if is_beyond != found.is_some() || !full.bounded() {
            return;
        }
        if let Some(rest) = rest {
            rest.forget();
        }
        *found = None;
        if !is_beyond {
            // Points that are found a little beyond the margin are reported at it.
            let most = contact.margin.max(full.signed_distance.to_f64()) + contact.near();
            let limits = [most, contact.slop];
            let wider = ContactPair::new([contact.a, contact.b], contact.b_in_a, limits);
            let Self { a, b, algorithm, lesson, .. } = &self;
            let (algorithm, lesson, is_narrow) = (*algorithm, *lesson, !is_wide::<V>());
            let (trace, mut patch) = (&mut (), Patch::empty());
            let plain = Options::new(planned([a, b], algorithm, wider.ask()), trace);
            let options = Options { algorithm, lesson, is_narrow, ..plain };
            let outcome = from_clearance([a, b], &wider, options, &mut patch);
            wider.raise(outcome, &patch, frame, None, found);
            *found = found.as_ref().map(|found| found.up_to(margin));
        }
    }
}

/// The record of the last contact in the cache of a query, if the query has a cache.
fn rest_of<'r>(cache: &'r mut Option<&mut Cache>) -> Option<&'r mut Rest> {
    cache.as_deref_mut().map(|cache| &mut cache.rest)
}

/// The points from the clearance. Not inlined, so that the faster ways stay short.
#[inline(never)]
fn from_clearance<W: DVector, T: Trace<W>>(
    both: [&Operand<'_, W>; 2],
    contact: &ContactPair<'_, W>,
    mut options: Options<'_, W, T>,
    patch: &mut Patch<W>,
) -> Outcome {
    let mut cache = options.cache.take();
    // Facets are large: both the clearance and the clipping read those that are made here.
    contact.with_facets(|facets| {
        let mut solved = None;
        let seen = facets[0].zip(facets[1]).map(Into::into);
        let (cached, trace) = (cache.as_deref_mut(), &mut *options.trace);
        let asked = Options { cache: cached, trace, seen, ..options };
        let radii = look(both, contact.b_in_a, contact.ask(), asked, &mut solved);
        let Some(solved) = &solved else { return Outcome::Apart { at_least: f64::NEG_INFINITY } };
        let names = cache.map(|cache| cache.rest.points.names());
        let cached = names.as_ref().map(|(names, count)| &names[..*count]);
        contact.of_features(solved, facets, radii, cached, patch, options.trace)
    })
}
