//! Boxes fall on each other and come to rest. Each step moves them down, and then pushes them out along
//! the normals of their contacts. Each pair keeps a cache, so that a contact at rest is only updated.
//!
//! `cargo run --example stack_of_boxes`

use clearance::d3::*;

const BOXES: usize = 5;

fn main() -> Result<(), Error> {
    let floor = HalfSpace::new(Vec3::Z, 0.0)?;
    let brick = Cuboid::new(Vec3::new(1.0, 0.5, 0.25))?;
    // They start with gaps, each rotated a little more than the one below.
    let start =
        |i: usize| Pose::new(Vec3::new(0.0, 0.0, i as f32), Quat::from_rotation_z(0.1 * i as f32));
    let mut poses = (1..=BOXES).map(start).collect::<Result<Vec<_>, _>>()?;
    // Cache i belongs to box i and the body below it.
    let mut caches = [Cache::default(); BOXES];

    for step in 0..40 {
        let (mut points, mut persisted, mut deepest) = (0, 0, 0.0_f32);
        for i in 0..BOXES {
            let fallen = Pose::at(Vec3::new(0.0, 0.0, -0.1))? * poses[i];
            let margin = 0.02; // points that are as far apart as this are contacts, too
            let contact = if i == 0 {
                Query::new(&floor, &Pose::IDENTITY, &brick, &fallen)
                    .cache(&mut caches[i])
                    .manifold(margin)
            } else {
                Query::new(&brick, &poses[i - 1], &brick, &fallen)
                    .cache(&mut caches[i])
                    .manifold(margin)
            };
            poses[i] = fallen;
            let Some(contact) = contact else { continue };
            points += contact.points().len();
            persisted += contact.points().iter().filter(|point| point.persisted).count();
            deepest = deepest.max(contact.depth());
            // The normal points from the body below to the box.
            poses[i] = Pose::at(contact.normal * contact.depth().max(0.0))? * fallen;
        }
        if step % 5 == 4 {
            let heights: Vec<_> = poses.iter().map(|pose| pose.translation().z).collect();
            println!(
                "step {:2}: heights {heights:.2?}, {points} points of contact, {persisted} of them \
                 as in the last step, pushed out by up to {deepest:.2}",
                step + 1
            );
        }
    }
    Ok(())
}
