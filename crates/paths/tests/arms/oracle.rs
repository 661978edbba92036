//! An oracle that shares no idea with the prover: links by products of plain matrices, then the clearance of two bodies as
//! they stand. In each world one body is planted: it stands where a link comes at a known configuration, or a known gap
//! beside it. So a proof that forgets a rule, a pair that never moves, or a joint without limits meets a counterexample.

use std::collections::BTreeMap;

use clearance::d3_f64::{Collider, Cuboid, DVec3, Pose, Sphere};
use clearance::glam::{DMat4, DQuat};
use clearance::paths::{
    Joint, JointKind, Link, Mimic, OverLimits, Path, Prover, Robot, Verdict, World,
};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

/// What rounding may do in worlds of sizes up to 100.
pub const ROUNDING: f64 = 1e-9;

/// A body: a shape on a link, or in the world.
pub struct Thing {
    pub name: String,
    pub link: Option<usize>,
    is_held: bool,
    place: DMat4,
    shape: Collider,
}

/// A world as plain data.
pub struct Plain {
    joints: Vec<Joint>,
    links: usize,
    pub things: Vec<Thing>,
    rules: BTreeMap<[usize; 2], f64>,
}

fn pose_of(matrix: &DMat4) -> Pose {
    Pose::new(matrix.w_axis.truncate(), DQuat::from_mat4(matrix)).unwrap()
}

fn number(name: &str) -> usize {
    name.parse().unwrap()
}

impl Plain {
    /// Links that turn, slide, hang together or follow each other; a body that stands and one that is held; rules.
    pub fn random(rng: &mut Random) -> Self {
        let links = 2 + rng.below(4);
        let mut joints: Vec<Joint> = Vec::new();
        for k in 1..links {
            let kind = *rng.one_of(&[
                JointKind::Fixed,
                JointKind::Prismatic,
                JointKind::Prismatic,
                JointKind::Revolute,
                JointKind::Revolute,
                JointKind::Revolute,
            ]);
            let leads = |joint: &&Joint| joint.kind != JointKind::Fixed && joint.mimic.is_none();
            let led = kind != JointKind::Fixed && rng.below(5) == 0;
            let leader = led.then(|| joints.iter().find(leads)).flatten();
            let mimic = leader.map(|joint| Mimic {
                joint: joint.name.clone(),
                multiplier: *rng.one_of(&[1.0, -1.0, 2.0, 0.3, -0.7]),
                offset: rng.range(-0.5, 0.5),
            });
            joints.push(Joint {
                name: format!("j{k}"),
                kind,
                parent: if rng.below(3) == 0 { rng.below(k) } else { k - 1 }.to_string(),
                child: k.to_string(),
                origin: Pose::new(rng.in_cube(1.0), rng.rotation()).unwrap(),
                axis: rng.in_cube(1.0).normalize(),
                limits: (rng.below(2) == 0).then(|| [rng.range(-2.0, 0.0), rng.range(0.0, 2.0)]),
                mimic,
            });
        }
        let mut plain = Self { joints, links, things: vec![], rules: BTreeMap::new() };
        for k in 0..links {
            plain.put(rng, k.to_string(), Some(k), false, 0.5);
        }
        let hand = rng.below(links);
        plain.put(rng, "held".into(), Some(hand), true, 0.5);
        plain.put(rng, "table".into(), None, false, 2.0);
        plain
    }
    fn put(
        &mut self,
        rng: &mut Random,
        name: String,
        link: Option<usize>,
        is_held: bool,
        far: f64,
    ) {
        let radius = rng.range(0.05, 0.3);
        let shape = if rng.below(2) == 0 {
            Sphere::new(radius).unwrap().into()
        } else {
            Cuboid::new(DVec3::new(radius, 0.5 * radius, 0.2)).unwrap().into()
        };
        let place = DMat4::from_rotation_translation(rng.rotation(), rng.in_cube(far));
        self.things.push(Thing { name, link, is_held, place, shape });
    }

    /// The joints that have a value of their own.
    fn free(&self) -> impl Iterator<Item = &Joint> {
        self.joints.iter().filter(|joint| joint.kind != JointKind::Fixed && joint.mimic.is_none())
    }
    /// How many of them there are.
    pub fn free_joints(&self) -> usize {
        self.free().count()
    }
    /// Values within the limits, far off without any.
    pub fn configuration(&self, rng: &mut Random, far: f64) -> Vec<f64> {
        let value = |joint: &Joint| {
            let [low, high] = joint.limits.unwrap_or([-far, far]);
            rng.range(low, high)
        };
        self.free().map(value).collect()
    }
    fn value(&self, joint: &Joint, configuration: &[f64]) -> f64 {
        match &joint.mimic {
            Some(mimic) => {
                let leader = self.joints.iter().find(|other| other.name == mimic.joint).unwrap();
                mimic.multiplier * self.value(leader, configuration) + mimic.offset
            }
            None => {
                let k = self.free().position(|other| other.name == joint.name);
                k.map_or(0.0, |k| configuration[k])
            }
        }
    }
    /// The poses of all things.
    pub fn at(&self, configuration: &[f64]) -> Vec<DMat4> {
        self.at_loose(configuration, DMat4::IDENTITY, &BTreeMap::new())
    }
    /// The same, if link 0 stands here, and some things stand elsewhere about the place of their shape.
    pub fn at_loose(
        &self,
        configuration: &[f64],
        base: DMat4,
        loose: &BTreeMap<usize, DMat4>,
    ) -> Vec<DMat4> {
        let mut links = vec![base; self.links];
        for joint in &self.joints {
            let value = self.value(joint, configuration);
            let own = match joint.kind {
                JointKind::Revolute => DMat4::from_axis_angle(joint.axis, value),
                JointKind::Prismatic => DMat4::from_translation(joint.axis * value),
                _ => DMat4::IDENTITY,
            };
            let [x, y, z] = joint.origin.columns().map(|column| column.extend(0.0));
            let origin = DMat4::from_cols(x, y, z, joint.origin.translation().extend(1.0));
            // Parents come first.
            links[number(&joint.child)] = links[number(&joint.parent)] * origin * own;
        }
        let of = |(number, thing): (usize, &Thing)| {
            let center = DMat4::from_translation(thing.place.w_axis.truncate());
            let own =
                loose.get(&number).map_or(DMat4::IDENTITY, |own| center * *own * center.inverse());
            thing.link.map_or(DMat4::IDENTITY, |k| links[k]) * own * thing.place
        };
        self.things.iter().enumerate().map(of).collect()
    }

    /// The link that fixed joints lead up to, and the link of each thing that moves it.
    fn rigid(&self, mut link: usize) -> usize {
        let up = |link: usize| self.joints.iter().find(|joint| number(&joint.child) == link);
        while let Some(joint) = up(link).filter(|joint| joint.kind == JointKind::Fixed) {
            link = number(&joint.parent);
        }
        link
    }
    /// Do two things never move against each other? What the world has moves with link 0.
    fn is_still(&self, [a, b]: [usize; 2]) -> bool {
        let part = |thing: usize| self.things[thing].link.map_or(0, |link| self.rigid(link));
        part(a) == part(b)
    }
    fn is_asked(&self, pair: [usize; 2]) -> bool {
        let [a, b] = pair.map(|thing| &self.things[thing]);
        match (a.link, b.link) {
            (None, None) => false,
            (Some(i), Some(j)) if a.is_held != b.is_held => i != j,
            (Some(i), Some(j)) if !a.is_held => {
                let joins = |joint: &&Joint| {
                    let ends = [number(&joint.parent), number(&joint.child)];
                    ends == [i, j] || ends == [j, i]
                };
                self.rigid(i) != self.rigid(j) && !self.joints.iter().any(|joint| joins(&joint))
            }
            _ => true,
        }
    }
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let all = (0..self.things.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        all.filter(|pair| self.is_asked(*pair)).collect()
    }
    /// Bounds on the clearance of two things.
    pub fn clearance(&self, [a, b]: [usize; 2], at: &[DMat4]) -> [f64; 2] {
        let [shape_a, shape_b] = [a, b].map(|thing| &self.things[thing].shape);
        let found = clearance::clearance(shape_a, &pose_of(&at[a]), shape_b, &pose_of(&at[b]));
        [found.lower, found.upper]
    }

    /// Plants a ball where a thing on a link is at a configuration, or `gap` beside it. Returns the pair.
    pub fn plant(&mut self, rng: &mut Random, configuration: &[f64], gap: f64) -> [usize; 2] {
        let of_links = self.things.iter().filter(|thing| thing.link.is_some()).count();
        let target = rng.below(of_links);
        let (mut place, shape) = (self.at(configuration)[target], Sphere::new(0.1).unwrap());
        let reach = match &self.things[target].shape {
            _ if gap < 0.0 => 0.0,
            shape => shape.aabb(&Pose::IDENTITY).max.length() + 0.1 + gap,
        };
        place.w_axis += (rng.in_cube(1.0).normalize() * reach).extend(0.0);
        let (name, shape) = ("plant".into(), shape.into());
        self.things.push(Thing { name, link: None, is_held: false, place, shape });
        [target, self.things.len() - 1]
    }
    fn require(&mut self, pair: [usize; 2], clearance: f64) {
        self.rules.insert(pair, clearance);
    }
    pub fn world(&self) -> World {
        let link = |k: usize| {
            let own = |thing: &&Thing| thing.link == Some(k) && !thing.is_held;
            let shapes = self.things.iter().filter(own);
            let shapes = shapes.map(|thing| (pose_of(&thing.place), thing.shape.clone()));
            Link { name: k.to_string(), shapes: shapes.collect() }
        };
        let links = (0..self.links).map(link).collect();
        let mut world = World::new(Robot::new(links, self.joints.clone()).unwrap()).unwrap();
        for thing in &self.things {
            let shapes = [(pose_of(&thing.place), thing.shape.clone())];
            match thing.link {
                None => world.add(&thing.name, shapes).unwrap(),
                Some(k) if thing.is_held => {
                    world.attach(&thing.name, &k.to_string(), shapes).unwrap();
                }
                Some(_) => {}
            }
        }
        for ([a, b], clearance) in &self.rules {
            let names = [a, b].map(|thing| self.things[*thing].name.as_str());
            world.require(names[0], names[1], *clearance).unwrap();
        }
        world
    }
    fn need(&self, pair: [usize; 2], clearance: f64) -> f64 {
        self.rules.get(&pair).copied().unwrap_or(clearance)
    }
    pub fn by_names(&self, names: &[String; 2]) -> [usize; 2] {
        let place = |name: &String| self.things.iter().position(|thing| thing.name == *name);
        let [a, b] = names.each_ref().map(|name| place(name).unwrap());
        [a.min(b), a.max(b)]
    }
}

#[test]
fn no_proof_of_a_path_forgets_a_rule_or_a_pair() {
    let mut rng = Random::new(57);
    // Pairs at sampled times of proven paths: all, with a rule, that never move. Then what is planted, and what is broken.
    let [mut all, mut ruled, mut still] = [0; 3];
    let (mut planted, mut broken, mut still_broken, mut undecided) = (0, 0, 0, 0);
    let (mut checked, mut refuted) = (0, 0);
    for round in 0..clearance_testing::pairs(6000) {
        let rng = &mut rng;
        let mut plain = Plain::random(rng);
        let rows: Vec<Vec<f64>> = (0..2).map(|_| plain.configuration(rng, 2.0)).collect();
        let t = rng.range(0.0, 1.0);
        let between = |t: f64| -> Vec<f64> {
            rows[0].iter().zip(&rows[1]).map(|(a, b)| a + t * (b - a)).collect()
        };
        let is_planted = rng.below(4) == 0;
        let is_near = rng.below(2) == 0;
        let pair = plain.plant(rng, &between(t), if is_near { 0.05 } else { -1.0 });
        if !is_planted {
            plain.things.pop();
        } else if is_near {
            // More than any gap beside a shape: corners are farther than faces.
            plain.require(pair, 1.0);
        }
        for pair in plain.pairs() {
            if rng.below(3) == 0 && !plain.rules.contains_key(&pair) {
                plain.require(pair, *rng.one_of(&[0.0, 0.01, 0.05, 0.2]));
            }
        }
        let need = *rng.one_of(&[0.0, 0.02]);
        let world = plain.world();
        let path = Path::new(world.robot(), rows.clone()).unwrap();
        let prover = Prover::new(world);
        // Other paths through the configuration at which something is planted.
        for _ in 0..if is_planted { 7 } else { 0 } {
            let (from, there, s) = (plain.configuration(rng, 2.0), between(t), rng.range(0.0, 1.0));
            let to = there.iter().zip(&from).map(|(x, from)| x + s * (x - from)).collect();
            let path = Path::new(prover.world().robot(), vec![from, to]).unwrap();
            assert!(prover.clear(&path, need) != Verdict::Proven, "what is planted is forgotten");
            planted += 1;
        }
        match prover.clear(&path, need) {
            Verdict::Proven => {
                assert!(!is_planted, "what is planted at {t} is forgotten");
                for k in 0..=8 {
                    let at = plain.at(&between(f64::from(k) / 8.0));
                    for pair in plain.pairs() {
                        let [_, upper] = plain.clearance(pair, &at);
                        let need = plain.need(pair, need);
                        assert!(upper >= need - ROUNDING, "{upper}, not {need}: {pair:?}");
                        all += 1;
                        ruled += usize::from(plain.rules.contains_key(&pair));
                        still += usize::from(plain.is_still(pair));
                    }
                }
                if round % 16 == 0 {
                    let proof = prover.certificate(&path, need).unwrap();
                    let mut mechanism = prover.world().mechanism();
                    let found = check_path(&mechanism, path.given(), &proof);
                    assert_eq!(found, verify::Verdict::Proven);
                    checked += 1;
                    // A rule that the path breaks, and a pair that is left out.
                    for pair in plain.pairs() {
                        let [_, upper] = plain.clearance(pair, &plain.at(&rows[0]));
                        let required = std::mem::take(&mut mechanism.required);
                        mechanism.required = vec![(pair, upper + 0.01)];
                        let found = check_path(&mechanism, path.given(), &proof);
                        assert_eq!(found, verify::Verdict::Refuted);
                        mechanism.required = required;
                        let mut less = proof.clone();
                        let bodies = bodies(&prover, &plain, pair);
                        less.stretches.retain(|stretch| stretch.bodies != bodies);
                        let found = check_path(&mechanism, path.given(), &less);
                        assert_eq!(found, verify::Verdict::Refuted);
                        refuted += 2;
                    }
                }
            }
            Verdict::Broken(meeting) => {
                let pair = plain.by_names(&meeting.pair);
                let at = plain.at(&between(meeting.row));
                let ([lower, _], need) = (plain.clearance(pair, &at), plain.need(pair, need));
                assert!(lower < need + ROUNDING, "{lower}, not below {need}: {meeting:?}");
                broken += 1;
                still_broken += usize::from(plain.is_still(pair));
            }
            Verdict::Undecided(_) => undecided += 1,
        }
    }
    println!(
        "{all} pairs of proofs, {ruled} with a rule, {still} that never move; {undecided} undecided"
    );
    println!(
        "{broken} broken, {still_broken} by pairs that never move, {planted} paths to planted bodies"
    );
    println!("{checked} certificates, {refuted} changed ones refuted");
    assert!(all > 10_000 && ruled > 10_000 && still > 10_000);
    assert!(broken > 1000 && still_broken > 300 && planted > 10_000 && undecided < broken / 50);
    assert!(checked > 50 && refuted > 500);
}

/// The numbers of the bodies of two things, which the prover has in another order.
fn bodies(prover: &Prover, plain: &Plain, pair: [usize; 2]) -> [u32; 2] {
    let names = pair.map(|thing| plain.things[thing].name.as_str());
    let place = |name| prover.world().names().position(|other| other == name).unwrap() as u32;
    let [a, b] = names.map(place);
    [a.min(b), a.max(b)]
}

#[test]
fn no_verdict_over_the_limits_forgets_a_joint_without_bounds() {
    let mut rng = Random::new(58);
    let [mut never, mut always, mut sometimes, mut undecided, mut unbounded_pairs] = [0; 5];
    let mut planted = 0;
    for _ in 0..clearance_testing::pairs(700) {
        let rng = &mut rng;
        let mut plain = Plain::random(rng);
        let there = plain.configuration(rng, 60.0);
        let planted_pair = plain.plant(rng, &there, -1.0);
        let mut rows: Vec<Vec<f64>> = (0..12).map(|_| plain.configuration(rng, 60.0)).collect();
        rows.push(there);
        let all_at: Vec<Vec<DMat4>> = rows.iter().map(|row| plain.at(row)).collect();
        let prover = Prover::new(plain.world());
        for pair in plain.pairs() {
            let numbers = bodies(&prover, &plain, pair).map(|body| body as usize);
            let touches = |at: &Vec<DMat4>| plain.clearance(pair, at)[1] < -ROUNDING;
            let apart = |at: &Vec<DMat4>| plain.clearance(pair, at)[0] > ROUNDING;
            match prover.over_limits(numbers, 60) {
                OverLimits::Never => {
                    never += rows.len();
                    assert!(pair != planted_pair, "what is planted is forgotten");
                    assert!(!all_at.iter().any(touches), "{pair:?}");
                }
                OverLimits::Always => {
                    always += rows.len();
                    assert!(!all_at.iter().any(apart), "{pair:?}");
                }
                OverLimits::Sometimes { touching, apart: free } => {
                    sometimes += 2;
                    assert!(touches(&plain.at(&touching)) && apart(&plain.at(&free)), "{pair:?}");
                }
                OverLimits::Undecided { unbounded, .. } => {
                    undecided += 1;
                    unbounded_pairs += usize::from(unbounded.is_some());
                }
            }
            planted += usize::from(pair == planted_pair);
        }
    }
    println!("configurations of never {never}, always {always}, sometimes {sometimes}");
    println!(
        "{undecided} undecided, {unbounded_pairs} for a joint without bounds; {planted} planted"
    );
    assert!(never > 10_000 && always > 500 && sometimes > 2000);
    assert!(unbounded_pairs > 500 && planted > 500);
}
