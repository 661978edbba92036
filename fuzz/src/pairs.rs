//! Questions about bodies: the checker refutes no answer, cold or with a cache.
//!
//! The bytes are up to four bodies of about one size, and then questions. One cache serves all pairs, so
//! that each question meets what another pair has left. Bodies are also moved to where they touch.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::Point;
use clearance::space::Vector;
use clearance::verify::{Verdict, check, check_impact, check_manifold, check_ray};
use clearance::{
    Algorithm, Cache, Cast, Certificate, ImpactStatus, Pose, Query, Ray, RayCast, Status, Sweep,
    project,
};

use crate::bodies::{Body, Space, pose, vector};
use crate::bytes::Bytes;

/// More questions take long, and find no more.
const MOST: usize = 8;

/// Asks the questions that the bytes describe, in one of the four types of vectors.
///
/// # Panics
/// Where an answer is refuted, or contradicts another one.
pub fn pairs(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    match bytes.below(4) {
        0 => ask_all::<Vec2>(&mut bytes),
        1 => ask_all::<DVec2>(&mut bytes),
        2 => ask_all::<Vec3>(&mut bytes),
        _ => ask_all::<DVec3>(&mut bytes),
    }
}

fn ask_all<V: Space>(bytes: &mut Bytes<'_>) {
    let size = if bytes.below(4) == 0 { bytes.power() } else { 1.0 };
    let count = 2 + bytes.below(3);
    let mut bodies: Vec<Body<V>> = (0..count).map(|_| Body::read(bytes, size)).collect();
    let mut cache = Cache::default();
    for _ in 0..MOST {
        if bytes.is_empty() {
            return;
        }
        let (a, b) = (bytes.below(count), bytes.below(count));
        if let Some(pose) = moved(&bodies[a], &bodies[b], bytes, size) {
            bodies[b].pose = pose;
        }
        Asked { a: &bodies[a], b: &bodies[b], size }.ask(bytes, &mut cache);
    }
}

/// B at another place: anywhere, or where its clearance from A is small.
fn moved<V: Space>(a: &Body<V>, b: &Body<V>, bytes: &mut Bytes<'_>, size: f64) -> Option<Pose<V>> {
    let target = match bytes.below(8) {
        0 => return pose(bytes, size),
        1 => 0.0,
        2 => bytes.number() * 1e-6 * size,
        3 => bytes.number() * 0.01 * size,
        _ => return None,
    };
    let now = Query::new(&a.shape, &a.pose, &b.shape, &b.pose).clearance();
    let way = now.normal * (V::Scalar::of(target) - now.signed_distance);
    let at = b.pose.translation() + way;
    // Through the checks: the way may be infinite.
    Pose::at(at).ok().map(|_| Pose::from_unit(at, b.pose.turn()))
}

/// Two bodies. `size` is the unit of lengths in the bytes.
#[derive(Debug)]
struct Asked<'b, V: Vector> {
    a: &'b Body<V>,
    b: &'b Body<V>,
    size: f64,
}

impl<V: Space> Asked<'_, V> {
    fn ask(&self, bytes: &mut Bytes<'_>, cache: &mut Cache) {
        match bytes.below(6) {
            0 => self.clearance(bytes, cache),
            1 | 2 => self.contact(bytes, cache),
            3 => self.cast(bytes),
            4 => self.ray(bytes),
            _ => self.point(bytes),
        }
    }

    fn query(&self) -> Query<'_, V> {
        Query::new(&self.a.shape, &self.a.pose, &self.b.shape, &self.b.pose)
    }

    /// The certificate, which is not refuted.
    fn proof(&self, mut query: Query<'_, V>, how: &str) -> Certificate<V> {
        let proof = query.certificate();
        let (a, b) = (self.a, self.b);
        let verdict = check(&a.shape, &a.pose, &b.shape, &b.pose, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{how}: {proof:?} of {self:?}");
        proof
    }

    /// By whichever algorithm, swapped and with the cache: bounds that are about the same number.
    fn clearance(&self, bytes: &mut Bytes<'_>, cache: &mut Cache) {
        let algorithms = [Algorithm::GjkEpa, Algorithm::Gjk, Algorithm::Epa, Algorithm::SatBounded];
        let algorithm = algorithms[bytes.below(algorithms.len())];
        let cold = self.proof(self.query(), "cold").answer;
        let warm = self.proof(self.query().cache(cache), "with a cache").answer;
        let named = self.proof(self.query().algorithm(algorithm), algorithm.name()).answer;
        let swapped = Asked { a: self.b, b: self.a, size: self.size };
        let swapped = swapped.proof(swapped.query(), "swapped").answer;
        for other in [warm, named, swapped] {
            let meet = cold.lower <= other.upper && other.lower <= cold.upper;
            assert!(meet, "{cold:?} contradicts {other:?} of {self:?}");
        }
        let intersects = self.query().intersects();
        assert_eq!(intersects, cold.status() != Status::Apart, "{cold:?} of {self:?}");
        assert!(self.query().cache(cache).intersects() || !intersects, "cached: {self:?}");
        assert_eq!(intersects, self.query().distance() == V::Scalar::ZERO, "{self:?}");
    }

    /// Contact points, without and with a cache.
    fn contact(&self, bytes: &mut Bytes<'_>, cache: &mut Cache) {
        let margin =
            V::Scalar::of(if bytes.below(2) == 0 { 0.0 } else { bytes.size() * self.size });
        let (a, b) = (self.a, self.b);
        let proof = self.proof(self.query(), "of a contact");
        for (how, found) in [
            ("cold", self.query().manifold(margin)),
            ("with a cache", self.query().cache(cache).manifold(margin)),
        ] {
            let Some(manifold) = found else { continue };
            let verdict = check_manifold(&a.shape, &a.pose, &b.shape, &b.pose, &manifold, &proof);
            assert_ne!(verdict, Verdict::Refuted, "{how}: {manifold:?} of {self:?}, {margin:?}");
        }
    }

    fn cast(&self, bytes: &mut Bytes<'_>) {
        let turns = bytes.below(3) == 0;
        let sweep = |body: &Body<V>, bytes: &mut Bytes<'_>| {
            let velocity = vector(bytes, self.size);
            let angular = [(); 3].map(|()| if turns { bytes.number() } else { 0.0 });
            Sweep::new(&body.pose, velocity, V::wedge_of(angular)).ok()
        };
        let Some((sweep_a, sweep_b)) = sweep(self.a, bytes).zip(sweep(self.b, bytes)) else {
            return;
        };
        let tmax = V::Scalar::of(bytes.size());
        let gap = V::Scalar::of(if bytes.below(4) == 0 { bytes.size() * self.size } else { 0.0 });
        let cast = |algorithm| {
            let cast = Cast::new(&self.a.shape, &sweep_a, &self.b.shape, &sweep_b, tmax);
            cast.and_then(|cast| cast.gap(gap)).map(|cast| cast.algorithm(algorithm))
        };
        let Ok(mut auto) = cast(Algorithm::Auto) else { return };
        let (auto, mut gjk) = (auto.certificate(), cast(Algorithm::Gjk).expect("a cast"));
        for (how, proof) in [("auto", &auto), ("gjk", &gjk.certificate())] {
            let (a, b) = (&self.a.shape, &self.b.shape);
            let verdict = check_impact(a, &sweep_a, b, &sweep_b, tmax, gap, proof);
            let say = || {
                format!("{how}: {proof:?} of {self:?}, {sweep_a:?}, {sweep_b:?}, {tmax:?}, {gap:?}")
            };
            assert_ne!(verdict, Verdict::Refuted, "{}", say());
            let meet =
                auto.impact.lower <= proof.impact.upper && proof.impact.lower <= auto.impact.upper;
            assert!(meet, "not as auto's {auto:?}: {}", say());
        }
    }

    /// A ray at B, and a cast of its origin.
    fn ray(&self, bytes: &mut Bytes<'_>) {
        let (from, along) = (vector::<V>(bytes, self.size), vector::<V>(bytes, self.size));
        let Ok(ray) = Ray::new(from, along, V::Scalar::of(bytes.size())) else { return };
        let Body { shape, pose } = self.b;
        let hollow = bytes.below(4) == 0;
        let cast = RayCast::new(shape, pose, &ray);
        let hit = if hollow { cast.hollow() } else { cast }.hit();
        if let Some(hit) = &hit {
            let verdict = check_ray(shape, pose, &ray, hit);
            assert_ne!(verdict, Verdict::Refuted, "{hit:?} of {ray:?} at {:?}", self.b);
        }
        let point =
            Point::new(from).and_then(|point| Ok((point, Sweep::linear(&Pose::IDENTITY, along)?)));
        let Ok((point, sweep)) = point else { return };
        let still = Sweep::at_rest(pose);
        let Ok(mut cast) = Cast::new(&point, &sweep, shape, &still, ray.tmax()) else { return };
        let proof = cast.certificate();
        let verdict =
            check_impact(&point, &sweep, shape, &still, ray.tmax(), V::Scalar::ZERO, &proof);
        if verdict == Verdict::Proven && !hollow {
            let hits = proof.impact.status == ImpactStatus::Hit;
            assert!(hit.is_some() || !hits, "{proof:?}, but {ray:?} misses {:?}", self.b);
        }
    }

    /// The point of B's surface that is nearest to a point, and their clearance.
    fn point(&self, bytes: &mut Bytes<'_>) {
        let at = vector::<V>(bytes, self.size);
        let (Ok(near), Ok(point)) = (project(&self.b.shape, &self.b.pose, at), Point::new(at))
        else {
            return;
        };
        let truth = Query::new(&point, &Pose::IDENTITY, &self.b.shape, &self.b.pose).clearance();
        let meet = near.lower <= truth.upper && truth.lower <= near.upper;
        assert!(meet, "{near:?}, but {truth:?} of {at:?} and {:?}", self.b);
    }
}
