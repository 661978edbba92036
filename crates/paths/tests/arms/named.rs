//! Named cases: pairs that never move, required clearances, joints without bounds.

use clearance::d3_f64::{Body, Collider, Cuboid, DVec3, HalfSpace, Pose, Scene, Sphere};
use clearance::paths::{
    Error, FirstContact, Joint, JointKind, Link, Mimic, OverLimits, Path, Prover, Robot, Verdict,
    World,
};
use clearance::scenes::{Filter, Handle, Layers};
use clearance::verify::{self, check_path};

use super::ring;

fn ball(radius: f64) -> Collider {
    Sphere::new(radius).unwrap().into()
}

fn link(name: &str, shapes: Vec<Collider>) -> Link {
    let shapes = shapes.into_iter().map(|shape| (Pose::IDENTITY, shape)).collect();
    Link { name: name.into(), shapes }
}

fn joint(name: &str, kind: JointKind, ends: [&str; 2], x: f64) -> Joint {
    Joint {
        name: name.into(),
        kind,
        parent: ends[0].into(),
        child: ends[1].into(),
        origin: Pose::at(DVec3::X * x).unwrap(),
        axis: DVec3::X,
        limits: None,
        mimic: None,
    }
}

/// A base, an arm that slides along x from 5 on, and a hand that is fixed to a wrist without a shape at the arm.
fn robot() -> Robot {
    let links = vec![
        link("base", vec![ball(1.0)]),
        link("arm", vec![ball(0.5)]),
        link("wrist", vec![]),
        link("hand", vec![ball(0.5)]),
    ];
    let joints = vec![
        joint("slide", JointKind::Prismatic, ["base", "arm"], 5.0),
        joint("to wrist", JointKind::Fixed, ["arm", "wrist"], 0.25),
        joint("to hand", JointKind::Fixed, ["wrist", "hand"], 0.25),
    ];
    Robot::new(links, joints).unwrap()
}

fn path(world: &World) -> Path {
    Path::new(world.robot(), vec![vec![0.0], vec![1.0], vec![0.0]]).unwrap()
}

/// The robot with a table of this height below its base, and something in its hand.
fn world(top: f64, held: f64) -> World {
    let mut world = World::new(robot()).unwrap();
    let table = Cuboid::new(DVec3::new(9.0, 2.0, 1.0)).unwrap();
    world.add("table", [(Pose::at(DVec3::Z * (top - 1.0)).unwrap(), table.into())]).unwrap();
    world.attach("held", "hand", [(Pose::at(DVec3::X * held).unwrap(), ball(0.25))]).unwrap();
    world
}

#[test]
fn pairs_that_never_move_are_asked() {
    // The gaps of the pairs that never move: the base above the table, and what is held beside the arm.
    for (top, held, pair, gap) in
        [(-1.25, 1.0, "table", 0.25), (-1.1, 1.0, "table", 0.1), (-1.25, 0.3, "held", 0.05)]
    {
        let world = world(top, held);
        let (path, prover) = (path(&world), Prover::new(world));
        assert_eq!(prover.clear(&path, 0.9 * gap), Verdict::Proven);
        let Verdict::Broken(meeting) = prover.clear(&path, 1.1 * gap) else { panic!() };
        assert_eq!((meeting.row, meeting.pair.contains(&pair.into())), (0.0, true));
        let least = prover.least(&path, 1e-6);
        assert!(least.lower <= gap + 1e-12 && gap <= least.upper + 1e-12, "{least:?}");
        assert!(least.upper - least.lower < 2e-6 && !prover.touches(&[0.5]).unwrap());
        assert_eq!(prover.first_contact(&path, 1e-6), FirstContact::None);
        let (mut proof, mechanism) =
            (prover.certificate(&path, 0.9 * gap).unwrap(), prover.world().mechanism());
        let found = check_path(&mechanism, path.given(), &proof);
        assert_eq!(found, verify::Verdict::Proven);
        // One stretch for such a pair, not one in each leg.
        let number = |name: &str| prover.world().names().position(|other| other == name).unwrap();
        let [a, b] = match pair {
            "table" => ["base", "table"],
            _ => ["arm", "held"],
        };
        let bodies = [number(a), number(b)].map(|body| body as u32);
        let of_pair = proof.stretches.iter().filter(|stretch| stretch.bodies == bodies);
        assert_eq!(of_pair.count(), 1);
        proof.stretches.retain(|stretch| stretch.bodies != bodies);
        let found = check_path(&mechanism, path.given(), &proof);
        assert_eq!(found, verify::Verdict::Refuted);
    }
}

/// The bodies that a filter sees stand where the scene has them, each as one that was added by hand.
#[test]
fn bodies_of_a_scene_stand_in_the_way() {
    let mut scene = Scene::new();
    let at = |x: f64| Pose::at(DVec3::new(x, 0.0, 0.5)).unwrap();
    scene.add(Body::sensor(ball(0.5)).at(at(7.0)));
    let fixed = scene.add(Body::fixed(ball(0.5)).at(at(9.0)).layers(Layers::of(2).meeting(0)));
    let cart = scene.add(Body::moving(ball(0.5)).at(at(99.0)).data(7));
    let gone = scene.add(Body::moving(ball(0.5)).at(at(7.0)));
    scene.remove(gone).unwrap();
    let found = |scene: &Scene, filter: &Filter<'_>| {
        let mut world = world(-1.25, 1.0);
        let name = |_: Handle, body: &Body| format!("cart {}", body.data);
        world.add_scene(scene, filter, name).unwrap();
        let path = path(&world);
        let bodies = world.names().len();
        (Prover::new(world).first_contact(&path, 1e-6), bodies)
    };
    let empty = found(&Scene::new(), &Filter::all());
    assert_eq!(empty.0, FirstContact::None);
    assert_eq!(found(&scene, &Filter::all()), (FirstContact::None, empty.1 + 2));
    for x in [7.0, 7.4] {
        scene.place(cart, at(x)).unwrap();
        let mut by_hand = world(-1.25, 1.0);
        by_hand.add("cart 7", [(at(x), ball(0.5))]).unwrap();
        let path = path(&by_hand);
        let by_hand = Prover::new(by_hand).first_contact(&path, 1e-6);
        assert!(matches!(by_hand, FirstContact::Found { .. }), "{by_hand:?}");
        assert_eq!(found(&scene, &Filter::all()), (by_hand.clone(), empty.1 + 2));
        assert_eq!(found(&scene, &Filter::of(1)), (by_hand, empty.1 + 1));
        assert_eq!(found(&scene, &Filter::all().only(&|body| body == fixed)).0, empty.0);
    }
    let twice = world(-1.25, 1.0).add_scene(&scene, &Filter::all(), |_, _| "cart".into());
    assert!(matches!(twice, Err(Error::Doubled { .. })), "{twice:?}");
}

#[test]
fn an_overlap_that_never_moves_breaks_every_path() {
    for (top, held, pair) in [(-0.9, 1.0, ["base", "table"]), (-1.5, 0.2, ["arm", "held"])] {
        let world = world(top, held);
        let (path, prover) = (path(&world), Prover::new(world));
        let Verdict::Broken(meeting) = prover.clear(&path, 0.0) else { panic!() };
        assert_eq!(meeting.pair, pair.map(String::from));
        let first = prover.first_contact(&path, 1e-6);
        assert_eq!(first, FirstContact::Found { from: 0.0, meeting: meeting.clone() });
        let least = prover.least(&path, 1e-6);
        assert!(least.upper < 0.0 && least.meeting == Some(meeting), "{least:?}");
        assert!(prover.touches(&[0.5]).unwrap() && prover.certificate(&path, 0.0).is_none());
        let mut world = prover.world().clone();
        world.allow(pair[1], pair[0]).unwrap();
        assert_eq!(Prover::new(world).clear(&path, 0.0), Verdict::Proven);
    }
}

#[test]
fn a_pair_that_grazes_for_ever_hides_no_overlap() {
    let mut world = world(-1.0, 1.0);
    assert!(matches!(Prover::new(world.clone()).clear(&path(&world), 0.0), Verdict::Undecided(_)));
    let post = Pose::at(DVec3::new(7.4, 0.0, 0.5)).unwrap();
    world.add("post", [(post, ball(0.5))]).unwrap();
    let (path, prover) = (path(&world), Prover::new(world));
    let Verdict::Broken(meeting) = prover.clear(&path, 0.0) else { panic!() };
    assert_eq!(meeting.pair[1], "post".to_string());
    let first = prover.first_contact(&path, 1e-6);
    assert!(matches!(first, FirstContact::Found { from: 0.0, meeting } if meeting.row > 0.1));
}

/// Where the search divides the leg, the clearance is 0: neither half can be proven up to there.
#[test]
fn a_contact_that_begins_in_the_middle_of_a_leg_is_found_there() {
    let mut world = World::new(robot()).unwrap();
    world.add("post", [(Pose::at(DVec3::X * 10.0).unwrap(), ball(0.5))]).unwrap();
    let path = Path::new(world.robot(), vec![vec![0.0], vec![7.0]]).unwrap();
    let FirstContact::Found { from, meeting } = Prover::new(world).first_contact(&path, 1e-6)
    else {
        panic!("the hand goes into the post")
    };
    assert_eq!(meeting.pair, ["hand", "post"].map(String::from));
    assert!(from <= 0.5 && 0.5 <= meeting.row && meeting.row - from < 2e-6, "{from} {meeting:?}");
}

#[test]
fn what_stands_and_what_is_bolted_together_is_not_asked() {
    let mut world = world(-1.25, 1.0);
    // The arm and the hand overlap, and so do the wall and the table.
    world.add("wall", [(Pose::at(DVec3::new(0.0, 5.0, -2.0)).unwrap(), ball(4.0))]).unwrap();
    let (path, prover) = (path(&world), Prover::new(world.clone()));
    assert_eq!(prover.clear(&path, 0.0), Verdict::Proven);
    let proof = prover.certificate(&path, 0.0).unwrap();
    let found = check_path(&prover.world().mechanism(), path.given(), &proof);
    assert_eq!(found, verify::Verdict::Proven);
    for (one, other, reason) in [
        ("wall", "table", "both stand still"),
        ("arm", "hand", "fixed joints hold them together"),
        ("arm", "base", "a joint is between them"),
        ("hand", "held", "they are allowed to touch"),
        ("hand", "hand", "they are one body"),
    ] {
        let refused = world.require(one, other, 0.1);
        let (one, other) = (one.to_string(), other.to_string());
        assert_eq!(refused, Err(Error::NotAsked { one, other, reason }));
    }
    for clearance in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(world.require("base", "table", clearance), Err(Error::Clearance { .. })));
    }
    assert!(matches!(world.require("base", "tabel", 0.1), Err(Error::Unknown { .. })));
}

#[test]
fn bases_of_two_robots_and_half_spaces_are_asked() {
    let arm = |x: f64| robot().based(&Pose::at(DVec3::X * x).unwrap());
    let both = |x: f64| {
        let robot = Robot::joined([("left", arm(0.0)), ("right", arm(x))]).unwrap();
        let path = Path::new(&robot, vec![vec![0.0; 2], vec![0.5; 2]]).unwrap();
        Prover::new(World::new(robot).unwrap()).clear(&path, 0.0)
    };
    let Verdict::Broken(meeting) = both(1.5) else { panic!() };
    assert_eq!(meeting.pair, ["left/base", "right/base"].map(String::from));
    assert_eq!(both(20.0), Verdict::Proven);

    let floor = |z: f64, normal: DVec3| {
        let mut world = World::new(robot()).unwrap();
        let half = HalfSpace::new(normal, z).unwrap();
        world.add("floor", [(Pose::IDENTITY, half.into())]).unwrap();
        let path = path(&world);
        (Prover::new(world).clear(&path, 0.0), path)
    };
    assert_eq!(floor(-1.1, DVec3::Z).0, Verdict::Proven);
    assert!(matches!(floor(-0.9, DVec3::Z).0, Verdict::Broken(_)));
    // A base that is a half-space, above another one, and across it.
    for (normal, proven) in [(DVec3::Z, true), (DVec3::X, false)] {
        let base = HalfSpace::new(DVec3::NEG_Z, -1.0).unwrap();
        let links = vec![link("base", vec![base.into()]), link("arm", vec![])];
        let slide = joint("slide", JointKind::Prismatic, ["base", "arm"], 0.0);
        let mut world = World::new(Robot::new(links, vec![slide]).unwrap()).unwrap();
        let half = HalfSpace::new(normal, 0.0).unwrap();
        world.add("floor", [(Pose::IDENTITY, half.into())]).unwrap();
        let path = path(&world);
        let found = Prover::new(world).clear(&path, 0.0);
        assert!(proven || found != Verdict::Proven, "{found:?}");
    }
}

#[test]
fn never_is_said_only_of_what_is_bounded() {
    let of = |joints: Vec<Joint>| {
        let links = vec![
            link("base", vec![ball(0.1)]),
            link("middle", vec![]),
            link("tip", vec![ball(0.1)]),
            link("side", vec![]),
        ];
        let prover = Prover::new(World::new(Robot::new(links, joints).unwrap()).unwrap());
        prover.over_limits([2, 0], 2000)
    };
    let fixed = joint("f", JointKind::Fixed, ["base", "middle"], 5.0);
    let to_side = joint("s", JointKind::Revolute, ["base", "side"], 0.0);
    let open = |kind: JointKind, change: &dyn Fn(&mut Joint)| {
        let mut moves = joint("j", kind, ["middle", "tip"], 0.0);
        change(&mut moves);
        of(vec![fixed.clone(), to_side.clone(), moves])
    };
    let is_open = |found: &OverLimits, by: &str| matches!(found, OverLimits::Undecided { open: 1.0, unbounded: Some(joint), .. } if joint == by);
    let aside = |moves: &mut Joint| moves.origin = Pose::at(DVec3::Y).unwrap();
    let follows = |multiplier: f64| Mimic { joint: "s".into(), multiplier, offset: 0.0 };
    // Straight to the other ball, and beside it.
    assert!(matches!(open(JointKind::Prismatic, &|_| ()), OverLimits::Sometimes { .. }));
    assert!(is_open(&open(JointKind::Prismatic, &aside), "j"));
    assert!(is_open(&open(JointKind::Free, &|_| ()), "j"));
    for (multiplier, periodic) in
        [(1.0, true), (-2.0, true), (0.0, true), (0.3, false), (1.5, false)]
    {
        let found = open(JointKind::Revolute, &|moves| {
            aside(moves);
            moves.axis = DVec3::Z;
            moves.mimic = Some(follows(multiplier));
        });
        assert!(
            if periodic { found == OverLimits::Never } else { is_open(&found, "s") },
            "{found:?}"
        );
    }
    let bounded = |moves: &mut Joint| moves.limits = Some([-4.0, 4.0]);
    assert_eq!(open(JointKind::Prismatic, &bounded), OverLimits::Never);
    // Of what is not asked about, nothing is said.
    let prover = Prover::new(World::new(robot()).unwrap());
    assert!(matches!(prover.over_limits([0, 1], 100), OverLimits::Undecided { .. }));
    assert_eq!(prover.over_limits([0, 2], 100), OverLimits::Never);
}

#[test]
fn a_body_in_a_solid_always_touches_it() {
    // A ball that slides a little inside of the material of a ring, whose surface it does not reach.
    let links = vec![link("ring", vec![]), link("ball", vec![ball(0.01)])];
    let mut slide = joint("slide", JointKind::Prismatic, ["ring", "ball"], 0.8);
    slide.limits = Some([-0.05, 0.05]);
    let mut world = World::new(Robot::new(links, vec![slide]).unwrap()).unwrap();
    world.add("solid", [(Pose::IDENTITY, ring(1.0))]).unwrap();
    world.add("far", [(Pose::at(DVec3::Z).unwrap(), ring(1.0))]).unwrap();
    let prover = Prover::new(world);
    assert_eq!(prover.over_limits([1, 2], 2000), OverLimits::Always);
    assert_eq!(prover.over_limits([1, 3], 2000), OverLimits::Never);
}
