//! Tests of `space::sweep`.

use clearance_geometry::Error;
use clearance_geometry::space::sweep::*;
use clearance_geometry::space::{Motion, Pose};
use glam::{DVec3, Quat, Vec3};

#[test]
fn a_carried_point_is_where_its_frame_leads() -> Result<(), Error> {
    let turn = Quat::from_xyzw(0.1, 0.2, -0.3, 0.9).normalize();
    let pose = Pose::new(Vec3::new(1e3, -3.0, 0.7), turn)?;
    let straight = Sweep::linear(&pose, Vec3::new(0.3, -0.1, 7.0))?;
    let turning = Sweep::new(&pose, Vec3::X, Vec3::new(0.2, 0.0, -1.5))?.about(Vec3::ONE)?;
    let point = DVec3::new(0.3, -0.7, 0.2);
    let start = Motion::of(&pose);
    for sweep in [straight, turning, Sweep::at_rest(&pose)] {
        for time in [0.0, 0.1, 3.7] {
            assert_eq!(sweep.carry(&start, point, time), sweep.at(time).apply(point));
        }
    }
    Ok(())
}
