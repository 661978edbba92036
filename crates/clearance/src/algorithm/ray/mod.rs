//! Rays against one shape.
//!
//! A line meets a convex shape in a chord: it enters at one place and leaves at another.
//!
//! ```text
//!                     enter            leave
//!     o ---------------[================]----------->  along
//!   origin            /                  \
//!              outward normal         outward normal
//! ```
//!
//! For the shapes that have one there is a closed form, one file a family. All others are
//! marched ([`march`]): GJK says how far the ray may go before it can meet the shape.
//!
//! **Times, not lengths.** Places on a line are counted in its direction, of whatever length that
//! is: so no ray is made to length 1, and what comes out are times.
//!
//! **Frames.** The line has the axes of the world, and starts from where the shape's frame does.
//! What is less work, to turn the line or what there is of the shape, each family knows.
//!
//! **Bounds.** The line is rounded: a point of it is off by up to [`Line::slack`], δ. So the
//! exact line enters no earlier than the rounded one enters the shape grown by δ, and surely no
//! later than it enters the shape shrunk by δ. For a face that is crossed at the cosine c these
//! are δ/c away. What a closed form cannot prove (a ray that misses or hits by a few roundings
//! only) is handed over to the march; so closed forms need not be good at such cases.

mod ball;
pub(crate) mod capsule;
mod chord;
pub(crate) mod cone;
pub(crate) mod cuboid;
pub(crate) mod cylinder;
pub(crate) mod ellipsoid;
mod half_space;
mod line;
mod march;
pub(crate) mod planes;
mod round;
pub(crate) mod sheet;

pub(crate) use ball::of_ball;
pub use chord::{Chord, End, Place, Through};
pub use half_space::half_space;
pub use line::Line;
pub use march::{MOST_SUPPORTS, March, march};
