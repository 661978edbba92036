//! Shapes whose coordinates are multiplied by factors, where that gives a shape of a kind that exists.
//!
//! | shape | factors |
//! |---|---|
//! | point, segment, triangle, polygon, hull, box, ellipse, ellipsoid | any; negative ones mirror |
//! | circle, sphere | any; if their sizes differ, an ellipse or ellipsoid |
//! | cylinder, cone | across the axis of one size; along the axis of a cone positive |
//! | capsule, half-space, any shape with a margin | of one size |
//! | one-sided and user-defined shapes | none |
//!
//! Sizes and corners are the products, rounded once, as vertices of a mesh are.

use super::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point, Polygon,
    Rounded, Segment, Shape, Triangle,
};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Axis, Vector};

type S<V> = <V as Vector>::Scalar;

impl<V: Vector> Shape<V> {
    /// The shape with each coordinate of its local frame multiplied by a factor; negative factors mirror.
    ///
    /// Points, segments, triangles, polygons, hulls, boxes and ellipsoids take any factors. A ball becomes an ellipsoid if
    /// their sizes differ. A cylinder or cone needs one size across its axis, and a cone a positive factor along it.
    /// Capsules, half-spaces and shapes with a margin need one size. The numbers of the shape are the products, rounded.
    ///
    /// ```
    /// use clearance::d3::{Ellipsoid, Shape, Sphere, Vec3};
    /// let ball = Shape::from(Sphere::new(2.0)?);
    /// assert_eq!(ball.scaled(Vec3::splat(0.5))?, Sphere::new(1.0)?.into());
    /// assert_eq!(ball.scaled(Vec3::new(0.5, 1.0, -2.0))?, Ellipsoid::new(Vec3::new(1.0, 2.0, 4.0))?.into());
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// Factors that are 0, NaN or infinite, or that bend the shape to one of another kind; one-sided and user-defined
    /// shapes; sizes past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn scaled(&self, by: V) -> Result<Self, Error> {
        let is_factor = |x: S<V>| x.is_finite() && x != S::<V>::ZERO;
        if let Some(i) = (0..V::DIM).find(|i| !is_factor(by.get(*i))) {
            return Err(Error::Scale { value: by.get(i).to_f64() });
        }
        match self {
            Self::HalfSpace(half) => {
                let size = even("half-space", by)?;
                let normal = V::from_fn(|i| half.normal().get(i) * (by.get(i) / size));
                Ok(HalfSpace::new(normal, half.offset() * size)?.into())
            }
            Self::Convex(shape) if shape.margin() > S::<V>::ZERO => {
                let size = even("shape with a margin", by)?;
                let inner = convex(shape.inner(), by)?;
                Ok(Self::Convex(Rounded::new(inner, shape.margin() * size)?))
            }
            Self::Convex(shape) => Ok(convex(shape.inner(), by)?.into()),
        }
    }
}

/// The size of all factors.
fn even<V: Vector>(what: &'static str, by: V) -> Result<S<V>, Error> {
    let size = by.get(0).abs();
    let is_even = (1..V::DIM).all(|i| by.get(i).abs() == size);
    if is_even { Ok(size) } else { Err(Error::NotScaled { what, why: "their sizes differ" }) }
}

fn convex<V: Vector>(shape: &ConvexShape<V>, by: V) -> Result<ConvexShape<V>, Error> {
    let place = |p: V| V::from_fn(|i| p.get(i) * by.get(i));
    let sizes = |p: V| V::from_fn(|i| p.get(i) * by.get(i).abs());
    let places = |points: &[V]| points.iter().map(|p| place(*p)).collect::<alloc::vec::Vec<_>>();
    let refused = |what, why| Err(Error::NotScaled { what, why });
    Ok(match shape {
        ConvexShape::Point(point) => Point::new(place(point.position()))?.into(),
        ConvexShape::Segment(segment) => {
            let [p, q] = segment.ends().map(place);
            Segment::new(p, q)?.into()
        }
        ConvexShape::Triangle(triangle) => {
            let [p, q, r] = triangle.corners().map(place);
            Triangle::new(p, q, r)?.into()
        }
        ConvexShape::Ball(ball) => match even("ball", by) {
            Ok(size) => Ball::new(ball.radius() * size)?.into(),
            Err(_) => Ellipsoid::new(sizes(V::from_fn(|_| ball.radius())))?.into(),
        },
        ConvexShape::Capsule(capsule) => {
            let [p, q] = capsule.ends().map(place);
            Capsule::new(p, q, capsule.radius() * even("capsule", by)?)?.into()
        }
        ConvexShape::Cuboid(cuboid) => Cuboid::new(sizes(cuboid.half_extents()))?.into(),
        ConvexShape::Ellipsoid(ellipsoid) => Ellipsoid::new(sizes(ellipsoid.radii()))?.into(),
        ConvexShape::Cylinder(cylinder) => {
            let (along, across) = of_axis("cylinder", cylinder.axis(), by)?;
            let (half, radius) = (cylinder.half_height() * along.abs(), cylinder.radius() * across);
            Cylinder::new(cylinder.axis(), half, radius)?.into()
        }
        ConvexShape::Cone(cone) => {
            let (along, across) = of_axis("cone", cone.axis(), by)?;
            if along < S::<V>::ZERO {
                return refused("cone", "its apex would be on the other side");
            }
            Cone::new(cone.axis(), cone.half_height() * along, cone.radius() * across)?.into()
        }
        ConvexShape::Polygon(polygon) => Polygon::new(places(polygon.vertices()))?.into(),
        ConvexShape::Hull(hull) => Hull::new(places(hull.points()))?.into(),
        ConvexShape::Facet(_) => return refused("facet", "it is one-sided"),
        ConvexShape::ChainSegment(_) => return refused("chain segment", "it is one-sided"),
        ConvexShape::Custom(_) => return refused("user-defined shape", "its sizes are unknown"),
    })
}

/// The factor along an axis, and the size of those across it.
fn of_axis<V: Vector>(what: &'static str, axis: Axis, by: V) -> Result<(S<V>, S<V>), Error> {
    let along = axis.index();
    let mut across = (0..V::DIM).filter(|i| *i != along).map(|i| by.get(i).abs());
    let size = across.next().unwrap_or(S::<V>::ONE);
    if across.all(|other| other == size) {
        Ok((by.get(along), size))
    } else {
        Err(Error::NotScaled { what, why: "their sizes across its axis differ" })
    }
}
