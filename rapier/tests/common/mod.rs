//! What the tests of both dimensions share.

use super::*;

/// The radius around a core.
pub const ROUND: f32 = 0.1;

/// What is kept of a pair, with a number for each point.
#[derive(Default)]
pub struct Manifolds {
    pub all: Vec<ContactManifold<(), u32>>,
    workspace: Option<ContactManifoldsWorkspace>,
    dispatcher: Dispatcher,
}

impl Manifolds {
    pub fn ask(&mut self, b_in_a: &Pose, a: &SharedShape, b: &SharedShape) {
        let Self { all, workspace, dispatcher } = self;
        dispatcher.contact_manifolds(b_in_a, &**a, &**b, 0.02, all, workspace).unwrap();
    }
    pub fn least(&self) -> Option<f32> {
        self.all.iter().flat_map(|m| &m.points).map(|p| p.dist).reduce(f32::min)
    }
    pub fn places(&self) -> Vec<Vector> {
        self.all.iter().flat_map(|m| &m.points).map(|p| p.local_p2).collect()
    }
}

/// The least separation, its normal and the numbers of its parts.
pub fn touching(
    a: &SharedShape,
    b: &SharedShape,
    b_in_a: &Pose,
) -> Option<(f32, Vector, (u32, u32))> {
    let mut kept = Manifolds::default();
    kept.ask(b_in_a, a, b);
    let least = |m: &ContactManifold<(), u32>| {
        let dist = m.points.iter().map(|p| p.dist).reduce(f32::min)?;
        Some((dist, m.local_n1, (m.subshape1, m.subshape2)))
    };
    kept.all.iter().filter_map(least).min_by(|x, y| x.0.total_cmp(&y.0))
}

/// A ball at random places is as far from each shape as parry's own projection of its centre, and has a contact if it
/// is near.
pub fn distances_are_those_of_parry(
    shapes: impl Iterator<Item = (SharedShape, Option<SharedShape>)>,
    pose: fn(&mut Random) -> Pose,
) {
    let (mut random, radius) = (Random::new(1), 0.1);
    let (dispatcher, ball) = (Dispatcher::default(), SharedShape::ball(radius));
    let mut counts = [0; 3];
    for (shape, core) in shapes {
        for _ in 0..300 {
            let at = pose(&mut random);
            let to = |shape: &SharedShape| shape.distance_to_local_point(at.translation, true);
            let true_gap =
                core.as_ref().map_or_else(|| to(&shape), |core| to(core) - ROUND) - radius;
            let gap = dispatcher.distance(&at, &*shape, &*ball).unwrap().distance;
            let name = shape.shape_type();
            assert!((gap - true_gap.max(0.0)).abs() < 1e-4, "{name:?}: {gap} {true_gap}");
            let met = dispatcher.intersection_test(&at, &*shape, &*ball).unwrap().intersecting;
            let near = touching(&shape, &ball, &at).is_some();
            if true_gap.abs() > 1e-4 && true_gap > -radius {
                assert_eq!(met, true_gap < 0.0, "{name:?}: {true_gap}");
            }
            if (true_gap - 0.02).abs() > 1e-4 {
                assert_eq!(near, true_gap < 0.02, "{name:?}: {true_gap}");
            }
            let back = dispatcher.distance(&at.inverse(), &*ball, &*shape).unwrap().distance;
            assert!((gap - back).abs() < 1e-4, "{name:?}: {gap} {back}");
            counts[usize::from(near) + usize::from(met)] += 1;
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 5 && counts[2] > 200, "{counts:?}");
}

/// All bodies sleep before this step, and none has left the ground.
pub fn falls_asleep(name: &str, mut world: PhysicsWorld, steps: usize) {
    let moving = |w: &PhysicsWorld| {
        w.bodies.iter().filter(|(_, body)| body.is_dynamic() && !body.is_sleeping()).count()
    };
    let end = (0..steps).find(|_| {
        world.step();
        moving(&world) == 0
    });
    let awake = moving(&world);
    assert!(end.is_some(), "{name}: {awake} are awake");
    for (_, body) in world.bodies.iter() {
        assert!(body.translation().y > -1.0, "{name}: one fell to {}", body.translation());
    }
}
