//! rapier's solver on clearance's contacts, beside the same on parry's.
//!
//! A scene is simulated twice, each time by one library. Every question that rapier asks about contacts is
//! noted. Then the questions of a run are asked again, from the first step, several times in turns. Time is taken
//! in parts of 200 questions, and of each part the least time counts:
//!
//! ```text
//!   simulate, note questions ---> ask them again, timed ---> ask them again: which contacts are missed?
//! ```
//!
//! So the clock is read once a part, not twice a question. rapier's own reuse of contacts is off, because it
//! asks nobody while bodies move by less than 5 cm, and bodies do not sleep.

mod clearance_in_rapier;
mod scenes;

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use clearance::Query;
use rapier3d::geometry::{ContactData, ContactManifold, ContactManifoldData};
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints};
use rapier3d::parry::query::{self, *};
use rapier3d::parry::shape::Shape;
use rapier3d::prelude::{PhysicsWorld, SharedShape};

use clearance_in_rapier::Clearance;

const STEPS: usize = 600;
const REPEAT: usize = 9;
/// This many questions are timed together.
const PART: usize = 200;

/// A pair of colliders. Each has a shape of its own, whose address is its name.
type Names = [usize; 2];

/// What rapier asked: which pair, with B here in A's frame, up to this margin.
struct Asked {
    names: Names,
    b_in_a: Pose,
    margin: Real,
}

/// A dispatcher that notes what it is asked.
struct Noting<D> {
    dispatcher: D,
    asked: Arc<Mutex<Vec<Asked>>>,
}

fn name(shape: &dyn Shape) -> usize {
    std::ptr::from_ref(shape).cast::<()>() as usize
}

impl<D: Contacts> PersistentQueryDispatcher<ContactManifoldData, ContactData> for Noting<D> {
    fn contact_manifolds(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        margin: Real,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let asked = Asked { names: [a, b].map(name), b_in_a: *b_in_a, margin };
        self.asked.lock().expect("no panic").push(asked);
        self.dispatcher.contacts(b_in_a, [a, b], margin, manifolds, workspace);
        Ok(())
    }
    fn contact_manifold_convex_convex(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        normals_a: Option<&dyn NormalConstraints>,
        normals_b: Option<&dyn NormalConstraints>,
        margin: Real,
        manifold: &mut ContactManifold,
    ) -> Result<(), Unsupported> {
        DefaultQueryDispatcher
            .contact_manifold_convex_convex(b_in_a, a, b, normals_a, normals_b, margin, manifold)
    }
}

/// All other questions go to parry.
impl<D: Contacts> QueryDispatcher for Noting<D> {
    fn intersection_test(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
    ) -> Result<query::ShapeIntersection, Unsupported> {
        DefaultQueryDispatcher.intersection_test(b_in_a, a, b)
    }
    fn distance(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
    ) -> Result<query::ShapeDistance, Unsupported> {
        DefaultQueryDispatcher.distance(b_in_a, a, b)
    }
    fn contact(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        margin: Real,
    ) -> Result<Option<query::Contact>, Unsupported> {
        DefaultQueryDispatcher.contact(b_in_a, a, b, margin)
    }
    fn closest_points(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        most: Real,
    ) -> Result<query::ClosestPoints, Unsupported> {
        DefaultQueryDispatcher.closest_points(b_in_a, a, b, most)
    }
    fn cast_shapes(
        &self,
        b_in_a: &Pose,
        velocity: Vector,
        a: &dyn Shape,
        b: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes(b_in_a, velocity, a, b, options)
    }
    fn cast_shapes_nonlinear(
        &self,
        motion_a: &NonlinearRigidMotion,
        a: &dyn Shape,
        motion_b: &NonlinearRigidMotion,
        b: &dyn Shape,
        start: Real,
        end: Real,
        stop: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let parry = DefaultQueryDispatcher;
        parry.cast_shapes_nonlinear(motion_a, a, motion_b, b, start, end, stop)
    }
}

/// Contacts of two convex shapes.
trait Contacts: Copy + Send + Sync + 'static {
    fn contacts(
        &self,
        b_in_a: &Pose,
        shapes: [&dyn Shape; 2],
        margin: Real,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    );
}

#[derive(Clone, Copy)]
struct Parry;

impl Contacts for Parry {
    fn contacts(
        &self,
        b_in_a: &Pose,
        [a, b]: [&dyn Shape; 2],
        margin: Real,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) {
        let parry = DefaultQueryDispatcher;
        parry.contact_manifolds(b_in_a, a, b, margin, manifolds, workspace).expect("convex");
    }
}

/// The questions of a simulation, by pairs of shapes.
struct Run<D> {
    dispatcher: D,
    shapes: HashMap<usize, SharedShape>,
    asked: Vec<Asked>,
    /// The index of each question's pair.
    pairs: Vec<usize>,
    count: usize,
    /// How far the highest body has sunk since it was placed.
    sunk: f32,
}

/// What is kept of a pair.
type Kept = (Vec<ContactManifold>, Option<ContactManifoldsWorkspace>);

fn highest(world: &PhysicsWorld) -> f32 {
    world.bodies.iter().map(|(_, body)| body.translation().y).fold(f32::MIN, f32::max)
}

impl<D: Contacts> Run<D> {
    fn simulate(scene: fn() -> PhysicsWorld, dispatcher: D) -> Self {
        let (mut world, asked) = (scene(), Arc::default());
        let noting = Noting { dispatcher, asked: Arc::clone(&asked) };
        world.narrow_phase.set_query_dispatcher(noting);
        world.integration_parameters.contact_recycling = false;
        let shapes = world.colliders.iter().map(|(_, collider)| collider.shared_shape().clone());
        let shapes = shapes.map(|shape| (name(&*shape), shape)).collect();
        let before = highest(&world);
        (0..STEPS).for_each(|_| world.step());
        let sunk = before - highest(&world);
        drop(world);
        let asked = Arc::into_inner(asked).expect("one").into_inner().expect("no panic");
        let mut numbers = HashMap::new();
        let pairs = asked.iter().map(|asked| {
            let next = numbers.len();
            *numbers.entry(asked.names).or_insert(next)
        });
        let pairs = pairs.collect();
        Self { dispatcher, shapes, asked, pairs, count: numbers.len(), sunk }
    }

    /// Asks all questions again; `see` gets each with what is kept of the pair after it. Returns what is kept of
    /// all pairs.
    fn ask_again(&self, mut see: impl FnMut(&Asked, [&SharedShape; 2], &Kept)) -> Vec<Kept> {
        let mut kept: Vec<Kept> = (0..self.count).map(|_| Default::default()).collect();
        let mut shapes = vec![None; self.count];
        for (asked, pair) in self.asked.iter().zip(&self.pairs) {
            let [a, b] =
                *shapes[*pair].get_or_insert_with(|| asked.names.map(|name| &self.shapes[&name]));
            let (manifolds, workspace) = &mut kept[*pair];
            let both: [&dyn Shape; 2] = [&**a, &**b];
            let Asked { b_in_a, margin, .. } = asked;
            self.dispatcher.contacts(b_in_a, both, *margin, manifolds, workspace);
            see(asked, [a, b], &kept[*pair]);
        }
        kept
    }

    /// Lowers the least times of all parts, in seconds.
    fn time(&self, least: &mut Vec<f64>) {
        let (mut start, mut count) = (Instant::now(), 0);
        self.ask_again(|_, _, kept| {
            black_box(kept);
            count += 1;
            if count % PART == 0 {
                let now = Instant::now();
                let (part, time) = (count / PART - 1, (now - start).as_secs_f64());
                match least.get_mut(part) {
                    Some(least) => *least = least.min(time),
                    None => least.push(time),
                }
                start = now;
            }
        });
    }

    /// The questions about pairs that touch, and those of them without points; and, of clearance, how many of all
    /// took a search.
    fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        let kept = self.ask_again(|asked, [a, b], (manifolds, _)| {
            let [a, b] = [a, b].map(|s| clearance_in_rapier::shape(&**s).expect("convex"));
            let pose = clearance_in_rapier::pose(&asked.b_in_a);
            if Query::relative(&a, &b, &pose).clearance().upper < 0.0 {
                counts[0] += 1;
                counts[1] += usize::from(manifolds.iter().all(|m| m.points.is_empty()));
            }
        });
        let searches = kept.iter().map(|(_, kept)| clearance_in_rapier::searches(kept.as_ref()));
        counts[2] = searches.sum();
        counts
    }
}

fn main() {
    println!("{:10}{:>22}{:>22}{:>8}", "", "clearance", "parry", "");
    println!(
        "{:10}{:>8}{:>7}{:>7}{:>8}{:>7}{:>7}{:>8}",
        "scene", "ns", "missed", "sunk", "ns", "missed", "sunk", "ratio"
    );
    for (scene, make) in scenes::ALL {
        let (ours, theirs) = (Run::simulate(make, Clearance), Run::simulate(make, Parry));
        let mut parts = [Vec::new(), Vec::new()];
        for _ in 0..REPEAT {
            ours.time(&mut parts[0]);
            theirs.time(&mut parts[1]);
        }
        // Nanoseconds a question.
        let least = parts.map(|p| 1e9 * p.iter().sum::<f64>() / (p.len() * PART) as f64);
        let [touch, missed, searches] = ours.counts();
        let [_, theirs_missed, _] = theirs.counts();
        println!(
            "{scene:10}{:>8.0}{missed:>7}{:>7.3}{:>8.0}{theirs_missed:>7}{:>7.3}{:>8.2}",
            least[0],
            ours.sunk,
            least[1],
            theirs.sunk,
            least[0] / least[1],
        );
        let count = ours.asked.len();
        println!("{:10}{count} questions, {touch} touch, {searches} searches", "");
        assert_eq!(missed, 0, "clearance misses no contact");
    }
    still();
}

/// One kept contact: a body rests on a floor and trembles by 20 um and 1e-5 rad. The cache alone, a query with
/// the cache, parry's dispatcher, and both in rapier's form.
fn still() {
    use clearance::d3;
    println!("\n{:10}{:>8}{:>8}{:>8}{:>8}   ns at rest", "", "still", "query", "rapier", "parry");
    for (name, floor, body) in scenes::resting() {
        let mut random = clearance_testing::Random::new(1);
        let poses: Vec<Pose> = (0..1000).map(|_| scenes::trembling(&mut random)).collect();
        let of_ours = |shape: &SharedShape| clearance_in_rapier::shape(&**shape).expect("convex");
        let (a, b) = (of_ours(&floor), of_ours(&body));
        let ours: Vec<d3::Pose> = poses.iter().map(clearance_in_rapier::pose).collect();
        let (mut cache, mut found) = (d3::Cache::default(), None);
        Query::relative(&a, &b, &ours[0]).cache(&mut cache).manifold_into(0.02, &mut found);
        let count = found.as_ref().map(|found| found.points().len());
        let mut least = [f64::INFINITY; 4];
        let mut kept: [Kept; 2] = Default::default();
        for _ in 0..REPEAT * 20 {
            let mut times = [0.0; 4];
            let mut timed = |i: usize, ask: &mut dyn FnMut()| {
                let start = Instant::now();
                ask();
                times[i] = start.elapsed().as_secs_f64() * 1e9 / poses.len() as f64;
            };
            timed(0, &mut || {
                for pose in &ours {
                    let still = black_box(&cache).still(black_box(pose), 0.02);
                    assert_eq!(still.map(|still| still.separations().len()), count);
                }
            });
            timed(1, &mut || {
                for pose in &ours {
                    let query = Query::relative(&a, &b, pose);
                    query.cache(&mut cache).manifold_into(0.02, &mut found);
                    black_box(&found);
                }
            });
            assert!(cache.is_at_rest());
            let both: [&dyn Shape; 2] = [&*floor, &*body];
            let [(manifolds, workspace), (theirs, of_theirs)] = &mut kept;
            timed(2, &mut || {
                for pose in &poses {
                    Clearance.contacts(pose, both, 0.02, manifolds, workspace);
                }
            });
            timed(3, &mut || {
                for pose in &poses {
                    Parry.contacts(pose, both, 0.02, theirs, of_theirs);
                }
            });
            for (least, time) in least.iter_mut().zip(times) {
                *least = least.min(time);
            }
        }
        let [still, query, rapier, parry] = least;
        println!("{name:10}{still:>8.0}{query:>8.0}{rapier:>8.0}{parry:>8.0}");
    }
}
