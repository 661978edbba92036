//! Mass properties of shapes that are not convex.

use clearance_geometry::hull::{Mass, mass};
use clearance_geometry::space::{DVector, Motion, Vector, plane, space};
use glam::{DMat3, DVec3};

use crate::{Collider, Instance, PartShape};

impl<V: Vector> Collider<V> {
    /// Volume (in 2D area), centroid and inertia about the centroid, for a density of 1, in the local frame. Where parts
    /// of a compound overlap, they count twice.
    ///
    /// `None` if the shape, or a part of it, is a sheet or a convex shape without a mass: see
    /// [`Shape::mass`](clearance_geometry::shape::Shape::mass).
    pub fn mass(&self) -> Option<Mass> {
        match self {
            Self::Convex(shape) => shape.mass(),
            Self::Surface(instance) => instance.mass(),
            Self::Compound(compound) => {
                let parts = compound.parts().iter().map(|part| {
                    let own = match &part.shape {
                        PartShape::Convex(shape) => shape.mass(),
                        PartShape::Surface(instance) => instance.mass(),
                    };
                    Some(moved(&own?, &Motion::of(&part.pose)))
                });
                parts.reduce(|sum, part| Some(joined(&sum?, &part?))).flatten()
            }
        }
    }
}

impl<V: Vector> Instance<V> {
    /// Of a solid.
    fn mass(&self) -> Option<Mass> {
        if !self.is_solid() {
            return None;
        }
        let bounds = self.bounds();
        let middle = in_space((bounds.min.widen() + bounds.max.widen()) * 0.5);
        let facets = (0..self.len() as u32).map(|facet| {
            let [a, b, c] = self.corners(facet).map(|p| in_space(p.widen()));
            let c = if V::DIM == 2 { middle } else { c };
            if self.is_mirrored() { [b, a, c] } else { [a, b, c] }
        });
        Some(mass(V::DIM, facets, middle))
    }
}

/// A vector in 3D; in 2D with z = 0.
fn in_space<W: DVector>(p: W) -> DVec3 {
    if W::DIM == 2 { plane(p).extend(0.0) } else { space(p) }
}

/// The same body after a motion.
fn moved<W: DVector>(of: &Mass, motion: &Motion<W>) -> Mass {
    let columns =
        [0, 1, 2].map(|i| if i < W::DIM { in_space(motion.columns[i]) } else { DVec3::Z });
    let turn = DMat3::from_cols(columns[0], columns[1], columns[2]);
    let centroid = turn * of.centroid + in_space(motion.translation);
    Mass { volume: of.volume, centroid, inertia: turn * of.inertia * turn.transpose() }
}

/// Two bodies as one, by the parallel axis theorem.
fn joined(a: &Mass, b: &Mass) -> Mass {
    let volume = a.volume + b.volume;
    let share = if volume > 0.0 { b.volume / volume } else { 0.5 };
    let way = b.centroid - a.centroid;
    let reduced = a.volume * share;
    let outer = DMat3::from_cols(way * way.x, way * way.y, way * way.z);
    let moved = DMat3::from_diagonal(DVec3::splat(way.length_squared())) - outer;
    Mass {
        volume,
        centroid: a.centroid + way * share,
        inertia: a.inertia + b.inertia + moved * reduced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Compound, Mesh, Solid};
    use clearance_geometry::shape::Cuboid;
    use clearance_geometry::space::Pose;

    #[test]
    fn two_halves_are_a_whole() {
        let half = Collider::from(Cuboid::new(DVec3::new(0.5, 1.0, 2.0)).unwrap());
        let turned = Pose::new(
            DVec3::new(0.5, 0.0, 0.0),
            glam::DQuat::from_rotation_x(core::f64::consts::PI),
        )
        .unwrap();
        let at = Pose::at(DVec3::new(-0.5, 0.0, 0.0)).unwrap();
        let both = Collider::from(Compound::new([(turned, half.clone()), (at, half)]).unwrap());
        let whole = Collider::from(Cuboid::new(DVec3::new(1.0, 1.0, 2.0)).unwrap());
        let (both, whole) = (both.mass().unwrap(), whole.mass().unwrap());
        assert!((both.volume - whole.volume).abs() < 1e-12 && both.centroid.length() < 1e-12);
        assert!(both.inertia.abs_diff_eq(whole.inertia, 1e-9), "{both:?} {whole:?}");
    }

    #[test]
    fn a_mirrored_solid_has_the_volume_of_its_scale() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let mesh = Mesh::new(corners.to_vec(), faces.to_vec()).unwrap();
        assert_eq!(Collider::from(mesh.clone()).mass(), None);
        let solid = Collider::from(Solid::new(mesh).unwrap());
        let scaled = solid.scaled(DVec3::new(-2.0, 3.0, 1.0)).unwrap().mass().unwrap();
        assert!((scaled.volume - 1.0).abs() < 1e-12);
        assert!((scaled.centroid - DVec3::new(-0.5, 0.75, 0.25)).length() < 1e-12);
    }
}
