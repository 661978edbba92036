//! [`Prover::moved`]: the same questions about a world in which bodies stand elsewhere.
//!
//! All that does not depend on where they stand is shared: the pieces of links and of other bodies with what was made
//! in them, the trees and hulls of those that are moved, the joints between pairs, and the balls of links.

use std::sync::{Arc, OnceLock};

use clearance_geometry::space::Pose;
use glam::DVec3;

use crate::Error;
use crate::inside::Insides;
use crate::piece::Piece;
use crate::prover::{Prover, pieces_of};

impl Prover {
    /// The same world, but for bodies in it that stand elsewhere: of each its name, and new poses in the world for the
    /// shapes that it was [added](crate::World::add) with, in their order. A cloud is one shape, which was at the
    /// identity. The answers are those of a prover that is made anew, and it takes some microseconds a body, or for a
    /// cloud about as long as making it did but for its tree.
    ///
    /// ```
    /// use clearance::d3_f64::{Collider, Cuboid, DVec3, Pose, Sphere};
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
    /// # let mut world = World::new(Robot::new(links, vec![joint])?)?;
    /// world.add("cart", [(Pose::at(DVec3::X)?, Cuboid::new(DVec3::splat(0.5))?.into())])?;
    /// // A ball of radius 0.1 slides along x, from 0 to 1.
    /// let path = Path::new(world.robot(), vec![vec![0.0], vec![1.0]])?;
    /// let prover = Prover::new(world);
    /// assert!(matches!(prover.clear(&path, 0.0), Verdict::Broken(_)));
    /// let away = prover.moved([("cart", &[Pose::at(DVec3::X * 2.0)?][..])])?;
    /// assert_eq!(away.clear(&path, 0.39), Verdict::Proven);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An unknown body, a link, or a body that a link holds; another number of poses than the body has shapes.
    pub fn moved<'b>(
        &self,
        bodies: impl IntoIterator<Item = (&'b str, &'b [Pose<DVec3>])>,
    ) -> Result<Self, Error> {
        let mut world = self.world().clone();
        let mut moved = Vec::new();
        for (name, poses) in bodies {
            let number;
            (world, number) = world.moved(name, poses)?;
            moved.push(number);
        }
        // What may stand elsewhere stands in frames of its own, which are where it was.
        if self.is_loose() {
            return Ok(Self::new(world));
        }
        let mut pieces = self.pieces.clone();
        let (mut insides, mut reaches) = (self.insides.clone(), self.reaches.clone());
        for &number in &moved {
            let body = &world.bodies[number];
            let own = self.of_body[number].clone();
            let mut known = self.pieces[own.clone()].iter().map(|piece| &**piece);
            let new = pieces_of(body, &mut known).map(Arc::new);
            pieces[own].iter_mut().zip(new).for_each(|(piece, new)| *piece = new);
            insides[number] = Arc::new(Insides::of(body));
        }
        for pair in
            self.pairs.iter().filter(|pair| pair.bodies.iter().any(|body| moved.contains(body)))
        {
            let [a, b] = pair.pieces.map(|piece| &*pieces[piece]);
            let reached = self.chains[pair.chain].reaches(&world.robot, a, b);
            reaches[pair.joints.clone()].copy_from_slice(&reached);
        }
        let of_body = |number: usize| -> &[Arc<Piece>] { &pieces[self.of_body[number].clone()] };
        let rake = self.rake.get().and_then(|rake| rake.moved(&moved, of_body));
        let prover = Self {
            world,
            given: None,
            pieces,
            of_body: self.of_body.clone(),
            chains: self.chains.clone(),
            pairs: self.pairs.clone(),
            reaches,
            arms: Vec::new(),
            insides,
            reach: 0.0,
            rake: rake.map_or_else(OnceLock::new, OnceLock::from),
            still: OnceLock::new(),
        };
        Ok(prover.measured())
    }
}
