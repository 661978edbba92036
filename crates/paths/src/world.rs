//! [`World`]: a robot and what stands around it, and which pairs of bodies are asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clearance_geometry::shape::{Ball, Shape};
use clearance_geometry::space::{Motion, Pose};
use clearance_scenes::{Body as SceneBody, Filter, Handle, Scene};
use clearance_worlds::{Collider, Compound};
use glam::DVec3;

use crate::Error;
use crate::robot::{Placed, Robot, after};

/// A shape and its pose.
type Posed = (Pose<DVec3>, Collider<DVec3>);

/// Something that may collide: a link of the robot, something that it holds, or something that stands still.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub name: String,
    /// The frame that it moves with; 0 stands still.
    pub frame: usize,
    /// With their places in that frame; in frame 0, as seen from the base of the robot.
    pub shapes: Vec<(Motion<DVec3>, Collider<DVec3>)>,
    /// The part that it belongs to; `None` for something that a link holds, which is a part of its own.
    pub part: Option<usize>,
    /// The link that carries it, and the shapes as they were given: in its frame, or in the world.
    pub link: Option<usize>,
    pub given: Vec<Posed>,
    /// From the frame of that link, or from the world, to that of the body.
    pub local: Motion<DVec3>,
}

impl Body {
    pub fn has_half_space(&self) -> bool {
        self.shapes.iter().any(|(_, shape)| has_half_space(shape))
    }
}

/// A robot and the bodies around it. Bodies are the links by their names, and those that are added.
///
/// All pairs of bodies are asked about, also those that never move against each other: a base on its table, or what a hand
/// holds and the link that the hand is fixed to. Not asked about are
///
/// - neighbours: two links with a joint between them;
/// - bodies of one part: links that fixed joints hold together, and all that stands in the world (that is a question about
///   a scene without a robot);
/// - pairs that are allowed to touch ([`World::allow`]).
///
/// What a link holds is a part of its own, and no neighbour of anything.
#[derive(Clone, Debug)]
pub struct World {
    /// Shared by the worlds in which bodies were moved, as all bodies that were not.
    pub(crate) robot: Arc<Robot>,
    pub(crate) bodies: Vec<Arc<Body>>,
    numbers: BTreeMap<String, usize>,
    pub(crate) allowed: BTreeSet<[usize; 2]>,
    /// The clearances that pairs have of their own.
    pub(crate) required: BTreeMap<[usize; 2], f64>,
    /// The bodies that may stand elsewhere: by how much along each axis, and about each.
    pub(crate) loose: BTreeMap<usize, [f64; 2]>,
}

/// The part of all that stands in the world. Those of links have the number of their first link, from 1.
const WORLD: usize = 0;

impl World {
    /// The robot alone.
    ///
    /// # Errors
    /// A link that moves and has a half-space; a robot of more than 10,000 links, or whose pairs of links have some ten
    /// million joints between them.
    pub fn new(robot: Robot) -> Result<Self, Error> {
        few_enough(&robot)?;
        let allowed = robot.neighbours.clone();
        let (bodies, numbers) = (Vec::new(), BTreeMap::new());
        let (required, loose) = (BTreeMap::new(), BTreeMap::new());
        let mut world = Self { robot: Arc::new(robot), bodies, numbers, allowed, required, loose };
        for (number, placed) in world.robot.links.clone().into_iter().enumerate() {
            let shapes = placed.link.shapes.iter();
            let shapes = shapes
                .map(|(pose, shape)| (after(&placed.motion, &Motion::of(pose)), shape.clone()));
            world.push(Body {
                name: placed.link.name.clone(),
                frame: placed.frame,
                shapes: shapes.collect(),
                part: Some(1 + placed.part),
                link: Some(number),
                given: placed.link.shapes.clone(),
                local: placed.motion,
            })?;
        }
        Ok(world)
    }
    /// Adds a body that stands still: shapes with their poses in the world.
    ///
    /// # Errors
    /// A name that another body has.
    pub fn add(
        &mut self,
        name: &str,
        shapes: impl IntoIterator<Item = Posed>,
    ) -> Result<(), Error> {
        let given: Vec<Posed> = shapes.into_iter().collect();
        let shapes = given.iter().map(|posed| self.standing(posed)).collect();
        let (name, part) = (name.into(), Some(WORLD));
        let local = Motion { translation: -self.robot.origin, ..Motion::identity() };
        self.push(Body { name, frame: 0, shapes, part, link: None, given, local })
    }
    /// A shape that stands in the world, as seen from the base of the robot.
    fn standing(&self, (pose, shape): &Posed) -> (Motion<DVec3>, Collider<DVec3>) {
        let translation = pose.translation() - self.robot.origin;
        (Motion { translation, ..Motion::of(pose) }, shape.clone())
    }
    /// The world with a body at other poses, one for each of its shapes, and the number of the body.
    pub(crate) fn moved(&self, name: &str, poses: &[Pose<DVec3>]) -> Result<(Self, usize), Error> {
        let by = || "what is moved".into();
        let number = self.number(name).ok_or_else(|| unknown(by(), "body", name))?;
        let body = &self.bodies[number];
        let stays = |reason| Err(Error::NotMoved { body: name.into(), reason });
        if body.part != Some(WORLD) {
            return stays("the robot carries it");
        }
        if poses.len() != body.given.len() {
            return stays("it needs a pose for each of its shapes");
        }
        let shapes = body.given.iter().map(|(_, shape)| shape);
        let given: Vec<Posed> = poses.iter().copied().zip(shapes.cloned()).collect();
        let shapes = given.iter().map(|posed| self.standing(posed)).collect();
        let mut world = self.clone();
        world.bodies[number] = Arc::new(Body { name: name.into(), shapes, given, ..**body });
        Ok((world, number))
    }
    /// Adds the bodies of a scene that a filter sees, each with a name: they stand still where they are now. What the scene
    /// does later is another world.
    ///
    /// [`Filter::all`] leaves out sensors. The layers that bodies are of tell whether the filter sees them ([`Filter::of`]).
    /// Which bodies of the scene meet each other, by the layers that they meet, groups and ignored pairs, says nothing about
    /// the robot: it may touch none of those that are added, unless [`World::allow`] says so.
    ///
    /// ```
    /// use clearance::d3_f64::{Body, Collider, Cuboid, DVec3, Pose, Scene, Sphere};
    /// use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
    /// use clearance::scenes::Filter;
    /// # let link = |name: &str, shapes| Link { name: name.into(), shapes };
    /// # let links = vec![
    /// #     link("rail", vec![]),
    /// #     link("slide", vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.1)?))]),
    /// # ];
    /// # let joint = Joint {
    /// #     name: "x".into(),
    /// #     kind: JointKind::Prismatic,
    /// #     parent: "rail".into(),
    /// #     child: "slide".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::X,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let robot = Robot::new(links, vec![joint])?;
    /// let mut scene = Scene::new();
    /// scene.add(Body::sensor(Cuboid::new(DVec3::ONE)?)); // a light barrier
    /// let cart = scene.add(Body::moving(Cuboid::new(DVec3::splat(0.5))?));
    ///
    /// // A ball of radius 0.1 slides along x, from 0 to 1.
    /// let path = Path::new(&robot, vec![vec![0.0], vec![1.0]])?;
    /// let mut is_proven = |x: f64| -> Result<bool, Box<dyn std::error::Error>> {
    ///     scene.place(cart, Pose::at(DVec3::X * x)?)?;
    ///     let mut world = World::new(robot.clone())?;
    ///     world.add_scene(&scene, &Filter::all(), |handle, _| format!("cart {}", handle.index()))?;
    ///     Ok(Prover::new(world).clear(&path, 0.01) == Verdict::Proven)
    /// };
    /// assert!(is_proven(2.0)? && !is_proven(1.5)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name that another body has; then the bodies before it were added.
    pub fn add_scene(
        &mut self,
        scene: &Scene<DVec3>,
        filter: &Filter<'_>,
        mut name: impl FnMut(Handle, &SceneBody<DVec3>) -> String,
    ) -> Result<(), Error> {
        for (handle, body) in scene.bodies().filter(|(handle, body)| filter.sees(*handle, body)) {
            self.add(&name(handle, body), [(body.pose, body.shape.clone())])?;
        }
        Ok(())
    }
    /// Adds a cloud of balls that stands still, by their centers in the world and their radii: a scan, or the full voxels
    /// of a map. A hundred thousand cost a proof little more than a few hundred shapes do. A cloud without balls is a
    /// body without shapes.
    ///
    /// ```
    /// use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
    /// # let link = |name: &str, shapes| Link { name: name.into(), shapes };
    /// # let links = vec![
    /// #     link("rail", vec![]),
    /// #     link("slide", vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.1)?))]),
    /// # ];
    /// # let joint = Joint {
    /// #     name: "x".into(),
    /// #     kind: JointKind::Prismatic,
    /// #     parent: "rail".into(),
    /// #     child: "slide".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::X,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let robot = Robot::new(links, vec![joint])?;
    /// let mut world = World::new(robot)?; // a ball of radius 0.1 that slides along x
    /// let wall = (0..100).flat_map(|y| (0..100).map(move |z| (y, z)));
    /// let wall = wall.map(|(y, z)| (DVec3::new(1.0, 0.02 * f64::from(y - 50), 0.02 * f64::from(z - 50)), 0.01));
    /// world.add_cloud("wall", wall)?;
    ///
    /// let to = |x: f64| Path::new(world.robot(), vec![vec![0.0], vec![x]]).unwrap();
    /// let (free, far) = (to(0.88), to(2.0));
    /// let prover = Prover::new(world);
    /// assert_eq!(prover.clear(&free, 0.0), Verdict::Proven);
    /// assert!(matches!(prover.clear(&far, 0.0), Verdict::Broken(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name that another body has; a center that is not finite, a radius that is not finite or not positive, more than
    /// 2^30 balls.
    pub fn add_cloud(
        &mut self,
        name: &str,
        balls: impl IntoIterator<Item = (DVec3, f64)>,
    ) -> Result<(), Error> {
        let ball = |(center, radius)| Ok((Pose::at(center)?, Ball::new(radius)?.into()));
        let balls: Vec<Posed> = balls.into_iter().map(ball).collect::<Result<_, Error>>()?;
        let cloud = (!balls.is_empty()).then(|| Compound::new(balls)).transpose()?;
        self.add(name, cloud.map(|cloud| (Pose::IDENTITY, cloud.into())))
    }
    /// Adds a body that a link holds: shapes with their poses in the frame of the link. It may touch that link.
    ///
    /// # Errors
    /// A name that another body has, an unknown link, a half-space.
    pub fn attach(
        &mut self,
        name: &str,
        link: &str,
        shapes: impl IntoIterator<Item = Posed>,
    ) -> Result<(), Error> {
        let by = || format!("body \"{name}\"");
        let number = self.robot.links.iter().position(|placed| placed.link.name == link);
        let number = number.ok_or_else(|| unknown(by(), "link", link))?;
        let Placed { frame, motion, .. } = &self.robot.links[number];
        let given: Vec<Posed> = shapes.into_iter().collect();
        let place = |(pose, shape): &Posed| (after(motion, &Motion::of(pose)), shape.clone());
        let shapes = given.iter().map(place).collect();
        let (name, frame, local) = (name.into(), *frame, *motion);
        let body = Body { name, frame, shapes, part: None, link: Some(number), given, local };
        self.push(body)?;
        self.allowed.insert([number, self.bodies.len() - 1]);
        Ok(())
    }
    /// Two bodies may touch: they are not asked about.
    ///
    /// # Errors
    /// An unknown body.
    pub fn allow(&mut self, one: &str, other: &str) -> Result<(), Error> {
        let pair = self.pair("allowed", one, other)?;
        self.allowed.insert(pair);
        Ok(())
    }
    /// Two bodies must keep this clearance, in place of the one that [`Prover::clear`](crate::Prover::clear) is asked for.
    /// The last call for a pair holds.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
    /// # let ball = vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.1)?))];
    /// # let links = vec![
    /// #     Link { name: "rail".into(), shapes: vec![] },
    /// #     Link { name: "slide".into(), shapes: ball.clone() },
    /// # ];
    /// # let joint = Joint {
    /// #     name: "x".into(),
    /// #     kind: JointKind::Prismatic,
    /// #     parent: "rail".into(),
    /// #     child: "slide".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::X,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let mut world = World::new(Robot::new(links, vec![joint])?)?;
    /// world.add("post", [(Pose::at(DVec3::X)?, ball[0].1.clone())])?;
    /// world.require("slide", "post", 0.5)?; // a ball of radius 0.1 slides to within 0.4 of another one
    /// let path = Path::new(world.robot(), vec![vec![0.0], vec![0.4]])?;
    /// assert!(matches!(Prover::new(world).clear(&path, 0.0), Verdict::Broken(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An unknown body; a pair that is not asked about; a clearance that is negative or not finite.
    pub fn require(&mut self, one: &str, other: &str, clearance: f64) -> Result<(), Error> {
        let pair = self.pair("required", one, other)?;
        let (one, other) = (one.into(), other.into());
        if let Some(reason) = self.is_left_out(pair) {
            return Err(Error::NotAsked { one, other, reason });
        }
        if !(0.0..f64::INFINITY).contains(&clearance) {
            return Err(Error::Clearance { one, other, clearance });
        }
        self.required.insert(pair, clearance);
        Ok(())
    }
    /// The clearance that two bodies must keep, if they have one of their own.
    pub fn required(&self, one: &str, other: &str) -> Option<f64> {
        let pair = self.pair("required", one, other).ok()?;
        self.required.get(&pair).copied()
    }
    /// Are there no joints that move between two bodies? It is false for unknown ones.
    pub fn never_move(&self, one: &str, other: &str) -> bool {
        let pair = self.pair("asked", one, other);
        pair.is_ok_and(|[a, b]| self.bodies[a].frame == self.bodies[b].frame)
    }
    /// The number of a body.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
    /// Two bodies by their names, the smaller number first.
    fn pair(&self, what: &str, one: &str, other: &str) -> Result<[usize; 2], Error> {
        let number = |name: &str| {
            let by = || format!("the {what} pair \"{one}\", \"{other}\"");
            self.number(name).ok_or_else(|| unknown(by(), "body", name))
        };
        let (a, b) = (number(one)?, number(other)?);
        Ok([a.min(b), a.max(b)])
    }
    /// Why is nothing asked about a pair? `None` if something is.
    fn is_left_out(&self, pair: [usize; 2]) -> Option<&'static str> {
        let [a, b] = pair.map(|body| self.bodies[body].part);
        if pair[0] == pair[1] {
            Some("they are one body")
        } else if a.is_some() && a == b {
            Some(if a == Some(WORLD) {
                "both stand still"
            } else {
                "fixed joints hold them together"
            })
        } else if self.robot.neighbours.contains(&pair) {
            Some("a joint is between them")
        } else {
            self.allowed.contains(&pair).then_some("they are allowed to touch")
        }
    }
    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }
    /// The names of the bodies, by number: the links first, then in the order in which they were added.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.bodies.iter().map(|body| body.name.as_str())
    }
    /// The shapes of all bodies, by number, with their poses in the world.
    ///
    /// # Errors
    /// A configuration without one finite value for each joint.
    #[expect(clippy::type_complexity, reason = "for each body its shapes")]
    pub fn posed(
        &self,
        configuration: &[f64],
    ) -> Result<Vec<Vec<(Pose<DVec3>, &Collider<DVec3>)>>, Error> {
        self.robot.check(0, configuration)?;
        let frames = self.robot.motions(configuration);
        let mut posed = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let at = |place| self.robot.pose(&after(&frames[body.frame], place));
            let shapes = body.shapes.iter().map(|(place, shape)| Ok((at(place)?, shape)));
            posed.push(shapes.collect::<Result<_, Error>>()?);
        }
        Ok(posed)
    }
    /// The pairs of bodies that are asked about, by number. Bodies without shapes are in none.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let has_shapes = |body: &usize| !self.bodies[*body].shapes.is_empty();
        let shaped = (0..self.bodies.len()).filter(has_shapes);
        let all = shaped.flat_map(move |b| (0..b).filter(has_shapes).map(move |a| [a, b]));
        all.filter(|pair| self.is_left_out(*pair).is_none())
    }
    fn push(&mut self, body: Body) -> Result<(), Error> {
        if body.frame != 0 && body.has_half_space() {
            return Err(Error::HalfSpace { body: body.name });
        }
        if self.numbers.insert(body.name.clone(), self.bodies.len()).is_some() {
            return Err(Error::Doubled { what: "body", name: body.name });
        }
        self.bodies.push(Arc::new(body));
        Ok(())
    }
}

/// The most links, and the most joints between all pairs of those with shapes: a prover has some numbers for each.
const MOST_LINKS: usize = 10_000;
const MOST_JOINTS: usize = 50_000_000;

/// Are there no more links, and joints between all pairs of them, than a prover can hold?
fn few_enough(robot: &Robot) -> Result<(), Error> {
    let mut depths = vec![0_usize; robot.frames.len()];
    for (number, frame) in robot.frames.iter().enumerate().skip(1) {
        depths[number] = depths[frame.parent] + 1;
    }
    let shaped = robot.links.iter().filter(|placed| !placed.link.shapes.is_empty());
    let depths: Vec<usize> = shaped.map(|placed| depths[placed.frame]).collect();
    let joints = depths.len().saturating_mul(depths.iter().sum());
    let links = robot.links.len();
    let fits = links <= MOST_LINKS && joints <= MOST_JOINTS;
    if fits { Ok(()) } else { Err(Error::Large { links }) }
}

/// Compounds have none.
fn has_half_space(shape: &Collider<DVec3>) -> bool {
    matches!(shape, Collider::Convex(Shape::HalfSpace(_)))
}

fn unknown(by: String, what: &'static str, name: &str) -> Error {
    Error::Unknown { by, what, name: name.into() }
}
