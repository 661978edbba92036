//! parry's shapes as clearance's. What clearance refuses, as a radius that is NaN, stays parry's.
//!
//! Hulls and surfaces take long to build, so those in use are kept, by the address of their points. An address may be
//! used again, so the numbers are compared.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use clearance::{Collider, Compound, ConvexShape, Error, HalfSpace, Rounded};

use super::dim::{Capsule, Cuboid, Segment, Shape, Triangle};
use super::parry::math::Vector;
use super::parry::shape::{self, TypedShape};
use super::{Source, ball, collider_of_surface, convex_here, hull, points_of_hull, pose, surface};

pub type Made = Option<Shape>;

pub fn made(shape: Result<impl Into<Shape>, Error>) -> Made {
    shape.ok().map(Into::into)
}

pub fn rounded(core: Result<impl Into<ConvexShape<Vector>>, Error>, radius: f32) -> Made {
    let core = core.ok()?.into();
    if radius == 0.0 { Some(core.into()) } else { made(Rounded::new(core, radius)) }
}

/// Any convex shape but a hull, and half-spaces.
fn convex(of: TypedShape<'_>) -> Made {
    match of {
        TypedShape::Ball(s) => ball(s.radius),
        TypedShape::Cuboid(s) => made(Cuboid::new(s.half_extents)),
        TypedShape::Capsule(s) => made(Capsule::new(s.segment.a, s.segment.b, s.radius)),
        TypedShape::Segment(s) => made(Segment::new(s.a, s.b)),
        TypedShape::Triangle(s) => made(Triangle::new(s.a, s.b, s.c)),
        TypedShape::HalfSpace(s) => made(HalfSpace::new(s.normal, 0.0)),
        TypedShape::RoundCuboid(s) => {
            rounded(Cuboid::new(s.inner_shape.half_extents), s.border_radius)
        }
        TypedShape::RoundTriangle(s) => {
            let t = s.inner_shape;
            rounded(Triangle::new(t.a, t.b, t.c), s.border_radius)
        }
        _ => convex_here(of)?,
    }
}

/// The hulls and surfaces in use, by the address of what they are made of.
#[derive(Default)]
pub struct Converted {
    hulls: Kept<(Vec<Vector>, f32), Shape>,
    surfaces: Kept<Source<'static>, Collider<Vector>>,
}

/// What something was made of, and what it became.
type Kept<From, To> = RwLock<HashMap<usize, (From, Arc<To>)>>;

impl Converted {
    /// A convex shape or a half-space.
    pub fn convex(&self, of: &dyn shape::Shape) -> Option<Arc<Shape>> {
        let of = of.as_typed_shape();
        let Some((points, radius)) = points_of_hull(of) else { return convex(of).map(Arc::new) };
        let place = points.as_ptr() as usize;
        let same = |known: &(Vec<Vector>, f32)| known.1 == radius && known.0 == points;
        known(&self.hulls, place, same).or_else(|| {
            Some(keep(&self.hulls, place, (points.to_vec(), radius), hull(points, radius)?))
        })
    }
    /// A one-sided surface.
    fn surface(&self, of: &dyn shape::Shape) -> Option<Arc<Collider<Vector>>> {
        let source = surface(of)?;
        known(&self.surfaces, source.0, |known| *known == source).or_else(|| {
            let made = collider_of_surface(&source)?;
            let (place, vertices, facets, is_solid) = source;
            let owned = (place, vertices.into_owned().into(), facets.into_owned().into(), is_solid);
            Some(keep(&self.surfaces, place, owned, made))
        })
    }
    /// Two shapes of which one is a one-sided surface at least.
    pub fn with_surface(&self, pair: [&dyn shape::Shape; 2]) -> Option<[Arc<Collider<Vector>>; 2]> {
        let [a, b] = pair.map(|shape| self.surface(shape));
        match [a, b] {
            [None, None] => None,
            [Some(a), Some(b)] => Some([a, b]),
            [Some(a), None] => Some([a, self.solid(pair[1])?]),
            [None, Some(b)] => Some([self.solid(pair[0])?, b]),
        }
    }
    /// A convex shape, or convex parts that know nothing of each other.
    fn solid(&self, of: &dyn shape::Shape) -> Option<Arc<Collider<Vector>>> {
        let convex = |shape| Some(Collider::Convex((*self.convex(shape)?).clone()));
        let Some(compound) = of.as_compound() else { return convex(of).map(Arc::new) };
        if !compound.flags().is_empty() {
            return None;
        }
        let parts = compound.shapes().iter().map(|(at, part)| Some((pose(at), convex(&**part)?)));
        Some(Arc::new(Compound::new(parts.collect::<Option<Vec<_>>>()?).ok()?.into()))
    }
}

fn known<From, To>(
    kept: &Kept<From, To>,
    place: usize,
    same: impl Fn(&From) -> bool,
) -> Option<Arc<To>> {
    let kept = kept.read().expect("nothing panics");
    kept.get(&place).filter(|(from, _)| same(from)).map(|(_, to)| to.clone())
}

/// Now and then, those that no pair uses are dropped.
fn keep<From, To>(kept: &Kept<From, To>, place: usize, from: From, to: To) -> Arc<To> {
    let (to, mut kept) = (Arc::new(to), kept.write().expect("nothing panics"));
    if kept.len() >= 64 && kept.len().is_power_of_two() {
        kept.retain(|_, (_, to)| Arc::strong_count(to) > 1);
    }
    kept.insert(place, (from, to.clone()));
    to
}
