//! Tests of `space::axis`.

use clearance_geometry::Error;
use clearance_geometry::shape::{Capsule, Cone, Cylinder};
use clearance_geometry::space::axis::*;
use glam::{Vec2, Vec3};

#[test]
fn numbers_and_names_lead_back() {
    for (i, axis) in Axis::ALL.into_iter().enumerate() {
        assert_eq!((axis.index(), Axis::from_index(i)), (i, Some(axis)));
        assert_eq!(axis.name().parse(), Ok(axis));
    }
    assert_eq!([3, 4, usize::MAX].map(Axis::from_index), [None; 3]);
    assert!(["", "X", "w", "xy"].iter().all(|name| name.parse::<Axis>().is_err()));
}

#[test]
fn the_plane_has_no_z() {
    for axis in Axis::ALL {
        let refused = [
            Cylinder::<Vec2>::new(axis, 1.0, 1.0).err(),
            Cone::<Vec2>::new(axis, 1.0, 1.0).err(),
            Capsule::<Vec2>::along(axis, 1.0, 1.0).err(),
        ];
        let none = Error::WrongDimension { what: "z axis", dim: 2 };
        assert_eq!(refused, [(); 3].map(|()| (axis == Axis::Z).then(|| none.clone())));
        assert!(Cylinder::<Vec3>::new(axis, 1.0, 1.0).is_ok());
    }
}
