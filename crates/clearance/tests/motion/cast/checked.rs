//! Impacts and the independent checker: it proves correct ones, and refutes wrong ones.

use clearance::answer::{Impact, ImpactCertificate, Witness};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Sweep, Vector};
use clearance::trace::{Step, Trace};
use clearance::verify::{Verdict, check_impact};
use clearance::{Cast, ImpactStatus, Shape};
use clearance_testing::Random;

use super::oracle::{Motion, motions, random_motion};
use super::turning;
use crate::common::pairs::{Kind, Maker, Pair, Recipe, Stand};

/// Motions in each suite.
fn count() -> usize {
    motions() / 125
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Counts {
    proven: u32,
    unproven: u32,
    /// Proven hits, misses and starts in contact.
    hits: u32,
    misses: u32,
    starts: u32,
    /// Hits that only the points of contact prove. Of two small polytopes the checker finds such points itself.
    by_points: u32,
    /// Starts in contact that are unproven.
    unproven_starts: u32,
    wrong: u32,
    refuted: u32,
    /// Hits with moved points or another normal: all of them are refuted.
    moved: u32,
    /// Casts that computed the time alone, and how many of the times are bit-identical.
    times: u32,
    same_times: u32,
}

/// Watches all steps.
struct Observer;

impl<W: Vector> Trace<W> for Observer {
    fn step(&mut self, _: Step<'_, W>) {}
}

/// A motion with the arguments of its cast, in the precision of the query.
struct Asked<V: Vector> {
    shapes: [Shape<V>; 2],
    sweeps: [Sweep<V>; 2],
    tmax: V::Scalar,
    gap: V::Scalar,
    say: String,
}

impl<V: Maker> Asked<V> {
    fn of(motion: &Motion<V::Wide>, gap: f64) -> Self
    where
        V::Wide: Maker<Scalar = f64>,
    {
        let (a, b) = motion.pair.shapes::<V>(1.0);
        let (pose_a, pose_b) = motion.pair.poses::<V>(1.0);
        let sweep = |pose, of: &Sweep<V::Wide>| {
            let w = <V::Wide as Vector>::wedge_numbers(of.angular());
            let sweep = Sweep::new(pose, V::narrow(of.velocity()), V::wedge_of(w));
            sweep.and_then(|s| s.about(V::narrow(of.center()))).expect("a sweep")
        };
        let sweeps = [sweep(&pose_a, &motion.sweeps[0]), sweep(&pose_b, &motion.sweeps[1])];
        let [tmax, gap] = [motion.tmax, gap].map(V::Scalar::of);
        Self { shapes: [a, b], sweeps, tmax, gap, say: motion.describe() }
    }
    fn certificate(&self) -> ImpactCertificate<V> {
        let ([a, b], [sweep_a, sweep_b]) = (&self.shapes, &self.sweeps);
        let cast = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let impact = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let impact = impact.gap(self.gap).expect("a gap").impact();
        let proof = cast.gap(self.gap).expect("a gap").certificate();
        assert_eq!(proof.impact, impact, "{}", self.say);
        // With an observer, the search finds what starts in contact, and not an early test.
        let mut observer = Observer;
        let watched = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let watched = watched.gap(self.gap).expect("a gap").trace(&mut observer).impact();
        assert_eq!(watched, impact, "{}", self.say);
        proof
    }
    /// The time alone is within the bounds of the full answer, and usually the same number.
    fn time(&self, impact: &Impact<V>, seen: &mut Counts) {
        let ([a, b], [sweep_a, sweep_b]) = (&self.shapes, &self.sweeps);
        let cast = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let time = cast.gap(self.gap).expect("a gap").time();
        let say = || format!("{time:?} of {impact:?} of {}", self.say);
        match time {
            None => assert_ne!(impact.status, ImpactStatus::Hit, "{}", say()),
            Some(time) => {
                assert!(impact.hit(), "{}", say());
                assert!(impact.lower <= time && time <= impact.upper, "{}", say());
            }
        }
        seen.times += 1;
        seen.same_times += u32::from(time == impact.hit().then_some(impact.time));
    }
    fn check(&self, proof: &ImpactCertificate<V>) -> Verdict {
        let ([a, b], [sweep_a, sweep_b]) = (&self.shapes, &self.sweeps);
        check_impact(a, sweep_a, b, sweep_b, self.tmax, self.gap, proof)
    }

    fn see(&self, seen: &mut Counts) {
        let proof = self.certificate();
        self.time(&proof.impact, seen);
        let verdict = self.check(&proof);
        assert_ne!(verdict, Verdict::Refuted, "{proof:?} of {}", self.say);
        let start = proof.impact.initial.is_some();
        if verdict == Verdict::Unproven {
            seen.unproven += 1;
            seen.unproven_starts += u32::from(start);
            if !start {
                println!("unproven: {:?} of {}", proof.impact, self.say);
            }
            return;
        }
        seen.proven += 1;
        match proof.impact.status {
            _ if start => seen.starts += 1,
            ImpactStatus::Miss => seen.misses += 1,
            _ => seen.hits += 1,
        }
        for wrong in wrong_answers(&proof.impact, self.tmax) {
            let wrong = ImpactCertificate { impact: wrong, ..proof.clone() };
            let verdict = self.check(&wrong);
            assert_ne!(verdict, Verdict::Proven, "{wrong:?} instead of {proof:?} of {}", self.say);
            seen.wrong += 1;
            seen.refuted += u32::from(verdict == Verdict::Refuted);
        }
        // For shapes that start apart and rotate, the checker does not test the points.
        let looked = start || !self.sweeps.iter().any(|s| s.turns());
        if looked && proof.impact.status == ImpactStatus::Hit {
            // An estimate of the speed of points of the shapes.
            let speed = |s: &Sweep<V>| {
                let w = <V as Vector>::wedge_numbers(s.angular()).map(|w| w.to_f64().powi(2));
                s.velocity().widen().norm() + 8.0 * w.iter().sum::<f64>().sqrt()
            };
            let fastest = self.sweeps.iter().map(speed).sum();
            for (name, wrong) in moved(&proof, self.gap, fastest) {
                let wrong = ImpactCertificate { impact: wrong, ..proof.clone() };
                let verdict = self.check(&wrong);
                let say = || format!("{name}: {wrong:?} of {}", self.say);
                assert_eq!(verdict, Verdict::Refuted, "{}", say());
                seen.moved += 1;
            }
        }
        if !start && proof.impact.status == ImpactStatus::Hit {
            let without = ImpactCertificate { witness: Witness::default(), ..proof.clone() };
            seen.by_points += u32::from(self.check(&without) == Verdict::Unproven);
        }
        let turns = self.sweeps.iter().any(|s| s.turns());
        if !start && proof.impact.lower > V::Scalar::ZERO {
            // One axis suffices only if nothing rotates.
            let alone = self.check(&without_stretches(&proof));
            assert!(turns || alone == Verdict::Proven, "{proof:?} of {}", self.say);
            self.without_evidence(&proof);
        }
    }

    /// There is no proof without an axis, or without points where they are needed.
    fn without_evidence(&self, proof: &ImpactCertificate<V>) {
        let half = self.shapes.iter().any(|s| matches!(s, Shape::HalfSpace(_)));
        if half {
            return;
        }
        let axis = proof.impact.axis;
        for wrong in [-axis, V::Wide::ZERO, axis * f64::NAN] {
            let impact = Impact { axis: wrong, ..proof.impact };
            let wrong = ImpactCertificate { impact, ..without_stretches(proof) };
            assert_ne!(self.check(&wrong), Verdict::Proven, "{impact:?} {}", self.say);
        }
        if let [.., _] = proof.stretches[..] {
            let mut gap = proof.clone();
            gap.stretches.remove(0);
            gap.impact.axis = V::Wide::ZERO;
            assert_ne!(self.check(&gap), Verdict::Proven, "{gap:?} {}", self.say);
        }
    }
}

/// With the axis of the answer and the points of contact as the only evidence.
fn without_stretches<V: Maker>(proof: &ImpactCertificate<V>) -> ImpactCertificate<V> {
    ImpactCertificate { stretches: Vec::new(), ..proof.clone() }
}

/// Answers with errors larger than their bounds allow.
fn wrong_answers<V: Maker>(impact: &Impact<V>, tmax: V::Scalar) -> Vec<Impact<V>> {
    let part = |x: f64| V::Scalar::of(x);
    let Impact { lower, upper, .. } = *impact;
    let mut wrong = vec![
        Impact { lower: V::Scalar::of(f64::NAN), ..*impact },
        Impact { lower: -V::Scalar::ONE, ..*impact },
        Impact { normal: impact.normal * part(2.0), ..*impact },
        Impact { upper: part(-1.0), ..*impact },
    ];
    if let Some(initial) = impact.initial {
        // For half-spaces it is minus infinity.
        for off in [V::Scalar::ONE, -V::Scalar::ONE].into_iter().filter(|_| initial.is_finite()) {
            wrong.push(Impact { initial: Some(initial + off), ..*impact });
        }
        let infinity = V::Scalar::INFINITY;
        let (status, lower) = (ImpactStatus::Miss, tmax);
        wrong.push(Impact { status, time: infinity, lower, upper: infinity, ..*impact });
        return wrong;
    }
    let certain = lower > part(0.0) && upper < tmax * part(0.5);
    if impact.status == ImpactStatus::Hit && certain {
        let (early, late) = (lower * part(0.9), upper * part(1.1));
        let (before, after) = (lower * part(0.95), upper * part(1.05));
        wrong.push(Impact { time: early, lower: early, upper: before, ..*impact });
        wrong.push(Impact { time: late, lower: after, upper: late, ..*impact });
        wrong.push(Impact { time: upper, lower: upper, ..*impact });
        let (status, infinity) = (ImpactStatus::Miss, V::Scalar::INFINITY);
        let lower = tmax;
        wrong.push(Impact { status, time: infinity, lower, upper: infinity, ..*impact });
    }
    if impact.status == ImpactStatus::Miss && tmax.is_finite() {
        let (status, time) = (ImpactStatus::Hit, tmax * part(0.5));
        wrong.push(Impact { status, time, lower: V::Scalar::ZERO, upper: time, ..*impact });
        wrong.push(Impact { lower: tmax * part(0.5), ..*impact });
    }
    wrong
}

/// Hits whose points are off the surfaces, or do not fit the normal.
fn moved<V: Maker>(
    proof: &ImpactCertificate<V>,
    gap: V::Scalar,
    speed: f64,
) -> Vec<(&'static str, Impact<V>)> {
    let impact = proof.impact;
    let n = impact.normal.widen();
    let least = (0..V::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
    let e = <V::Wide as Vector>::unit(least);
    let across = (e - n * n.dot(e)).unit_along().expect("across a unit vector");
    // In overlap, points may be off by the width of the clearance's bounds.
    let open =
        proof.start.as_ref().map_or(0.0, |s| s.answer.upper.to_f64() - s.answer.lower.to_f64());
    if !open.is_finite() {
        return Vec::new();
    }
    let open = open + speed * (impact.upper.to_f64() - impact.lower.to_f64());
    // In f32, points far from the origin are rounded accordingly.
    let far = impact.point_a.widen().max_abs().max(impact.point_b.widen().max_abs()).max(1.0);
    let off = (0.01 + 8.0 * open).max(1e3 * V::Scalar::EPSILON.to_f64() * far);
    let by = |p: V, way: V::Wide| V::narrow(p.widen() + way);
    let Impact { point_a, point_b, .. } = impact;
    let points = |point_a, point_b| Impact { point_a, point_b, ..impact };
    let (out, beside, past) = (n * off, across * off, across * (1e3 * off));
    let mut wrong = vec![
        ("a out", points(by(point_a, out), point_b)),
        ("b out", points(point_a, by(point_b, -out))),
        ("both on", points(by(point_a, out), by(point_b, out))),
        ("both back", points(by(point_a, -out), by(point_b, -out))),
        ("a beside", points(by(point_a, beside), point_b)),
        ("both far beside", points(by(point_a, past), by(point_b, past))),
        ("not a number", points(point_a, point_b * V::Scalar::of(f64::NAN))),
    ];
    let apart = impact.initial.unwrap_or(gap).to_f64().abs();
    if apart > 4.0 * off {
        let turned = (n + across * 0.5).unit_along().expect("a direction");
        wrong.extend([
            ("swapped", points(point_b, point_a)),
            ("turned", Impact { normal: V::narrow(turned), ..impact }),
        ]);
    }
    wrong
}

fn suite<V: Maker>(seed: u64, turning: bool) -> Counts
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..count() {
        let motion = if turning {
            turning::random_motion::<V::Wide>(&mut random)
        } else {
            random_motion::<V::Wide>(&mut random)
        };
        let gap = [0.0, 0.0, 0.0, 0.125][random.below(4)];
        Asked::<V>::of(&motion, gap).see(&mut seen);
    }
    println!("{} {turning} {seen:?}", std::any::type_name::<V>());
    seen
}

impl Counts {
    fn assert(&self) {
        let share = |found: u32, of: usize| assert!(found as usize * of > count(), "{self:?}");
        share(self.hits, 6);
        share(self.by_points, 12);
        share(self.misses, 4);
        share(self.starts, 8);
        assert_eq!(self.unproven - self.unproven_starts, 0, "{self:?}");
        assert!(self.unproven_starts * 100 <= self.starts, "{self:?}");
        assert!(self.moved as usize > count(), "{self:?}");
        assert_eq!(self.times as usize, count());
        assert!(self.same_times * 100 > self.times * 99, "{self:?}");
        assert!(
            self.wrong as usize > 4 * count() && self.refuted * 100 > self.wrong * 80,
            "{self:?}"
        );
    }
}

#[test]
fn straight_motions_are_proven() {
    suite::<DVec2>(11, false).assert();
    suite::<Vec2>(12, false).assert();
    suite::<DVec3>(13, false).assert();
    suite::<Vec3>(14, false).assert();
}

#[test]
fn turning_motions_are_proven() {
    suite::<DVec2>(15, true).assert();
    suite::<Vec2>(16, true).assert();
    suite::<DVec3>(17, true).assert();
    suite::<Vec3>(18, true).assert();
}

/// Half-spaces, and rounded shapes, against each other on a lattice: head-on, sliding, and passing
/// at exactly the sum of their radii. Returns how many of each hit.
fn on_a_lattice<V: Maker>(seed: u64, count: usize) -> [u32; 2] {
    let mut random = Random::new(seed);
    let mut met = [0; 2];
    for i in 0..count {
        let place = |random: &mut Random, step: f64| -> [f64; 3] {
            core::array::from_fn(|_| step * (random.below(5) as f64 - 2.0))
        };
        let are_planes = i % 2 == 0;
        let recipe = |random: &mut Random, kind, points| Recipe {
            kind,
            points,
            sizes: core::array::from_fn(|_| 0.25 * (1 + random.below(4)) as f64),
            axis: 0,
            margin: [0.25, 0.5, 1.0][random.below(3)],
        };
        let any = place(&mut random, 0.5);
        let normal = if any[..V::DIM].iter().all(|x| *x == 0.0) { [1.0; 3] } else { any };
        let [a, b] = [1.0, -[0.5, 1.0, 2.0][random.below(3)]].map(|turn| {
            if are_planes {
                return recipe(&mut random, Kind::HalfSpace, vec![normal.map(|x| x * turn)]);
            }
            let kinds = [Kind::Segment, Kind::Triangle, Kind::Capsule, Kind::Cuboid];
            let kind = kinds[random.below(4)];
            let points = (0..3).map(|_| place(&mut random, 0.5)).collect();
            recipe(&mut random, kind, points)
        });
        let at = |t| Stand { t, q: [0.0, 0.0, 0.0, 1.0], angle: 0.0 };
        let (at_a, at_b) = (at([0.0; 3]), at(place(&mut random, 2.0)));
        let pair = Pair { a, b, at_a, at_b };
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let way = place(&mut random, 0.5);
        let velocity = V::from_fn(|i| V::Scalar::of(way[i]));
        let sweeps = [Sweep::at_rest(&pose_a), Sweep::linear(&pose_b, velocity).unwrap()];
        let (tmax, gap) = (V::Scalar::of(12.0), V::Scalar::ZERO);
        let asked =
            Asked { shapes: [a, b], sweeps, tmax, gap, say: format!("{pair:?} {velocity:?}") };
        let proof = asked.certificate();
        assert_ne!(asked.check(&proof), Verdict::Refuted, "{proof:?} of {}", asked.say);
        let later = proof.impact.initial.is_none() && proof.impact.status != ImpactStatus::Miss;
        met[usize::from(!are_planes)] += u32::from(later);
    }
    met
}

#[test]
fn half_spaces_and_rounded_shapes_of_a_lattice() {
    let count = motions().min(20_000);
    let [x, y, z, w] = [
        on_a_lattice::<DVec2>(61, count),
        on_a_lattice::<DVec3>(62, count),
        on_a_lattice::<Vec2>(63, count),
        on_a_lattice::<Vec3>(64, count),
    ];
    let met = [0, 1].map(|i| x[i] + y[i] + z[i] + w[i]);
    println!("{met:?} of {}", 2 * count);
    assert!(met.iter().all(|n| *n as usize * 8 > count), "{met:?}");
}

/// Shapes that fly a millionfold to a billionfold of their size: the way enters into the time, so the points of a right
/// answer are off by more than a share of the pair.
fn far<V: Maker<Scalar = f64>>(seed: u64, count: usize) {
    let (mut random, mut hits, mut proven) = (Random::new(seed), 0, 0);
    for i in 0..count {
        let [a, b] = [(); 2].map(|()| Recipe::random(&mut random, V::DIM).make::<V>(1.0));
        let way = libm::exp(random.range(13.8, 20.7));
        let direction = V::from_fn(|_| random.signed());
        let Some(direction) = direction.unit_along() else { continue };
        let at = Stand::random(&mut random, 0.5);
        let here = crate::common::pairs::pose::<V>(&at, 1.0);
        let from = crate::common::pairs::pose::<V>(&Stand::random(&mut random, 0.5), 1.0);
        let there = from.translation() - direction * way;
        let there = clearance::Pose::from_unit(there, from.turn());
        let sweeps = [Sweep::at_rest(&here), Sweep::linear(&there, direction * way).unwrap()];
        let mut cast = Cast::new(&a, &sweeps[0], &b, &sweeps[1], 2.0).unwrap();
        let proof = cast.certificate();
        let verdict = check_impact(&a, &sweeps[0], &b, &sweeps[1], 2.0, 0.0, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {a:?} {b:?} {sweeps:?} {proof:?}");
        hits += usize::from(proof.impact.hit());
        proven += usize::from(verdict == Verdict::Proven);
    }
    println!("{hits} hits, {proven} proven, of {count}");
    assert!(hits > count / 2 && proven > count / 2, "{hits} {proven} of {count}");
}

#[test]
fn right_answers_after_a_long_flight_are_not_refuted() {
    far::<DVec2>(1, 10 * count());
    far::<DVec3>(2, 10 * count());
}
