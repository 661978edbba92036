//! Runs the scenes of a dimension.

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::rapier::geometry::{ContactData, ContactManifold, ContactManifoldData};
use super::rapier::math::{Pose, Real, Vector};
use super::rapier::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints};
use super::rapier::parry::query::{self, *};
use super::rapier::parry::shape::Shape;
use super::rapier::prelude::{PhysicsWorld, SharedShape};
use super::{Dispatcher, HEAPS, NAME, SCENES, Scene};
use crate::Arguments;

type Asks = dyn PersistentQueryDispatcher<ContactManifoldData, ContactData>;

fn clearance() -> Arc<Asks> {
    Arc::new(Dispatcher::default())
}
fn parry() -> Arc<Asks> {
    Arc::new(DefaultQueryDispatcher)
}

/// A pair of colliders. Each has a shape of its own, whose address is its name.
type Names = [usize; 2];

/// What rapier asked: which pair, with B here in A's frame, up to this margin.
struct Asked {
    names: Names,
    b_in_a: Pose,
    margin: Real,
}

/// A dispatcher that notes what it is asked about contacts.
struct Noting {
    dispatcher: Arc<Asks>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

fn name(shape: &dyn Shape) -> usize {
    std::ptr::from_ref(shape).cast::<()>() as usize
}

impl PersistentQueryDispatcher<ContactManifoldData, ContactData> for Noting {
    fn contact_manifolds(
        &self,
        b_in_a: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        margin: Real,
        manifolds: &mut Vec<ContactManifold>,
        kept: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let asked = Asked { names: [a, b].map(name), b_in_a: *b_in_a, margin };
        self.asked.lock().expect("no panic").push(asked);
        self.dispatcher.contact_manifolds(b_in_a, a, b, margin, manifolds, kept)
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
        self.dispatcher
            .contact_manifold_convex_convex(b_in_a, a, b, normals_a, normals_b, margin, manifold)
    }
}

/// All other questions are passed on.
macro_rules! pass {
    ($($method:ident($($name:ident: $of:ty),*) -> $answer:ty;)*) => {
        impl QueryDispatcher for Noting {
            $(fn $method(&self, $($name: $of),*) -> Result<$answer, Unsupported> {
                self.dispatcher.$method($($name),*)
            })*
        }
    };
}
pass! {
    intersection_test(at: &Pose, a: &dyn Shape, b: &dyn Shape) -> query::ShapeIntersection;
    distance(at: &Pose, a: &dyn Shape, b: &dyn Shape) -> query::ShapeDistance;
    contact(at: &Pose, a: &dyn Shape, b: &dyn Shape, margin: Real) -> Option<query::Contact>;
    closest_points(at: &Pose, a: &dyn Shape, b: &dyn Shape, most: Real) -> query::ClosestPoints;
    cast_shapes(at: &Pose, velocity: Vector, a: &dyn Shape, b: &dyn Shape, options: ShapeCastOptions)
        -> Option<ShapeCastHit>;
    cast_shapes_nonlinear(way_a: &NonlinearRigidMotion, a: &dyn Shape, way_b: &NonlinearRigidMotion,
        b: &dyn Shape, start: Real, end: Real, stop: bool) -> Option<ShapeCastHit>;
}

/// The questions of a simulation.
struct Run {
    dispatcher: fn() -> Arc<Asks>,
    shapes: HashMap<usize, SharedShape>,
    asked: Vec<Asked>,
    /// The index of each question's pair.
    pairs: Vec<usize>,
    count: usize,
    /// How many questions each step has.
    steps: Vec<usize>,
    /// How far the highest body has sunk since it was placed.
    sunk: f32,
    /// The least time of a whole step of rapier, in microseconds.
    step: f64,
}

/// What is kept of a pair.
type Kept = (Vec<ContactManifold>, Option<ContactManifoldsWorkspace>);

fn highest(world: &PhysicsWorld) -> f32 {
    world.bodies.iter().map(|(_, body)| body.translation().y).fold(f32::MIN, f32::max)
}

impl Run {
    fn simulate(scene: Scene, recycling: bool, dispatcher: fn() -> Arc<Asks>) -> Self {
        let (Scene { mut world, steps }, asked) = (scene, Arc::<Mutex<Vec<Asked>>>::default());
        let noting = Noting { dispatcher: dispatcher(), asked: Arc::clone(&asked) };
        world.narrow_phase.set_query_dispatcher(noting);
        world.integration_parameters.contact_recycling = recycling;
        for (_, body) in world.bodies.iter_mut() {
            body.activation_mut().normalized_linear_threshold = -1.0;
            body.activation_mut().angular_threshold = -1.0;
        }
        let shapes = world.colliders.iter().map(|(_, collider)| collider.shared_shape().clone());
        let shapes = shapes.map(|shape| (name(&*shape), shape)).collect();
        let before = highest(&world);
        let start = Instant::now();
        let steps = (0..steps).map(|_| {
            let before = asked.lock().expect("no panic").len();
            world.step();
            asked.lock().expect("no panic").len() - before
        });
        let steps: Vec<_> = steps.collect();
        let step = start.elapsed().as_secs_f64() * 1e6 / steps.len() as f64;
        let sunk = before - highest(&world);
        drop(world);
        let asked = Arc::into_inner(asked).expect("one").into_inner().expect("no panic");
        let mut numbers = HashMap::new();
        let pairs = asked.iter().map(|asked| {
            let next = numbers.len();
            *numbers.entry(asked.names).or_insert(next)
        });
        let pairs = pairs.collect();
        Self { dispatcher, shapes, asked, pairs, count: numbers.len(), steps, sunk, step }
    }

    /// Asks all questions again, step by step. `see` gets each with what is kept of the pair after it, and `end` is told
    /// the end of each step.
    fn ask_again(
        &self,
        mut see: impl FnMut(&Asked, [&dyn Shape; 2], &Kept),
        mut end: impl FnMut(usize),
    ) {
        let dispatcher = (self.dispatcher)();
        let mut kept: Vec<Kept> = (0..self.count).map(|_| Default::default()).collect();
        let mut shapes = vec![None; self.count];
        let mut questions = self.asked.iter().zip(&self.pairs);
        for (step, count) in self.steps.iter().enumerate() {
            for (asked, pair) in questions.by_ref().take(*count) {
                let [a, b] = *shapes[*pair]
                    .get_or_insert_with(|| asked.names.map(|name| &*self.shapes[&name]));
                let (manifolds, workspace) = &mut kept[*pair];
                let Asked { b_in_a, margin, .. } = asked;
                let answer =
                    dispatcher.contact_manifolds(b_in_a, a, b, *margin, manifolds, workspace);
                answer.expect("shapes that rapier knows");
                see(asked, [a, b], &kept[*pair]);
            }
            end(step);
        }
    }

    /// Lowers the least times of all steps, in seconds.
    fn time(&self, least: &mut Vec<f64>) {
        least.resize(self.steps.len(), f64::INFINITY);
        let mut start = Instant::now();
        self.ask_again(
            |_, _, kept| _ = black_box(kept),
            |step| {
                let now = Instant::now();
                least[step] = least[step].min((now - start).as_secs_f64());
                start = now;
            },
        );
    }

    /// The number of questions about each kind of pair, and their time in nanoseconds.
    fn kinds(&self) -> BTreeMap<String, (usize, f64)> {
        let (mut kinds, mut start) = (BTreeMap::<_, (usize, f64)>::new(), Instant::now());
        self.ask_again(
            |_, pair, _| {
                let time = start.elapsed().as_secs_f64() * 1e9;
                let mut names = pair.map(|shape| format!("{:?}", shape.shape_type()));
                names.sort();
                let kind = kinds.entry(names.join(", ")).or_default();
                *kind = (kind.0 + 1, kind.1 + time);
                start = Instant::now();
            },
            |_| {},
        );
        kinds
    }

    /// The questions about convex pairs within the margin, those of them without points, and how far the least
    /// separations are off at most and in the mean.
    fn audit(&self) -> (usize, usize, f32, f64) {
        let (mut near, mut missed, mut most, mut sum) = (0, 0, 0.0_f32, 0.0);
        let truth = Dispatcher::default();
        self.ask_again(
            |asked, [a, b], (manifolds, _)| {
                let is_whole = |s: &dyn Shape| s.is_convex() || s.as_halfspace().is_some();
                if !(is_whole(a) && is_whole(b)) {
                    return;
                }
                let found =
                    truth.contact(&asked.b_in_a, a, b, 0.999 * asked.margin).expect("convex");
                let Some(found) = found else { return };
                near += 1;
                let points = manifolds.iter().flat_map(|m| &m.points);
                let Some(least) = points.map(|p| p.dist).reduce(f32::min) else {
                    missed += 1;
                    return;
                };
                most = most.max((least - found.dist).abs());
                sum += f64::from((least - found.dist).abs());
            },
            |_| {},
        );
        (near, missed, most, sum / near.max(1) as f64)
    }
}

pub fn run(arguments: &Arguments) {
    if let Some(seeds) = arguments.seeds {
        return sleep(arguments, seeds);
    }
    let recycling = arguments.recycling;
    let wanted = SCENES.iter().filter(|(scene, _)| arguments.wants(scene));
    if arguments.audit {
        println!(
            "{NAME:12}{:>9} near{:>8} missed by clearance, parry, off by mm at most, mean",
            "", ""
        );
        for (scene, make) in wanted {
            for dispatcher in [clearance, parry] {
                let run = Run::simulate(make(7), recycling, dispatcher);
                let (near, missed, most, mean) = run.audit();
                let (most, mean) = (most * 1e3, mean * 1e3);
                println!("{scene:12}{near:>14}{missed:>15}{most:>12.3}{mean:>9.4}");
            }
        }
        return;
    }
    if arguments.kinds {
        for (scene, make) in wanted {
            let runs = [clearance, parry].map(|d| Run::simulate(make(7), recycling, d));
            for (who, run) in ["clearance", "parry"].iter().zip(&runs) {
                for (kind, (count, time)) in run.kinds() {
                    let (each, step) = (time / count as f64, time / 1e3 / run.steps.len() as f64);
                    println!(
                        "{NAME} {scene:12}{who:10}{kind:35}{count:>8} x{each:>7.0} ns{step:>8.1}"
                    );
                }
            }
        }
        return;
    }
    println!("{NAME:12}{:>22}{:>22}{:>8}", "clearance", "parry", "ratio");
    println!(
        "{:12}{:>8}{:>7}{:>7}{:>8}{:>7}{:>7}   us a step in the dispatcher, of rapier, sunk",
        "", "us", "step", "sunk", "us", "step", "sunk"
    );
    let mut logs = vec![];
    for (scene, make) in wanted {
        let [ours, theirs] = [clearance, parry].map(|d| Run::simulate(make(7), recycling, d));
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..arguments.repeat {
            ours.time(&mut times[0]);
            theirs.time(&mut times[1]);
        }
        let [us, them] = times.map(|all| 1e6 * all.iter().sum::<f64>() / all.len() as f64);
        println!(
            "{scene:12}{us:>8.2}{:>7.0}{:>7.3}{them:>8.2}{:>7.0}{:>7.3}{:>8.2}",
            ours.step,
            ours.sunk,
            theirs.step,
            theirs.sunk,
            us / them,
        );
        if !recycling || us.max(them) > 3.0 {
            logs.push((us / them).ln());
        }
    }
    let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
    println!("geometric mean of {}: {mean:.2}", logs.len());
}

/// In how many of the runs do all bodies sleep at the end?
fn sleep(arguments: &Arguments, seeds: u64) {
    let wanted = SCENES.iter().filter(|(scene, _)| HEAPS.contains(scene) && arguments.wants(scene));
    for (scene, make) in wanted {
        let slept = [clearance, parry].map(|dispatcher| {
            let runs = (0..seeds).filter(|seed| {
                let Scene { mut world, steps } = make(7 + seed);
                let (dispatcher, asked) = (dispatcher(), Arc::default());
                world.narrow_phase.set_query_dispatcher(Noting { dispatcher, asked });
                world.integration_parameters.contact_recycling = arguments.recycling;
                (0..2 * steps).for_each(|_| world.step());
                world.bodies.iter().all(|(_, body)| !body.is_dynamic() || body.is_sleeping())
            });
            runs.count()
        });
        println!(
            "{NAME} {scene:12} of {seeds} heaps sleep: clearance {}, parry {}",
            slept[0], slept[1]
        );
    }
}
