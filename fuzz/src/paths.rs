//! Paths of robots: what is proven holds at every time that is sampled, and the checker confirms it.
//!
//! The bytes are a robot of up to five links, what stands around it, two or three rows of joint values, and a clearance.

use clearance::glam::DVec3;
use clearance::paths::{
    FirstContact, Joint, JointKind, Least, Link, Meeting, Mimic, Path, Prover, Robot, Verdict,
    World,
};
use clearance::verify::{self, check_path};
use clearance::{Collider, Pose};

use crate::bodies::{Body, pose, vector};
use crate::bytes::Bytes;
use crate::colliders::{sheet, solid};

/// So many samples of each leg.
const SAMPLES: u32 = 24;

/// Asks about the path that the bytes describe.
///
/// # Panics
/// Where a sample, the checker or another answer contradicts what is proven.
pub fn paths(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let size = if bytes.below(8) == 0 { bytes.power() } else { 1.0 };
    let Some(world) = world(&mut bytes, size) else { return };
    let rows = rows(world.robot(), &mut bytes, size);
    let Ok(path) = Path::new(world.robot(), rows) else { return };
    let need = if bytes.below(2) == 0 { 0.0 } else { bytes.size() * size };
    let prover = Prover::new(world);
    let Some(samples) = Samples::of(&prover, &path) else { return };
    let asked = Asked { prover: &prover, path: &path, samples: &samples };
    asked.clear(need);
    asked.first();
    asked.least();
}

/// A robot, one thing that it may hold, and up to three that stand around it. `None` where a constructor refuses.
fn world(bytes: &mut Bytes<'_>, size: f64) -> Option<World> {
    let base = pose(bytes, size)?;
    let mut world = World::new(robot(bytes, size)?.based(&base)).ok()?;
    for name in ["one", "two", "three"].into_iter().take(1 + bytes.below(3)) {
        world.add(name, [shape(bytes, size)?]).ok()?;
    }
    if bytes.below(4) == 0 {
        world.attach("held", "1", [shape(bytes, size)?]).ok()?;
    }
    Some(world)
}

/// A tree of joints, some of which slide, stay or follow another one.
fn robot(bytes: &mut Bytes<'_>, size: f64) -> Option<Robot> {
    let (mut links, mut joints): (Vec<Link>, Vec<Joint>) = (vec![], vec![]);
    for child in 0..2 + bytes.below(4) {
        let mut shapes = Vec::new();
        for _ in 0..[1, 1, 0, 2][bytes.below(4)] {
            shapes.push(shape(bytes, size)?);
        }
        links.push(Link { name: child.to_string(), shapes });
        let Some(last) = child.checked_sub(1) else { continue };
        let kind = match bytes.below(6) {
            0 | 1 => JointKind::Prismatic,
            2 => JointKind::Fixed,
            _ => JointKind::Revolute,
        };
        let moves = |joint: &&Joint| joint.kind != JointKind::Fixed && joint.mimic.is_none();
        let follows = bytes.below(5) == 0 && kind != JointKind::Fixed;
        let leader = joints.iter().find(moves).filter(|_| follows);
        let unit = if kind == JointKind::Prismatic { size } else { 1.0 };
        let mimic = leader.map(|leader| Mimic {
            joint: leader.name.clone(),
            multiplier: bytes.number(),
            offset: bytes.number() * unit,
        });
        joints.push(Joint {
            name: format!("to {child}"),
            kind,
            parent: if bytes.below(3) == 0 { bytes.below(child) } else { last }.to_string(),
            child: child.to_string(),
            origin: pose(bytes, size)?,
            axis: vector(bytes, 1.0),
            limits: None,
            mimic,
        });
    }
    Robot::new(links, joints).ok()
}

/// Mostly convex, of about a quarter of the size.
fn shape(bytes: &mut Bytes<'_>, size: f64) -> Option<(Pose<DVec3>, Collider<DVec3>)> {
    let shape = match bytes.below(8) {
        0 => solid(bytes, 0.25 * size)?,
        1 => sheet(bytes, 0.25 * size)?,
        _ => Body::read(bytes, 0.25 * size).shape.into(),
    };
    Some((pose(bytes, 0.25 * size)?, shape))
}

fn rows(robot: &Robot, bytes: &mut Bytes<'_>, size: f64) -> Vec<Vec<f64>> {
    let value = |kind: &JointKind, bytes: &mut Bytes<'_>| {
        // Turns of at most 3 radians, mostly.
        let unit = if *kind == JointKind::Prismatic { size } else { 0.25 };
        bytes.number() * unit
    };
    let count = 1 + bytes.below(3);
    let row = |bytes: &mut Bytes<'_>| robot.kinds().iter().map(|kind| value(kind, bytes)).collect();
    (0..count).map(|_| row(bytes)).collect()
}

/// The bodies at a time of the path.
struct Sample {
    place: f64,
    /// For each pair of bodies, bounds on their distance.
    bounds: Vec<[f64; 2]>,
}

struct Samples {
    all: Vec<Sample>,
    /// What rounding may do to a length.
    off: f64,
}

impl Samples {
    /// `None` where numbers leave the range.
    fn of(prover: &Prover, path: &Path) -> Option<Self> {
        let legs = (path.rows().len() - 1).max(1) as u32;
        let places = (0..=legs * SAMPLES).map(|k| f64::from(k) / f64::from(SAMPLES));
        let (mut all, mut reach) = (Vec::new(), 0.0_f64);
        for place in places {
            let configuration = path.at(place);
            let turns = prover.world().robot().kinds().iter().zip(&configuration);
            let turns = turns.filter(|(kind, _)| **kind == JointKind::Revolute);
            let turn = turns.map(|(_, value)| value.abs()).fold(1.0, f64::max);
            reach = reach.max(far(prover.world(), &configuration)? * turn);
            all.push(Sample { place, bounds: distances(prover.world(), &configuration) });
        }
        reach.is_finite().then_some(Self { all, off: 1e-9 * reach })
    }
}

/// How far links and shapes are from the origin, at most; half-spaces have no end.
fn far(world: &World, configuration: &[f64]) -> Option<f64> {
    let poses = world.robot().poses(configuration).ok()?;
    let links = poses.iter().map(|pose| pose.translation().length());
    let posed = world.posed(configuration).ok()?;
    let shapes = posed.iter().flatten().flat_map(|(pose, shape)| {
        let aabb = shape.aabb(pose);
        [aabb.min, aabb.max].map(|end| if end.is_finite() { end.length() } else { 0.0 })
    });
    Some(links.chain(shapes).fold(0.0, f64::max))
}

/// The distance of each pair of bodies at a configuration, by questions that know nothing of motions.
fn distances(world: &World, configuration: &[f64]) -> Vec<[f64; 2]> {
    let distance = |a: &Collider<_>, pose_a: &_, b: &Collider<_>, pose_b: &_| {
        let found = clearance::separation(a, pose_a, b, pose_b);
        [found.lower, found.upper]
    };
    bounds(world, configuration, distance)
}
/// Their clearances, for which the depth takes long.
fn clearances(world: &World, configuration: &[f64]) -> Vec<[f64; 2]> {
    let clearance = |a: &Collider<_>, pose_a: &_, b: &Collider<_>, pose_b: &_| {
        let found = clearance::clearance(a, pose_a, b, pose_b);
        [found.lower, found.upper]
    };
    bounds(world, configuration, clearance)
}
fn bounds(
    world: &World,
    configuration: &[f64],
    ask: impl Fn(&Collider<DVec3>, &Pose<DVec3>, &Collider<DVec3>, &Pose<DVec3>) -> [f64; 2],
) -> Vec<[f64; 2]> {
    let posed = world.posed(configuration).expect("a configuration");
    let of_pair = |[a, b]: [usize; 2]| {
        let shapes = posed[a].iter().flat_map(|a| posed[b].iter().map(move |b| (a, b)));
        let found = shapes.map(|((pose_a, a), (pose_b, b))| ask(a, pose_a, b, pose_b));
        found.fold([f64::INFINITY; 2], |least, [lower, upper]| {
            [least[0].min(lower), least[1].min(upper)]
        })
    };
    world.pairs().map(of_pair).collect()
}

struct Asked<'a> {
    prover: &'a Prover,
    path: &'a Path,
    samples: &'a Samples,
}

impl Asked<'_> {
    /// No sample before a place shows a clearance that is proven to be less than this.
    #[track_caller]
    fn none_below(&self, least: f64, before: f64, what: &dyn std::fmt::Debug) {
        let least_of =
            |bounds: &[[f64; 2]]| bounds.iter().map(|bound| bound[1]).fold(f64::INFINITY, f64::min);
        // How deep bodies are that overlap is another question.
        let before = if least < 0.0 { 0.0 } else { before };
        for Sample { place, bounds } in self.samples.all.iter().filter(|one| one.place < before) {
            let mut upper = least_of(bounds);
            if upper == 0.0 {
                upper = least_of(&clearances(self.prover.world(), &self.path.at(*place)));
            }
            let holds = upper >= least - self.samples.off;
            assert!(holds, "{upper} at {place}, but {what:?}: {}", self.said());
        }
    }
    /// Two bodies are where it is said as near as this.
    #[track_caller]
    fn is_within(&self, most: f64, meeting: &Meeting, what: &dyn std::fmt::Debug) {
        let world = self.prover.world();
        let names: Vec<&str> = world.names().collect();
        let is_meant = |[a, b]: &[usize; 2]| meeting.pair == [names[*a], names[*b]];
        let pair =
            world.pairs().position(|pair| is_meant(&pair)).expect("a pair that is asked about");
        let ask = if most < 0.0 { clearances } else { distances };
        let [lower, _] = ask(world, &self.path.at(meeting.row))[pair];
        let holds = lower <= most + self.samples.off;
        assert!(holds, "{lower} at {}, but {what:?}: {}", meeting.row, self.said());
    }
    fn said(&self) -> String {
        format!("{:?} of {:?}", self.path, self.prover.world())
    }

    fn clear(&self, need: f64) {
        let found = self.prover.clear(self.path, need);
        match &found {
            Verdict::Proven => self.none_below(need, f64::INFINITY, &(&found, need)),
            Verdict::Broken(meeting) => self.is_within(need, meeting, &(&found, need)),
            Verdict::Undecided(_) => {}
        }
        let Some(proof) = self.prover.certificate(self.path, need) else { return };
        assert!(!matches!(found, Verdict::Broken(_)), "{found:?}, but proven: {}", self.said());
        let checked = check_path(&self.prover.world().mechanism(), self.path.given(), &proof);
        assert_eq!(checked, verify::Verdict::Proven, "{need}: {}", self.said());
    }
    fn first(&self) {
        let found = self.prover.first_contact(self.path, 1e-6);
        match &found {
            FirstContact::None => self.none_below(0.0, f64::INFINITY, &found),
            FirstContact::Found { from, meeting } => {
                assert!(*from <= meeting.row, "{found:?}: {}", self.said());
                self.none_below(0.0, *from, &found);
                self.is_within(0.0, meeting, &found);
            }
            FirstContact::Undecided(meeting) => self.none_below(0.0, meeting.row, &found),
        }
    }
    fn least(&self) {
        let found = self.prover.least(self.path, 1e-3 * self.prover.extent(self.path));
        let Least { lower, upper, meeting, .. } = &found;
        assert!(lower <= upper, "{found:?}: {}", self.said());
        self.none_below(*lower, f64::INFINITY, &found);
        if let Some(meeting) = meeting {
            self.is_within(*upper, meeting, &found);
        }
    }
}
