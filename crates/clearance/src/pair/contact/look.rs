//! How a contact is looked for: three ways, the cheapest first.
//!
//! ```text
//!   has B moved since the last look?  --no-->  the same places, by the cache     (rest)
//!        | yes, or no cache
//!        v
//!   has the pair a fast path?         --yes->  axis and points at once           (fast)
//!        | no, or it stays open
//!        v
//!   the clearance, its normal, the features across it                            (the parent)
//! ```
//!
//! A named algorithm or a trace goes the last way at once. Where the shapes are about as far apart as
//! the margin, the full answer decides whether there is a contact: so no question denies what another
//! proves.

use super::{Contact, Rest};
use crate::answer::{Algorithm, Manifold};
use crate::hull::Facets;
use crate::number::Scalar;
use crate::pair::answers::look;
use crate::pair::cache::Cache;
use crate::pair::convex::Options;
use crate::pair::query::Query;
use crate::pair::scratch::Lent;
use crate::pair::solved::Ask;
use crate::shape::Operand;
use crate::space::{Motion, Vector};
use crate::trace::Trace;

impl<V: Vector> Query<'_, V> {
    /// See [`Query::manifold`].
    pub(in crate::pair) fn contact<T: Trace<V::Wide>>(
        &mut self,
        margin: V::Scalar,
        trace: &mut T,
    ) -> Option<Manifold<V>> {
        let mut cache = self.cache.take();
        // Written in one place from all sides, as an answer that is handed on is copied.
        let mut found = None;
        self.touching(margin, cache.as_deref_mut(), trace, &mut found);
        self.cache = cache;
        found
    }

    #[inline]
    fn touching<T: Trace<V::Wide>>(
        &mut self,
        given: V::Scalar,
        mut cache: Option<&mut Cache>,
        trace: &mut T,
        found: &mut Option<Manifold<V>>,
    ) {
        let may_hurry = self.algorithm == Algorithm::Auto && !trace.watches();
        let Self { a, b, stand, algorithm, scratch, .. } = self;
        let (b_in_a, frame) = (&stand.b_in_a(), &stand.frame());
        let contact = Contact::new([a.part(), b.part()], b_in_a, given.to_f64(), may_hurry);
        if let Some(cache) = cache.as_deref_mut() {
            let rest = &mut cache.rest;
            rest.is_used =
                may_hurry && contact.is_at_rest(rest) && contact.kept(rest, frame, found);
            if rest.is_used {
                return;
            }
        }
        let rest = cache.as_deref_mut().map(|cache| &mut cache.rest);
        if !(may_hurry && contact.by_fast_path(frame, rest, found)) {
            contact.with_facets(|facets| {
                let seen = facets[0].zip(facets[1]).map(Into::into);
                let scratch = Lent::new(scratch.as_deref_mut());
                let cache = cache.as_deref_mut();
                let options = Options { algorithm: *algorithm, cache, scratch, trace, seen };
                general_way([a, b], &contact, frame, facets, options, found);
            });
        }
        if contact.is_open(found.as_ref().map(|found| found.deepest().separation.to_f64())) {
            let rest = cache.map(|cache| &mut cache.rest);
            let query = Query { algorithm: *algorithm, ..Query::of([*a, *b], *stand) };
            query.at_margin(&contact, given, rest, found);
        }
    }

    /// Decides by the full answer whether there is a contact, where the shapes are about as far apart
    /// as the margin: so that no question denies what another proves.
    #[cold]
    #[inline(never)]
    fn at_margin(
        self,
        contact: &Contact<'_, V>,
        margin: V::Scalar,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        let full = self.full();
        let is_beyond = full.lower > margin;
        if is_beyond != out.is_some() || !full.bounded() {
            return;
        }
        if let Some(rest) = rest {
            rest.forget();
        }
        *out = None;
        if !is_beyond {
            // What is found a little beyond the margin is at it.
            let most = contact.margin.max(full.signed_distance.to_f64()) + contact.near();
            let wider = Contact::new([contact.a, contact.b], contact.b_in_a, most, false);
            let (a, b, frame) = (&self.a, &self.b, self.stand.frame());
            wider.with_facets(|facets| {
                let seen = facets[0].zip(facets[1]).map(Into::into);
                let (algorithm, scratch) = (self.algorithm, Lent::new(None));
                let options = Options { algorithm, cache: None, scratch, trace: &mut (), seen };
                general_way([a, b], &wider, &frame, facets, options, out);
            });
            *out = out.as_ref().map(|found| found.up_to(margin));
        }
    }
}

/// The manifold from the clearance, given what is seen of hulls, or of both shapes if they are
/// polytopes. Kept out of the way of those who need neither.
#[inline(never)]
fn general_way<V: Vector, T: Trace<V::Wide>>(
    [a, b]: [&Operand<'_, V::Wide>; 2],
    contact: &Contact<'_, V>,
    frame: &Motion<V::Wide>,
    facets: [Option<&Facets<'_>>; 2],
    mut options: Options<'_, V::Wide, T>,
    out: &mut Option<Manifold<V>>,
) {
    let mut solved = None;
    let mut cache = options.cache.take();
    let options = Options { cache: cache.as_deref_mut(), ..options };
    let radii = look(a, b, contact.b_in_a, Ask::Contact(contact.margin), options, &mut solved);
    let rest = cache.map(|cache| &mut cache.rest);
    if let Some(solved) = &solved {
        contact.manifold(solved, facets, radii, frame, rest, out);
    } else if let Some(rest) = rest {
        contact.remember_gap(rest, f64::NEG_INFINITY);
    }
}
