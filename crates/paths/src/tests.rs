//! What a search costs where it cannot end: `effort.rs` bounds it.

use crate::clear::{self, Node, clear};
use crate::effort::{KEPT, most};
use crate::first::{self, first};
use crate::leg::Leg;
use crate::looks::Looks;
use crate::path::Path;
use crate::prover::{Needs, Prover};
use crate::robot::{Joint, JointKind, Link, Robot};
use crate::world::World;
use clearance_geometry::shape::Ball;
use clearance_geometry::space::Pose;
use glam::DVec3;

/// A ball at this place that turns around the z axis, and another one.
fn prover(moved: DVec3, still: DVec3) -> Prover {
    let ball = |at: DVec3| (Pose::at(at).unwrap(), Ball::new(0.1).unwrap().into());
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let joint = Joint {
        name: "turn".into(),
        kind: JointKind::Revolute,
        parent: "base".into(),
        child: "arm".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let links = vec![link("base", vec![]), link("arm", vec![ball(moved)])];
    let mut world = World::new(Robot::new(links, vec![joint]).unwrap()).unwrap();
    world.add("post", [ball(still)]).unwrap();
    Prover::new(world)
}

#[test]
fn work_and_memory_are_bounded_where_nothing_is_proven() {
    let cases = [
        // An arm that passes a post many times, one that is high above it, and a ball that turns in place.
        (DVec3::X, DVec3::X * 1.5, 1e6),
        (DVec3::X * 1e-3, DVec3::Z * (0.2 + 1e-11), 1e4),
        (DVec3::ZERO, DVec3::X * (0.2 + 1e-11), 1e3),
    ];
    let mut most_kept = 0;
    for (moved, still, turned) in cases {
        let prover = prover(moved, still);
        let path = Path::new(&prover.world.robot, vec![vec![0.0], vec![turned]]).unwrap();
        let mut looks = Looks::new(&prover, &path);
        let leg = Leg::new(&looks, path.ways().next().unwrap());
        let root = vec![Node::root(&looks, &leg, Needs::All(0.0))];
        let answer = clear(&mut looks, &leg, root, Needs::All(0.0), &mut None, &mut || false);
        assert!(matches!(answer, clear::Answer::Undecided { .. }), "{still}");
        assert!(looks.looked <= most(&looks) + 1, "{}", looks.looked);
        assert!(looks.kept < KEPT + 100, "{}", looks.kept);
        most_kept = most_kept.max(looks.kept);
        let before = looks.looked;
        let answer = first(&mut looks, &leg, 0.0, &mut |_| false);
        assert!(matches!(answer, first::Answer::Undecided { .. }), "{still}");
        assert!(looks.looked - before <= most(&looks) + 1, "{}", looks.looked);
    }
    assert!(most_kept >= KEPT, "{most_kept}");
}
