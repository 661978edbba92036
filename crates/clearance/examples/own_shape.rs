//! A user-defined shape needs only a support function and a point inside. It can then be used in all
//! queries, also with shapes of the library.
//!
//! `cargo run --example own_shape`

use clearance::d3::*;

/// A bucket: the hull of two discs around the z axis, at heights 0 and `height`.
struct Bucket {
    bottom: f32,
    top: f32,
    height: f32,
}

impl Convex for Bucket {
    type V = Vec3;

    /// The farthest point along a direction of any length. It is on the rim of one of the discs.
    fn support(&self, direction: Vec3) -> Vec3 {
        let across = Vec3::new(direction.x, direction.y, 0.0).normalize_or(Vec3::X);
        let low = across * self.bottom;
        let high = across * self.top + Vec3::Z * self.height;
        if high.dot(direction) > low.dot(direction) { high } else { low }
    }

    fn center(&self) -> Vec3 {
        Vec3::Z * (0.5 * self.height)
    }
}

fn main() -> Result<(), Error> {
    let bucket = Bucket { bottom: 0.2, top: 0.3, height: 0.5 };
    // Shapes of all types in one list.
    let things: [(&str, Box<dyn Convex<V = Vec3>>); 3] = [
        ("bucket", Box::new(Bucket { bottom: 0.1, ..bucket })),
        ("box", Box::new(Cuboid::new(Vec3::splat(0.2))?)),
        ("rounded cone", Box::new(Rounded::new(Cone::new(Axis::Z, 0.1, 0.1)?, 0.05)?)),
    ];
    for (i, (name, thing)) in things.iter().enumerate() {
        let beside = Pose::new(Vec3::new(0.55, 0.0, 0.1 * i as f32), Quat::from_rotation_y(0.4))?;
        let answer = clearance(&bucket, &Pose::IDENTITY, thing, &beside);
        println!(
            "{name}: {:?}, {:.4} along {:.3}, by {}",
            answer.status(),
            answer.signed_distance,
            answer.normal,
            answer.algorithm.name()
        );
    }

    let ray = Ray::new(Vec3::new(-2.0, 0.0, 0.25), Vec3::X, 10.0)?;
    if let Some(hit) = cast_ray(&bucket, &Pose::IDENTITY, &ray) {
        println!(
            "a ray hits the bucket after {:.4}; the normal there is {:.3}",
            hit.time, hit.normal
        );
    }
    Ok(())
}
